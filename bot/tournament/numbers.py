"""Points as people read them."""

from __future__ import annotations

from games.tournament.scoring import WHOLE


def write_points(points: int) -> str:
    """Return points as a number: halves as such, anything else with two digits."""
    whole, rest = divmod(points, WHOLE)
    if not rest:
        return str(whole)
    if 2 * rest == WHOLE:
        return f"{whole or ''}½"
    return f"{points / WHOLE:.2f}"
