"""Evaluates positions and outcomes for a seat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from games.core.outcome import Outcome
from games.core.protocol import Game, SearchSettings
from games.core.rng import Chance
from games.core.rules import AnyRules
from games.core.shapes import ActionLike, ViewLike

RANDOM_PLIES: Final = 12
"""Number of plies of random play after which a position counts as undecided, in games without an estimate."""
MAX_ROOT_ACTIONS: Final = 8
"""Default maximum number of root actions that a search with playouts considers."""
EXPLORATION_WEIGHT: Final = 0.015
"""Default weight of rarely visited actions against good ones in a tree search."""
PLAYOUT_EXPLORATION_WEIGHT: Final = 0.15
"""Default weight of rarely visited actions in a search with playouts, whose results vary more."""

CERTAIN_MARGIN: Final = 1e-3
"""Values within this distance of 0 or 1 belong to finished matches, ranked by places and points."""
LARGE_LEAD: Final = 30.0
"""Lead in points that counts half as much as an infinite lead."""


class Thought(NamedTuple):
    """An action with its value for a seat."""

    action: ActionLike
    value: float
    """Value for the seat, from 0 (lost) to 1 (won)."""
    visits: int
    """Number of times that the action was evaluated."""


def compute_win_shares(outcome: Outcome) -> tuple[float, ...]:
    """Return each seat's share of the win. The winners share it equally, or all seats if nobody won."""
    seats = range(len(outcome.placements))
    winners = outcome.winners or tuple(seats)
    return tuple([1 / len(winners) if seat in winners else 0.0 for seat in seats])


def measure_beaten_share(outcome: Outcome, seat: int) -> float:
    """Return the fraction of opponents placed below a seat. Ties count half."""
    places = outcome.placements
    own = places[seat]
    beaten = sum(1 for place in places if place > own)
    tied = places.count(own) - 1
    return (beaten + tied / 2) / (len(places) - 1)


def evaluate_outcome(outcome: Outcome, seat: int) -> float:
    """Return the value of an outcome: the seat's share of the win, then its place, then its points.

    Places and points change the value by at most :data:`CERTAIN_MARGIN`. If a second place were worth more,
    players would settle for it and help others to end the match. If places and points didn't count, a player
    whose win or loss is certain would play at random.
    """
    scores, others = outcome.scores, len(outcome.placements) - 1
    lead = scores[seat] - max(scores[:seat] + scores[seat + 1 :]) if scores else 0
    points = 0.5 + 0.5 * lead / (abs(lead) + LARGE_LEAD)
    finer = ((others - 1) * measure_beaten_share(outcome, seat) + points) / others
    return (1 - CERTAIN_MARGIN) * compute_win_shares(outcome)[seat] + CERTAIN_MARGIN * finer


def classify_certainty(value: float) -> int:
    """Return 1 for the value of a won match, -1 for a lost match, and 0 for any other value."""
    return (value > 1 - CERTAIN_MARGIN) - (value < CERTAIN_MARGIN)


class Judge:
    """Evaluates positions with a game's estimate, or by random play if the game has none.

    :param level_settings: search settings of a level. They override the game's settings.
    """

    __slots__ = (
        "choose_by_habit",
        "estimate",
        "exploration_weight",
        "identify_deal",
        "list_actions",
        "max_root_actions",
        "playout_turns",
        "rate_likelihood",
        "rules",
    )

    def __init__(
        self, game: Game, version: int, level_settings: SearchSettings[object, ActionLike] | None = None
    ) -> None:
        level_settings, players = level_settings or SearchSettings(), game.computer_settings
        self.rules: AnyRules = game.rules[version]
        self.estimate: Callable[[object, int], float] | None = level_settings.estimate or players.estimate
        self.identify_deal: Callable[[object], object] = players.identify_deal or _get_only_deal
        self.list_actions: Callable[[object, int], tuple[ActionLike, ...]] = (
            players.list_promising_actions or self.rules.list_candidates
        )
        self.playout_turns = (
            players.playout_turns if level_settings.playout_turns is None else level_settings.playout_turns
        )
        self.choose_by_habit = level_settings.choose_by_habit
        self.rate_likelihood = level_settings.rate_likelihood
        usual = PLAYOUT_EXPLORATION_WEIGHT if self.playout_turns else EXPLORATION_WEIGHT
        self.exploration_weight = (
            usual if level_settings.exploration_weight is None else level_settings.exploration_weight
        )
        self.max_root_actions = (
            MAX_ROOT_ACTIONS if level_settings.max_root_actions is None else level_settings.max_root_actions
        )

    def make_evaluable_state(self, state: object, rng: Chance) -> object:
        """Return a state that :meth:`evaluate` accepts.

        That is ``state`` or, in games without an estimate, the state after some random play.
        """
        return state if self.estimate is not None else play_randomly(self.rules, state, rng, RANDOM_PLIES)

    def evaluate(self, state: object, seat: int) -> float:
        """Return a state's value for ``seat``. The state must come from :meth:`make_evaluable_state`."""
        outcome = self.rules.outcome(state)
        if outcome is not None:
            return evaluate_outcome(outcome, seat)
        if self.estimate is None:
            return 0.5
        # Estimates must stay between the values of lost and won matches.
        return CERTAIN_MARGIN + (1 - 2 * CERTAIN_MARGIN) * self.estimate(state, seat)


def _get_only_deal(state: object) -> None:
    """Return the same identifier for every state, for games that deal only once."""


def play_randomly(rules: AnyRules, state: object, rng: Chance, plies: int) -> object:
    """Return the state after at most ``plies`` plies of random play."""
    for _ in range(plies):
        to_act = rules.to_act(state)
        if not to_act:
            break
        state, _ = rules.apply(state, to_act[0], rng.choice(rules.list_candidates(state, to_act[0])), rng)
    return state


def rank_moves(
    judge: Judge, view: ViewLike, seat: int, rng: Chance, should_stop: Callable[[], bool], deals: int
) -> tuple[Thought, ...]:
    """Return all candidates with their mean values on up to ``deals`` deals, best first.

    A candidate's mean includes only deals in which it is possible. Return nothing if there was no time for a
    single deal.
    """
    rules = judge.rules
    totals: dict[ActionLike, float] = {}
    counts: dict[ActionLike, int] = {}
    finished_count = 0
    while finished_count < deals and not should_stop():
        state = rules.sample(view, rng)
        for action in judge.list_actions(state, seat):
            after = judge.make_evaluable_state(rules.apply(state, seat, action, rng)[0], rng)
            totals[action] = totals.get(action, 0.0) + judge.evaluate(after, seat)
            counts[action] = counts.get(action, 0) + 1
        finished_count += 1
    thoughts = [Thought(action, total / counts[action], counts[action]) for action, total in totals.items()]
    return tuple(sorted(thoughts, key=lambda thought: -thought.value))
