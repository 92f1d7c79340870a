"""Defines the sizes of medals, and draws the crown of a single winner or leader."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from PIL import Image

from games.core.outcome import Outcome
from games.core.picture import INK_COLOUR
from games.drawing import palette
from games.drawing.canvas import Canvas
from games.drawing.sprites import Sprite, load_atlas

MEDAL_SIZE: Final = (52, 60)
LARGE_MEDAL_SIZE: Final = (182, 210)
"""Size of the first three medals where a board has room for them."""
LARGE_MEDAL_COUNT: Final = 3


def put_crown(canvas: Canvas, outcome: Outcome, x: int, y: int) -> None:
    """Draw the crown if there is a single winner."""
    if len(outcome.winners) == 1:
        canvas.put(load_atlas("kit")["crown"], x, y)


@lru_cache(maxsize=8)
def make_leader_crown(width: int, *, is_lit: bool) -> Sprite:
    """Return the small crown of the only leader. On a lit plate, it is dark, because gold on gold can hardly
    be seen.
    """
    crown = load_atlas("kit").scale_down("crown", width)
    if not is_lit:
        return crown
    return Sprite(Image.new("P", crown.size, palette.find_index(INK_COLOUR)), crown.mask)
