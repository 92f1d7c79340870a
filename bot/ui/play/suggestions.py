"""Chooses the moves that the guide suggests, each with a reason."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import NamedTuple

from bot.ui.play.plans import find_planned_action
from games.core.match import Match, view_at
from games.core.shapes import ActionLike, ViewLike
from games.core.texts import Advice, Scene
from games.players.suggesting import (
    Ranking,
    choose_suggestions,
    find_equivalent_actions,
    list_possibly_good_tokens,
)

MAX_HINTS = 2
"""Maximum number of suggestions."""
MAX_CONSIDERED_ACTIONS = 8
"""Maximum number of the best actions that are searched for suggestions with different reasons."""
MAX_EQUAL_GAP = 0.005
"""Maximum win-chance gap between actions that a short search can't tell apart."""
MAX_EQUAL_REASONS = 2
"""Maximum number of a seat's moves of a kind in a row for which the guide gives the same reason."""
MAX_MILESTONE_CANDIDATES = 24
"""Maximum number of the best actions that are searched for a milestone."""


class Suggestion(NamedTuple):
    """A suggested action, with the phrase that names it and what the guide says about it."""

    token: str
    phrase: str
    advice: Advice


class _AdvisedAction(NamedTuple):
    action: ActionLike
    advice: Advice

    @property
    def has_only_drawback(self) -> bool:
        return self.advice.is_drawback and not find_positive_reason(self.advice)


class SuggestionChoice:
    """Chooses what to suggest in one position.

    :param plans: what the person may have begun. Among nearly equal actions, one that continues a plan comes
        first.
    """

    def __init__(
        self, match: Match, ranking: Ranking, view: ViewLike, scene: Scene, plans: tuple[str, ...] = ()
    ) -> None:
        self._match = match
        self._ranking = ranking
        self._value_by_token = dict(ranking)
        self._view = view
        self._scene = scene
        self._plans = plans

    def choose_actions(
        self, actions: Sequence[ActionLike], legal: Sequence[ActionLike]
    ) -> tuple[list[Suggestion], bool]:
        """Return suggestions for the best of some actions, each with different advice.

        If the best legal action is none of them, it comes first, and the second value is ``True``. Others
        follow only if they are nearly as good, and not if only the best one avoids a drawback. So the
        suggestions at a later question of a move never silently contradict those at the first one.
        """
        advised_actions = self._list_best_actions(actions)
        found = self._list_best_actions(legal) if len(actions) < len(legal) else []
        if not found:
            return self._suggest_different_actions(advised_actions), False
        best = found[0]
        others = [one for one in advised_actions if one.action.token != best.action.token]
        if len(others) < len(advised_actions):
            return self._suggest_different_actions([best, *others]), False
        if not others or self._is_preferable(best, others[0]):
            return self._suggest_different_actions([best]), True
        if self._is_equivalent(best.action, others[0].action):
            return self._suggest_different_actions(others), False
        return self._suggest_different_actions([best, *others]), True

    def _is_equivalent(self, best: ActionLike, other: ActionLike) -> bool:
        """Return whether ``other`` isn't ranked because it is equivalent to ``best``."""
        found = find_equivalent_actions([(best.token, 1.0)], [other], self._match.rules.read)
        return other.token not in self._value_by_token and bool(found)

    def _list_best_actions(self, actions: Sequence[ActionLike]) -> list[_AdvisedAction]:
        """List the best of some actions, milestones first, without those that have only a drawback if others
        are as good.
        """
        action_by_token = {action.token: action for action in actions}
        planned = find_planned_action(self._ranking, list(action_by_token), self._plans)
        good = choose_suggestions(self._ranking, action_by_token)
        found = [action_by_token[token] for token in sorted(good, key=lambda token: token != planned)]
        found = found or find_equivalent_actions(self._ranking, actions, self._match.rules.read)
        possible = list_possibly_good_tokens(self._ranking, action_by_token)[:MAX_MILESTONE_CANDIDATES]
        milestones = [
            one
            for one in self._advise_on([action_by_token[token] for token in possible], action_by_token)
            if one.advice.is_milestone
        ]
        reached = {one.action.token for one in milestones}
        others = [action for action in found[:MAX_CONSIDERED_ACTIONS] if action.token not in reached]
        advised_actions = [*milestones, *self._advise_on(others, action_by_token)]
        useful = [one for one in advised_actions if not one.has_only_drawback]
        if advised_actions and (preferred := advised_actions[0].advice.yields_to):
            useful.sort(key=lambda one: not one.action.token.startswith(preferred))
        return useful if useful and self._is_preferable(useful[0], advised_actions[0]) else advised_actions

    def _advise_on(
        self, actions: Iterable[ActionLike], action_by_token: Mapping[str, ActionLike]
    ) -> list[_AdvisedAction]:
        """Return some actions with advice. Each gives way to a better one among all possible actions."""
        advise = self._match.game.texts.advise_on_action
        advised_actions: list[_AdvisedAction] = []
        for action in actions:
            advice = advise(action, self._view, self._scene)
            if better := action_by_token.get(advice.better_token):
                # The ranking has only one of several payments.
                self._value_by_token.setdefault(better.token, self._value_by_token.get(action.token, 0.0))
                action, advice = better, advise(better, self._view, self._scene)
            advised_actions.append(_AdvisedAction(action, advice))
        return advised_actions

    def _is_preferable(self, one: _AdvisedAction, other: _AdvisedAction) -> bool:
        """Return whether ``other`` has only a drawback, unlike ``one``, and both are practically as good."""
        values = [self._value_by_token.get(advised.action.token, 0.0) for advised in (one, other)]
        as_good = bool(other.advice.yields_to) or values[1] - values[0] <= MAX_EQUAL_GAP
        return other.has_only_drawback and not one.has_only_drawback and as_good

    def _suggest_different_actions(self, advised_actions: Sequence[_AdvisedAction]) -> list[Suggestion]:
        """Return suggestions for the first actions whose advice differs from that of the others.

        Two suggestions never have the same reason, because it says nothing for one over the other. One that
        has only a drawback gets its weak reason.
        """
        found: list[Suggestion] = []
        for one in advised_actions:
            action, advice = one
            if one.has_only_drawback:
                advice = replace(advice, gain_text=advice.weak_reason)
            repeats = any(advice == other.advice or has_same_reason(advice, other.advice) for other in found)
            if len(found) < MAX_HINTS and not repeats:
                phrase = self._match.game.texts.describe_action(action, self._view, self._scene)
                found.append(Suggestion(action.token, phrase, advice))
        return found


