"""Matches of Coral Reef."""

from __future__ import annotations

from collections.abc import Iterator

from games.coral_reef.actions import Action
from games.coral_reef.rules import RULES
from games.coral_reef.state import State
from games.core.rng import Chance
from tests.games.recording import Policy


def play_with_policy(
    seat_count: int, corals: str, policy: Policy[State, Action]
) -> Iterator[tuple[State, Action]]:
    """Play a match by a policy; yield each state with the action chosen there."""
    key = f"{seat_count}{corals}".encode()
    options = {"corals": corals, "rounds_to_win": "2"}
    state, _ = RULES.setup(seat_count, options, Chance(key, 0))
    ply = 0
    while RULES.to_act(state):
        ply += 1
        action = policy(state, state.round.seat, RULES.legal_actions(state, state.round.seat))
        yield state, action
        state, _ = RULES.apply(state, state.round.seat, action, Chance(key, ply))
    assert RULES.outcome(state) is not None
