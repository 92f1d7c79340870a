"""Writes ratings as users see them."""

from __future__ import annotations

from bot.features.ratings.rating import is_provisional, scale_rating


def write_rating(mu: float, matches: int) -> str:
    """Return a rating as text, with a question mark while it is provisional."""
    return f"{scale_rating(mu)}?" if is_provisional(matches) else str(scale_rating(mu))
