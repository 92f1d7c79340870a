"""Learn from matches between computer players of Australis: ``python -m tools.fit_australis``.

Without ``--scale``, the command fits the weights of ``expert``. For each number of seats and each stage of a
match, a ridge regression predicts how many points a seat still gains beyond those it is sure of. Seats play
with the current weights and make mistakes at different rates, because identical play wouldn't show the value
of alternatives. Repeat the command until the weights no longer change. ``--write`` writes them to
``games/australis/player/insight.json``.

``--scale`` prints the ``LIKELY_LEAD`` and ``LIKELY_LEAD_GROWTH`` of ``games/australis/player/estimate.py``
that best calibrate the estimates of ``normal``.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import product
from typing import Any, Final

import numpy as np

from games.australis import GAME
from games.australis.parts import DICE_PER_SEAT, ROUND_COUNT
from games.australis.player import insight
from games.australis.player.estimate import predict_points
from games.australis.player.insight import FEATURE_COUNT, WEIGHTS_FILE, list_features
from games.australis.rules import RULES
from games.australis.state import State
from games.australis.view import TILE_STAGE
from games.core.odds import estimate_win_chance
from games.core.protocol import LevelWeakness, SearchSettings
from games.core.rng import Chance
from games.core.shapes import ViewLike
from games.players.judge import Judge, Thought, rank_moves
from games.players.weakness import apply_weakness
from tools.selfplay import derive_keys, make_parser, play_match, play_matches, write_result

DEFAULT_MATCH_COUNT: Final = 20_000
WEAKNESSES: Final = (
    LevelWeakness(3, 0.15),
    LevelWeakness(0, 0.5),
    LevelWeakness(15, 0.1),
    LevelWeakness(5, 0.3),
)
"""Each seat in the matches to learn from gets a random one."""
RIDGE_PENALTY: Final = 20.0
MIN_EXAMPLES: Final = 100
"""Minimum number of examples, each a seat in a position, required to replace a stage's weights."""
POSITION_STEP: Final = 5
"""One position in this many is used, because consecutive positions are similar."""
STEP_SIZES: Final = (1.0, 0.5, 0.1)
"""Step sizes of :func:`find_minimum` in points, in the order of use."""

PlayedMatch = Sequence[tuple[int, State]]
"""The seat that moved, and the state after its move, for each step."""
Expectation = tuple[float, list[float], int, float]
"""Rounds left, each seat's predicted points, the seat that moved, and 1 if that seat won, otherwise 0."""


def play_numbered_match(
    seat_count: int,
    purpose: str,
    weaknesses: Sequence[LevelWeakness],
    expert: SearchSettings[Any, Any] | None,
    match_number: int,
) -> list[tuple[int, State]]:
    """Play the match with this number. Return (seat, state after its move) pairs."""
    judge = Judge(GAME, RULES.version, expert)
    match_name = f"{purpose} {GAME.key} {seat_count} {match_number}"
    own = draw_weaknesses(match_name, seat_count, weaknesses)

    def think_by_expectation(view: ViewLike, seat: int, rng: Chance) -> Sequence[Thought]:
        return apply_weakness(rank_moves(judge, view, seat, rng, lambda: False, 2), rng, own[seat])

    return [
        (step.seat, step.state_after)
        for step in play_match(GAME, seat_count, GAME.get_default_options(), match_name, think_by_expectation)
    ]


def draw_weaknesses(
    match_name: str, seat_count: int, weaknesses: Sequence[LevelWeakness]
) -> list[LevelWeakness]:
    """Return a random weakness for each seat."""
    dice = Chance(derive_keys(match_name)[1], 0)
    return [dice.choice(weaknesses) for _ in range(seat_count)]


def find_stage(state: State, seat: int) -> tuple[str, int]:
    """Return a position's stage as the name of a table of weights and an index in it."""
    rounds = ROUND_COUNT - state.round
    if state.stage == TILE_STAGE:
        return "rows_after_scoring", rounds
    return "rows_before_scoring", rounds * (DICE_PER_SEAT + 1) + DICE_PER_SEAT - len(state.boards[seat].dice)


