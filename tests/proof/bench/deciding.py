"""Measures the time saved by ending searches early. Run ``python -m tests.proof.bench.deciding``.

Each position is searched twice with the budget used at tables: completely, and with the early end used at
tables. Both searches should choose the same action.
"""

from __future__ import annotations

import argparse
import time

from bot.computers.worker import MAX_SPEEDUP
from games.core.protocol import Game
from games.core.rng import Chance
from games.core.shapes import ActionLike, ViewLike
from games.players import SEARCHING_LEVELS, list_levels, think
from games.registry import GAMES
from tests.proof.strength.budgets import find_budget
from tests.support.arguments import make_integer_type

POSITION_COUNT = 6
MOVES_BETWEEN_POSITIONS = 5
"""Number of moves that ``easy`` makes between two measured positions."""


def find_positions(game: Game, count: int) -> list[tuple[ViewLike, int]]:
    """Return positions with several moves, as views and seats, from matches of ``easy`` against itself."""
    rules, dice = game.rules[game.version], Chance(b"deciding", 0)
    state, moves, found = (
        rules.setup(game.seat_counts[0], game.get_default_options(), dice)[0],
        0,
        list[tuple[ViewLike, int]](),
    )
    while len(found) < count:
        if not (to_act := rules.to_act(state)):
            state = rules.setup(game.seat_counts[0], game.get_default_options(), dice)[0]
            continue
        view, moves = rules.recall(state, to_act[0]), moves + 1
        if moves % MOVES_BETWEEN_POSITIONS == 0 and len(rules.list_candidates(state, to_act[0])) > 1:
            found.append((view, to_act[0]))
        best = think(game, game.version, view, to_act[0], "easy", dice, lambda: False)[0]
        state = rules.apply(state, to_act[0], best.action, dice)[0]
    return found


def time_choice(
    game: Game, level: str, view: ViewLike, seat: int, budget: int, *, may_end_early: bool
) -> tuple[ActionLike, float]:
    """Return the chosen action and the CPU seconds it took.

    :param may_end_early: whether to end the search once its choice can't change, as at a table.
    """

    def count_left(done_iterations: int) -> int:
        return int((budget - done_iterations) * MAX_SPEEDUP)

    began, left = time.process_time(), count_left if may_end_early else None
    found = think(game, game.version, view, seat, level, Chance(b"same", 0), lambda: False, budget, left)
    return found[0].action, time.process_time() - began


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.proof.bench.deciding", description=__doc__)
    parser.add_argument("--positions", type=make_integer_type(1), default=POSITION_COUNT)
    positions = parser.parse_args().positions
    for game in GAMES.values():
        asked = find_positions(game, positions)
        for level in set(SEARCHING_LEVELS) & set(list_levels(game)):
            budget = find_budget(game.key, game.seat_counts[0], level)
            full = early = 0.0
            equal = 0
            for view, seat in asked:
                whole, spent = time_choice(game, level, view, seat, budget, may_end_early=False)
                full += spent
                soon, spent = time_choice(game, level, view, seat, budget, may_end_early=True)
                early += spent
                equal += whole == soon
            print(
                f"{game.key} {level}, {budget} iterations: {equal} of {positions} choices equal,"
                f" {1 - early / full:.0%} of the time saved",
                flush=True,
            )


if __name__ == "__main__":
    main()
