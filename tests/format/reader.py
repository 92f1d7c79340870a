"""A reader of records, written from file-format.md alone, using only the standard library.

``python tests/format/reader.py FILE`` prints a summary of a record, its hash, and whether its secret is the
promised one. The file can be copied and used on its own.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import struct
import sys
from pathlib import Path
from typing import Any

ENDINGS_BY_ROW_KIND = {"resign": "resigned", "forfeit": "forfeited", "draw": "agreed_draw", "close": "closed"}
ROW_KINDS = ("act", "undo", *ENDINGS_BY_ROW_KIND)
ENDINGS_BY_GAME = {
    "das_riff": ("five_broods", "no_progress"),
    "coral_reef": ("hand_empty", "deck_spent", "all_passed"),
    "australis": ("most_points", "turtle_ahead"),
    "reef": ("supply_out", "deck_out"),
}
DIGITS_PATTERN = re.compile("0|[1-9][0-9]*")
HASHED_FIELDS = (
    *("format", "game", "rules_version", "seats", "options"),
    *("commitment", "secret", "presses", "outcome", "rows"),
)


class InvalidRecord(ValueError):
    """The text is not a record of format 1."""


def require(condition: bool, message: str) -> None:
    if not condition:
        raise InvalidRecord(message)


def parse_record(text: str) -> dict[str, Any]:
    """Return the ten fields of a record after checking each field. Other fields are ignored.

    :raises InvalidRecord: a check failed. Text of an entirely different shape raises other errors.
    """
    found = json.loads(
        text, object_pairs_hook=make_object, parse_float=refuse_constant, parse_constant=refuse_constant
    )
    require(isinstance(found, dict) and is_number(found.get("format")) and found["format"] == 1, "format")
    require(all(name in found for name in HASHED_FIELDS), "a field is missing")
    record = {name: found[name] for name in HASHED_FIELDS}
    require(record["game"] in ENDINGS_BY_GAME, "game")
    require(all(is_number(record[name]) for name in ("rules_version", "seats")), "a number")
    options = record["options"]
    require(
        isinstance(options, dict) and all(isinstance(value, str) for value in options.values()), "options"
    )
    require(is_hash(record["commitment"]), "commitment")
    require(record["secret"] is None or is_hash(record["secret"]), "secret")
    require(
        all(isinstance(press, str) and DIGITS_PATTERN.fullmatch(press) for press in record["presses"]),
        "presses",
    )
    check_rows(record)
    return record


def check_rows(record: dict[str, Any]) -> None:
    """Check the rows of a record, and that its outcome agrees with the rows.

    :raises InvalidRecord: a row is invalid, or the outcome doesn't agree with the rows.
    """
    steps, ended, seats = 0, None, record["seats"]
    for kind, seat, text in record["rows"]:
        require(kind in ROW_KINDS and is_number(seat) and isinstance(text, str) and ended is None, "a row")
        require(seat == -1 if kind == "close" else 0 <= seat < seats, "a row's seat")
        if kind == "act":
            require(0 < len(text) <= 40, "a token")
            steps += 1
        elif kind == "undo":
            require(DIGITS_PATTERN.fullmatch(text) is not None and int(text) < steps, "an undo")
            steps = int(text)
        else:
            require(text == "", "an end")
            lost = kind in ("resign", "forfeit")
            ended = {
                "ending": ENDINGS_BY_ROW_KIND[kind],
                "placements": [2 if lost and one == seat else 1 for one in range(seats)],
                "scores": [],
            }
    outcome = record["outcome"]
    if ended is not None or outcome is None:
        require(outcome == ended, "outcome")
        return
    require(set(outcome) == {"ending", "placements", "scores"}, "outcome")
    require(outcome["ending"] in ENDINGS_BY_GAME[record["game"]], "ending")
    places = outcome["placements"]
    for numbers in (places, outcome["scores"]):
        require(len(numbers) == seats and all(map(is_number, numbers)), "numbers")
    require(all(place == 1 + sum(other < place for other in places) for place in places), "placements")


def make_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    require(len(dict(pairs)) == len(pairs), "a name is there twice")
    return dict(pairs)


def refuse_constant(text: str) -> None:
    require(False, text)


def is_number(value: Any) -> bool:
    return type(value) is int


def is_hash(value: Any) -> bool:
    return isinstance(value, str) and len(value) == 64 and set(value) <= set("0123456789abcdef")


def compute_record_hash(record: dict[str, Any]) -> str:
    """Return the SHA-256 value of a whole record."""
    text = json.dumps(record, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def has_published_secret(record: dict[str, Any]) -> bool:
    """Return whether the secret has the hash published before the match. The secret must be present."""
    return hashlib.sha256(bytes.fromhex(record["secret"])).hexdigest() == str(record["commitment"])


def compute_match_key(record: dict[str, Any]) -> bytes:
    """Return the key from which all random numbers of a match are derived."""
    mixed = ",".join(record["presses"]).encode("ascii")
    return hmac.new(bytes.fromhex(record["secret"]), mixed, hashlib.sha256).digest()


class Chance:
    """The random draws of a ply. Ply 0 is the deal, and ply n is the n-th step that wasn't undone."""

    def __init__(self, key: bytes, ply: int) -> None:
        self.key, self.ply, self.block = key, ply, 0
        self.words: list[int] = []

    def draw_below(self, limit: int) -> int:
        while True:
            if not self.words:
                counter = struct.pack(">QQ", self.ply, self.block)
                drawn = hashlib.blake2b(counter, key=self.key, digest_size=64).digest()
                self.words, self.block = list(struct.unpack(">8Q", drawn)), self.block + 1
            word = self.words.pop(0)
            if word < 2**64 - 2**64 % limit:
                return word % limit

    def shuffled(self, items: list[Any]) -> list[Any]:
        pool = list(items)
        for last in range(len(pool) - 1, 0, -1):
            other = self.draw_below(last + 1)
            pool[last], pool[other] = pool[other], pool[last]
        return pool


def list_remaining_steps(record: dict[str, Any]) -> list[list[Any]]:
    """Return the actions that weren't undone. Each ``undo`` row states the number of steps to keep."""
    steps: list[list[Any]] = []
    for row in record["rows"]:
        if row[0] == "act":
            steps.append(row)
        elif row[0] == "undo":
            del steps[int(row[2]) :]
    return steps


if __name__ == "__main__":
    read_record = parse_record(Path(sys.argv[1]).read_text("utf-8"))
    print(read_record["game"], f"{len(list_remaining_steps(read_record))} steps", read_record["outcome"])
    print("hash of the record", compute_record_hash(read_record))
    print("secret as promised", read_record["secret"] is not None and has_published_secret(read_record))
