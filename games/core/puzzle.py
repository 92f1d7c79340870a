"""Puzzles: positions with one move that is clearly the best.

A puzzle stores a deal and the moves that lead to the position. Its match is replayed by the rules, so it
can't show anything they don't allow.
"""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Final

from games.core.match import ACT, Match, Row
from games.core.protocol import Game
from games.core.solo import SEATS
from games.core.values import value

ROOT: Final = Path(__file__).resolve().parents[1]
NAME: Final = "puzzles.jsonl"
_SEED: Final = "reef puzzle"


@value
class Reason:
    """What the best move of a puzzle is good for, compared with the move ``other``.

    ``aim`` is the key of one of the game's aims, and ``seat`` the seat that gets more or less of it.
    ``better`` and ``played`` are how much of it the seat gets after the best move and after the other one, as
    means over many deals.
    """

    other: str
    aim: str
    seat: int
    better: float
    played: float


@value
class Puzzle:
    """A position and its best move.

    ``margin`` is the best move's win-chance lead over the next. ``deal`` is the number of the match, and
    ``rows`` are its moves up to the position. ``grade`` is 1 to 3, the hardest being 3, or 0 if the puzzle
    doesn't meet today's criteria. ``reason`` says why the move is best, and is ``None`` if no reason was
    found.
    """

    game: str
    version: int
    deal: int
    rows: tuple[tuple[int, str], ...]
    seat: int
    best: str
    margin: float
    grade: int = 0
    reason: Reason | None = None

    @property
    def id(self) -> int:
        """Stable identifier of the position.

        It changes if the moves of the deal do, so old buttons never open another position.
        """
        about = f"{self.game} {self.version} {self.deal} {self._write_rows()}".encode()
        return int.from_bytes(hashlib.blake2b(about, digest_size=4).digest())

    def _write_rows(self) -> str:
        return " ".join(f"{seat}/{token}" for seat, token in self.rows)

    def write(self) -> str:
        """Return the puzzle as a line of its file."""
        said = {
            "version": self.version,
            "deal": self.deal,
            "seat": self.seat,
            "best": self.best,
            "margin": round(self.margin, 3),
            **({"grade": self.grade} if self.grade else {}),
            **({"reason": _write_reason(self.reason)} if self.reason else {}),
            "rows": self._write_rows(),
        }
        return json.dumps(said, separators=(",", ":"))

    @classmethod
    def read(cls, game: str, line: str) -> Puzzle:
        """Read a line of a game's file."""
        said = json.loads(line)
        rows = (row.partition("/") for row in said["rows"].split())
        return cls(
            game,
            said["version"],
            said["deal"],
            tuple((int(seat), token) for seat, _, token in rows),
            said["seat"],
            said["best"],
            said["margin"],
            said.get("grade", 0),
            Reason(*said["reason"]) if "reason" in said else None,
        )


def _write_reason(reason: Reason) -> list[str | int | float]:
    return [reason.other, reason.aim, reason.seat, round(reason.better, 3), round(reason.played, 3)]


def make_key(game: str, deal: int) -> bytes:
    """Return the match key of a numbered deal. It is public, so that puzzle files can be reproduced."""
    return hashlib.sha256(f"{_SEED} {game} {deal}".encode()).digest()


def set_up(game: Game, puzzle: Puzzle) -> Match:
    """Return the match of a puzzle in its position.

    :raises RuleError: if a move is unreadable or illegal.
    """
    match = Match.begin(game, SEATS, game.daily, make_key(game.key, puzzle.deal), puzzle.version)
    return match.replay(Row(ACT, seat, token) for seat, token in puzzle.rows)


def find_file(key: str) -> Path:
    """Return the path of a game's puzzle file."""
    return ROOT / key / NAME


@cache
def read_puzzles(key: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a game, or none if it has no file. A file is read only once."""
    path = find_file(key)
    if not path.is_file():
        return ()
    return tuple(Puzzle.read(key, line) for line in path.read_text("utf-8").splitlines())
