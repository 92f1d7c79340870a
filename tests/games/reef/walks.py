"""Made-up reefs, and the states of random matches."""

from __future__ import annotations

import random

from games.core.rng import Chance
from games.reef.rules import RULES
from games.reef.state import State
from tests.games.reef.build import parse_reef

SQUARE_REEF = parse_reef(". . . .", ". y y .", ". y y .", ". . . .")


CORNER_REEF = parse_reef(". . . .", ". y y .", ". y p .", ". . . .")


def list_states(seat_count: int, options: dict[str, str], seed: int) -> list[State]:
    dice = random.Random(seed)
    state, _ = RULES.setup(seat_count, options, Chance(bytes(32), 0))
    states = [state]
    while RULES.to_act(state):
        action = dice.choice(RULES.list_candidates(state, state.active_seat))
        state, _ = RULES.apply(state, state.active_seat, action, Chance(bytes(32), 0))
        states.append(state)
    return states
