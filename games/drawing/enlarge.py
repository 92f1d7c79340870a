"""Draws the parts of the board that matter most to a seat, such as its reef, hand or reach, without the rest.

Pieces keep their size, because enlarged pieces have jagged edges. The picture is narrow instead, and a phone
shows every picture at its full width.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from itertools import groupby
from math import ceil
from typing import Final

from PIL import Image, ImageChops, ImageDraw

from games.core.picture import OWN_GAP, PLATES_FIELD, Box, OwnRow, OwnRows, ScoreboardEntry, find_union
from games.core.protocol import Game
from games.core.shapes import ViewLike
from games.core.texts import Scene
from games.drawing import palette
from games.drawing.canvas import Canvas
from games.drawing.name_plates import NamePlate
from games.drawing.sprites import Sprite, load_atlas

PICTURE_MARGIN: Final = 20
ROW_GAP: Final = OWN_GAP
MIN_CONTENT_WIDTH: Final = 280
"""Minimum width of the content in pixels. Narrower pieces are centred."""
MAX_HEIGHT_RATIO: Final = 1.5
"""Maximum height of the picture, relative to its width. Discord shrinks taller pictures."""
PLATE_HEIGHT: Final = 84
CORNER_RADIUS: Final = 15
"""Radius of the corners of cut out pieces, so that nothing of the board's background is seen."""
BACKGROUND_LEVEL: Final = 128
"""Level of grey by which the board behind a piece is marked."""
MAX_INK_BRIGHTNESS: Final = 420
"""Maximum sum of red, green and blue, up to 765, of a label's ink and its smoothed edges."""


def draw_own_parts(game: Game, view: ViewLike, scene: Scene, seat: int) -> Image.Image:
    """Draw a seat's own parts, below a plate with the name and score unless they include one.

    :param seat: the viewer's seat. Its game must list own parts for this view.
    """
    # The last move isn't marked, because its trail would be cut off.
    board = game.draw(view, replace(scene, events=(), earlier_view=None, mover_seat=seat))
    rows = game.list_own_parts(view)
    entry = None if _includes_plate(game, view, rows) else _find_entry(game, view, seat)
    above = PLATE_HEIGHT + ROW_GAP if entry else 0
    min_width = ceil((above + _measure_height(rows)) / MAX_HEIGHT_RATIO) - 2 * PICTURE_MARGIN
    wide = max(MIN_CONTENT_WIDTH, min_width, *map(_measure_width, rows))
    plate_width = max(MIN_CONTENT_WIDTH, *map(_measure_width, rows))
    canvas = Canvas(Sprite(_arrange_rows(board, rows, wide + 2 * PICTURE_MARGIN, above), None))
    if entry is not None:
        left, sprites = (canvas.image.width - plate_width) // 2, load_atlas(game.key)
        box = Box(left, PICTURE_MARGIN, plate_width, PLATE_HEIGHT)
        plate = NamePlate(canvas, box, scene.names, seat, is_lit=True)
        plate.write_score(
            entry.score,
            badge=sprites[entry.sprite] if entry.sprite else None,
            unit=sprites[entry.unit] if entry.unit else None,
        )
        plate.write_name()
    return canvas.image


def _includes_plate(game: Game, view: ViewLike, rows: OwnRows) -> bool:
    """Return whether a seat's own parts include its name plate on the board."""
    # The last plate is the viewer's. A game that doesn't list places has none.
    plates = game.list_places(view, PLATES_FIELD, "")[-1:]
    boxes = (box for row in rows for part in row.parts for box in part)
    return any(find_union((box, plate)) == box for box in boxes for plate in plates)


def _find_entry(game: Game, view: ViewLike, seat: int) -> ScoreboardEntry | None:
    entries = game.list_scoreboard_entries(view)
    return entries[seat] if entries else None


