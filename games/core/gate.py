"""Checks and applies every action of a match."""

from __future__ import annotations

from typing import Generic

from games.core.errors import NotYourTurn, UnreadableToken
from games.core.outcome import Outcome
from games.core.rng import Chance
from games.core.rules import Rules
from games.core.shapes import (
    MAX_TOKEN_LENGTH,
    ActionT,
    ActionT_co,
    EventT,
    EventT_co,
    StateT,
    StateT_co,
    ViewT,
)
from games.core.values import value_class


@value_class
class MatchStep(Generic[StateT_co, ActionT_co, EventT_co]):
    """An action of a match that hasn't been undone, with its results."""

    seat: int
    action: ActionT_co
    state: StateT_co
    """The state after the action."""
    events: tuple[EventT_co, ...]
    is_sealed: bool
    """Whether the step can't be undone by its seat alone."""
    used_chance: bool
    """Whether random numbers were drawn."""
    revealed_information: bool
    """Whether random numbers were drawn or something hidden was revealed."""
    ended_turn_count: int
    """Number of turns that the step ended. Like the outcome, it is stored because it is needed often."""
    outcome: Outcome | None


def check_token(
    rules: Rules[StateT, ActionT, EventT, ViewT], state: StateT, seat: int, token: str
) -> ActionT:
    """Check that a seat may act and that its token can be parsed and is legal; return the token's action.

    :raises RuleError: if a check fails.
    """
    if seat not in rules.to_act(state):
        raise NotYourTurn
    if len(token) > MAX_TOKEN_LENGTH:
        raise UnreadableToken(token)
    action = rules.read(token)
    if not rules.is_legal(state, seat, action):
        raise rules.explain_refusal(state, seat, action)
    return action


def apply_token(
    rules: Rules[StateT, ActionT, EventT, ViewT], state: StateT, seat: int, token: str, rng: Chance
) -> MatchStep[StateT, ActionT, EventT]:
    """Check a token and apply its action.

    :raises RuleError: if :func:`check_token` refuses the token.
    """
    action = check_token(rules, state, seat, token)
    after, events = rules.apply(state, seat, action, rng)
    # A step can reveal cards without drawing random numbers, because some decks are shuffled at the deal.
    drew = rng.used
    uncovered = drew or any(event.reveals_hidden_parts for event in events)
    sealed = uncovered or rules.to_act(after) != (seat,) or rules.find_active_seat(after) != seat
    turns = rules.count_ended_turns(state, after, events)
    return MatchStep(seat, action, after, events, sealed, drew, uncovered, turns, rules.outcome(after))
