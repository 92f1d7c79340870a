"""Chooses the actions to suggest to a person."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from typing import Final

from games.core.shapes import ActionLike
from games.players.judge import Thought
from games.players.tree import DEAL_COUNT

MAX_SUGGESTION_GAP: Final = 0.03
"""Maximum win-chance gap between the best suggestion and any other."""
TRUSTED_VISITS_DIVISOR: Final = 4
"""An action's value is trusted once it has about this fraction (1 / divisor) of the best action's visits."""
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
    enough = max(min(best.visits, DEAL_COUNT + (best.visits - DEAL_COUNT) / TRUSTED_VISITS_DIVISOR), 1)
    capped = max(best.value - ABANDONED_GAP, 0.0)
    return (
        best,
        *[
            one if one.visits >= enough else one._replace(value=min(one.value, capped))
            for one in thoughts[1:]
        ],
    )


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
