"""Tune the weights of ``hard`` in Das Riff by self-play: ``python -m tools.tune_das_riff``.

The method is simultaneous perturbation. Each step moves every weight up or down at random, by a fixed amount
per table. A search with these weights plays against a search whose weights were all moved the other way. Each
deal is played twice, with seats exchanged. All weights then move part of the way towards the side that won
more. The result is the average over the second half of the steps. Without ``--write`` the module of the
weights is printed, and ``games/das_riff/player/tuned.py`` stays unchanged.

The current weights were found with this method, but by a compiled copy of the game, which played the default
number of matches in half an hour. A run starts with the current weights.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from dataclasses import fields, replace
from functools import partial
from pathlib import Path
from typing import Any, Final

from games.core.protocol import SearchSettings
from games.core.rng import Chance
from games.core.shapes import ViewLike
from games.das_riff import GAME
from games.das_riff.player.estimate import Weights, estimate
from games.das_riff.player.tuned import TUNED_WEIGHTS
from games.players import Thought, think
from tools.fit_das_riff import find_win_share
from tools.selfplay import derive_keys, make_parser, play_match, play_matches, write_result

DEFAULT_STEPS: Final = 700
DEFAULT_MATCHES_PER_STEP: Final = 40
DEFAULT_ITERATIONS: Final = 40
FIRST_STEP_SHARE: Final = 0.3
"""Share of its step size by which a weight moves in the first step if one side wins all matches."""
SLOWDOWN: Final = 4.0
"""In the last step, weights move ``1 + SLOWDOWN`` times less than in the first."""
STEP_SIZE_BY_TABLE: Final = {
    "broods": 0.12,
    "empty_corals": 0.05,
    "possible_mates": 0.04,
    "near_mates": 0.03,
    "same_colour_worms": 0.025,
    "surplus_worms": 0.015,
    "pearls": 0.04,
    "sharks": 0.04,
    "boats": 0.05,
    "treasures_in_reach": 0.015,
    "face_down_in_reach": 0.012,
    "lead_change_during_worms": 0.04,
    "lead_change_after_worms": 0.04,
    "last_brood": 0.5,
}
"""Weights are moved up or down by this, to measure the effect."""
FIXED_INDICES_BY_TABLE: Final = {
    "broods": (0, 5),
    "empty_corals": (0,),
    "same_colour_worms": (0,),
    "boats": (0, 1),
}
"""Indices of weights that stay fixed because they are 0 or never used, by table."""

WEIGHTS_FILE: Final = Path(__file__).parents[1] / "games" / "das_riff" / "player" / "tuned.py"
WEIGHTS_PATTERN: Final = re.compile(r"^TUNED_WEIGHTS: Final = Weights\(\n.*?^\)\n", re.M | re.S)


def flatten_weights(weights: Weights) -> list[float]:
    """Return all weights as a flat list, in the order of :data:`STEP_SIZE_BY_TABLE`."""
    return [number for name in STEP_SIZE_BY_TABLE for number in _convert_to_tuple(getattr(weights, name))]


def unflatten_weights(row: Sequence[float]) -> Weights:
    """Return the weights in a flat list made by :func:`flatten_weights`."""
    weights: dict[str, Any] = {}
    first = 0
    for name in STEP_SIZE_BY_TABLE:
        shape = getattr(TUNED_WEIGHTS, name)
        size = len(_convert_to_tuple(shape))
        part = tuple(row[first : first + size])
        weights[name] = part if isinstance(shape, tuple) else part[0]
        first += size
    return Weights(**weights)


def _convert_to_tuple(table: float | tuple[float, ...]) -> tuple[float, ...]:
    return table if isinstance(table, tuple) else (table,)


def list_step_sizes() -> list[float]:
    """Return the amount by which each weight moves, in the order of :func:`flatten_weights`."""
    return [
        0.0 if place in FIXED_INDICES_BY_TABLE.get(name, ()) else size
        for name, size in STEP_SIZE_BY_TABLE.items()
        for place in range(len(_convert_to_tuple(getattr(TUNED_WEIGHTS, name))))
    ]


def play_pair(number: int, weights: Weights, other_weights: Weights, iterations: int) -> float:
    """Play a deal twice, with seats exchanged. Return the share of the wins of the weights ``weights``."""
    return (
        _play_match(number, (weights, other_weights), iterations, 0)
        + _play_match(number, (other_weights, weights), iterations, 1)
    ) / 2


def _play_match(number: int, by_seat: Sequence[Weights], iterations: int, seat: int) -> float:
    """Play a match in which each seat has its own weights. Return the share of the win of ``seat``."""
    own = GAME.computer_settings.hard or SearchSettings()
    searches = [replace(own, estimate=partial(estimate, weights=weights)) for weights in by_seat]
    games = [
        replace(GAME, computer_settings=replace(GAME.computer_settings, hard=search)) for search in searches
    ]

    def think_with_weights(view: ViewLike, seat: int, rng: Chance) -> Sequence[Thought]:
        return think(games[seat], GAME.version, view, seat, "hard", rng, lambda: False, iterations)

    return find_win_share(
        list(
            play_match(GAME, 2, GAME.get_default_options(), f"{GAME.key} tuned {number}", think_with_weights)
        ),
        seat,
    )


def toss_coins(seed: int, step: int, size: int) -> list[int]:
    """Return, for each weight, whether it moves up (1) or down (-1) in a step."""
    coin = Chance(derive_keys(f"{GAME.key} coins {seed}")[0], step)
    return [1 - 2 * coin.draw_below(2) for _ in range(size)]


def move_weights(
    weights: Sequence[float], changes: Sequence[float], score: float, share: float
) -> list[float]:
    """Return the weights after a step.

    :param changes: change of each weight on one side, up or down.
    :param score: share of the matches that this side won.
    :param share: share of ``changes`` to add to the weights if the score is 1.
    """
    return [number + share * by * (2 * score - 1) for number, by in zip(weights, changes, strict=True)]


def tune_weights(options: argparse.Namespace) -> Weights:
    """Return the weights after all steps of self-play."""
    row, sizes = flatten_weights(TUNED_WEIGHTS), list_step_sizes()
    kept: list[list[float]] = []
    for step in range(options.steps):
        moved = [
            size * side for size, side in zip(sizes, toss_coins(options.seed, step, len(sizes)), strict=True)
        ]
        one, other = (
            unflatten_weights([n + sign * by for n, by in zip(row, moved, strict=True)]) for sign in (1, -1)
        )
        at = argparse.Namespace(
            **vars(options) | {"seed": (options.seed * options.steps + step) * options.matches}
        )
        work = partial(play_pair, weights=one, other_weights=other, iterations=options.iterations)
        score = sum(play_matches(work, at, f"step {step + 1}")) / options.matches
        row = move_weights(row, moved, score, FIRST_STEP_SHARE / (1 + SLOWDOWN * step / options.steps))
        if 2 * step >= options.steps - 1:
            kept.append(row)
    return unflatten_weights([round(sum(column) / len(kept), 4) for column in zip(*kept, strict=True)])


def format_module(weights: Weights, source: str) -> str:
    """Return the source code of the weights' module with these weights. ``source`` is its current source."""
    lines = [f"    {one.name}={getattr(weights, one.name)!r},\n" for one in fields(Weights) if one.init]
    return WEIGHTS_PATTERN.sub(lambda _: f"TUNED_WEIGHTS: Final = Weights(\n{''.join(lines)})\n", source)


def main(arguments: Sequence[str] | None = None) -> int:
    """Write or print the weights found by self-play."""
    parser = make_parser("tune_das_riff", __doc__, DEFAULT_MATCHES_PER_STEP)
    parser.add_argument("--steps", type=int, default=DEFAULT_STEPS, help=f"number of steps ({DEFAULT_STEPS})")
    parser.add_argument(
        "--iterations",
        type=int,
        default=DEFAULT_ITERATIONS,
        help=f"iterations of each move ({DEFAULT_ITERATIONS})",
    )
    options = parser.parse_args(arguments)
    write_result(
        format_module(tune_weights(options), WEIGHTS_FILE.read_text(encoding="utf-8")), WEIGHTS_FILE, options
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
