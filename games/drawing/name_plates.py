"""The plate with each seat's name, score, piece and medal, on all boards.

A high plate has the name above the score. A low one has everything in one row.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from games.core.picture import INK_COLOUR, WHITE_COLOUR, Box
from games.drawing.canvas import Canvas
from games.drawing.fitting import fit_name_lines
from games.drawing.marks import make_number_background
from games.drawing.plates import (
    LARGE_NAME_SIZE,
    MIN_SIZE,
    MIN_TWO_ROW_HEIGHT,
    NAME_SIZE,
    PLATE_GAP,
    PLATE_PADDING,
    choose_tone,
    make_plate,
    reduce_to_palette,
)
from games.drawing.podium import MEDAL_SIZE
from games.drawing.sprites import Sprite, load_atlas
from games.drawing.text import measure_width

SCORE_SIZE: Final = 56
"""Maximum font size of a score."""
NARROW_WIDTH: Final = 260
"""Width below which the name row of a plate is too narrow for a long name and the arrow of the last move."""
MIN_LARGE_NAME_HEIGHT: Final = 80
"""Minimum height of a plate with one row in which the name is as large as in a row of its own."""
MARK_MARGIN: Final = 10
"""Width of the white background beside a score that changed."""
MOVED_ARROW_SIZE: Final = (44, 38)
"""Width and height of the arrow on the plate of the seat that made the last move."""


def put_name_plate(
    canvas: Canvas,
    box: Box,
    names: tuple[str, ...],
    seat: int,
    *,
    is_lit: bool,
    has_moved: bool | None = None,
    score: str = "",
    marks_score: bool = False,
    unit: Sprite | None = None,
    badge: Sprite | None = None,
    is_badge_first: bool = False,
    placement: int | None = None,
    tail: int = 0,
    has_open_foot: bool = False,
) -> Box:
    """Draw the plate of a seat, and return the free space beside the score.

    The name always begins at the left edge, whatever else the plate shows.

    :param is_lit: whether the seat is active or, at the end, a winner.
    :param has_moved: whether the seat made the last move. Unless the plate is lit, an arrow shows it at the
        end of the name's row, so never before a number. On a narrow plate with a name too long for that, the
        arrow is at the end of the score row. With ``None`` there is never an arrow.
    :param marks_score: whether the score in a row of its own is dark on white, because it changed.
    :param unit: the sign after the score. It shows the things that the score counts. With one row, it is left
        out if the name would have to be cut for it.
    :param badge: the seat's piece, before the score if there is one row, otherwise at the end of the score
        row.
    :param is_badge_first: whether the piece is before the score in any case.
    :param placement: the seat's placement, for its medal after the match.
    :param tail: number of pixels left free at the end of the name's row, before the arrow.
    :param has_open_foot: whether a high plate has everything in the name's row, so that the row below is
        free.
    """
    painter = _NamePlatePainter(
        canvas, box, is_lit=is_lit, has_moved=bool(has_moved), tail=tail, has_open_foot=has_open_foot
    )
    if placement is not None:
        painter.put_medal(placement)
    if badge is not None and painter.has_two_rows:
        painter.put_badge(badge, is_first=is_badge_first)
    if score:
        shown = unit if painter.has_room_for_unit(names, seat, score, unit, badge) else None
        painter.write_score(score, shown, marks_score=marks_score)
    if badge is not None and not painter.has_two_rows:
        painter.put_badge(badge)
    return painter.write_name(names, seat)


class _NamePlatePainter:
    """Draws a name plate. Its methods share the free part of the row with the score."""

    def __init__(
        self, canvas: Canvas, box: Box, *, is_lit: bool, has_moved: bool, tail: int, has_open_foot: bool
    ) -> None:
        """Draw the empty plate."""
        self.canvas = canvas
        self.box = box
        self.tones = choose_tone(is_lit)
        self.has_two_rows = box.h >= MIN_TWO_ROW_HEIGHT and not has_open_foot
        self.has_open_foot = has_open_foot
        self.has_arrow = has_moved and not is_lit
        self.tail = tail
        self.head = head = _measure_head(box)
        self.level = box.y + head // 2 - (not has_open_foot)
        """Vertical centre of the row with the score."""
        if self.has_two_rows:
            self.level = box.y + head + (box.h - head) // 2 - 2
        self.left, self.right = box.x + PLATE_PADDING, box.x + box.w - PLATE_PADDING
        """Edges of the free part of the row with the score."""
        if not self.has_two_rows:
            self.right = find_tail_end(box, has_arrow=self.has_arrow) - tail
        canvas.put(make_plate(box.w, box.h, self.tones, head), box.x, box.y)

    @property
    def is_narrow(self) -> bool:
        """Whether a long name leaves no space for the arrow."""
        return self.has_two_rows and self.box.w < NARROW_WIDTH

    def put_medal(self, placement: int) -> None:
        """Draw the medal at the right end of the row with the score."""
        wide, high = MEDAL_SIZE
        self.right -= wide
        top = self.box.y + (self.head - high) // 2
        if self.has_two_rows:
            top = min(self.level - high // 2, self.box.y + self.box.h - high - 7)
        self.canvas.put(load_atlas("kit")[f"place_{placement}"], self.right, top)
        self.right -= PLATE_GAP

    def put_badge(self, badge: Sprite, *, is_first: bool = False) -> None:
        """Draw the seat's piece beside the score's space: at the right, or with ``is_first`` at the left."""
        wide, high = badge.size
        top = self.level - high // 2 if self.has_two_rows else self.box.y + (self.head - high) // 2
        if is_first:
            self.canvas.put(badge, self.left, top)
            self.left += wide + PLATE_GAP
        else:
            self.right -= wide
            self.canvas.put(badge, self.right, top)
            self.right -= PLATE_GAP

    def has_room_for_unit(
        self, names: tuple[str, ...], seat: int, score: str, unit: Sprite | None, badge: Sprite | None
    ) -> bool:
        """Return whether the unit of the score leaves the name uncut on a plate with one row."""
        if unit is None or self.has_two_rows:
            return True
        taken = measure_width(score, self.measure_score_size()) + unit.size[0] + 2 * PLATE_GAP
        taken += 0 if badge is None else badge.size[0] + PLATE_GAP
        room = self.right - self.left - taken
        return fit_name_lines(names, seat, NAME_SIZE, room, self.head - 8, MIN_SIZE).is_whole

    def measure_score_size(self) -> int:
        """Return the font size of a score that isn't too long."""
        row = self.box.h - self.head - 8 if self.has_two_rows else self.head - 20
        return min(SCORE_SIZE, max(MIN_SIZE, row))

    def write_score(self, score: str, unit: Sprite | None, *, marks_score: bool = False) -> None:
        """Write the score and its unit: at the left of their own row, or else at the right of the name's."""
        size = self.measure_score_size()
        ink, wide = self.tones.text_colour, 0 if unit is None else unit.size[0]
        if self.has_two_rows:
            room = self.right - self.left - 2 * PLATE_GAP - wide
            if self.is_narrow and self.has_arrow:
                room -= MOVED_ARROW_SIZE[0] + PLATE_GAP
            size = _fit_score(score, size, room)
            ground = self.tones.score_part_colour
            if marks_score:
                ink, ground = INK_COLOUR, WHITE_COLOUR
                mark = make_number_background(
                    measure_width(score, size) + 2 * MARK_MARGIN, self.box.h - self.head - 8
                )
                self.canvas.put(mark, self.left - MARK_MARGIN, self.level - mark.size[1] // 2)
            self.canvas.write_line(score, self.left, self.level, size, ink, ground, "left")
            self.left += measure_width(score, size) + 2 * PLATE_GAP
            if unit is not None:
                self.canvas.put(unit, self.left - PLATE_GAP, self.level - unit.size[1] // 2)
                self.left += wide
            return
        if unit is not None:
            self.right -= wide
            self.canvas.put(unit, self.right, self.level - unit.size[1] // 2)
            self.right -= PLATE_GAP - 4
        self.canvas.write_line(score, self.right, self.level, size, ink, self.tones.name_part_colour, "right")
        self.right -= measure_width(score, size) + PLATE_GAP

    def write_name(self, names: tuple[str, ...], seat: int) -> Box:
        """Write the name with the arrow of the last move. Return the free part of the plate."""
        box, tones = self.box, self.tones
        left, end, max_height = box.x + PLATE_PADDING, self.right, self.head - 8
        roomy = self.has_two_rows or self.has_open_foot or box.h >= MIN_LARGE_NAME_HEIGHT
        size = LARGE_NAME_SIZE if roomy else NAME_SIZE
        arrow = place_moved_arrow(box)
        if self.has_two_rows:
            end = arrow.x - PLATE_GAP // 2 if self.has_arrow else box.x + box.w - PLATE_PADDING
            end -= self.tail
        if self.has_arrow and self.is_narrow:
            fitted = fit_name_lines(names, seat, size, end - left, max_height, MIN_SIZE)
            if not fitted.is_whole:
                # If a name is too long to fit beside the arrow, it gets the arrow's place as well.
                end = box.x + box.w - PLATE_PADDING - self.tail
                arrow = place_moved_arrow(box, in_score_row=True)
        if self.has_arrow:
            ground = tones.name_part_colour if arrow.y < box.y + self.head else tones.score_part_colour
            self.canvas.put(make_moved_arrow(ground), arrow.x, arrow.y)
        y, max_width = box.y + self.head // 2, end - left
        self.canvas.write_name(
            names,
            seat,
            left,
            y,
            size,
            tones.text_colour,
            tones.name_part_colour,
            max_width,
            max_height,
            MIN_SIZE,
        )
        foot = Box(left, box.y + self.head, box.w - 2 * PLATE_PADDING, box.h - self.head - 4)
        if self.has_open_foot:
            return foot
        if self.has_two_rows:
            return foot._replace(x=self.left, w=self.right - self.left)
        return Box(end, box.y, self.right - end, box.h)


def _measure_head(box: Box) -> int:
    """Return the height of the name part of a plate."""
    return box.h * 54 // 100 if box.h >= MIN_TWO_ROW_HEIGHT else box.h


def _fit_score(score: str, size: int, max_width: int) -> int:
    """Return the largest font size at which a score fits, but at least :data:`MIN_SIZE`."""
    while size > MIN_SIZE and measure_width(score, size) > max_width:
        size -= 2
    return size


def find_tail_end(box: Box, *, has_arrow: bool) -> int:
    """Return the right edge of the tail, the space left free at the end of the name's row.

    :param has_arrow: whether the arrow of the last move is after the tail.
    """
    return place_moved_arrow(box).x - PLATE_GAP if has_arrow else box.x + box.w - PLATE_PADDING


def place_moved_arrow(box: Box, *, in_score_row: bool = False) -> Box:
    """Return the place of the arrow of the last move on a plate: at the end of the name's row.

    :param in_score_row: whether to return the place at the end of the score row instead, for narrow plates
        with a long name.
    """
    wide, high = MOVED_ARROW_SIZE
    head = _measure_head(box)
    x = box.x + box.w - PLATE_PADDING - wide
    if in_score_row:
        return Box(x, box.y + head + (box.h - head - high) // 2 - 2, wide, high)
    return Box(x, box.y + (head - high) // 2, wide, high)


@lru_cache(maxsize=8)
def make_moved_arrow(background_colour: str) -> Sprite:
    """Return the arrow of the seat that made the last move: a small trail with its arrowhead."""
    fine, (wide, high) = 4, MOVED_ARROW_SIZE
    image = Image.new("RGB", (wide * fine, high * fine), background_colour)
    pen = ImageDraw.Draw(image)
    middle = high / 2
    pen.ellipse([fine * value for value in (1, middle - 8, 17, middle + 8)], WHITE_COLOUR)
    pen.rectangle([fine * value for value in (9, middle - 4.5, 26, middle + 4.5)], WHITE_COLOUR)
    pen.polygon([fine * value for value in (20, 1, wide - 1, middle, 20, high - 1)], WHITE_COLOUR)
    return Sprite(reduce_to_palette(image.reduce(fine)), None)
