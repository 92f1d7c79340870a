"""Puzzles: positions of matches, each with one move that is clearly the best.

A puzzle is data: which deal, which moves led to the position, whose turn it is and what is best. Its match
is replayed by the rules, so that a puzzle cannot show what the rules do not allow.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from games.core.match import ACT, Match, Row
from games.core.protocol import Game
from games.core.solo import SEATS

ROOT: Final = Path(__file__).resolve().parents[1]
NAME: Final = "puzzles.jsonl"
_SEED: Final = "reef puzzle"


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position and its solution, which is better than the next best move by ``margin`` of a win chance.

    ``deal`` numbers the match that it is from; ``rows`` are its moves up to the position.
    """

    game: str
    version: int
    deal: int
    rows: tuple[tuple[int, str], ...]
    seat: int
    best: str
    margin: float

    @property
    def id(self) -> int:
        """A number that stays with the position, whichever puzzles come and go beside it.

        No other position has it: where a deal is played otherwise one day, old buttons lead nowhere.
        """
        about = f"{self.game} {self.version} {self.deal} {self._write_rows()}".encode()
        return int.from_bytes(hashlib.blake2b(about, digest_size=4).digest())

    def _write_rows(self) -> str:
        return " ".join(f"{seat}/{token}" for seat, token in self.rows)

    def write(self) -> str:
        """Return it as a line of its file."""
        said = {
            "version": self.version,
            "deal": self.deal,
            "seat": self.seat,
            "best": self.best,
            "margin": round(self.margin, 3),
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
        )


def make_key(game: str, deal: int) -> bytes:
    """Return the match key of a numbered deal: known to everybody, so that a file can be made again."""
    return hashlib.sha256(f"{_SEED} {game} {deal}".encode()).digest()


def set_up(game: Game, puzzle: Puzzle) -> Match:
    """Return the match of a puzzle in its position.

    :raises RuleError: a move of it is not legal; the file is broken.
    """
    match = Match.begin(game, SEATS, game.daily, make_key(game.key, puzzle.deal), puzzle.version)
    return match.replay(Row(ACT, seat, token) for seat, token in puzzle.rows)


def find_file(key: str) -> Path:
    """Return where the puzzles of a game lie."""
    return ROOT / key / NAME


@cache
def read_puzzles(key: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a game; none where it has no file."""
    path = find_file(key)
    if not path.is_file():
        return ()
    return tuple(Puzzle.read(key, line) for line in path.read_text("utf-8").splitlines())
