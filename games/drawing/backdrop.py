"""Draws the sea in the background of lists, and defines the colours of medals."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from games.core.picture import (
    GOLD_COLOUR,
    INK_COLOUR,
    NAVY_COLOUR,
    PICTURE_HEIGHT,
    PICTURE_WIDTH,
    WHITE_COLOUR,
)
from games.drawing import palette

MEDAL_COLOURS_BY_PLACEMENT: Final = {
    1: (GOLD_COLOUR, INK_COLOUR),
    2: ("#C3CED4", INK_COLOUR),
    3: ("#B9771D", WHITE_COLOUR),
}
OTHER_MEDAL_COLOURS: Final = (NAVY_COLOUR, WHITE_COLOUR)
"""Colours of the medal and of the number for any other place."""
SEA_COLOURS: Final = ("#7FD0CF", "#4FB3C0", "#2F8FAE", "#1F6F96", "#17577A", "#10405F")


@lru_cache(maxsize=8)
def draw_sea(height: int = PICTURE_HEIGHT, width: int = PICTURE_WIDTH) -> Image.Image:
    """Draw a sea of flat waves, light at the top and dark at the bottom."""
    image = Image.new("P", (width, height), palette.find_index(SEA_COLOURS[0]))
    pen = ImageDraw.Draw(image)
    for number, colour in enumerate(SEA_COLOURS[1:], 1):
        top = height * number // len(SEA_COLOURS)
        crest = [(x, top + 26 * math.sin(x / 160 + 2 * number)) for x in range(0, width + 1, 8)]
        pen.polygon([*crest, (width, height), (0, height)], palette.find_index(colour))
    return image
