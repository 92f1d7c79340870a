"""From the points that seats may expect to their chances to win."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp


def estimate_chance(points: Sequence[float], seat: int, likely: float) -> float:
    """Return how likely ``seat`` is to end in front; all seats together have one.

    :param likely: a lead of so many points is a likely win: 73 of a hundred between two seats.
    """
    own = points[seat]
    return 1 / sum([exp((other - own) / likely) for other in points])
