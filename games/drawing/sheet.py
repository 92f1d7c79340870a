"""A picture of lists: plates on a sea, lines of text, and marks for results. It is independent of matches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from games.core.picture import GOLD, INK, NAVY, PLATE_DIM, PLATE_DIM_TOP, PLATE_LIT, WHITE, Box
from games.drawing import palette, text
from games.drawing.backdrop import MEDALS, OTHER, sea
from games.drawing.canvas import EDGE, Anchor, Canvas
from games.drawing.names import make_drawable
from games.drawing.sprites import Sprite

MARGIN: Final = 24
PAD: Final = 24
CORNER: Final = 20
HEAD: Final = 124
QUIET: Final = "#B9D7E3"
"""Ink of secondary text on dark plates."""
NAME_TALL: Final = 42
"""Height of a name in a list."""
LOST: Final = "#5F93AC"
NAMELESS: Final = "?"


class Ground(NamedTuple):
    """The colours of a plate: background, ink, and ink of secondary text."""

    plate: str
    ink: str
    quiet: str


DARK: Final = Ground(PLATE_DIM, WHITE, QUIET)
LIT: Final = Ground(PLATE_LIT, INK, "#5A4A1E")
DEEP: Final = Ground(NAVY, WHITE, QUIET)


class Sheet:
    """A picture of lists being drawn."""

    def __init__(self, title: str, below: str) -> None:
        """Start with a heading: a title, and a secondary line."""
        self.canvas = Canvas(Sprite(sea(), None))
        self.pen = ImageDraw.Draw(self.canvas.image)
        head = Box(MARGIN, MARGIN, self.canvas.image.width - 2 * MARGIN, HEAD)
        self.plate(head, DEEP, edge=GOLD)
        middle, room = self.canvas.image.width // 2, head.w - 2 * PAD
        self.canvas.write(title, middle, head.y + 44, 56, GOLD, NAVY, room=room)
        self.canvas.write(below, middle, head.y + 94, 32, QUIET, NAVY, room=room)

    @property
    def image(self) -> Image.Image:
        """The picture."""
        return self.canvas.image

    def plate(self, box: Box, ground: Ground, edge: str = "") -> None:
        """Draw a plate with round corners."""
        x, y, w, h = box
        outline, width = (palette.index(edge), 4) if edge else (palette.index(EDGE), 2)
        fill = palette.index(ground.plate)
        self.pen.rounded_rectangle((x, y, x + w - 1, y + h - 1), CORNER, fill, outline, width)

    def write(
        self,
        content: str,
        x: int,
        y: int,
        size: int,
        ground: Ground,
        *,
        quiet: bool = False,
        ink: str = "",
        anchor: Anchor = "left",
        room: int | None = None,
    ) -> None:
        """Write a line centred vertically on ``y``."""
        colour = ink or (ground.quiet if quiet else ground.ink)
        self.canvas.write(content, x, y, size, colour, ground.plate, anchor, room)

    def write_name(
        self,
        names: Sequence[str],
        at: int,
        x: int,
        y: int,
        size: int,
        ground: Ground,
        room: int,
        tall: int,
        *,
        quiet: bool = False,
        ink: str = "",
    ) -> None:
        """Write one of several names, centred vertically on ``y`` and distinguishable from the others."""
        colour = ink or (ground.quiet if quiet else ground.ink)
        self.canvas.write_name(tuple(names), at, x, y, size, colour, ground.plate, room, tall)

    def write_lines(
        self, content: str, x: int, y: int, size: int, ground: Ground, room: int, most: int
    ) -> None:
        """Write a text in at most ``most`` lines, the first centred vertically on ``y``."""
        for number, line in enumerate(text.wrapped(content, size, room, most)):
            self.write(line, x, y + number * (size * 5 // 4), size, ground)

    def medal(self, place: int, x: int, y: int) -> None:
        """Draw the medal of a placement, centred on a point."""
        metal, mark = MEDALS.get(place, OTHER)
        self.pen.ellipse((x - 34, y - 34, x + 34, y + 34), palette.index(metal), palette.index(EDGE), 4)
        self.canvas.write(str(place), x, y, 38, mark, metal)

    def mark(self, place: int, *, drawn: bool, x: int, y: int) -> None:
        """Draw the mark of a result, centred on a point: up for a win, level for a draw, down for a loss."""
        won = place == 1 and not drawn
        fill = palette.index(GOLD if won else QUIET if drawn else PLATE_DIM_TOP)
        self.pen.ellipse((x - 27, y - 27, x + 27, y + 27), fill, palette.index(EDGE), 3)
        ink = palette.index(INK if won or drawn else WHITE)
        if drawn:
            self.pen.rectangle((x - 13, y - 4, x + 13, y + 4), ink)
        else:
            tip, foot = (-15, 11) if won else (15, -11)
            self.pen.polygon([(x, y + tip), (x - 15, y + foot), (x + 15, y + foot)], ink)


def make_picture_name(name: str) -> str:
    """Return a name as pictures can show it."""
    return make_drawable(name) or NAMELESS
