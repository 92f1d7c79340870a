"""Draws sprites, texts and shapes on a palette picture."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, Literal

from PIL import Image, ImageDraw

from games.drawing import palette, text
from games.drawing.fitting import LINE_HEIGHT_FACTOR, FittedText, fit_name_lines
from games.drawing.sprites import Sprite, make_masked_sprite

EDGE_COLOUR: Final = "#10293D"
EDGE_WIDTH: Final = 2
CORNER_RADIUS: Final = 12
MAX_NAME_HEIGHT: Final = 48
"""Default maximum height in pixels of the lines of a name on a plate."""
Anchor = Literal["left", "middle", "right"]


class Canvas:
    """A palette picture, and the methods that draw on it."""

    __slots__ = ("_pixels", "image")

    def __init__(self, base: Sprite) -> None:
        self.image = base.image.copy()
        self.image.putpalette(palette.to_bytes())
        self._pixels = self.image.im

    def put(self, sprite: Sprite, x: int, y: int, rows: int | None = None) -> None:
        """Draw a sprite with its upper left corner at ``x``, ``y``.

        :param rows: number of rows to draw from the top, if the other rows will be covered anyway.
        """
        if rows is not None:
            sprite = sprite.crop_top(rows)
        # Image.paste isn't used, because checking its arguments would make drawing take 50 % longer.
        right = x + sprite.size[0]
        for top, low, (pixels, *mask) in sprite.list_blocks():
            self._pixels.paste(pixels, (x, y + top, right, y + low), *mask)

    def fill_polygon(self, points: Sequence[tuple[float, float]], colour: str) -> None:
        """Fill a polygon."""
        ImageDraw.Draw(self.image).polygon(points, palette.find_index(colour))

    def draw_line(self, points: Sequence[tuple[float, float]], width: int, colour: str) -> None:
        """Draw a line through points."""
        ImageDraw.Draw(self.image).line(points, palette.find_index(colour), width, joint="curve")

    def fill_disc(self, x: float, y: float, radius: float, colour: str) -> None:
        """Fill a circle."""
        box = (x - radius, y - radius, x + radius, y + radius)
        ImageDraw.Draw(self.image).ellipse(box, palette.find_index(colour))

    def shade(self, x: int, y: int, mask: Image.Image, tones: Sequence[int]) -> None:
        """Recolour the pixels below a mask.

        :param tones: the new palette index for each of the 256 indices.
        """
        box = (x, y, x + mask.width, y + mask.height)
        # Image.point isn't used, because it rounds all 256 tones, which takes longer than everything else.
        self._pixels.paste(self._pixels.crop(box).point(list(tones), "P"), box, mask.im)

    def write_line(
        self,
        content: str,
        x: int,
        y: int,
        size: int,
        ink: str,
        background_colour: str,
        anchor: Anchor = "middle",
        max_width: int | None = None,
    ) -> None:
        """Write a line centred vertically on ``y``, cut to ``max_width`` pixels if a maximum is given."""
        if max_width is not None:
            content = text.clip_to_width(content, size, max_width)
        sprite = text.draw_cached(content, size, ink, background_colour)
        across = {"left": 0, "middle": sprite.size[0] // 2, "right": sprite.size[0]}[anchor]
        self.put(sprite, x - across, y - sprite.size[1] // 2)

    def write_name(
        self,
        names: tuple[str, ...],
        seat: int,
        x: int,
        y: int,
        size: int,
        ink: str,
        background_colour: str,
        max_width: int,
        max_height: int = MAX_NAME_HEIGHT,
        min_size: int = text.MIN_FONT_SIZE,
    ) -> None:
        """Write a seat's name, starting at ``x``, at most ``max_width`` pixels wide.

        A long name is written smaller, or in several lines centred on ``y`` and at most ``max_height`` pixels
        high.
        """
        self.write_fitted(
            fit_name_lines(names, seat, size, max_width, max_height, min_size),
            x,
            y,
            ink,
            background_colour,
            "left",
        )

    def write_fitted(
        self, fitted: FittedText, x: int, y: int, ink: str, background_colour: str, anchor: Anchor
    ) -> None:
        """Write fitted lines centred vertically on ``y``."""
        top = y - round(fitted.size * LINE_HEIGHT_FACTOR * (len(fitted.lines) - 1) / 2)
        for number, line in enumerate(fitted.lines):
            self.write_line(
                line,
                x,
                top + round(fitted.size * LINE_HEIGHT_FACTOR * number),
                fitted.size,
                ink,
                background_colour,
                anchor,
            )

    def draw_ring(self, x: int, y: int, width: int, height: int, thickness: int, colour: str) -> None:
        """Draw an outline ``thickness`` pixels wide just outside a box, with a dark edge around it."""
        outline, wide = make_ring(width, height, thickness, colour), thickness + EDGE_WIDTH
        self.put(outline, x - wide, y - wide)


@lru_cache(maxsize=64)
def make_ring(width: int, height: int, thickness: int, colour: str) -> Sprite:
    """Return an outline around a box with rounded corners, with a dark edge."""
    return _draw_outlines(
        width, height, thickness + EDGE_WIDTH, ((EDGE_COLOUR, EDGE_WIDTH), (colour, thickness))
    )


def _draw_outlines(width: int, height: int, outer_width: int, lines: tuple[tuple[str, int], ...]) -> Sprite:
    """Return nested outlines of a box with rounded corners.

    :param outer_width: the distance of the first outline's outer edge from the box.
    :param lines: the colours and widths of the outlines, from the outside in.
    """
    image = Image.new("P", (width + 2 * outer_width, height + 2 * outer_width), palette.CLEAR_INDEX)
    pen = ImageDraw.Draw(image)
    inset = 0
    for ink, line in lines:
        box = (inset, inset, image.width - 1 - inset, image.height - 1 - inset)
        pen.rounded_rectangle(
            box, max(2, CORNER_RADIUS + outer_width - inset), outline=palette.find_index(ink), width=line
        )
        inset += line
    return make_masked_sprite(image)
