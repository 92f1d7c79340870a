"""The text of a record, read strictly: every name once, every value of the type that file-format.md says.

What a file says is proven by hashes, so no two files may be read as one record.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from itertools import accumulate
from typing import Any, Final, NoReturn

from games.core.errors import BrokenRecord, NotARecord
from games.core.match import KINDS
from games.core.shapes import TOKEN_LIMIT
from games.core.words import N_, Msg, plural

FORMAT: Final = 1
MOST_ROWS: Final = 5000
MOST_DEPTH: Final = 4
"""The record itself, its rows, a row; and one more for what a later writer may add."""
MOST_DIGITS: Final = 20
MOST_PRESSES: Final = 100
MOST_SWITCHES: Final = 32
MOST_SEATS: Final = 16
NAME_LIMIT: Final = 64

_TEXT: Final = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?\Z)', re.DOTALL)
"""A text, or what is left of one that never ends: each character is looked at once."""
_STEPS: Final = {"[": 1, "{": 1, "]": -1, "}": -1}
_HEX: Final = re.compile(r"[0-9a-f]{64}")
_PRESS: Final = re.compile(r"0|[1-9][0-9]{0,19}")
"""As it is hashed: a zero in front would be another text of the same number."""
_OUTCOME: Final = {"ending", "placements", "scores"}


def read_strictly(text: str) -> dict[str, Any]:
    """Return what a record's text says, with each value of the type that it must have.

    :raises BrokenRecord: it is no record of this format.
    """
    if _measure_depth(text) > MOST_DEPTH:
        raise BrokenRecord(Msg(N_("This file is nested too deeply for the record of a match.")))
    try:
        found = json.loads(
            text,
            object_pairs_hook=_take_once,
            parse_int=_take_number,
            parse_float=_refuse_number,
            parse_constant=_refuse_number,
        )
    except BrokenRecord:
        raise
    except (ValueError, RecursionError) as error:
        raise NotARecord from error
    return _check_types(found)


def _measure_depth(text: str) -> int:
    """Return how deeply brackets stand within each other, without building anything."""
    brackets = re.findall(r"[][{}]", _TEXT.sub("", text))
    return max(accumulate(_STEPS[one] for one in brackets), default=0)


def _take_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise BrokenRecord(
            Msg(N_("This file says the same thing twice, so nobody can tell which one holds."))
        )
    return found


def _take_number(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        _refuse_number(digits)
    return int(digits)


def _refuse_number(text: str) -> NoReturn:
    raise BrokenRecord(Msg(N_("This file has a number that no match has.")))


def _check_types(found: Any) -> dict[str, Any]:
    """Look at every value that a record has; what else stands there is nobody's business."""
    if not isinstance(found, dict) or "format" not in found:
        raise NotARecord
    if found["format"] != FORMAT or isinstance(found["format"], bool):
        raise BrokenRecord(
            Msg(N_("I don't know the format {format}."), {"format": str(found["format"])[:NAME_LIMIT]})
        )
    rows = found.get("rows")
    if isinstance(rows, list) and len(rows) > MOST_ROWS:
        raise BrokenRecord(
            plural(
                "This match is too long. I take {n} row at most.",
                "This match is too long. I take {n} rows at most.",
                MOST_ROWS,
            )
        )
    holds = (
        _is_text(found.get("game"), NAME_LIMIT)
        and _is_number(found.get("rules_version"), 0, 10**6)
        and _is_number(found.get("seats"), 1, MOST_SEATS)
        and _are_switches(found.get("options"))
        and _is_like(_HEX, found.get("commitment"))
        and "secret" in found
        and (found["secret"] is None or _is_like(_HEX, found["secret"]))
        and isinstance(found.get("presses"), list)
        and len(found["presses"]) <= MOST_PRESSES
        and all(_is_like(_PRESS, press) for press in found["presses"])
        and isinstance(rows, list)
        and all(map(_is_row, rows))
        and "outcome" in found
        and _is_outcome(found["outcome"], found["seats"])
    )
    if not holds:
        raise NotARecord
    return found


def _is_text(value: Any, most: int) -> bool:
    # Half of a character that takes two is no text that anybody could store or show.
    return isinstance(value, str) and len(value) <= most and not any("\ud800" <= c <= "\udfff" for c in value)


def _is_number(value: Any, least: int, most: int) -> bool:
    return type(value) is int and least <= value <= most


def _is_like(pattern: re.Pattern[str], value: Any) -> bool:
    return isinstance(value, str) and pattern.fullmatch(value) is not None


def _are_switches(value: Any) -> bool:
    return (
        isinstance(value, Mapping)
        and len(value) <= MOST_SWITCHES
        and all(_is_text(part, NAME_LIMIT) for pair in value.items() for part in pair)
    )


def _is_row(value: Any) -> bool:
    if not isinstance(value, list) or len(value) != 3:
        return False
    kind, seat, text = value
    return kind in KINDS and _is_number(seat, -1, MOST_SEATS) and _is_text(text, TOKEN_LIMIT)


def _is_outcome(value: Any, seats: int) -> bool:
    if value is None:
        return True
    return (
        isinstance(value, Mapping)
        and set(value) == _OUTCOME
        and _is_text(value.get("ending"), NAME_LIMIT)
        and _are_numbers(value.get("placements"), seats)
        and _are_numbers(value.get("scores"), seats)
    )


def _are_numbers(value: Any, most: int) -> bool:
    return (
        isinstance(value, list)
        and len(value) <= most
        and all(_is_number(one, -(10**9), 10**9) for one in value)
    )
