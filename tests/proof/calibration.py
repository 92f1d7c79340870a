"""Measure whether positions with a win chance of 70 % are won seven times in ten.

Run ``python -m tests.proof.calibration``.

``normal`` plays against itself, or ``--one`` against ``--other``. Before each move, ``normal`` estimates the
win chance of the best move. The estimate is compared with the match's result.

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
from tests.proof.strength.matches import OPTIONS_BY_GAME, find_win_share
from tests.proof.strength.players import NoSuchPlayer, Player, parse_player
from tests.support.arguments import make_integer_type

MATCH_COUNT = 200
MAX_ERROR = 0.04
TENTH_COUNT = 10

ESTIMATING_LEVEL = "normal"
"""Level whose estimates are compared with the results, whoever plays."""
ESTIMATING_PLAYER = Player(ESTIMATING_LEVEL)

Prediction = tuple[float, float]
"""The estimated win chance of a seat, and its result: 1 for a win, 0 for a loss, a share for a tie."""


@dataclass(frozen=True, slots=True)
class Calibration:
    game: str
    seat_count: int
    player_label: str
    match_count: int
    estimate_count: int
    calibration_error: float
    brier_score: float
    """Mean squared difference between an estimate and the result."""
    mean_seat_sum: float
    """Mean sum of all seats' estimated win chances. It should be 1, and is 1 if a game has no estimate."""
    meets_goal: bool


@dataclass(frozen=True, slots=True)
class Contest:
    """A game, its number of seats, and the players: ``one`` in one seat, ``other`` in all others."""

    key: str
    seat_count: int
    one: Player = ESTIMATING_PLAYER
    other: Player = ESTIMATING_PLAYER

    @property
    def player_label(self) -> str:
        return self.one.name if self.one == self.other else f"{self.one.name} with {self.other.name}"


def play_match(contest: Contest, number: int) -> tuple[list[Prediction], list[float]]:
    """Play a match; return the predictions and the sums of all seats' estimates.

    :param number: the match's number. It decides the deal and the seat of the player ``one``.
    """
    key, seats = contest.key, contest.seat_count
    game = GAMES[key]
    rules = game.rules[game.version]
    seed = hashlib.sha256(f"calibration {key} {seats} {number}".encode()).digest()
    state, _ = rules.setup(
        seats, {**game.get_default_options(), **OPTIONS_BY_GAME.get(key, {})}, Chance(seed, 0)
    )
    thinking = hashlib.sha256(seed).digest()
    said: list[tuple[int, float]] = []
    sums: list[float] = []
    for ply in range(1, game.max_plies + 1):
        to_act = rules.to_act(state)
        if not to_act:
            break
        seat = to_act[0]
        view = rules.recall(state, seat)
        found = think(game, game.version, view, seat, ESTIMATING_LEVEL, Chance(thinking, ply), lambda: False)
        if len(found) > 1:
            said.append((seat, max(thought.value for thought in found)))
        if game.computer_settings.estimate is not None:
            sums.append(sum(game.computer_settings.estimate(state, other) for other in range(seats)))
        action, player = found[0].action, contest.one if seat == number % seats else contest.other
        if player != ESTIMATING_PLAYER:
            choosing = Chance(hashlib.sha256(thinking).digest(), ply)
            action = rules.read(player.choose_move(game, game.version, view, seat, choosing, seats))
        state, _ = rules.apply(state, seat, action, Chance(seed, ply))
    outcome = rules.outcome(state)
    assert outcome is not None
    return [(value, find_win_share(outcome, seat)) for seat, value in said], sums


def compute_error(predictions: Iterable[Prediction]) -> float:
    """Return the expected calibration error. It is 0 if the estimates are exactly right."""
    tenths: dict[int, list[Prediction]] = {}
    count = 0
    for value, won in predictions:
        tenths.setdefault(min(int(value * TENTH_COUNT), TENTH_COUNT - 1), []).append((value, won))
        count += 1
    return sum(abs(sum(value - won for value, won in tenth)) for tenth in tenths.values()) / count


def measure_calibration(contest: Contest, match_count: int, pool: ProcessPoolExecutor) -> Calibration:
    said: list[Prediction] = []
    sums: list[float] = []
    with show_progress(f"{contest.key} {contest.seat_count}", " matches") as report:
        for done, (values, added) in enumerate(pool.map(partial(play_match, contest), range(match_count)), 1):
            said += values
            sums += added
            report(done, match_count)
    found = compute_error(said)
    brier = fmean((value - won) ** 2 for value, won in said)
    whole = fmean(sums) if sums else 1.0
    return Calibration(
        contest.key,
        contest.seat_count,
        contest.player_label,
        match_count,
        len(said),
        found,
        brier,
        whole,
        found <= MAX_ERROR,
    )


def main() -> int:
    """Print the calibration of each game and number of seats, as a table or as JSON."""
    parser = argparse.ArgumentParser(prog="python -m tests.proof.calibration", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print one JSON object per row")
    parser.add_argument("--game", choices=sorted(GAMES), help="only this game")
    parser.add_argument("--seats", type=make_integer_type(2), help="only this number of seats")
    parser.add_argument(
        "--matches",
        type=make_integer_type(1),
        default=MATCH_COUNT,
        help=f"matches per game and number of seats ({MATCH_COUNT})",
    )
    parser.add_argument("--one", default=ESTIMATING_LEVEL, metavar="PLAYER", help="the player of one seat")
    parser.add_argument(
        "--other", default=ESTIMATING_LEVEL, metavar="PLAYER", help="the player of the other seats"
    )
    parser.add_argument("--processes", type=make_integer_type(1), default=os.cpu_count() or 1)
    options = parser.parse_args()
    try:
        one, other = parse_player(options.one), parse_player(options.other)
    except NoSuchPlayer as error:
        parser.error(str(error))
    if not options.json:
        print("| game | seats | players | matches | values | error | Brier | sum of seats | goal met |")
        print(f"|{' --- |' * 9}", flush=True)
    with ProcessPoolExecutor(options.processes) as pool:
        for key in [options.game] if options.game else list(GAMES):
            for seats in GAMES[key].seat_counts:
                if options.seats in (None, seats):
                    contest = Contest(key, seats, one, other)
                    _print_row(measure_calibration(contest, options.matches, pool), as_json=options.json)
    return 0


def _print_row(row: Calibration, *, as_json: bool) -> None:
    if as_json:
        print(json.dumps(asdict(row)), flush=True)
        return
    met = "yes" if row.meets_goal else "no"
    figures = f"{row.calibration_error:.3f} | {row.brier_score:.3f} | {row.mean_seat_sum:.3f} | {met}"
    about = f"{row.game} | {row.seat_count} | {row.player_label} | {row.match_count} | {row.estimate_count}"
    print(f"| {about} | {figures} |", flush=True)


if __name__ == "__main__":
    sys.exit(main())
