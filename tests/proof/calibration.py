"""Measure whether a win chance of 70 % wins seven matches in ten. Run ``python -m tests.proof.calibration``.

``normal`` plays against itself. Before each move, it estimates the win chance of the best move. The estimate
is compared with the match's result.

The estimates are grouped into tenths. In each tenth, the mean estimate is compared with the share of matches
won. The expected calibration error is the average of these differences, weighted by the number of estimates
in each tenth.

Matches are seeded by their number, so equal numbers of matches give equal tables on every machine.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import sys
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial
from statistics import fmean

from bot.kit.progress import show_progress
from games.core.rng import Chance
from games.players import think
from games.registry import GAMES
from tests.proof.strength.matches import OPTIONS, find_win_share
from tests.support.arguments import parse_at_least

MATCHES = 200
GOAL = 0.04
"""Maximum expected calibration error."""
TENTHS = 10
"""Number of equal ranges into which the estimates are grouped."""

Prediction = tuple[float, float]
"""The estimated win chance of a seat, and its result: 1 for a win, 0 for a loss, a share for a tie."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """Calibration of a game with a number of seats."""

    game: str
    seats: int
    matches: int
    values: int
    """Number of estimates."""
    error: float
    """The expected calibration error."""
    brier: float
    """The Brier score: the mean squared difference between an estimate and the result."""
    sum_of_seats: float
    """Mean sum of all seats' estimated win chances. It should be 1, and is 1 if a game has no estimate."""
    meets_goal: bool


def play_match(key: str, seats: int, number: int) -> tuple[list[Prediction], list[float]]:
    """Play a match; return the predictions and the sums of all seats' estimates."""
    game = GAMES[key]
    rules = game.rules[game.version]
    seed = hashlib.sha256(f"calibration {key} {seats} {number}".encode()).digest()
    state, _ = rules.setup(seats, {**game.get_defaults(), **OPTIONS.get(key, {})}, Chance(seed, 0))
    thinking = hashlib.sha256(seed).digest()
    said: list[tuple[int, float]] = []
    sums: list[float] = []
    for ply in range(1, game.max_plies + 1):
        to_act = rules.to_act(state)
        if not to_act:
            break
        seat = to_act[0]
        view = rules.recall(state, seat)
        found = think(game, game.version, view, seat, "normal", Chance(thinking, ply), lambda: False)
        if len(found) > 1:
            said.append((seat, max(thought.value for thought in found)))
        if game.players.estimate is not None:
            sums.append(sum(game.players.estimate(state, other) for other in range(seats)))
        state, _ = rules.apply(state, seat, found[0].action, Chance(seed, ply))
    outcome = rules.outcome(state)
    assert outcome is not None
    return [(value, find_win_share(outcome, seat)) for seat, value in said], sums


def compute_error(predictions: Iterable[Prediction]) -> float:
    """Return the expected calibration error. It is 0 if the estimates are exactly right."""
    tenths: dict[int, list[Prediction]] = {}
    count = 0
    for value, won in predictions:
        tenths.setdefault(min(int(value * TENTHS), TENTHS - 1), []).append((value, won))
        count += 1
    return sum(abs(sum(value - won for value, won in tenth)) for tenth in tenths.values()) / count


def measure_calibration(key: str, seats: int, matches: int, pool: ProcessPoolExecutor) -> Calibration:
    """Play a number of matches; return their calibration."""
    said: list[Prediction] = []
    sums: list[float] = []
    with show_progress(f"{key} {seats}", " matches") as report:
        for done, (values, added) in enumerate(pool.map(partial(play_match, key, seats), range(matches)), 1):
            said += values
            sums += added
            report(done, matches)
    found = compute_error(said)
    brier = fmean((value - won) ** 2 for value, won in said)
    return Calibration(
        key, seats, matches, len(said), found, brier, fmean(sums) if sums else 1.0, found <= GOAL
    )


def main() -> int:
    """Print the calibration of each game and number of seats, as a table or as JSON."""
    parser = argparse.ArgumentParser(prog="python -m tests.proof.calibration", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print one JSON object per row")
    parser.add_argument("--game", choices=sorted(GAMES), help="only this game")
    parser.add_argument("--seats", type=parse_at_least(2), help="only this number of seats")
    parser.add_argument(
        "--matches",
        type=parse_at_least(1),
        default=MATCHES,
        help=f"matches per game and number of seats ({MATCHES})",
    )
    parser.add_argument("--processes", type=parse_at_least(1), default=os.cpu_count() or 1)
    asked = parser.parse_args()
    if not asked.json:
        print("| game | seats | matches | values | error | Brier | sum of seats | goal met |")
        print(f"|{' --- |' * 8}", flush=True)
    with ProcessPoolExecutor(asked.processes) as pool:
        for key in [asked.game] if asked.game else list(GAMES):
            for seats in GAMES[key].seats:
                if asked.seats in (None, seats):
                    _print_row(measure_calibration(key, seats, asked.matches, pool), as_json=asked.json)
    return 0


def _print_row(row: Calibration, *, as_json: bool) -> None:
    if as_json:
        print(json.dumps(asdict(row)), flush=True)
        return
    figures = (
        f"{row.error:.3f} | {row.brier:.3f} | {row.sum_of_seats:.3f} | {'yes' if row.meets_goal else 'no'}"
    )
    print(f"| {row.game} | {row.seats} | {row.matches} | {row.values} | {figures} |", flush=True)


if __name__ == "__main__":
    sys.exit(main())
