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
from games.drawing.podium import MEDAL_SIZE, make_leader_crown
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
CROWN_WIDTHS: Final = {True: 62, False: 44}
"""Width of the leader's crown, by whether the score has a row of its own."""
MOVED_ARROW_SIZE: Final = (44, 38)
"""Width and height of the arrow on the plate of the seat that made the last move."""


class NamePlate:
    """A seat's name plate, drawn part by part.

    Medal, badges and score each take their place from the row's free part, in the order of the calls. The
    name comes last and, whatever else the plate shows, begins at the left edge.
    """

    def __init__(
        self,
        canvas: Canvas,
        box: Box,
        names: tuple[str, ...],
        seat: int,
        *,
        is_lit: bool,
        has_moved: bool = False,
        is_leading: bool = False,
        tail: int = 0,
        has_open_foot: bool = False,
    ) -> None:
        """Draw the empty plate.

        :param is_lit: whether the seat is active or, at the end, a winner.
        :param has_moved: whether the seat made the last move. Unless the plate is lit, an arrow shows it at
            the end of the name's row, so never before a number. On a narrow plate with a name too long for
            that, the arrow is at the end of the score row.
        :param is_leading: whether the seat alone is ahead, which a crown in the score's row shows.
        :param tail: number of pixels left free at the end of the name's row, before the arrow.
        :param has_open_foot: whether a high plate has everything in the name's row, so that the row below is
            free.
        """
        self.canvas = canvas
        self.box = box
        self.names = names
        self.seat = seat
        self.tones = choose_tone(is_lit)
        self.has_two_rows = box.h >= MIN_TWO_ROW_HEIGHT and not has_open_foot
        self.has_open_foot = has_open_foot
        self.has_arrow = has_moved and not is_lit
        self.tail = tail
        self.head = head = _measure_head(box)
        self.score_y = box.y + head // 2 - (not has_open_foot)
        """Vertical centre of the row with the score."""
        if self.has_two_rows:
            self.score_y = box.y + head + (box.h - head) // 2 - 2
        self.crown: Sprite | None = None
        if is_leading:
            self.crown = make_leader_crown(CROWN_WIDTHS[self.has_two_rows], is_lit=is_lit)
        self.left, self.right = box.x + PLATE_PADDING, box.x + box.w - PLATE_PADDING
        """Edges of the free part of the row with the score."""
        if not self.has_two_rows:
            self.right = find_tail_end(box, has_arrow=self.has_arrow) - tail
        canvas.put(make_plate(box.w, box.h, self.tones, head), box.x, box.y)

    @property
    def is_narrow(self) -> bool:
        """Whether a long name leaves no space for the arrow."""
        return self.has_two_rows and self.box.w < NARROW_WIDTH

    def put_medal(self, placement: int | None) -> None:
        """Draw the medal of a placement at the right end of the row's free part, unless it is ``None``."""
        if placement is None:
            return
        wide, high = MEDAL_SIZE
        self.right -= wide
        top = self.box.y + (self.head - high) // 2
        if self.has_two_rows:
            top = min(self.score_y - high // 2, self.box.y + self.box.h - high - 7)
        self.canvas.put(load_atlas("kit")[f"place_{placement}"], self.right, top)
        self.right -= PLATE_GAP

    def put_badge(self, badge: Sprite | None) -> None:
        """Draw a badge at the right end of the row's free part, unless it is ``None``."""
        if badge is None:
            return
        self.right -= badge.size[0]
        self.canvas.put(badge, self.right, self._find_badge_top(badge))
        self.right -= PLATE_GAP

    def _find_badge_top(self, badge: Sprite) -> int:
        high = badge.size[1]
        return self.score_y - high // 2 if self.has_two_rows else self.box.y + (self.head - high) // 2

    def write_score(
        self, score: str, *, badge: Sprite | None = None, unit: Sprite | None = None, is_marked: bool = False
    ) -> None:
        """Write the score: at the left of its own row, or else at the right of the name's.

        :param badge: the seat's piece, before the score.
        :param unit: the sign after the score. It shows the things that the score counts. With one row, it is
            left out if the name would have to be cut for it. The leader's crown takes its place if there
            isn't room for both.
        :param is_marked: whether the score in a row of its own is dark on white, because it changed.
        """
        if self.has_two_rows:
            if badge is not None:
                self.canvas.put(badge, self.left, self._find_badge_top(badge))
                self.left += badge.size[0] + PLATE_GAP
            self._write_score_in_own_row(score, self._place_crown(unit), is_marked=is_marked)
        else:
            self._write_score_in_name_row(score, *self._choose_signs(score, unit, badge))
            self.put_badge(badge)

    def _place_crown(self, unit: Sprite | None) -> Sprite | None:
        """Draw the leader's crown at the right end of the score row. Return the sign after the score.

        On a plate that may need this place for the arrow, that sign is the crown.
        """
        if self.crown is None:
            return unit
        if self.is_narrow and self.has_arrow:
            return self.crown
        self.put_badge(self.crown)
        return unit

    def _choose_signs(self, score: str, unit: Sprite | None, badge: Sprite | None) -> tuple[Sprite, ...]:
        """Return the signs after a score in the name's row, as many as leave the name uncut."""
        both = tuple(sign for sign in (unit, self.crown) if sign is not None)
        for signs in (both, both[-1:]):
            if self._has_room_for_signs(score, signs, badge):
                return signs
        return ()

    def _write_score_in_own_row(self, score: str, unit: Sprite | None, *, is_marked: bool) -> None:
        unit_width = 0 if unit is None else unit.size[0]
        room = self.right - self.left - 2 * PLATE_GAP - unit_width
        if self.is_narrow and self.has_arrow:
            room -= MOVED_ARROW_SIZE[0] + PLATE_GAP
        size = _fit_score(score, self._measure_score_size(), room)
        score_width = measure_width(score, size)
        ink, ground = self.tones.text_colour, self.tones.score_part_colour
        if is_marked:
            ink, ground = INK_COLOUR, WHITE_COLOUR
            mark = make_number_background(score_width + 2 * MARK_MARGIN, self.box.h - self.head - 8)
            self.canvas.put(mark, self.left - MARK_MARGIN, self.score_y - mark.size[1] // 2)
        self.canvas.write_line(score, self.left, self.score_y, size, ink, ground, "left")
        self.left += score_width + 2 * PLATE_GAP
        if unit is not None:
            self.canvas.put(unit, self.left - PLATE_GAP, self.score_y - unit.size[1] // 2)
            self.left += unit_width

    def _write_score_in_name_row(self, score: str, *signs: Sprite) -> None:
        for sign in reversed(signs):
            self.right -= sign.size[0]
            self.canvas.put(sign, self.right, self.score_y - sign.size[1] // 2)
            self.right -= PLATE_GAP - 4
        size, tones = self._measure_score_size(), self.tones
        self.canvas.write_line(
            score, self.right, self.score_y, size, tones.text_colour, tones.name_part_colour, "right"
        )
        self.right -= measure_width(score, size) + PLATE_GAP

    def _has_room_for_signs(self, score: str, signs: tuple[Sprite, ...], badge: Sprite | None) -> bool:
        """Return whether signs after the score leave the name uncut on a plate with one row."""
        used_width = measure_width(score, self._measure_score_size()) + PLATE_GAP
        used_width += sum(sign.size[0] + PLATE_GAP for sign in signs)
        used_width += 0 if badge is None else badge.size[0] + PLATE_GAP
        return self._fits_name(NAME_SIZE, self.right - self.left - used_width)

    def _measure_score_size(self) -> int:
        """Return the font size of a score that isn't too long."""
        row = self.box.h - self.head - 8 if self.has_two_rows else self.head - 20
        return min(SCORE_SIZE, max(MIN_SIZE, row))

    def write_name(self) -> Box:
        """Write the name with the arrow of the last move. Return the free part of the plate."""
        box, tones = self.box, self.tones
        left = box.x + PLATE_PADDING
        is_roomy = self.has_two_rows or self.has_open_foot or box.h >= MIN_LARGE_NAME_HEIGHT
        size = LARGE_NAME_SIZE if is_roomy else NAME_SIZE
        end, arrow = self.right, place_moved_arrow(box)
        if self.has_two_rows:
            row_end = box.x + box.w - PLATE_PADDING - self.tail
            end = arrow.x - PLATE_GAP // 2 - self.tail if self.has_arrow else row_end
            # If a name is too long to fit beside the arrow, it gets the arrow's place as well.
            if self.has_arrow and self.is_narrow and not self._fits_name(size, end - left):
                end, arrow = row_end, place_moved_arrow(box, in_score_row=True)
        if self.has_arrow:
            ground = tones.name_part_colour if arrow.y < box.y + self.head else tones.score_part_colour
            self.canvas.put(make_moved_arrow(ground), arrow.x, arrow.y)
        self.canvas.write_name(
            self.names,
            self.seat,
            left,
            box.y + self.head // 2,
            size,
            tones.text_colour,
            tones.name_part_colour,
            end - left,
            self.head - 8,
            MIN_SIZE,
        )
        foot = Box(left, box.y + self.head, box.w - 2 * PLATE_PADDING, box.h - self.head - 4)
        if self.has_open_foot:
            return foot
        if self.has_two_rows:
            return foot._replace(x=self.left, w=self.right - self.left)
        return Box(end, box.y, self.right - end, box.h)

    def _fits_name(self, size: int, width: int) -> bool:
        """Return whether the name fits without being cut."""
        return fit_name_lines(self.names, self.seat, size, width, self.head - 8, MIN_SIZE).is_whole


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
