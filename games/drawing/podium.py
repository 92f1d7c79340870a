"""Defines the sizes of medals, and draws the crown of a single winner."""

from __future__ import annotations

from typing import Final

from games.core.outcome import Outcome
from games.drawing.canvas import Canvas
from games.drawing.sprites import load_atlas

MEDAL_SIZE: Final = (52, 60)
LARGE_MEDAL_SIZE: Final = (182, 210)
"""Size of the first three medals where a board has room for them."""
LARGE_MEDAL_COUNT: Final = 3


def put_crown(canvas: Canvas, outcome: Outcome, x: int, y: int) -> None:
    """Draw the crown if there is a single winner."""
    if len(outcome.winners) == 1:
        canvas.put(load_atlas("kit")["crown"], x, y)
