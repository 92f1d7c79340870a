"""Find puzzles and write them into each game's folder: ``python -m tools.puzzles``.

Numbered deals are tried in order until a game has enough puzzles, of which no kind of answer has too many.
``--check`` searches for some of the existing puzzles again, and reports those that aren't found.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count
from typing import Final

from games.core.protocol import Game
from games.core.puzzle import Puzzle, find_file, read_puzzles, set_up
from games.players.mining import find_puzzles, name_kind, solve_position
from games.registry import GAMES

WANTED: Final = 200
MAX_SHARE: Final = 0.4
"""Maximum share of one kind of answer in a game's puzzles."""


def find_more(
    game: Game, wanted: int, seconds: float, first: int = 0, known: Sequence[Puzzle] = ()
) -> Iterator[Puzzle]:
    """Yield a game's puzzles in the order of their deals, until there are enough or time is up.

    :param known: puzzles that are kept, whose kinds of answers count too.
    """
    until, kinds = time.monotonic() + seconds, count_kinds(game, known)
    for deal in count(first):
        full = [kind for kind, number in kinds.items() if number >= MAX_SHARE * WANTED]
        for puzzle in find_puzzles(game, deal, full):
            yield puzzle
            kinds.update(count_kinds(game, [puzzle]))
            if sum(kinds.values()) >= wanted:
                return
        if time.monotonic() >= until:
            return


def count_kinds(game: Game, puzzles: Sequence[Puzzle]) -> Counter[str]:
    """Return how many puzzles have each kind of answer."""
    return Counter(name_kind(set_up(game, puzzle), puzzle.seat, puzzle.best) for puzzle in puzzles)


def list_graded(key: str) -> list[Puzzle]:
    """Return the puzzles of a game that were found by today's rules."""
    return [puzzle for puzzle in read_puzzles(key) if puzzle.grade]


def write_puzzles(game: Game, wanted: int, seconds: float) -> int:
    """Add to a game's puzzle file, continuing after the last deal with a graded puzzle.

    Older puzzles stay in the file, so that their buttons still open them.
    """
    path, graded = find_file(game.key), list_graded(game.key)
    by_id = {puzzle.id: puzzle for puzzle in read_puzzles(game.key)}
    first = max([puzzle.deal + 1 for puzzle in graded], default=0)
    for puzzle in find_more(game, wanted, seconds, first, graded):
        by_id[puzzle.id] = puzzle
        graded.append(puzzle)
        ordered = sorted(by_id.values(), key=lambda one: (one.deal, len(one.rows)))
        path.write_text("".join(f"{one.write()}\n" for one in ordered), encoding="utf-8", newline="\n")
    return len(graded)


def check_puzzles(game: Game, most: int) -> list[int]:
    """Check up to ``most`` graded puzzles spread over the file; return the deals of those not found again."""
    known = list_graded(game.key)
    step = max(1, len(known) // most)
    lost = []
    for puzzle in known[::step][:most]:
        found = solve_position(game, set_up(game, puzzle), puzzle.seat)
        if found is None or found[0] != puzzle.best:
            lost.append(puzzle.deal)
    return lost


def main(arguments: list[str] | None = None) -> int:
    """Find or check puzzles, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.puzzles", description=__doc__)
    parser.add_argument("--game", choices=sorted(GAMES), help="only this game")
    parser.add_argument("--wanted", type=int, default=WANTED, help="number of puzzles for each game")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="maximum time for each game")
    parser.add_argument("--check", type=int, metavar="N", help="search again for N puzzles of each file")
    chosen = parser.parse_args(arguments)
    missing = 0
    for game in GAMES.values():
        if chosen.game not in (None, game.key):
            continue
        if chosen.check is not None:
            lost = check_puzzles(game, chosen.check)
            missing += len(lost)
            print(f"{game.key}: {len(read_puzzles(game.key))} puzzles, not found again: {lost or 'none'}")
        else:
            print(f"{game.key}: {write_puzzles(game, chosen.wanted, chosen.seconds)} puzzles", flush=True)
    return min(missing, 1)


if __name__ == "__main__":
    sys.exit(main())
