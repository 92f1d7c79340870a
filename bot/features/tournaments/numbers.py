"""Points as people read them."""

from __future__ import annotations

from fractions import Fraction

from games.tournament.scoring import WHOLE


def write_points(points: int | Fraction) -> str:
    """Return points as a number: halves as such, anything else with two digits."""
    exact = Fraction(points)
    whole, rest = divmod(exact, WHOLE)
    if not rest:
        return str(whole)
    if 2 * rest == WHOLE:
        return f"{whole or ''}½"
    return f"{float(exact / WHOLE):.2f}"
