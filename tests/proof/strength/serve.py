"""Serves the moves of another revision's computer players over pipes.

It runs with that revision's ``games``, and imports nothing else from the project.
"""

from __future__ import annotations

import pickle
import sys
from dataclasses import fields, is_dataclass
from functools import partial
from typing import Any

from games.core.rng import Chance
from games.players import think
from games.registry import GAMES


class ViewUnpickler(pickle.Unpickler):
    """Unpickles views made by newer code, ignoring fields added at the end of a class."""

    def find_class(self, module: str, name: str, /) -> Any:
        found = super().find_class(module, name)
        # A value class has one of these methods, or both once an instance has been made.
        if is_dataclass(found) and {"__new__", "__reduce__"} & vars(found).keys():
            return partial(_make_instance, found)
        return found


def _make_instance(value_class: Any, *values: Any) -> Any:
    """Make an instance of a dataclass, ignoring surplus values."""
    return value_class(*values[: len(fields(value_class))])


def main() -> None:
    """Answer each question with a token or an error, until the end of the input."""
    out, sys.stdout = sys.stdout.buffer, sys.stderr
    while True:
        try:
            key, version, view, seat, level, seed, iterations = ViewUnpickler(sys.stdin.buffer).load()
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
