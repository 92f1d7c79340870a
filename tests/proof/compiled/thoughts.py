"""Thinks about fixed positions, and prints each thought as a line of JSON.

The command runs this file with the sources and with the compiled wheel. It imports nothing from ``tests``, so
that it can run in any folder.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from typing import Any

from games.core import odds
from games.core.protocol import Game
from games.core.rng import Chance
from games.core.wire import compute_fingerprint
from games.players import find_max_iterations, list_levels, think
from games.registry import GAMES

POSITION_COUNT = 4
MAX_SEARCH_ITERATIONS = 24
"""Maximum iterations of a search, enough to revisit branches. The number used at tables would take hours."""


def list_match_states(game: Game, seat_count: int, options: dict[str, str], seed: int) -> list[Any]:
    """Return the states of a random match, except the last."""
    rules, dice = game.rules[game.version], Chance(b"compiled", seed)
    states = [rules.setup(seat_count, options, dice)[0]]
    while to_act := rules.to_act(states[-1]):
        seat = dice.choice(to_act)
        action = dice.choice(rules.list_candidates(states[-1], seat))
        states.append(rules.apply(states[-1], seat, action, dice)[0])
    return states[:-1]


def list_settings(game: Game) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield settings: each number of seats with the default options, then each non-default option value.

    Non-default values are combined with the first number of seats.
    """
    for seats in game.seat_counts:
        yield seats, game.get_default_options()
    for option in game.options:
        for value in option.values[1:]:
            yield game.seat_counts[0], {**game.get_default_options(), option.name: value}


def pick_evenly(states: list[Any], count: int) -> list[Any]:
    """Return ``count`` states spread evenly over a match, including the first and the last."""
    return [states[i * (len(states) - 1) // max(count - 1, 1)] for i in range(count)]


def print_thoughts(seed_count: int) -> None:
    """Print a hash of each game's views, and each level's thoughts in positions with every setting."""
    for game in GAMES.values():
        rules = game.rules[game.version]
        print(json.dumps([game.key, compute_fingerprint(type(rules.view(deal_first_state(game), 0)))]))
        for seed in range(seed_count):
            for seats, options in list_settings(game):
                for state in pick_evenly(list_match_states(game, seats, options, seed), POSITION_COUNT):
                    seat = rules.to_act(state)[0]
                    view = rules.view(state, seat)
                    for level in list_levels(game):
                        most = min(find_max_iterations(game, level), MAX_SEARCH_ITERATIONS)
                        chance = Chance(b"thought", seed)
                        found = think(game, game.version, view, seat, level, chance, lambda: False, most)
                        thoughts = [(one.action.token, one.value, one.visits) for one in found]
                        print(json.dumps([game.key, seed, seats, options, level, thoughts]))


def deal_first_state(game: Game) -> Any:
    """Return the first state of a match with fixed randomness."""
    return game.rules[game.version].setup(
        game.seat_counts[0], game.get_default_options(), Chance(b"compiled", 0)
    )[0]


def answer_timing_requests() -> None:
    """Print ``ready``, then the CPU seconds of a search per input line ``game level iterations seed``."""
    positions = {
        key: pick_evenly(
            list_match_states(game, game.seat_counts[0], game.get_default_options(), 0), POSITION_COUNT
        )
        for key, game in GAMES.items()
    }
    print("ready", flush=True)
    for line in sys.stdin:
        key, level, iterations, seed = line.split()
        game = GAMES[key]
        rules = game.rules[game.version]
        asked = [(rules.view(state, (seat := rules.to_act(state)[0])), seat) for state in positions[key]]
        began = time.process_time()
        for view, seat in asked:
            chance = Chance(b"timing", int(seed))
            think(game, game.version, view, seat, level, chance, lambda: False, int(iterations))
        print(time.process_time() - began, flush=True)


if __name__ == "__main__":
    print(json.dumps({"odds": str(odds.__file__)}), flush=True)
    if sys.argv[1] == "time":
        answer_timing_requests()
    else:
        print_thoughts(int(sys.argv[2]))
