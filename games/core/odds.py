"""Converts expected points into win chances."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp


def estimate_win_chance(points: Sequence[float], seat: int, lead_scale: float) -> float:
    """Return the chance that ``seat`` finishes first. The win chances of all seats add up to 1.

    :param points: the final points expected for each seat.
    :param lead_scale: the lead with which a seat has a win chance of 73 % against one opponent.
    """
    own = points[seat]
    return 1 / sum([exp((other - own) / lead_scale) for other in points], 0.0)