def learn_weights(seat_count: int, matches: Iterable[tuple[int, PlayedMatch]]) -> dict[str, Any]:
    """Learn the weights for one number of seats from numbered matches."""
    known: dict[tuple[str, int], list[tuple[list[float], float]]] = defaultdict(list)
    for number, match in matches:
        boards = match[-1][1].boards
        for _, state in match[number % POSITION_STEP : -1 : POSITION_STEP]:
            for seat, (sure, features) in enumerate(list_features(state)):
                known[find_stage(state, seat)].append((features, boards[seat].points - sure))
    before = insight.LEARNED_WEIGHTS_BY_SEAT_COUNT[seat_count]
    rows = {
        "rows_before_scoring": [*before.rows_before_scoring],
        "rows_after_scoring": [*before.rows_after_scoring],
    }
    for (name, place), examples in known.items():
        if len(examples) >= MIN_EXAMPLES:
            rows[name][place] = solve_regression(examples)
    return {
        **rows,
        "likely_lead_at_end": before.likely_lead_at_end,
        "likely_lead_growth": before.likely_lead_growth,
    }


def solve_regression(examples: Sequence[tuple[list[float], float]]) -> list[float]:
    """Solve the ridge regression. Return the weights of the features, followed by the constant."""
    features = np.array([row for row, _ in examples], dtype=np.float64)
    points = np.array([more for _, more in examples], dtype=np.float64)
    middle, spread = features.mean(axis=0), features.std(axis=0)
    varies = spread > 1e-6
    spread[~varies] = 1
    scaled = np.where(varies, (features - middle) / spread, 0)
    weights = np.linalg.solve(
        scaled.T @ scaled + RIDGE_PENALTY * np.eye(FEATURE_COUNT), scaled.T @ (points - points.mean())
    )
    weights = weights / spread
    return [float(f"{weight:.4g}") for weight in (*weights, points.mean() - middle @ weights)]


def list_expectations(seat_count: int, matches: Iterable[PlayedMatch]) -> list[Expectation]:
    """Return an :data:`Expectation` after each move except the last of each match."""
    expectations: list[Expectation] = []
    for match in matches:
        outcome = RULES.outcome(match[-1][1])
        assert outcome is not None
        for seat, state in match[:-1]:
            left = ROUND_COUNT + 1 - state.round - state.dice_taken_count / (DICE_PER_SEAT * seat_count)
            expectations.append((left, predict_points(state), seat, float(seat in outcome.winners)))
    return expectations


def measure_loss(expectations: Sequence[Expectation], likely_lead: float, lead_growth: float) -> float:
    """Return the mean log loss of the expectations.

    :param likely_lead: lead that makes a win likely at the end of a match.
    :param lead_growth: growth of that lead with the square of the rounds left.
    """
    total = 0.0
    for left, points, seat, won in expectations:
        value = min(
            max(estimate_win_chance(points, seat, likely_lead + lead_growth * left * left), 1e-4), 1 - 1e-4
        )
        total -= np.log(value if won else 1 - value)
    return float(total / len(expectations))


def find_minimum(loss: Callable[[float, float], float], start: tuple[float, float]) -> tuple[float, float]:
    """Return the two numbers that minimize ``loss``, searching in steps of decreasing size."""
    best, least = start, loss(*start)
    for size in STEP_SIZES:
        moved = True
        while moved:
            moved = False
            for step in product((-size, 0, size), repeat=2):
                candidate = (max(best[0] + step[0], 0.1), max(best[1] + step[1], 0.1))
                if (result := loss(*candidate)) < least:
                    best, least, moved = candidate, result, True
    return best


def main(arguments: Sequence[str] | None = None) -> int:
    """Learn weights from matches and write or print them, or print the scale of the estimate."""
    parser = make_parser("fit_australis", __doc__, DEFAULT_MATCH_COUNT)
    parser.add_argument("--seats", type=int, choices=GAME.seat_counts, help="only this number of seats")
    parser.add_argument("--scale", action="store_true", help="print the scale of the estimate instead")
    options = parser.parse_args(arguments)
    learned = json.loads(WEIGHTS_FILE.read_text(encoding="utf-8"))
    for seats in [options.seats] if options.seats else GAME.seat_counts:
        label = f"{seats} seats"
        if options.scale:
            usual = partial(
                play_numbered_match, seats, "scale", [GAME.computer_settings.weaknesses["normal"]], None
            )
            narrow, wide = find_minimum(
                partial(measure_loss, list_expectations(seats, play_matches(usual, options, label))),
                (5.0, 2.0),
            )
            print(f"{label}: LIKELY_LEAD {narrow:.1f}, LIKELY_LEAD_GROWTH {wide:.1f}", flush=True)
        else:
            erring = partial(play_numbered_match, seats, "weights", WEAKNESSES, GAME.computer_settings.expert)
            learned[str(seats)] = learn_weights(
                seats, enumerate(play_matches(erring, options, label), options.seed)
            )
    if not options.scale:
        write_result(
            json.dumps(learned, separators=(",", ":")).replace("],[", "],\n[") + "\n", WEIGHTS_FILE, options
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
