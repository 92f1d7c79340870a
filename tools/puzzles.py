"""Find puzzles and write them into each game's folder: ``python -m tools.puzzles``.

Numbered deals are tried in order until a game has enough puzzles, so a second run gives the same file.
``--check`` searches for some of the existing puzzles again, and reports those that aren't found.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from itertools import count
from typing import Final

from games.core.protocol import Game
from games.core.puzzle import Puzzle, find_file, read_puzzles, set_up
from games.players.puzzles import find_puzzles, solve
from games.registry import GAMES

WANTED: Final = 200


def find_more(game: Game, wanted: int, seconds: float, first: int = 0) -> Iterator[Puzzle]:
    """Yield a game's puzzles in the order of their deals, until there are enough or time is up."""
    found, until = 0, time.monotonic() + seconds
    for deal in count(first):
        for puzzle in find_puzzles(game, deal):
            yield puzzle
            found += 1
            if found == wanted:
                return
        if time.monotonic() >= until:
            return


def write_puzzles(game: Game, wanted: int, seconds: float) -> int:
    """Write a game's puzzle file, keeping its puzzles and continuing after their last deal."""
    path = find_file(game.key)
    kept = list(read_puzzles(game.key))
    # The last deal may have been interrupted, so search it again.
    first = kept[-1].deal if kept else 0
    kept = [puzzle for puzzle in kept if puzzle.deal < first]
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for puzzle in kept:
            file.write(f"{puzzle.write()}\n")
        for puzzle in find_more(game, wanted - len(kept), seconds, first):
            kept.append(puzzle)
            file.write(f"{puzzle.write()}\n")
            file.flush()
    return len(kept)


def check_puzzles(game: Game, most: int) -> list[int]:
    """Check up to ``most`` puzzles spread over the file; return the deals of those not found again."""
    known = read_puzzles(game.key)
    step = max(1, len(known) // most)
    lost = []
    for puzzle in known[::step][:most]:
        found = solve(game, set_up(game, puzzle), puzzle.seat)
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
