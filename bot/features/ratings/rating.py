"""Computes ratings with openskill from the placements of matches.

Strengths use openskill's scale, on which a new player has 25.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from bot.storage.ratings import Strength

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

INITIAL_MU: Final = 25.0
INITIAL_SIGMA: Final = INITIAL_MU / 3
INITIAL_STRENGTH: Final = Strength(INITIAL_MU, INITIAL_SIGMA)
COMPUTER_SIGMA: Final = INITIAL_MU / 12
"""Uncertainty of a computer player's strength. It is low, because the strength is fixed."""
POINTS_PER_MU: Final = 40
"""Shown points per openskill point. A new player has 25 × 40 = 1000."""
MIN_SETTLED_MATCHES: Final = 10
"""Number of matches after which a rating is no longer provisional."""
MU_BY_LEVEL: Final = {"easy": 20.0, "normal": 24.0, "hard": 30.0, "expert": 32.0}
"""Default strength of a computer player, by level. Games may define other strengths."""


@cache
def _load_model() -> PlackettLuce:
    # Import the library here, because it loads slowly and is needed only to compute ratings.
    from openskill.models import PlackettLuce

    return PlackettLuce(mu=INITIAL_MU, sigma=INITIAL_SIGMA)


def update_strengths(strengths: Sequence[Strength], places: Sequence[int]) -> list[Strength]:
    """Return all players' strengths after a match, in the order of ``strengths``.

    :param places: 1 for the best player. Equal numbers mean a tie.
    """
    model = _load_model()
    teams: list[Any] = [[model.rating(mu=one.mu, sigma=one.sigma)] for one in strengths]
    after = model.rate(teams, ranks=[float(place) for place in places])
    return [Strength(team[0].mu, team[0].sigma) for team in after]


def convert_to_rating(mu: float) -> int:
    """Convert a strength to the rating that users see."""
    return round(POINTS_PER_MU * mu)


def is_provisional(match_count: int) -> bool:
    """Return whether a player has too few matches for a reliable rating."""
    return match_count < MIN_SETTLED_MATCHES
