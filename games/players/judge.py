"""What a position is worth to a seat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from games.core.outcome import Outcome
from games.core.protocol import Game
from games.core.rng import Chance
from games.core.rules import AnyRules
from games.core.shapes import ActionLike

PLAYOUT: Final = 12
"""Plies of chance play after which a game without an estimate is left undecided."""


class Thought(NamedTuple):
    """An action that was looked at: its ``value`` for the seat, 0 (lost) to 1 (won), and how often."""

    action: ActionLike
    value: float
    visits: int


def result(outcome: Outcome, seat: int) -> float:
    """Return the part of the others that a seat is placed before, a shared place counting half."""
    places = outcome.placements
    own = places[seat]
    beaten = sum(1 for place in places if place > own)
    level = places.count(own) - 1
    return (beaten + level / 2) / (len(places) - 1)


class Judge:
    """The rules of a game together with its estimate; without one, with playouts in its stead."""

    __slots__ = ("actions", "estimate", "horizon", "playout", "rules")

    def __init__(self, game: Game, version: int) -> None:
        self.rules: AnyRules = game.rules[version]
        self.estimate: Callable[[object, int], float] | None = game.estimate
        self.horizon: Callable[[object], object] = game.horizon or _one_deal
        self.actions: Callable[[object, int], tuple[ActionLike, ...]] = (
            game.shortlist or self.rules.candidates
        )
        self.playout = game.playout

    def settle(self, state: object, rng: Chance) -> object:
        """Return the state by which ``state`` is judged: itself where it can be estimated."""
        return state if self.estimate is not None else playout(self.rules, state, rng, PLAYOUT)

    def value(self, state: object, seat: int) -> float:
        """Return what a settled state is worth to ``seat``."""
        outcome = self.rules.outcome(state)
        if outcome is not None:
            return result(outcome, seat)
        return 0.5 if self.estimate is None else self.estimate(state, seat)


def _one_deal(state: object) -> None:
    """Tell of a game that has no horizon."""


def playout(rules: AnyRules, state: object, rng: Chance, plies: int) -> object:
    """Return the state after so many plies of chance play, or at the end of the match."""
    for _ in range(plies):
        to_act = rules.to_act(state)
        if not to_act:
            break
        state, _ = rules.apply(state, to_act[0], rng.choice(rules.candidates(state, to_act[0])), rng)
    return state
