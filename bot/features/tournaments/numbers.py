"""Points as people read them."""

from __future__ import annotations

from fractions import Fraction

from games.tournament.scoring import WIN_POINTS


def write_points(points: int | Fraction) -> str:
    """Return points as a number: halves as such, anything else with two digits."""
    exact = Fraction(points)
    whole, rest = divmod(exact, WIN_POINTS)
    if not rest:
        return str(whole)
    if 2 * rest == WIN_POINTS:
        return f"{whole or ''}½"
    return f"{float(exact / WIN_POINTS):.2f}"