def find_positive_reason(advice: Advice) -> str:
    """Return the sentence that says what a suggested action gains, without its drawback, if there is one."""
    return advice.gain_text or ("" if advice.is_drawback else advice.text)


def has_same_reason(one: Advice, other: Advice) -> bool:
    """Return whether the advice on two actions gives the same reason for both."""
    reason = find_positive_reason(one)
    return bool(reason) and reason == find_positive_reason(other)


def drop_worn_reason(suggestion: Suggestion, match: Match, seat: int, scene: Scene) -> Suggestion:
    """Return a suggestion with its weak reason if the seat's last moves of this kind had the same reason.

    A reason to be said only once is dropped if it was that of any earlier move.
    """
    reason, kind = find_positive_reason(suggestion.advice), match.rules.read(suggestion.token).path[0]
    own_plies = [ply for ply, step in enumerate(match.steps) if reason and step.seat == seat]

    def is_reason_at(ply: int) -> bool:
        action, view = match.steps[ply].action, view_at(match, ply, seat)
        return find_positive_reason(match.game.texts.advise_on_action(action, view, scene)) == reason

    if suggestion.advice.is_said_once:
        return drop_reason(suggestion) if any(map(is_reason_at, own_plies)) else suggestion
    same_kind = [ply for ply in reversed(own_plies) if match.steps[ply].action.path[0] == kind]
    streak = sum(1 for _ in takewhile(is_reason_at, same_kind))
    # Both reasons take turns.
    if streak // MAX_EQUAL_REASONS % 2 == 0:
        return suggestion
    weak = suggestion.advice.weak_reason
    return _use_reason(suggestion, weak) if weak and weak != reason else drop_reason(suggestion)


def drop_repeated_reason(suggestion: Suggestion, chosen: Advice) -> Suggestion:
    """Return a suggestion without its reason if the advice on the chosen action gives the same one."""
    return drop_reason(suggestion) if has_same_reason(suggestion.advice, chosen) else suggestion


def drop_reason(suggestion: Suggestion) -> Suggestion:
    """Return a suggestion without its reason."""
    return _use_reason(suggestion, "")


def _use_reason(suggestion: Suggestion, reason: str) -> Suggestion:
    advice = replace(
        suggestion.advice, text=reason, gain_text=reason, later_token="", text_without_later_step=""
    )
    return suggestion._replace(advice=advice)
