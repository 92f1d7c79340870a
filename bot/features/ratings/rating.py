"""How good somebody is, by openskill: what a match changes, and how it is shown. It knows no match.

The scale is that of openskill: 25 for somebody of whom nothing is known.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from bot.storage.ratings import Strength

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

MEAN: Final = 25.0
DOUBT: Final = MEAN / 3
START: Final = Strength(MEAN, DOUBT)
"""Somebody of whom nothing is known."""
FIXED_DOUBT: Final = MEAN / 12
"""Computer players are known well, and no match changes what is known of them."""
SCALE: Final = 40
"""So many points of what is shown are one of openskill's: everybody begins at 1000."""
SETTLED: Final = 10
"""A rating is provisional until so many matches."""
LEVELS: Final = {"easy": 20.0, "normal": 24.0, "hard": 30.0, "expert": 32.0}
"""How strong computer players are where a game says nothing else."""


@cache
def _model() -> PlackettLuce:
    # Late, for it takes long to load and only those who count matches need it.
    from openskill.models import PlackettLuce

    return PlackettLuce(mu=MEAN, sigma=DOUBT)


def rate(before: Sequence[Strength], places: Sequence[int]) -> list[Strength]:
    """Return what is known of everybody after a match, in their order.

    :param places: 1 for the best; equal numbers share a place.
    """
    model = _model()
    teams: list[Any] = [[model.rating(mu=one.mu, sigma=one.sigma)] for one in before]
    after = model.rate(teams, ranks=[float(place) for place in places])
    return [Strength(team[0].mu, team[0].sigma) for team in after]


def shown(mu: float) -> int:
    """Return the number that people see."""
    return round(SCALE * mu)


def is_provisional(matches: int) -> bool:
    """Tell whether too few matches stand behind a rating."""
    return matches < SETTLED
