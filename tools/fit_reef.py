"""Learn the weights of the strongest computer player of Reef: ``python -m tools.fit_reef``.

Computer players choose the move with the best immediate estimate, and occasionally a random move. The weights
are fitted to predict each seat's further points (:mod:`games.reef.player.insight`). Each generation plays
with the weights of the previous one. The first uses only the estimate of the other levels. ``--write`` writes
the last weights to ``games/reef/player/learned.py``.
"""

from __future__ import annotations

import sys
import textwrap
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from games.core.rng import Chance
from games.reef.parts import CORALS_PER_COLOUR_BY_SEAT_COUNT
from games.reef.player.estimate import estimate, predict_turns
from games.reef.player.insight import TURN_KNOTS, estimate_closely, list_features, replace_weights
from games.reef.player.promising import list_promising_actions
from games.reef.rules import RULES
from tools.selfplay import derive_keys, make_parser, play_matches, write_result

DEFAULT_MATCH_COUNT = 4000
DEFAULT_GENERATIONS = 2
RANDOM_PERCENT = 6
PENALTY = 20.0
"""Regularisation that keeps weights small if there is little data."""
MATCH_OPTIONS = {"start": "fixed", "deck": "face_down", "deck_end": "at_once"}

WEIGHTS_FILE = Path(__file__).parents[1] / "games" / "reef" / "player" / "learned.py"
MODULE_HEAD = '''"""Weights learned by ``python -m tools.fit_reef``, by number of seats and knot."""

from __future__ import annotations

from typing import Final

# fmt: off
LEARNED_WEIGHTS_BY_SEAT_COUNT: Final[dict[int, tuple[tuple[float, ...], ...]]] = {'''

Knots = tuple[tuple[float, ...], ...]
Array = NDArray[np.float64]
TrainingRow = tuple[float, tuple[float, ...], float]
"""Turns left, a seat's features, and the points that the seat scored in those turns."""


class LeastSquaresSums:
    """Sums for a least-squares fit of weights that change with the number of turns left.

    Weights are fitted at a few numbers of turns (*knots*) and interpolated in between, so each row affects
    only the knots next to it.
    """

    def __init__(self, width: int) -> None:
        self.width = width
        size = width * len(TURN_KNOTS)
        self.squares: Array = np.zeros((size, size))
        self.answers: Array = np.zeros(size)

    def add_rows(self, rows: list[TrainingRow]) -> None:
        """Add the rows of a match to the sums from which the weights are computed."""
        for place in range(len(TURN_KNOTS) - 1):
            here = [row for row in rows if _find_knot(row[0]) == place]
            if not here:
                continue
            low, high = TURN_KNOTS[place], TURN_KNOTS[place + 1]
            part = np.array([[(min(left, TURN_KNOTS[-1]) - low) / (high - low)] for left, _, _ in here])
            features = np.array([known for _, known, _ in here])
            weighted = np.concatenate([features * (1 - part), features * part], axis=1)
            span = slice(place * self.width, (place + 2) * self.width)
            self.squares[span, span] += weighted.T @ weighted
            self.answers[span] += weighted.T @ np.array([points for _, _, points in here])

    def solve_weights(self) -> Knots:
        """Return the weights at each knot."""
        held = self.squares + PENALTY * np.eye(len(self.answers))
        solution = np.linalg.solve(held, self.answers).reshape(len(TURN_KNOTS), self.width)
        return tuple([tuple([round(float(weight), 3) for weight in knot]) for knot in solution])


def _find_knot(turns_left: float) -> int:
    """Return the index of the last knot, except the very last, at or below a number of turns left."""
    return min(bisect_right(TURN_KNOTS, turns_left), len(TURN_KNOTS) - 1) - 1


def play_for_training_rows(
    seat_count: int, generation: int, weights: Knots, match_number: int
) -> list[TrainingRow]:
    """Play the match with this number. Return a training row for each seat in every second position.

    :param weights: weights that the seats use; empty in the first generation.
    """
    judge = estimate_closely if generation else estimate
    if weights:
        replace_weights(seat_count, weights)
    key, _ = derive_keys(f"reef {generation} {seat_count} {match_number}")
    state, _ = RULES.setup(seat_count, MATCH_OPTIONS, Chance(key, 0))
    dice = Chance(key, 1)
    seen: list[tuple[float, int, tuple[float, ...], int]] = []
    for step in _count_up_from(match_number):
        seat = state.active_seat
        after = [RULES.apply(state, seat, action, dice)[0] for action in list_promising_actions(state, seat)]
        if dice.draw_below(100) < RANDOM_PERCENT:
            state = dice.choice(after)
        else:
            state = max(after, key=lambda one: judge(one, seat))
        if not RULES.to_act(state):
            break
        if step % 2:
            left = predict_turns(state)
            seen += [(left, i, list_features(state, i), own.points) for i, own in enumerate(state.seats)]
    ended = [own.points for own in state.seats]
    return [(left, features, float(ended[seat] - points)) for left, seat, features, points in seen]


def _count_up_from(match_number: int) -> Iterator[int]:
    """Yield ``match_number`` + 1, ``match_number`` + 2 and so on.

    The caller uses the positions at odd values, so matches with odd and even numbers use different plies.
    """
    step = match_number
    while True:
        step += 1
        yield step


def fit_weights(matches: Iterable[list[TrainingRow]]) -> Knots:
    """Return the weights at each knot, fitted to the training rows of all matches."""
    sums: LeastSquaresSums | None = None
    for rows in matches:
        sums = sums or LeastSquaresSums(len(rows[0][1]))
        sums.add_rows(rows)
    assert sums is not None
    return sums.solve_weights()


def format_module(weights: Mapping[int, Knots]) -> str:
    """Return the source code of the module with these weights."""
    lines = [MODULE_HEAD]
    for seats, knots in weights.items():
        lines.append(f"    {seats}: (")
        for knot in knots:
            numbers = textwrap.fill(", ".join(map(str, knot)), 100)
            lines += ["        (", *textwrap.indent(numbers, " " * 8).splitlines(), "        ),"]
        lines.append("    ),")
    return "\n".join([*lines, "}", ""])


def main(arguments: Sequence[str] | None = None) -> int:
    """Learn weights from matches, and write or print them."""
    parser = make_parser("fit_reef", __doc__, DEFAULT_MATCH_COUNT)
    parser.add_argument(
        "--generations",
        type=int,
        default=DEFAULT_GENERATIONS,
        help=f"number of generations ({DEFAULT_GENERATIONS})",
    )
    options = parser.parse_args(arguments)
    taught: dict[int, Knots] = dict.fromkeys(CORALS_PER_COLOUR_BY_SEAT_COUNT, ())
    for generation in range(options.generations):
        label = f"generation {generation + 1}"
        taught = {
            seats: fit_weights(
                play_matches(
                    partial(play_for_training_rows, seats, generation, knots),
                    options,
                    f"{label}, {seats} seats",
                )
            )
            for seats, knots in taught.items()
        }
    write_result(format_module(taught), WEIGHTS_FILE, options)
    return 0


if __name__ == "__main__":
    sys.exit(main())
