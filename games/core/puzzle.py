"""Puzzles: positions with one move that is clearly the best.

A puzzle stores a deal and the moves that lead to the position. Its match is replayed by the rules, so a
puzzle can't show anything that the rules don't allow.
"""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Final

from games.core.match import ACT_KIND, LoggedRow, Match
from games.core.protocol import Game
from games.core.solo import SOLO_SEAT_COUNT
from games.core.values import value_class

GAMES_FOLDER: Final = Path(__file__).resolve().parents[1]
PUZZLE_FILE_NAME: Final = "puzzles.jsonl"
_SEED_PREFIX: Final = "reef puzzle"


@value_class
class PuzzleReason:
    """Explanation of a puzzle's best move: how much of an aim it brings, compared with another move."""

    other_token: str
    aim_key: str
    """Key of one of the game's aims."""
    seat: int
    """The seat whose amounts of the aim are compared."""
    best_amount: float
    """Mean amount of the aim for the seat after the best move."""
    other_amount: float
    """Mean amount of the aim for the seat after the other move."""


@value_class
class Puzzle:
    """A position and its best move, with the moves that lead to the position."""

    game: str
    version: int
    deal_number: int
    """Number of the deal, from which the match key is made."""
    rows: tuple[tuple[int, str], ...]
    """Seats and tokens of the moves from the deal to the position."""
    seat: int
    best_token: str
    margin: float
    """Lead of the best move over the next, in win chance."""
    grade: int = 0
    """Difficulty from 1 to 3, or 0 if the puzzle doesn't meet the current criteria."""
    reason: PuzzleReason | None = None
    """Explanation of the best move, if one was found."""

    @property
    def id(self) -> int:
        """Stable identifier of the position.

        It changes if the puzzle's moves change, so that old buttons never open a different position.
        """
        about = f"{self.game} {self.version} {self.deal_number} {self._format_rows()}".encode()
        return int.from_bytes(hashlib.blake2b(about, digest_size=4).digest())

    def _format_rows(self) -> str:
        """Return the moves with the seat of each. Identifiers depend on this text."""
        return " ".join(f"{seat}/{token}" for seat, token in self.rows)

    def _shorten_rows(self) -> str:
        """Return the moves for a file, with a seat only if it isn't the seat of the move before."""
        seats = (None, *[seat for seat, _ in self.rows])
        return " ".join(
            token if seat == last else f"{seat}/{token}"
            for last, (seat, token) in zip(seats, self.rows, strict=False)
        )

    def to_line(self) -> str:
        """Return the puzzle as a line of its file."""
        values = {
            "version": self.version,
            "deal": self.deal_number,
            "seat": self.seat,
            "best": self.best_token,
            "margin": round(self.margin, 3),
            **({"grade": self.grade} if self.grade else {}),
            **({"reason": _list_reason_values(self.reason)} if self.reason else {}),
            "rows": self._shorten_rows(),
        }
        return json.dumps(values, separators=(",", ":"))

    @classmethod
    def from_line(cls, game: str, line: str) -> Puzzle:
        """Return the puzzle in a line of a game's file."""
        values = json.loads(line)
        return cls(
            game,
            values["version"],
            values["deal"],
            _parse_rows(values["rows"]),
            values["seat"],
            values["best"],
            values["margin"],
            values.get("grade", 0),
            PuzzleReason(*values["reason"]) if "reason" in values else None,
        )


def _parse_rows(text: str) -> tuple[tuple[int, str], ...]:
    """Return the seats and tokens of moves in a file. A seat stays the same until another one is named."""
    rows, seat = list[tuple[int, str]](), 0
    for row in text.split():
        named_seat, _, token = row.rpartition("/")
        seat = int(named_seat) if named_seat else seat
        rows.append((seat, token))
    return tuple(rows)


def _list_reason_values(reason: PuzzleReason) -> list[str | int | float]:
    return [
        reason.other_token,
        reason.aim_key,
        reason.seat,
        round(reason.best_amount, 3),
        round(reason.other_amount, 3),
    ]


def make_deal_key(game: str, deal_number: int) -> bytes:
    """Return the match key of a numbered deal. It is public, so that puzzle files can be reproduced."""
    return hashlib.sha256(f"{_SEED_PREFIX} {game} {deal_number}".encode()).digest()


def make_puzzle_match(game: Game, puzzle: Puzzle) -> Match:
    """Return the match at the position of a puzzle.

    :raises RuleError: if a move can't be parsed or is illegal.
    """
    match = Match.begin(
        game, SOLO_SEAT_COUNT, game.daily_options, make_deal_key(game.key, puzzle.deal_number), puzzle.version
    )
    return match.replay(LoggedRow(ACT_KIND, seat, token) for seat, token in puzzle.rows)


def find_puzzle_file(key: str) -> Path:
    """Return the path of a game's puzzle file."""
    return GAMES_FOLDER / key / PUZZLE_FILE_NAME


@cache
def read_puzzles(key: str) -> tuple[Puzzle, ...]:
    """Return a game's puzzles, if it has a puzzle file. The file is read only once."""
    path = find_puzzle_file(key)
    if not path.is_file():
        return ()
    return tuple(Puzzle.from_line(key, line) for line in path.read_text("utf-8").splitlines())
