"""Plays matches to learn from and writes the results, for the ``tools.fit_*`` commands.

Matches are numbered. A number gives the same match in every run, with any number of processes.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from bot.kit.progress import show_progress
from games.core.protocol import Game
from games.core.rng import Chance
from games.core.shapes import ViewLike
from games.players import Thought

T = TypeVar("T")
ChooseMoves = Callable[[ViewLike, int, Chance], Sequence[Thought]]
"""Function that gets a view, the seat and a random generator, and returns moves with values, best first."""

CHUNK_SIZE: Final = 4
"""Number of matches sent to a worker process at a time."""


class PlayedStep(NamedTuple):
    """A move: the seat, the state before it, the seat's thoughts, the state after it, and the events."""

    seat: int
    state_before: Any
    thoughts: Sequence[Thought]
    state_after: Any
    events: Sequence[object]


def derive_keys(match_name: str) -> tuple[bytes, bytes]:
    """Return a match's key, and the key of its players' random numbers."""
    key = hashlib.sha256(f"fit {match_name}".encode()).digest()
    return key, hashlib.sha256(key).digest()


def play_match(
    game: Game, seat_count: int, options: Mapping[str, str], match_name: str, choose: ChooseMoves
) -> Iterator[PlayedStep]:
    """Yield the steps of a match played with the newest rules. ``match_name`` determines its chance."""
    rules = game.rules[game.version]
    key, thinking = derive_keys(match_name)
    state, _ = rules.setup(seat_count, options, Chance(key, 0))
    for ply in range(1, game.max_plies + 1):
        to_act = rules.to_act(state)
        if not to_act:
            return
        seat, before = to_act[0], state
        thoughts = choose(rules.recall(state, seat), seat, Chance(thinking, ply))
        state, events = rules.apply(state, seat, thoughts[0].action, Chance(key, ply))
        yield PlayedStep(seat, before, thoughts, state, events)


def play_matches(play: Callable[[int], T], options: argparse.Namespace, heading: str) -> Iterator[T]:
    """Yield the results of the requested matches, in order.

    :param play: plays the match with a given number and returns the result. It must be picklable.
    :param heading: text before the progress bar.
    """
    numbers = range(options.seed, options.seed + options.matches)
    with show_progress(heading, " matches") as report:
        for done, result in enumerate(_play_each(play, numbers, options.processes), 1):
            report(done, options.matches)
            yield result


def _play_each(play: Callable[[int], T], numbers: range, process_count: int) -> Iterator[T]:
    if process_count == 1:
        yield from map(play, numbers)
        return
    with ProcessPoolExecutor(process_count) as pool:
        yield from pool.map(play, numbers, chunksize=CHUNK_SIZE)


def make_parser(command: str, description: str | None, match_count: int) -> argparse.ArgumentParser:
    """Return the argument parser shared by the ``tools.fit_*`` commands.

    :param match_count: default number of matches for each number of seats.
    """
    parser = argparse.ArgumentParser(prog=f"python -m tools.{command}", description=description)
    parser.add_argument(
        "--matches",
        type=_parse_positive,
        default=match_count,
        help=f"matches for each number of seats ({match_count:,})",
    )
    parser.add_argument(
        "--processes",
        type=_parse_positive,
        default=os.cpu_count() or 1,
        help="number of processes (one for each core)",
    )
    parser.add_argument(
        "--seed", type=int, default=0, help="number of the first match; the others follow it (0)"
    )
    parser.add_argument(
        "--write", action="store_true", help="write the result to its module instead of printing it"
    )
    return parser


def _parse_positive(text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(f"expected a positive whole number, not {text!r}")
    return int(text)


def write_result(text: str, path: Path, options: argparse.Namespace) -> None:
    """Write the result to the file ``path`` if ``--write`` was given, otherwise print it."""
    if options.write:
        path.write_text(text, encoding="utf-8", newline="\n")
    else:
        sys.stdout.write(text)
