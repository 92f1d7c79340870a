"""Draws the number of corals in the supply of a Reef board for each colour."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from games.core.picture import NAVY_COLOUR, WHITE_COLOUR, Box
from games.drawing.marks import LIGHT_RING_MARGIN, put_ring
from games.reef.draw_marks import inset_box
from games.reef.layout import PANEL_COLOUR, SUPPLY_BOXES
from games.reef.parts import COLOUR_LETTERS, COLOURS
from games.reef.view import Supply

if TYPE_CHECKING:
    from games.drawing.canvas import Canvas
    from games.drawing.sprites import Atlas

USED_UP_COLOUR: Final = "#FFA28D"
"""Colour of the number of corals in the supply if there are none."""
COUNT_PERCENTS: Final = (80, 44)
RINGED_COUNT_PERCENTS: Final = (73, 38)
"""Vertical centre and font size of the number of corals, without and with a ring around it, in percent of its
panel's height.
"""


def put_supply(
    canvas: Canvas, sprites: Atlas, supply: Supply, boxes: Sequence[Box], *, is_steady: bool
) -> None:
    """Draw the number of corals in the supply for each colour.

    A colour that ran out is dimmed, or ringed in a replay, because it ends the match.

    :param is_steady: whether the board is a frame of a replay.
    """
    for colour, box in zip(COLOURS, boxes, strict=True):
        left, key = supply[colour], f"supply_{COLOUR_LETTERS[colour]}"
        is_plain = box.h == SUPPLY_BOXES[colour].h
        is_ringed = is_plain and is_steady and not left
        if not is_plain:
            sprite = sprites.scale(key, (box.w, box.h))
        else:
            sprite = sprites[key] if left or is_ringed else sprites.fade(key, PANEL_COLOUR)
        canvas.put(sprite, box.x, box.y)
        if is_ringed:
            put_ring(canvas, *inset_box(box, LIGHT_RING_MARGIN), is_thin=True)
        centre_y, size = (
            box.h * share // 100 for share in (RINGED_COUNT_PERCENTS if is_ringed else COUNT_PERCENTS)
        )
        ink = WHITE_COLOUR if left else USED_UP_COLOUR
        canvas.write_line(str(left), box.x + box.w // 2, box.y + centre_y, size, ink, NAVY_COLOUR)
