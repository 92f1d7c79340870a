"""What a position is worth to a seat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from games.core.outcome import Outcome
from games.core.protocol import Game, Search
from games.core.rng import Chance
from games.core.rules import AnyRules
from games.core.shapes import ActionLike, ViewLike

RANDOM_PLIES: Final = 12
"""Plies of chance play after which a game without an estimate is left undecided."""
BREADTH: Final = 8
"""The most actions of the root that are searched by playouts."""
CURIOSITY: Final = 0.015
"""How much a seldom visited action is preferred to a good one."""
PLAYOUT_CURIOSITY: Final = 0.15
"""The same with playouts, which vary more."""

SURE: Final = 1e-3
"""What is closer to won or lost has ended so; within it points tell one end of a match from another."""
LARGE_LEAD: Final = 30.0
"""A lead of so many points is half of all that a lead can count for."""


class Thought(NamedTuple):
    """An action that was looked at: its ``value`` for the seat, 0 (lost) to 1 (won), and how often."""

    action: ActionLike
    value: float
    visits: int


def win_shares(outcome: Outcome) -> tuple[float, ...]:
    """Return each seat's part of the win: winners have equal parts; nobody won where nobody came first."""
    seats = range(len(outcome.placements))
    winners = outcome.winners or tuple(seats)
    return tuple([1 / len(winners) if seat in winners else 0.0 for seat in seats])


def count_beaten(outcome: Outcome, seat: int) -> float:
    """Return the part of the others that a seat is placed before, a shared place counting half."""
    places = outcome.placements
    own = places[seat]
    beaten = sum(1 for place in places if place > own)
    level = places.count(own) - 1
    return (beaten + level / 2) / (len(places) - 1)


def value_outcome(outcome: Outcome, seat: int) -> float:
    """Return what an end is worth: the part of the win, then the better place, then more points.

    Estimates tell the chance of a win too. A second place that were worth more than a fair chance of the
    first would let players help others to the end. Within :data:`SURE` places and points count, for otherwise
    whoever has won already, or can no longer win, would play anything.
    """
    scores, others = outcome.scores, len(outcome.placements) - 1
    lead = scores[seat] - max(scores[:seat] + scores[seat + 1 :]) if scores else 0
    points = 0.5 + 0.5 * lead / (abs(lead) + LARGE_LEAD)
    finer = ((others - 1) * count_beaten(outcome, seat) + points) / others
    return (1 - SURE) * win_shares(outcome)[seat] + SURE * finer


def find_certainty(value: float) -> int:
    """Return 1 where a match is won, -1 where it is lost, 0 where it is open."""
    return (value > 1 - SURE) - (value < SURE)


class Judge:
    """The rules of a game together with its estimate; without one, with playouts in its stead.

    With ``own`` it judges and searches as a level does that has a search of its own.
    """

    __slots__ = (
        "actions",
        "breadth",
        "curiosity",
        "estimate",
        "habit",
        "horizon",
        "likely",
        "playout",
        "rules",
    )

    def __init__(self, game: Game, version: int, own: Search[object, ActionLike] | None = None) -> None:
        own, players = own or Search(), game.players
        self.rules: AnyRules = game.rules[version]
        self.estimate: Callable[[object, int], float] | None = own.estimate or players.estimate
        self.horizon: Callable[[object], object] = players.horizon or _one_deal
        self.actions: Callable[[object, int], tuple[ActionLike, ...]] = (
            players.shortlist or self.rules.candidates
        )
        self.playout = players.playout if own.playout is None else own.playout
        self.habit, self.likely = own.habit, own.likely
        usual = PLAYOUT_CURIOSITY if self.playout else CURIOSITY
        self.curiosity = usual if own.curiosity is None else own.curiosity
        self.breadth = BREADTH if own.breadth is None else own.breadth

    def settle(self, state: object, rng: Chance) -> object:
        """Return the state by which ``state`` is judged: itself where it can be estimated."""
        return state if self.estimate is not None else play_randomly(self.rules, state, rng, RANDOM_PLIES)

    def value(self, state: object, seat: int) -> float:
        """Return what a settled state is worth to ``seat``."""
        outcome = self.rules.outcome(state)
        if outcome is not None:
            return value_outcome(outcome, seat)
        if self.estimate is None:
            return 0.5
        # However sure an estimate is, an end that is reached is surer.
        return SURE + (1 - 2 * SURE) * self.estimate(state, seat)


def _one_deal(state: object) -> None:
    """Tell of a game that has no horizon."""


def play_randomly(rules: AnyRules, state: object, rng: Chance, plies: int) -> object:
    """Return the state after so many plies of chance play, or at the end of the match."""
    for _ in range(plies):
        to_act = rules.to_act(state)
        if not to_act:
            break
        state, _ = rules.apply(state, to_act[0], rng.choice(rules.candidates(state, to_act[0])), rng)
    return state


def rank_moves(
    judge: Judge, view: ViewLike, seat: int, rng: Chance, should_stop: Callable[[], bool], deals: int
) -> tuple[Thought, ...]:
    """Return every candidate with its mean value over so many deals, the best first.

    Empty when there was no time for a single deal.
    """
    rules = judge.rules
    totals: dict[ActionLike, float] = {}
    done = 0
    while done < deals and not should_stop():
        state = rules.sample(view, rng)
        for action in judge.actions(state, seat):
            after = judge.settle(rules.apply(state, seat, action, rng)[0], rng)
            totals[action] = totals.get(action, 0.0) + judge.value(after, seat)
        done += 1
    thoughts = [Thought(action, total / done, done) for action, total in totals.items()]
    return tuple(sorted(thoughts, key=lambda thought: -thought.value))