def _arrange_rows(board: Image.Image, rows: OwnRows, width: int, above: int) -> Image.Image:
    """Return a picture of the rows of pieces below each other, on their backgrounds.

    :param above: height of the free space above the first row.
    """
    bands = [(ground, list(group)) for ground, group in groupby(rows, lambda row: row.background_colour)]
    heights = [_measure_band(group) for _, group in bands]
    heights[0] += above
    image = Image.new("P", (width, sum(heights)))
    y = 0
    for (ground, group), high in zip(bands, heights, strict=True):
        image.paste(palette.find_index(ground), (0, y, width, y + high))
        _paste_rows(image, board, group, y + PICTURE_MARGIN + (0 if y else above))
        y += high
    return image


def _measure_width(row: OwnRow) -> int:
    return sum(find_union(part).w for part in row.parts) + row.gap * (len(row.parts) - 1)


def _measure_height(rows: OwnRows) -> int:
    """Return the height of all rows, with the margins of each background."""
    bands = groupby(rows, lambda row: row.background_colour)
    return sum(_measure_band(list(group)) for _, group in bands)


def _measure_band(rows: OwnRows | list[OwnRow]) -> int:
    """Return the height of rows with a common background, with the margins above and below them."""
    heights = (max(find_union(part).h for part in row.parts) for row in rows)
    return sum(heights) + ROW_GAP * (len(rows) - 1) + 2 * PICTURE_MARGIN


def _paste_rows(image: Image.Image, board: Image.Image, rows: list[OwnRow], y: int) -> None:
    """Copy rows of pieces from a board, each row centred, the first one at ``y``."""
    for row in rows:
        x = (image.width - _measure_width(row)) // 2
        for part in row.parts:
            whole = find_union(part)
            for box in part:
                is_label, is_outlined = box in row.label_boxes, box in row.outlined_boxes
                left, top = x + box.x - whole.x, y + box.y - whole.y
                if not is_label and any(_touches_below(box, other) for other in part):
                    # The lower piece covers the corners of the upper one.
                    box = box._replace(h=box.h + CORNER_RADIUS)
                piece = board.crop((box.x, box.y, box.x + box.w, box.y + box.h))
                if is_label:
                    mask = _make_ink_mask(piece)
                elif is_outlined:
                    mask = _make_outlined_mask(piece)
                else:
                    mask = _make_rounded_mask(box.w, box.h)
                image.paste(piece, (left, top), mask)
            x += whole.w + row.gap
        y += max(find_union(part).h for part in row.parts) + ROW_GAP


@lru_cache(maxsize=64)
def _make_rounded_mask(width: int, height: int) -> Image.Image:
    mask = Image.new("1", (width, height))
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, width - 1, height - 1), CORNER_RADIUS, 1)
    return mask


def _touches_below(upper: Box, lower: Box) -> bool:
    """Return whether the top of one box is the bottom of another one."""
    return lower.y == upper.y + upper.h and lower.x < upper.x + upper.w and upper.x < lower.x + lower.w


def _make_outlined_mask(piece: Image.Image) -> Image.Image:
    """Return the mask of a piece with rounded corners, without what is outside of its dark outline."""
    rounded = _make_rounded_mask(*piece.size).convert("L")
    inside = ImageChops.multiply(piece.point(_make_dark_table(), "L"), rounded)
    right, low = piece.width - 1, piece.height - 1
    for corner in ((0, 0), (right, 0), (0, low), (right, low)):
        ImageDraw.floodfill(inside, corner, BACKGROUND_LEVEL)
    return inside.point([255 * (level != BACKGROUND_LEVEL) for level in range(256)], "1")


def _make_ink_mask(piece: Image.Image) -> Image.Image:
    """Return the mask of a label's dark pixels, without the glow or the edge of sand behind it."""
    return piece.point(_make_dark_table(), "1")


@lru_cache(maxsize=1)
def _make_dark_table() -> list[int]:
    """Return a list by palette index: 255 if the colour is dark, otherwise 0."""
    levels = [255 * (sum(colour) < MAX_INK_BRIGHTNESS) for colour in palette.list_colours()]
    return levels + [0] * (256 - len(levels))
