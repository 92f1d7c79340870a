"""Which of the ranked actions may be recommended to a person next to the best one."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Final

from games.players.judge import Thought
from games.players.tree import DEALS

MAX_GAP: Final = 0.03
"""Win chance that a second recommendation may be behind the first."""
TRUSTED_PART: Final = 4
"""A value is trusted after a quarter of the best action's visits."""
GIVEN_UP: Final = 2 * MAX_GAP
"""Win chance that an action the search gave up early counts as behind the best."""

Ranking = Sequence[tuple[str, float]]
"""Tokens with the win chance of each, the best first."""


def cap_unvisited(thoughts: Sequence[Thought]) -> tuple[Thought, ...]:
    """Lower the values of actions that the search hardly visited.

    A search soon leaves a weak action alone. Its value stays near the first glance, which is often too high.
    """
    if not thoughts:
        return ()
    best = thoughts[0]
    enough = max(min(best.visits, DEALS + (best.visits - DEALS) / TRUSTED_PART), 1)
    capped = max(best.value - GIVEN_UP, 0.0)
    return (
        best,
        *[
            one if one.visits >= enough else one._replace(value=min(one.value, capped))
            for one in thoughts[1:]
        ],
    )


def choose_suggestions(ranking: Ranking, possible: Container[str]) -> list[str]:
    """Return the best of the possible tokens, and those nearly as good if none beats it.

    Where the best action is no longer possible, no second one is worth a recommendation.
    """
    left = [token for token, _ in ranking if token in possible]
    if not left or left[0] != ranking[0][0]:
        return left[:1]
    least = ranking[0][1] - MAX_GAP
    return [token for token, value in ranking if token in possible and value >= least]
