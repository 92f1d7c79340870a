"""Enlarges parts of a board, such as a seat's own reef or hand, to fill a phone's screen."""

from __future__ import annotations

from typing import Final

from PIL import Image

from games.core.picture import NAVY_COLOUR, PICTURE_WIDTH, PictureRows
from games.drawing import palette
from games.drawing.poster import reduce_colours

PICTURE_MARGIN: Final = 24
PARTS_GAP: Final = 16
MAX_SCALE: Final = 2.4


def enlarge_parts(board: Image.Image, rows: PictureRows) -> Image.Image:
    """Return parts of a board, one row below the other, enlarged to its width but at most :data:`MAX_SCALE`
    times.

    The first row determines the scale. A wider row is enlarged less, so that it is as wide as the first one.

    :param rows: rows of parts, with at least one part.
    """
    widths = [sum(box.w for box in row) + PARTS_GAP * (len(row) - 1) for row in rows]
    room = min(PICTURE_WIDTH - 2 * PICTURE_MARGIN, MAX_SCALE * widths[0])
    scales = [min(room / wide, room / widths[0]) for wide in widths]
    across = round(room) + 2 * PICTURE_MARGIN
    heights = [round(scale * max(box.h for box in row)) for row, scale in zip(rows, scales, strict=True)]
    image = Image.new(
        "RGB", (across, sum(heights) + PARTS_GAP * (len(rows) - 1) + 2 * PICTURE_MARGIN), NAVY_COLOUR
    )
    whole, y = board.copy(), PICTURE_MARGIN
    whole.putpalette(palette.to_bytes())
    source = whole.convert("RGB")
    for row, wide, high, scale in zip(rows, widths, heights, scales, strict=True):
        x = (across - scale * wide) / 2
        for box in row:
            part = source.crop((box.x, box.y, box.x + box.w, box.y + box.h))
            size = (round(scale * box.w), round(scale * box.h))
            image.paste(part.resize(size, Image.Resampling.LANCZOS), (round(x), y))
            x += scale * (box.w + PARTS_GAP)
        y += high + PARTS_GAP
    return reduce_colours(image)
