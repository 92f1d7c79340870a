"""Random matches of Australis."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

from games.australis.rules import RULES
from games.australis.state import State
from games.core.rng import Chance


def play_randomly(seat_count: int, end: str, seed: int) -> Iterator[tuple[State, tuple[Any, ...]]]:
    """Play a match at random; yield each state with the events that led to it."""
    key = seed.to_bytes(8, "big")
    chooser = Chance(key, 1 << 32)
    state, events = RULES.setup(seat_count, {"track_end": end}, Chance(key, 0))
    yield state, events
    for ply in itertools.count(1):
        if not RULES.to_act(state):
            return
        action = chooser.choice(RULES.legal_actions(state, state.seat))
        state, events = RULES.apply(state, state.seat, action, Chance(key, ply))
        yield state, events
