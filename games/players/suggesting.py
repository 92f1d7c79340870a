"""Chooses the actions to suggest to a person."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from math import ceil
from typing import Final

from games.core.rng import Chance
from games.core.shapes import ActionLike, ViewLike
from games.players.judge import Judge, Thought, classify_certainty
from games.players.tree import DEAL_COUNT, compare_moves

MAX_SUGGESTION_GAP: Final = 0.03
"""Maximum win-chance gap between the best suggestion and any other."""
TRUSTED_VISITS_DIVISOR: Final = 4
"""An action's value is trusted once it has about this fraction (1 / divisor) of the best action's visits."""
MIN_LOSS: Final = 0.01
"""Minimum win chance that an abandoned action loses, because a few walks can't show that it loses less."""
ABANDONED_GAP: Final = 2 * MAX_SUGGESTION_GAP
"""Minimum win-chance gap assumed between the best action and one that the search soon abandoned."""
MAX_UNCERTAIN_CHANCE: Final = 0.9
"""Win chance above which a match is nearly won."""

Ranking = Sequence[tuple[str, float]]
"""Tokens and their win chances, best first."""


def cap_rarely_visited_values(thoughts: Sequence[Thought]) -> tuple[Thought, ...]:
    """Return thoughts in which rarely visited actions have clearly lower values than the best action.

    A search soon abandons weak actions, so their values stay near the first estimate, which is often too
    high.

    :param thoughts: the results of a search, the best first.
    """
    if not thoughts:
        return ()
    best = thoughts[0]
    enough = _count_trusted_visits(best)
    capped = max(best.value - ABANDONED_GAP, 0.0)
    return (
        best,
        *[
            one if one.visits >= enough else one._replace(value=min(one.value, capped))
            for one in thoughts[1:]
        ],
    )


def _count_trusted_visits(best: Thought) -> float:
    """Return the number of visits with which an action's value can be compared with the best action's."""
    return max(min(best.visits, DEAL_COUNT + (best.visits - DEAL_COUNT) / TRUSTED_VISITS_DIVISOR), 1)


def reconsider_abandoned_actions(
    judge: Judge,
    view: ViewLike,
    seat: int,
    thoughts: Sequence[Thought],
    make_chance: Callable[[], Chance],
    walks: int,
    should_stop: Callable[[], bool],
) -> tuple[Thought, ...]:
    """Compare the actions that a search soon abandoned with the best one, as far as the time allows.

    If a turn has several actions in almost any order, a search abandons most of them, although they can as
    well come first. The best action stays the best, because the search has examined it far longer.

    :param thoughts: the results of a search, the best first.
    :param make_chance: returns the same random numbers each time, so that all actions get the same deals.
    :returns: the thoughts, the best first. Those compared count as visited often enough.
    """
    if not thoughts or classify_certainty(thoughts[0].value):
        return tuple(thoughts)
    best = thoughts[0]
    enough = ceil(_count_trusted_visits(best))
    abandoned = sorted((one for one in thoughts if one.visits < enough), key=lambda one: -one.value)
    found = {one.action: one for one in thoughts[1:]}

    def evaluate(action: ActionLike) -> float:
        (thought,) = compare_moves(judge, view, seat, (action,), make_chance(), walks)
        return thought.value

    best_value = None
    for one in abandoned:
        if should_stop():
            break
        if best_value is None:
            best_value = evaluate(best.action)
        lost = max(best_value - evaluate(one.action), MIN_LOSS)
        found[one.action] = Thought(one.action, max(best.value - lost, 0.0), enough)
    return (best, *sorted(found.values(), key=lambda one: -one.value))


def choose_suggestions(ranking: Ranking, offered_tokens: Container[str]) -> list[str]:
    """Return the offered tokens that are nearly as good as the best of the ranking, the best first."""
    if not ranking:
        return []
    least = ranking[0][1] - MAX_SUGGESTION_GAP
    return [token for token, value in ranking if token in offered_tokens and value >= least]


def list_possibly_good_tokens(ranking: Ranking, offered_tokens: Container[str]) -> list[str]:
    """Return the offered tokens that may be nearly as good as the best of the ranking, the best first.

    Other than :func:`choose_suggestions`, also list actions that the search soon abandoned, because their
    values are only assumed. Don't list these once the match is nearly won, when small gaps matter.
    """
    if not ranking:
        return []
    best = ranking[0][1]
    if best > MAX_UNCERTAIN_CHANCE:
        return choose_suggestions(ranking, offered_tokens)
    return [token for token, value in ranking if token in offered_tokens and value >= best - ABANDONED_GAP]


def find_equivalent_actions(
    ranking: Ranking, offered_actions: Sequence[ActionLike], read_token: Callable[[str], ActionLike]
) -> list[ActionLike]:
    """Return at most one action that differs in a single pick from a suggested one of at least three picks.

    It may be missing in a ranking that contains only one of several equivalent actions, such as plays on
    stacks with equal sums.
    """
    ranked = {token for token, _ in ranking}
    for path in (read_token(token).path for token in choose_suggestions(ranking, ranked)):
        for action in offered_actions:
            same = len(set(path).intersection(action.path))
            if action.token not in ranked and len(path) > 2 and same >= len(action.path) - 1:
                return [action]
    return []
