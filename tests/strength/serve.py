"""What another revision answers with. It runs beside that revision's ``games`` and imports nothing else."""

from __future__ import annotations

import pickle
import sys

from games.core.rng import Chance
from games.players import think
from games.registry import GAMES


def main() -> None:
    """Answer questions until there are no more: each with a token, or with what went wrong."""
    out, sys.stdout = sys.stdout.buffer, sys.stderr
    while True:
        try:
            key, version, view, seat, level, seed, iterations = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        try:
            game = GAMES[key]
            found = think(game, version, view, seat, level, Chance(seed, 0), lambda: False, iterations)
            answer = found[0].action.token, ""
        except Exception as error:
            answer = "", repr(error)
        pickle.dump(answer, out)
        out.flush()


if __name__ == "__main__":
    main()
