"""Builds positions of Das Riff with :mod:`games.das_riff.notation`, and makes moves in them."""

from __future__ import annotations

from typing import Any

from games.core.rng import Chance
from games.das_riff import notation
from games.das_riff.events import Event
from games.das_riff.notation import make_reef, parse_brood, parse_card, parse_cards, parse_coral, parse_worms
from games.das_riff.rules import RULES
from games.das_riff.state import State
from games.das_riff.view import Reef
from tests.games.clauses import find_refusal

MATCH_KEY = b"das riff clause tests"
__all__ = [
    "MATCH_KEY",
    "find_actor",
    "list_takes",
    "list_tokens",
    "make_position",
    "make_reef",
    "parse_brood",
    "parse_card",
    "parse_cards",
    "parse_coral",
    "parse_worms",
    "play_moves",
    "read_refusal",
    "take_step",
]


def make_position(*reefs: Reef, draw: str = "wa " * 20, **fields: Any) -> State:
    """Return a position that may have fewer cards than the deck. Cells that aren't given contain water."""
    return notation.make_position(*reefs, draw=draw, uses_all_cards=False, **fields)


def find_actor(state: State) -> int:
    return RULES.to_act(state)[0]


def list_tokens(state: State) -> list[str]:
    return [action.token for action in RULES.legal_actions(state, find_actor(state))]


def list_takes(state: State, cell: str) -> list[str]:
    """Return the tokens of the legal actions that take the card in a cell."""
    return [token for token in list_tokens(state) if token.startswith(f"take:{cell}")]


def play_moves(state: State, *moves: str) -> State:
    for move in moves:
        state, _ = take_step(state, move)
    return state


def take_step(state: State, move: str) -> tuple[State, tuple[Event, ...]]:
    seat, action = find_actor(state), RULES.read(move)
    assert RULES.is_legal(state, seat, action), f"{move}: {RULES.explain_refusal(state, seat, action)}"
    return RULES.apply(state, seat, action, Chance(MATCH_KEY, 1))


def read_refusal(state: State, move: str) -> str:
    """Return the clause and the sentence that refuse an illegal action."""
    return find_refusal(RULES, state, find_actor(state), move)
