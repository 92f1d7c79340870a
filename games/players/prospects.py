"""Predicts what a seat may be able to do on its next turn.

Futures are sampled from the seat's view and played at random until its turn. Actions that are legal in enough
futures are offered, likely ones first. Predictions use only the seat's view, so they reveal nothing hidden.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from games.core.errors import RuleError
from games.core.gate import apply_token
from games.core.premoves import MoveCondition
from games.core.rng import Chance
from games.core.rules import AnyRules
from games.core.shapes import ActionLike, ViewLike

FUTURE_COUNT: Final = 24
MIN_SHARE_DIVISOR: Final = 6
"""Reciprocal of the minimum share of futures in which an action must be legal to be offered."""
MAX_FUTURE_STEPS: Final = 60
_TOKEN_PUNCTUATION: Final = ":,>=+-*#"
MAX_ACTIONS: Final = 3000
"""Maximum number of actions considered in a position. The rules list the likeliest ones first."""


@dataclass(frozen=True, slots=True)
class PossibleMove:
    """A kind of move that another seat may make before the turn."""

    condition: MoveCondition
    """The condition that moves of this kind meet."""
    action: ActionLike
    """Example of a move of this kind."""
    view: ViewLike
    """The view in which the example is possible."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """An action that may become legal."""

    action: ActionLike
    view: ViewLike
    """A view in which the action is legal."""


@dataclass(frozen=True, slots=True)
class TurnPrediction:
    """A prediction of a seat's next turn and of the moves before it."""

    prospects: tuple[Prospect, ...]
    """Actions that may be legal on the turn, likely ones first."""
    possible_moves: tuple[PossibleMove, ...]
    """Moves that other seats may make before the turn, the most frequent first."""


def predict_turn(
    rules: AnyRules,
    view: ViewLike,
    seat: int,
    key: bytes,
    conditions: Sequence[MoveCondition] = (),
    tokens: Sequence[str] = (),
) -> TurnPrediction:
    """Predict the next turn of ``seat``.

    :param key: key for the random numbers. Equal keys and views give equal results.
    :param conditions: conditions assumed to be met, if possible.
    :param tokens: tokens that the seat is assumed to have played in that turn.
    """
    prediction = _predict_from_futures(rules, view, seat, key, conditions, tokens)
    # If no future met all conditions, ignore the conditions rather than predict nothing.
    return (
        prediction
        if prediction.prospects or not conditions
        else _predict_from_futures(rules, view, seat, key, (), tokens)
    )


def _predict_from_futures(
    rules: AnyRules,
    view: ViewLike,
    seat: int,
    key: bytes,
    conditions: Sequence[MoveCondition],
    tokens: Sequence[str],
) -> TurnPrediction:
    count_and_prospect_by_token: dict[str, tuple[int, Prospect]] = {}
    happened: dict[MoveCondition, tuple[int, PossibleMove]] = {}
    reached, begun = 0, Counter[tuple[object, ...]]()
    for number in range(FUTURE_COUNT):
        future = _Future(rules, view, seat, Chance(key, number + 1), conditions)
        for happening in future.play_other_seats():
            count, first = happened.get(happening.condition, (0, happening))
            happened[happening.condition] = (count + 1, first)
        if not future.play_own_turn(tokens):
            continue
        reached += 1
        shown, here = rules.view(future.state, seat), set[tuple[object, ...]]()
        for action in rules.legal_actions(future.state, seat)[:MAX_ACTIONS]:
            count, one = count_and_prospect_by_token.get(action.token, (0, Prospect(action, shown)))
            count_and_prospect_by_token[action.token] = (count + 1, one)
            here.update((action.path[:1], action.path[:2]))
        begun.update(here)
    often = sorted(happened.values(), key=lambda one: -one[0])
    return TurnPrediction(
        _choose_prospects(list(count_and_prospect_by_token.values()), begun, reached),
        tuple(one for _, one in often),
    )


