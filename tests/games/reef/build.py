"""Builds positions of Reef with :mod:`games.reef.notation`, and makes moves in them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.core.rng import Chance
from games.reef import notation
from games.reef.notation import BARE_REEF, DEFAULT_OPTIONS, START_REEF, fill_reef, parse_reef, parse_stack
from games.reef.rules import RULES
from games.reef.state import State

MATCH_KEY = bytes(32)
__all__ = [
    "BARE_REEF",
    "DEFAULT_OPTIONS",
    "MATCH_KEY",
    "START_REEF",
    "fill_reef",
    "list_events",
    "list_tokens",
    "make_position",
    "parse_reef",
    "parse_stack",
    "play_move",
    "read_refusing_clause",
]


def make_position(
    hands: Sequence[Sequence[int]] = ((1, 2), (3, 4)),
    *,
    display: Sequence[tuple[int, int]] = ((50, 0), (51, 0), (52, 0)),
    deck: Sequence[int] = (30, 31, 32, 33, 34),
    **fields: Any,
) -> State:
    """Return a position with any reefs.

    Cards in a hand or the display are left out of ``deck``. The last seat has played all cards that aren't
    given.
    """
    named = {*(number for hand in hands for number in hand), *(lying[0] for lying in display)}
    return notation.make_position(
        hands, display=display, deck=tuple(number for number in deck if number not in named), **fields
    )


def list_tokens(state: State) -> set[str]:
    return {action.token for action in RULES.legal_actions(state, state.active_seat)}


def play_move(state: State, token: str) -> State:
    action = RULES.read(token)
    assert RULES.is_legal(state, state.active_seat, action), token
    return RULES.apply(state, state.active_seat, action, Chance(MATCH_KEY, 1))[0]


def list_events(state: State, token: str) -> tuple[object, ...]:
    return RULES.apply(state, state.active_seat, RULES.read(token), Chance(MATCH_KEY, 1))[1]


def read_refusing_clause(state: State, token: str) -> str:
    action = RULES.read(token)
    assert not RULES.is_legal(state, state.active_seat, action), token
    assert token not in list_tokens(state)
    return RULES.explain_refusal(state, state.active_seat, action).clause
