"""Points as people read them."""

from __future__ import annotations

from fractions import Fraction

from games.tournament.scoring import WHOLE


def write_points(points: int | Fraction) -> str:
    """Return points as a number: halves as such, anything else with two digits."""
    whole, rest = divmod(points, WHOLE)
    if not rest:
        return str(whole)
    if 2 * rest == WHOLE:
        return f"{whole or ''}½"
    return f"{float(points / WHOLE):.2f}"
