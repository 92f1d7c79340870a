"""Builds positions of Coral Reef with :mod:`games.coral_reef.notation`, and makes moves in them."""

from __future__ import annotations

from games.coral_reef.events import Event
from games.coral_reef.notation import CardSupply, make_position
from games.coral_reef.parts import format_letters
from games.coral_reef.rules import RULES
from games.coral_reef.state import State
from games.core.rng import Chance
from tests.games.clauses import find_refusal

MATCH_KEY = b"coral reef clause tests"
__all__ = [
    "MATCH_KEY",
    "CardSupply",
    "list_tokens",
    "make_position",
    "play_moves",
    "read_hand",
    "read_refusal",
    "read_stacks",
    "take_step",
]


def read_hand(state: State, seat: int) -> str:
    return format_letters(state.hands[seat])


def read_stacks(state: State) -> str:
    return " ".join(format_letters(stack) for stack in state.stacks)


def list_tokens(state: State, seat: int | None = None) -> list[str]:
    """Return the tokens of a seat's legal actions, by default the active seat's."""
    return [action.token for action in RULES.legal_actions(state, state.round.seat if seat is None else seat)]


def take_step(state: State, move: str) -> tuple[State, tuple[Event, ...]]:
    seat, action = state.round.seat, RULES.read(move)
    assert action in RULES.legal_actions(state, seat), f"{move}: {RULES.explain_refusal(state, seat, action)}"
    return RULES.apply(state, seat, action, Chance(MATCH_KEY, 1))


def play_moves(state: State, *moves: str) -> State:
    for move in moves:
        state, _ = take_step(state, move)
    return state


def read_refusal(state: State, move: str) -> str:
    """Return the clause and the sentence that refuse an illegal action."""
    return find_refusal(RULES, state, state.round.seat, move)
