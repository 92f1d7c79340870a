"""Who came in which place, on the last board of a match: medals, and the crown on the winner's ribbon."""

from __future__ import annotations

from typing import Final

from games.core.outcome import Outcome
from games.drawing.canvas import Canvas
from games.drawing.sprites import atlas

MEDAL: Final = (52, 60)


def put_medal(canvas: Canvas, outcome: Outcome, seat: int, x: int, y: int) -> None:
    """Lay the medal of a seat's place; nobody has one in a match that was closed."""
    if outcome.winners:
        canvas.put(atlas("kit")[f"place_{outcome.placements[seat]}"], x, y)


def put_crown(canvas: Canvas, outcome: Outcome, x: int, y: int) -> None:
    """Lay the crown of a match that somebody has won alone."""
    if len(outcome.winners) == 1:
        canvas.put(atlas("kit")["crown"], x, y)
