"""Draws lists as pictures: panels over a sea background, with text and marks for results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from games.core.picture import (
    DIM_PLATE_COLOUR,
    DIM_PLATE_TOP_COLOUR,
    GOLD_COLOUR,
    INK_COLOUR,
    LIT_PLATE_COLOUR,
    NAVY_COLOUR,
    WHITE_COLOUR,
    Box,
    Poster,
)
from games.drawing import palette, text
from games.drawing.backdrop import MEDAL_COLOURS_BY_PLACEMENT, OTHER_MEDAL_COLOURS, draw_sea
from games.drawing.canvas import EDGE_COLOUR, Anchor, Canvas
from games.drawing.fitting import fit_text
from games.drawing.names import make_drawable_name
from games.drawing.poster import cut_pieces
from games.drawing.sprites import Sprite

SHEET_MARGIN: Final = 24
CARD_PADDING: Final = 24
CORNER_RADIUS: Final = 20
HEAD_HEIGHT: Final = 144
CONTENT_TOP: Final = SHEET_MARGIN + HEAD_HEIGHT + 16
"""Upper edge of what follows below the head."""
ART_HEIGHT: Final = HEAD_HEIGHT - 16
"""Height in pixels of the picture of a game's pieces next to a text."""
NARROW_WIDTH: Final = 1000
"""Width in pixels of a picture with one column, narrow so that its text is large on a phone."""
PICTURE_INSET: Final = 12
HEADINGS_HEIGHT: Final = 58
ROW_HEIGHT: Final = 92
ROW_GAP: Final = 8
NOTE_SIZE: Final = 36
"""Font size of the note in place of an empty list."""
QUIET_COLOUR: Final = "#B9D7E3"
"""Colour of secondary text on dark plates."""
NAMELESS_TEXT: Final = "?"


class PlateGround(NamedTuple):
    """The colours of a plate: background, text and secondary text."""

    plate_colour: str
    text_colour: str
    secondary_colour: str


DARK_GROUND: Final = PlateGround(DIM_PLATE_COLOUR, WHITE_COLOUR, QUIET_COLOUR)
LIT_GROUND: Final = PlateGround(LIT_PLATE_COLOUR, INK_COLOUR, "#5A4A1E")
DEEP_GROUND: Final = PlateGround(NAVY_COLOUR, WHITE_COLOUR, QUIET_COLOUR)


class SheetColumn(NamedTuple):
    """A column of figures: its heading, and its width in pixels."""

    heading: str
    width: int


class SheetRow(NamedTuple):
    """A person's row in a list. With the ``placement`` 0, it has no medal.

    ``subtitle`` is a line of secondary text below the name. If ``is_secondary`` is set, the whole row is
    written as secondary text.
    """

    placement: int
    name: str
    figures: tuple[str, ...]
    subtitle: str = ""
    is_secondary: bool = False


def measure_list_height(row_count: int) -> int:
    """Return the height of a list of ``row_count`` people."""
    return HEADINGS_HEIGHT + row_count * (ROW_HEIGHT + ROW_GAP) - ROW_GAP + PICTURE_INSET


