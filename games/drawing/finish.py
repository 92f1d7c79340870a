"""The result at the end of a film: a golden strip below the final board."""

from __future__ import annotations

from typing import Final

from PIL import Image

from games.core.picture import NAVY
from games.drawing import palette
from games.drawing.canvas import Canvas
from games.drawing.captions import HEIGHT
from games.drawing.fitting import Fitted
from games.drawing.plates import TURN, make_plate
from games.drawing.podium import MEDAL
from games.drawing.sprites import Sprite, load_atlas

PLATE_MARGIN: Final = 8
"""Space around the golden plate."""
BEFORE: Final = 18
AFTER: Final = 12
"""Space before and after the medal, in pixels."""
NON_TEXT_WIDTH: Final = 2 * (PLATE_MARGIN + BEFORE) + MEDAL[0] + AFTER
"""Width of the parts of the strip that the text can't use, in pixels."""


def draw_finish(width: int, result: Fitted) -> Image.Image:
    """Draw the strip with the winners' medal and the result of the match.

    :param result: the result, fitted into the width without :data:`NON_TEXT_WIDTH`.
    """
    image = Image.new("P", (width, HEIGHT), palette.index(NAVY))
    canvas = Canvas(Sprite(image, None))
    high = HEIGHT - 2 * PLATE_MARGIN
    canvas.put(make_plate(width - 2 * PLATE_MARGIN, high, TURN, high), PLATE_MARGIN, PLATE_MARGIN)
    left, middle = PLATE_MARGIN + BEFORE, HEIGHT // 2 - 2
    canvas.put(load_atlas("kit")["place_1"], left, middle - MEDAL[1] // 2)
    left += MEDAL[0] + AFTER
    canvas.write_fitted(
        result, (left + width - PLATE_MARGIN - BEFORE) // 2, middle, TURN.ink, TURN.head, "middle"
    )
    return canvas.image
