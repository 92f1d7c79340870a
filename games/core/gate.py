"""The one door through which every action of a match goes, and what comes of it."""

from __future__ import annotations

from typing import Generic

from games.core.errors import NotYourTurn, UnreadableToken
from games.core.outcome import Outcome
from games.core.rng import Chance
from games.core.rules import Rules
from games.core.shapes import TOKEN_LIMIT, ActionT, ActionT_co, EventT, EventT_co, StateT, StateT_co, ViewT
from games.core.values import value


@value
class Step(Generic[StateT_co, ActionT_co, EventT_co]):
    """One action in force, with what came of it. ``sealed``: it cannot be taken back by its seat alone.

    ``drew``: chance decided something in it; ``uncovered``: that, or something hidden was shown. ``turns``
    ended with it. It knows these and the ``outcome`` by itself, for both are asked for many times at each
    later position.
    """

    seat: int
    action: ActionT_co
    state: StateT_co
    events: tuple[EventT_co, ...]
    sealed: bool
    drew: bool
    uncovered: bool
    turns: int
    outcome: Outcome | None


def check_token(
    rules: Rules[StateT, ActionT, EventT, ViewT], state: StateT, seat: int, token: str
) -> ActionT:
    """Return the action of a token: its seat may act, it reads, it is legal.

    :raises RuleError: the first check that fails, as its own kind.
    """
    if seat not in rules.to_act(state):
        raise NotYourTurn
    if len(token) > TOKEN_LIMIT:
        raise UnreadableToken(token)
    action = rules.read(token)
    if not rules.is_legal(state, seat, action):
        raise rules.refusal(state, seat, action)
    return action


def apply_token(
    rules: Rules[StateT, ActionT, EventT, ViewT], state: StateT, seat: int, token: str, rng: Chance
) -> Step[StateT, ActionT, EventT]:
    """Pass a token through the gate and do what it says.

    :raises RuleError: as :func:`admit`.
    """
    action = check_token(rules, state, seat, token)
    after, events = rules.apply(state, seat, action, rng)
    # A deck that was shuffled at the deal shows its next card without any chance now.
    drew = rng.used
    uncovered = drew or any(event.reveals for event in events)
    sealed = uncovered or rules.to_act(after) != (seat,) or rules.turn(after) != seat
    turns = rules.turns_ended(state, after, events)
    return Step(seat, action, after, events, sealed, drew, uncovered, turns, rules.outcome(after))