class Sheet:
    """A picture that consists of a heading and lists, with methods that draw its parts."""

    def __init__(
        self, title: str, below: str, height: int, width: int = NARROW_WIDTH, poster: Poster | None = None
    ) -> None:
        """Draw the background and a heading: a title, a line ``below``, and a game's pieces on the right."""
        self.canvas = Canvas(Sprite(draw_sea(height, width), None))
        self.pen = ImageDraw.Draw(self.canvas.image)
        head = Box(SHEET_MARGIN, SHEET_MARGIN, width - 2 * SHEET_MARGIN, HEAD_HEIGHT)
        self.draw_plate(head, DEEP_GROUND, edge=GOLD_COLOUR)
        max_width = head.w - 2 * CARD_PADDING
        if poster is not None and poster.pieces:
            max_width -= self.put_pieces(poster, head, at_right=True)
        x, middle = head.x + CARD_PADDING, head.y + HEAD_HEIGHT // 2
        fitted_title = fit_text(title, 60, max_width, 68, min_size=36)
        self.canvas.write_fitted(fitted_title, x, middle - 22, GOLD_COLOUR, NAVY_COLOUR, "left")
        fitted_below = fit_text(below, 34, max_width, 36, min_size=26)
        self.canvas.write_fitted(fitted_below, x, middle + 36, QUIET_COLOUR, NAVY_COLOUR, "left")

    @property
    def image(self) -> Image.Image:
        """The finished picture."""
        return self.canvas.image

    def draw_plate(self, box: Box, ground: PlateGround, edge: str = "") -> None:
        """Draw a plate with rounded corners."""
        x, y, w, h = box
        outline, width = (palette.find_index(edge), 4) if edge else (palette.find_index(EDGE_COLOUR), 2)
        fill = palette.find_index(ground.plate_colour)
        self.pen.rounded_rectangle((x, y, x + w - 1, y + h - 1), CORNER_RADIUS, fill, outline, width)

    def put_pieces(self, poster: Poster, box: Box, *, at_right: bool = False) -> int:
        """Draw a game's pieces at the left or right end of a plate; return their width in pixels."""
        art = cut_pieces(poster, ART_HEIGHT)
        across = art.size[0]
        x = box.x + (box.w - across - 8 if at_right else 8)
        self.canvas.put(art, x, box.y + (box.h - ART_HEIGHT) // 2)
        return across + 8

    def draw_list(
        self,
        box: Box,
        columns: Sequence[SheetColumn],
        rows: Sequence[SheetRow],
        names: Sequence[str] = (),
        first_index: int = 0,
    ) -> None:
        """Draw a list of people: headings above the figures, then a plate for each row.

        :param box: position and width of the list. Its height is :func:`measure_list_height`.
        :param names: the names in all lists of the picture, if it has several, so that names that look
            alike get numbers.
        :param first_index: the number of rows in the lists before this one.
        """
        self.draw_plate(Box(box.x, box.y, box.w, measure_list_height(len(rows))), DEEP_GROUND)
        edges = [box.x + box.w - 2 * PICTURE_INSET]
        for column in reversed(columns):
            edges.insert(0, edges[0] - column.width)
        for column, x in zip(columns, edges[1:], strict=True):
            max_width = column.width - PICTURE_INSET
            self.write_line(
                column.heading,
                x,
                box.y + 32,
                30,
                DEEP_GROUND,
                ink=GOLD_COLOUR,
                anchor="right",
                max_width=max_width,
            )
        for number, row in enumerate(rows):
            y = box.y + HEADINGS_HEIGHT + number * (ROW_HEIGHT + ROW_GAP)
            plate = Box(box.x + PICTURE_INSET, y, box.w - 2 * PICTURE_INSET, ROW_HEIGHT)
            at = first_index + number
            self._draw_row(plate, row, names or [one.name for one in rows], at, edges)

    def _draw_row(
        self, plate: Box, row: SheetRow, names: Sequence[str], index: int, edges: Sequence[int]
    ) -> None:
        """Draw a row of a list.

        :param edges: the right edge of the name, and then of each figure.
        """
        ground = LIT_GROUND if row.placement == 1 and not row.is_secondary else DARK_GROUND
        self.draw_plate(plate, ground)
        left, middle = plate.x + (92 if row.placement else CARD_PADDING), plate.y + ROW_HEIGHT // 2
        if row.placement:
            self.draw_medal(row.placement, plate.x + 46, middle)
        max_width = edges[0] - left
        up, max_height, least = (17, 46, 26) if row.subtitle else (0, ROW_HEIGHT - 12, 34)
        self.write_name(
            names,
            index,
            left,
            middle - up,
            46,
            ground,
            max_width,
            max_height,
            least,
            is_secondary=row.is_secondary,
        )
        if row.subtitle:
            self.write_line(
                row.subtitle, left, middle + 25, 30, ground, is_secondary=True, max_width=max_width
            )
        *minor, main = zip(row.figures, edges[1:], strict=True)
        for figure, x in minor:
            self.write_line(figure, x, middle, 40, ground, is_secondary=True, anchor="right")
        ink = GOLD_COLOUR if ground is DARK_GROUND and not row.is_secondary else ""
        self.write_line(
            main[0], main[1], middle, 50, ground, is_secondary=row.is_secondary, ink=ink, anchor="right"
        )

    def write_line(
        self,
        content: str,
        x: int,
        y: int,
        size: int,
        ground: PlateGround,
        *,
        is_secondary: bool = False,
        ink: str = "",
        anchor: Anchor = "left",
        max_width: int | None = None,
    ) -> None:
        """Write a line centred vertically on ``y``."""
        colour = ink or (ground.secondary_colour if is_secondary else ground.text_colour)
        self.canvas.write_line(content, x, y, size, colour, ground.plate_colour, anchor, max_width)

    def write_name(
        self,
        names: Sequence[str],
        index: int,
        x: int,
        y: int,
        size: int,
        ground: PlateGround,
        max_width: int,
        max_height: int,
        min_size: int = text.MIN_FONT_SIZE,
        *,
        is_secondary: bool = False,
        ink: str = "",
    ) -> None:
        """Write one of several names, centred vertically on ``y`` and distinguishable from the others."""
        colour = ink or (ground.secondary_colour if is_secondary else ground.text_colour)
        self.canvas.write_name(
            tuple(names), index, x, y, size, colour, ground.plate_colour, max_width, max_height, min_size
        )

    def write_lines(
        self, content: str, x: int, y: int, size: int, ground: PlateGround, max_width: int, max_lines: int
    ) -> None:
        """Write a text in at most ``max_lines`` lines, with the first one centred vertically on ``y``."""
        for number, line in enumerate(text.wrap_text(content, size, max_width, max_lines)):
            self.write_line(line, x, y + number * (size * 5 // 4), size, ground)

    def draw_note(self, note: str, box: Box) -> None:
        """Draw a dark plate with a note in one line, in place of an empty list."""
        self.draw_plate(box, DARK_GROUND)
        middle, max_width = box.y + ROW_HEIGHT // 2, box.w - 2 * CARD_PADDING
        self.write_line(note, box.x + CARD_PADDING, middle, NOTE_SIZE, DARK_GROUND, max_width=max_width)

    def draw_medal(self, placement: int, x: int, y: int) -> None:
        """Draw the medal of a placement, centred on a point."""
        metal, mark = MEDAL_COLOURS_BY_PLACEMENT.get(placement, OTHER_MEDAL_COLOURS)
        self.pen.ellipse(
            (x - 34, y - 34, x + 34, y + 34), palette.find_index(metal), palette.find_index(EDGE_COLOUR), 4
        )
        self.canvas.write_line(str(placement), x, y, 38, mark, metal)

    def draw_result_mark(self, placement: int, *, is_draw: bool, x: int, y: int) -> None:
        """Draw the mark of a result, centred on a point.

        The mark of a win is an arrow up, that of a draw a bar, and that of a loss an arrow down.
        """
        if is_draw:
            fill, ink = palette.find_index(QUIET_COLOUR), palette.find_index(INK_COLOUR)
        elif placement == 1:
            fill, ink = palette.find_index(GOLD_COLOUR), palette.find_index(INK_COLOUR)
        else:
            fill, ink = palette.find_index(DIM_PLATE_TOP_COLOUR), palette.find_index(WHITE_COLOUR)
        self.pen.ellipse((x - 27, y - 27, x + 27, y + 27), fill, palette.find_index(EDGE_COLOUR), 3)
        if is_draw:
            self.pen.rectangle((x - 13, y - 4, x + 13, y + 4), ink)
        else:
            tip, foot = (-15, 11) if placement == 1 else (15, -11)
            self.pen.polygon([(x, y + tip), (x - 15, y + foot), (x + 15, y + foot)], ink)


def make_picture_name(name: str) -> str:
    """Return a name as pictures show it, or a question mark if no part of the name can be shown."""
    return make_drawable_name(name) or NAMELESS_TEXT