def _choose_prospects(
    counted_prospects: Sequence[tuple[int, Prospect]],
    start_counts: Counter[tuple[object, ...]],
    reached_count: int,
) -> tuple[Prospect, ...]:
    """Return the actions that are likely enough, those legal in at least half of the futures first.

    A rare action is included if actions that begin with the same fields are together likely enough. For
    example, each payment for a fish is rare, because it depends on the dice. If no action is likely enough,
    return all.

    :param start_counts: number of futures with a legal action that begins with these fields.
    :param reached_count: number of futures that reached the turn.
    """
    enough = [one for one in counted_prospects if MIN_SHARE_DIVISOR * one[0] >= reached_count]
    for depth in (2, 1):
        listed = {prospect.action.path[:depth] for _, prospect in enough}
        left = [one for one in counted_prospects if one[1].action.path[:depth] not in listed]
        enough += [
            one
            for one in left
            if MIN_SHARE_DIVISOR * start_counts[one[1].action.path[:depth]] >= reached_count
        ]
    enough.sort(key=lambda one: 2 * one[0] < reached_count)
    return tuple([prospect for _, prospect in enough or counted_prospects])


class _Future:
    """A random continuation of the match, sampled from a seat's view, up to the seat's next turn."""

    def __init__(
        self, rules: AnyRules, view: ViewLike, seat: int, chance: Chance, conditions: Sequence[MoveCondition]
    ) -> None:
        self._rules = rules
        self._seat = seat
        self._chance = chance
        self._unmet_conditions = list(conditions)
        self.state = rules.sample(view, chance)

    def _is_ready(self) -> bool:
        rules, state = self._rules, self.state
        return rules.find_active_seat(state) == self._seat and self._seat in rules.to_act(state)

    def play_other_seats(self) -> Iterator[PossibleMove]:
        """Play until it is the seat's turn, and yield each kind of move that another seat could make."""
        rules, seen = self._rules, set[MoveCondition]()
        for _ in range(MAX_FUTURE_STEPS):
            if rules.outcome(self.state) is not None or self._is_ready():
                return
            actor = rules.to_act(self.state)[0]
            legal = rules.list_candidates(self.state, actor)
            if actor != self._seat:
                shown = rules.view(self.state, self._seat)
                for condition, action in _group_by_start(
                    actor, rules.legal_actions(self.state, actor)[:MAX_ACTIONS]
                ):
                    if condition not in seen:
                        seen.add(condition)
                        yield PossibleMove(condition, action, shown)
            action = self._choose_action(actor, legal)
            self.state, _ = rules.apply(self.state, actor, action, self._chance)

    def _choose_action(self, actor: int, legal_actions: Sequence[ActionLike]) -> ActionLike:
        """Return an action that meets one of the assumed conditions, or else a random one.

        The condition that the action meets is removed.
        """
        for condition in self._unmet_conditions:
            fitting = [
                action
                for action in self._rules.legal_actions(self.state, actor)[:MAX_ACTIONS]
                if condition.is_met_by(actor, action.token)
            ]
            if fitting:
                self._unmet_conditions.remove(condition)
                return self._chance.choice(fitting)
        return self._chance.choice(legal_actions)

    def play_own_turn(self, tokens: Sequence[str]) -> bool:
        """Play the seat's tokens. Return whether it is still the seat's turn and all conditions were met."""
        if self._unmet_conditions:
            return False
        for token in tokens:
            try:
                self.state = apply_token(self._rules, self.state, self._seat, token, self._chance).state
            except RuleError:
                return False
        return self._is_ready()


def _group_by_start(
    actor: int, legal_actions: Sequence[ActionLike]
) -> Iterator[tuple[MoveCondition, ActionLike]]:
    """Group actions by their first two fields.

    For each group, yield the condition that all its tokens meet, and its first action.
    """
    groups: dict[tuple[object, ...], list[ActionLike]] = {}
    for action in legal_actions:
        groups.setdefault(tuple(action.path[:2]), []).append(action)
    for actions in groups.values():
        token = _find_shared_start([action.token for action in actions])
        if token:
            yield MoveCondition(token, actor), actions[0]


def _find_shared_start(tokens: Sequence[str]) -> str:
    """Return the longest prefix that all tokens share, without punctuation at its end.

    The prefix doesn't end within a word or number.
    """
    first, length = tokens[0], min(map(len, tokens))
    while length and any(
        token[:length] != first[:length] or _splits_token_part(token, length) for token in tokens
    ):
        length -= 1
    return first[:length].rstrip(_TOKEN_PUNCTUATION)


def _splits_token_part(token: str, length: int) -> bool:
    return length < len(token) and token[length - 1].isalnum() and token[length].isalnum()
