"""Writes ratings in pictures and texts."""

from __future__ import annotations

from bot.features.ratings.rating import is_provisional, scale_rating
from games.core.picture import Box
from games.core.words import Words
from games.drawing.sheet import PAD, Ground, Sheet


def write_rating(mu: float, matches: int) -> str:
    """Return a rating as text, with a question mark while it is provisional."""
    return f"{scale_rating(mu)}?" if is_provisional(matches) else str(scale_rating(mu))


def write_rated(sheet: Sheet, rated: tuple[float, int] | None, box: Box, ground: Ground, w: Words) -> None:
    """Draw a rating at the right of a plate, with a label below it."""
    x, middle = box.x + box.w - PAD, box.y + box.h // 2
    if rated is None:
        sheet.write("–", x, middle, 52, ground, anchor="right")
        return
    mu, matches = rated
    below = w("provisional") if is_provisional(matches) else w("rating")
    sheet.write(write_rating(mu, matches), x, middle - 12, 48, ground, anchor="right")
    sheet.write(below, x, middle + 28, 22, ground, quiet=True, anchor="right", room=180)
