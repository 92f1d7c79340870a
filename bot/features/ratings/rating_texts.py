"""Writes ratings as users see them."""

from __future__ import annotations

from bot.features.ratings.rating import convert_to_rating, is_provisional


def write_rating(mu: float, match_count: int) -> str:
    """Return a rating as text, with a question mark while it is provisional."""
    return f"{convert_to_rating(mu)}?" if is_provisional(match_count) else str(convert_to_rating(mu))
