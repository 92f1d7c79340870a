"""Draws the scoreboard below the board of a replay: each seat's piece, name and score.

A replay shows parts of the board, which may leave out the plates of other seats.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from itertools import product
from math import ceil
from typing import Final

from PIL import Image, ImageDraw

from games.core.picture import INK_COLOUR, NAVY_COLOUR, WHITE_COLOUR, Box, ScoreboardEntry
from games.drawing import palette
from games.drawing.canvas import Canvas
from games.drawing.fitting import fit_name_lines
from games.drawing.plates import LIT_TONE, MIN_SIZE, PlateTone, choose_tone, make_plate
from games.drawing.podium import make_leader_crown
from games.drawing.sprites import Sprite, load_atlas, make_masked_sprite
from games.drawing.text import measure_width

SCOREBOARD_MARGIN: Final = 6
"""Space around the plates in pixels, except above the mover's plate, which touches the board."""
PLATE_PADDING: Final = 12
MAX_SINGLE_ROW_SEATS: Final = 2
"""Maximum number of seats with the name and the score in one row."""
MAX_SINGLE_STRIP_SEATS: Final = 4
"""Maximum number of seats with plates beside each other. More seats have plates in two rows."""
SCOREBOARD_HEIGHTS: Final = (56, 96, 104)
"""Heights of a row of plates with the name beside the score, and of plates with the name above the score in
two rows or one.
"""
NAME_SIZE: Final = 32
SCORE_SIZE: Final = 40
LARGE_SCORE_SIZE: Final = 56
MAX_LARGE_DIGITS: Final = 2
"""Font size of scores in the highest plates, and maximum number of digits of scores with that size."""
CHANGE_SIZE: Final = 30
CHANGE_HEIGHT: Final = 32
CHANGE_PADDING: Final = 12
CHANGE_GAP: Final = 6
GAIN_COLOUR: Final = "#0E7A4F"
LOSS_COLOUR: Final = "#A9050F"
"""Font size, height and padding of the pill with the change of a score, the space beside it, and its
colours.
"""
MARK_MARGIN: Final = 4
MARK_PADDING: Final = 6
NARROW_MARK_PADDING: Final = 4
MARK_EDGE: Final = 4
MARK_RADIUS: Final = 10
"""Space above and below the background of a score that has just changed, space beside its text with and
without the change, the width of its coloured edge, and the radius of its corners.
"""
STAR_SPRITE: Final = "star"
STAR_SIZES: Final = (44, 40, 36, 32, 28)
"""Possible sizes of stars. A scoreboard has the largest ones for which all plates have room."""
MAX_SEPARATE_STARS: Final = 3
"""Maximum number of stars that don't overlap."""
OVERLAPPING_STEP_SHARE: Final = 0.65
"""Distance between stars that overlap, as a fraction of their size."""
MISSING_STAR_COLOURS: Final = {True: "#8E5B0C", False: "#9DBFCB"}
"""Colour of the dots for stars that a seat hasn't got yet, on a lit plate and on a dim one."""
MISSING_STAR_SHARE: Final = 0.36
"""Diameter of such a dot, as a fraction of a star's size."""
NAME_PART_HEIGHT: Final = 39
"""Height of the part of a plate with the name above the score."""
MAX_UNIT_SIZES: Final = (30, 36)
"""Maximum width and height of the sign after a score, beside small stars and larger ones."""
UNIT_BORDER: Final = 3
UNIT_GAP: Final = 8
"""Width of the white border around the sign after a score, and the space before it, in pixels."""
CROWN_WIDTH: Final = 44
CROWN_GAP: Final = 8
"""Width of the leader's crown, and the space before it, in pixels."""
MAX_MEDAL_SIZE: Final = 36
MAX_PIECE_SIZE: Final = 40
"""Maximum width and height of the piece that identifies a seat."""


def measure_height(seat_count: int) -> int:
    """Return the height of the scoreboard for a number of seats."""
    low, middle, high = SCOREBOARD_HEIGHTS
    if seat_count <= MAX_SINGLE_ROW_SEATS:
        return low
    rows = count_rows(seat_count)
    return rows * middle if rows > 1 else high


def count_rows(seat_count: int) -> int:
    """Return the number of rows of plates."""
    return 1 if seat_count <= MAX_SINGLE_STRIP_SEATS else 2


def place_plates(width: int, seat_count: int) -> tuple[Box, ...]:
    """Return the places of the seats' plates in a strip, row by row from left to right."""
    rows = count_rows(seat_count)
    columns, row_height = ceil(seat_count / rows), measure_height(seat_count) // rows
    step, high = (width - SCOREBOARD_MARGIN) // columns, row_height - 2 * SCOREBOARD_MARGIN
    return tuple(
        Box(
            SCOREBOARD_MARGIN + step * (seat % columns),
            SCOREBOARD_MARGIN + row_height * (seat // columns),
            step - SCOREBOARD_MARGIN,
            high,
        )
        for seat in range(seat_count)
    )


@lru_cache(maxsize=64)
def draw_scoreboard(
    width: int,
    atlas: str,
    names: tuple[str, ...],
    entries: tuple[ScoreboardEntry, ...],
    lit_seats: tuple[int | None, ...],
    placements: tuple[int, ...] = (),
    *,
    marked_seats: Collection[int] = (),
    leader: int | None = None,
) -> Image.Image:
    """Return the scoreboard as a strip with a plate for each seat.

    :param atlas: the game's sprites, with the seats' pieces.
    :param lit_seats: the seat whose turn is shown, or the winners. Their plates are lit and touch the board.
    :param placements: the seats' placements, for their medals after the match.
    :param marked_seats: seats whose score is on a coloured background if it changed, because the replay has
        just shown why.
    :param leader: the only seat that leads, if any. It has a crown unless its name leaves no room for one.
    """
    seats = len(entries)
    # The plates have either the name and the score in one row, or the score below the name.
    low = seats <= MAX_SINGLE_ROW_SEATS
    strip = Image.new("P", (width, measure_height(seats)), palette.find_index(NAVY_COLOUR))
    canvas = Canvas(Sprite(strip, None))
    places = place_plates(width, seats)
    entries, size, star_size = _fit_scores(entries, places[0])
    for seat, box in enumerate(places):
        lit = seat in lit_seats
        more, tones = SCOREBOARD_MARGIN * lit, choose_tone(lit)
        plate = Box(box.x, box.y - more, box.w, box.h + more)
        # Names and scores stay at the same height, whether or not the plate is lit.
        foot = box.y + (box.h if low else NAME_PART_HEIGHT)
        head = foot - plate.y
        canvas.put(make_plate(plate.w, plate.h, tones, head), plate.x, plate.y)
        left, right = box.x + PLATE_PADDING, box.x + box.w - PLATE_PADDING - 4
        centre_y = box.y + box.h // 2 - 2
        if not low:
            ends, head_y = (left, right), (box.y + foot) // 2 + 1
            _write_name(canvas, names, seat, ends, head_y, tones, has_crown=seat == leader)
            centre_y = (foot + box.y + box.h) // 2 - 2
            tones = tones._replace(name_part_colour=tones.score_part_colour)
        sign = _find_plate_icon(atlas, entries[seat], placements[seat] if placements else None)
        mark_height = box.y + box.h - (box.y if low else foot) - MARK_MARGIN if seat in marked_seats else 0
        ends = _put_score(
            canvas, atlas, sign, entries[seat], (left, right), centre_y, tones, (size, star_size, mark_height)
        )
        if low:
            _write_name(canvas, names, seat, ends, centre_y, tones, has_crown=seat == leader)
    return canvas.image


def _write_name(
    canvas: Canvas,
    names: tuple[str, ...],
    seat: int,
    ends: tuple[int, int],
    centre_y: int,
    tones: PlateTone,
    *,
    has_crown: bool,
) -> None:
    """Write a name between two edges, and draw the leader's crown after it if there is room."""
    left, right = ends
    fitted = fit_name_lines(names, seat, NAME_SIZE, right - left, 0, MIN_SIZE)
    canvas.write_fitted(fitted, left, centre_y, tones.text_colour, tones.name_part_colour, "left")
    left += max(measure_width(line, fitted.size) for line in fitted.lines) + CROWN_GAP
    crown = make_leader_crown(CROWN_WIDTH, is_lit=tones == LIT_TONE)
    if has_crown and left + crown.size[0] <= right:
        canvas.put(crown, left, centre_y - crown.size[1] // 2 - 1)


def _find_plate_icon(atlas: str, entry: ScoreboardEntry, placement: int | None) -> Sprite | None:
    """Return the icon at the left edge of a plate: the seat's medal or its piece, if any."""
    if placement is not None:
        return load_atlas("kit").scale_down(f"place_{placement}", MAX_MEDAL_SIZE)
    return load_atlas(atlas).scale_down(entry.sprite, MAX_PIECE_SIZE) if entry.sprite else None


def _put_score(
    canvas: Canvas,
    atlas: str,
    sign: Sprite | None,
    entry: ScoreboardEntry,
    ends: tuple[int, int],
    centre_y: int,
    tones: PlateTone,
    sizes: tuple[int, int, int],
) -> tuple[int, int]:
    """Draw the score at the right edge, and its change before it or, without a change, a sign at the left
    edge. Return the edges of the space between them.

    :param sizes: the font size of the score, the size of stars, and the height of the background of a score
        that changed, or 0 if it has none.
    """
    (left, right), (size, star_size, mark_height) = ends, sizes
    if entry.unit:
        unit = load_atlas(atlas).scale_down(entry.unit, _get_max_unit_size(star_size))
        right -= unit.size[0] + UNIT_BORDER
        top = centre_y - unit.size[1] // 2
        # Dark icons on dark plates need a light edge.
        canvas.put(
            _draw_border(*unit.size, tones.name_part_colour), right + 4 - UNIT_BORDER, top - UNIT_BORDER
        )
        canvas.put(unit, right + 4, top)
        right -= UNIT_BORDER + UNIT_GAP
    change = f"{entry.change:+d}".replace("-", "−") if entry.change else ""
    if mark_height and entry.has_changed:
        right = _put_marked_score(canvas, entry, change, right, centre_y, tones, (size, mark_height))
        if change:
            return left, right - CHANGE_GAP
    else:
        canvas.write_line(
            entry.score, right, centre_y, size, tones.text_colour, tones.name_part_colour, "right"
        )
        right -= measure_width(entry.score, size) + CHANGE_GAP
    if change:
        wide = measure_width(change, CHANGE_SIZE) + CHANGE_PADDING
        canvas.put(
            _draw_change(change, wide, entry.change > 0, tones.name_part_colour),
            right - wide,
            centre_y - CHANGE_HEIGHT // 2,
        )
        # Leave out the icon, because a plate with a change has no room for both the icon and the name.
        return left, right - wide - CHANGE_GAP
    if entry.stars or entry.goal:
        right -= measure_stars(entry, star_size)
        draw_stars(
            canvas, atlas, entry, right, centre_y, star_size, tones.text_colour == LIT_TONE.text_colour
        )
        right -= CHANGE_GAP
    if sign is not None:
        canvas.put(sign, left - 4, centre_y - sign.size[1] // 2)
        left += sign.size[0] + 2
    return left, right


def _put_marked_score(
    canvas: Canvas,
    entry: ScoreboardEntry,
    change: str,
    right: int,
    centre_y: int,
    tones: PlateTone,
    sizes: tuple[int, int],
) -> int:
    """Draw a score that has just changed and its change, on a background of their own. Return its left edge.

    :param sizes: the font size of the score, and the height of the background.
    """
    size, high = sizes
    padding = MARK_PADDING if change else NARROW_MARK_PADDING
    inner = measure_width(entry.score, size) + 2 * padding
    wide = inner + 2 * MARK_EDGE + (measure_width(change, CHANGE_SIZE) + 2 * MARK_PADDING if change else 0)
    # A changed score that sets no ``entry.value``, such as a number of cards, is neither a gain nor a loss.
    colour = INK_COLOUR if not change else GAIN_COLOUR if entry.change > 0 else LOSS_COLOUR
    right += padding + MARK_EDGE
    canvas.put(
        _draw_mark(wide, inner, high, colour, tones.name_part_colour), right - wide, centre_y - high // 2
    )
    canvas.write_line(
        entry.score, right - padding - MARK_EDGE, centre_y, size, INK_COLOUR, WHITE_COLOUR, "right"
    )
    if change:
        left = right - wide + MARK_EDGE + MARK_PADDING
        canvas.write_line(change, left, centre_y, CHANGE_SIZE, WHITE_COLOUR, colour, "left")
    return right - wide


@lru_cache(maxsize=64)
def _draw_mark(width: int, inner_width: int, height: int, colour: str, background_colour: str) -> Sprite:
    """Return the background of a change, and at its right end the white one of the score."""
    image = Image.new("P", (width, height), palette.find_index(background_colour))
    pen = ImageDraw.Draw(image)
    pen.rounded_rectangle((0, 0, width - 1, height - 1), MARK_RADIUS, palette.find_index(colour))
    inner = (width - inner_width - MARK_EDGE, MARK_EDGE, width - 1 - MARK_EDGE, height - 1 - MARK_EDGE)
    pen.rounded_rectangle(inner, MARK_RADIUS - MARK_EDGE, palette.find_index(WHITE_COLOUR))
    return Sprite(image, None)


def _fit_scores(
    entries: tuple[ScoreboardEntry, ...], box: Box
) -> tuple[tuple[ScoreboardEntry, ...], int, int]:
    """Return the entries, the font size of the scores and the size of stars, with which all scores below the
    names fit. Without enough room, the entries have no unit.
    """
    if len(entries) <= MAX_SINGLE_ROW_SEATS:
        return entries, SCORE_SIZE, STAR_SIZES[-1]
    is_large = len(entries) <= MAX_SINGLE_STRIP_SEATS and all(
        len(entry.score) <= MAX_LARGE_DIGITS for entry in entries
    )
    sizes = (LARGE_SCORE_SIZE, SCORE_SIZE) if is_large else (SCORE_SIZE,)
    room, high = box.w - 2 * PLATE_PADDING - 4, box.h - NAME_PART_HEIGHT
    bare = tuple(entry._replace(unit="") for entry in entries)
    for shown, size, star_size in product((entries, bare), sizes, STAR_SIZES):
        used_widths = [
            measure_stars(entry, star_size)
            + CHANGE_GAP
            + measure_width(entry.score, size)
            + (2 * UNIT_BORDER + UNIT_GAP + _get_max_unit_size(star_size)) * bool(entry.unit)
            for entry in shown
        ]
        if star_size <= high and max(used_widths) <= room:
            return shown, size, star_size
    return bare, SCORE_SIZE, STAR_SIZES[-1]


def _get_max_unit_size(star_size: int) -> int:
    """Return the maximum width and height of the sign of the unit after a score, such as a coin."""
    return MAX_UNIT_SIZES[star_size > STAR_SIZES[-1]]


def measure_stars(entry: ScoreboardEntry, size: int) -> int:
    """Return the width of a row of stars of a size: those that a seat has, and those that it needs to win."""
    count = max(entry.stars, entry.goal)
    return size + _get_star_step(count, size) * (count - 1)


def _get_star_step(count: int, size: int) -> int:
    return size if count <= MAX_SEPARATE_STARS else round(size * OVERLAPPING_STEP_SHARE)


def draw_stars(
    canvas: Canvas, atlas: str, entry: ScoreboardEntry, x: int, centre_y: int, size: int, is_lit: bool
) -> None:
    """Draw a row of stars centred vertically on ``centre_y``, with dots for those that the seat still needs.

    :param is_lit: whether the plate below is lit.
    """
    count = max(entry.stars, entry.goal)
    sprites = load_atlas(atlas)
    wide, high = sprites[STAR_SPRITE].size
    star = sprites.scale(STAR_SPRITE, (size * wide // max(wide, high), size * high // max(wide, high)))
    step = _get_star_step(count, size)
    # Draw the missing stars first, so that the seat's stars cover them where they overlap.
    for number in reversed(range(count)):
        shown = star if number < entry.stars else _draw_missing_star(size, is_lit)
        canvas.put(shown, x + step * number, centre_y - shown.size[1] // 2)


@lru_cache(maxsize=16)
def _draw_missing_star(size: int, is_lit: bool) -> Sprite:
    """Return a dot in the place of a star."""
    image = Image.new("P", (size, size), palette.CLEAR_INDEX)
    edge = round(size * (1 - MISSING_STAR_SHARE) / 2)
    box = (edge, edge, size - 1 - edge, size - 1 - edge)
    ImageDraw.Draw(image).ellipse(box, palette.find_index(MISSING_STAR_COLOURS[is_lit]))
    return make_masked_sprite(image)


@lru_cache(maxsize=16)
def _draw_border(width: int, height: int, background_colour: str) -> Sprite:
    """Return a white card that forms a border around the sign that is drawn on it."""
    size = (width + 2 * UNIT_BORDER, height + 2 * UNIT_BORDER)
    image = Image.new("P", size, palette.find_index(background_colour))
    box = (0, 0, size[0] - 1, size[1] - 1)
    ImageDraw.Draw(image).rounded_rectangle(box, 2 * UNIT_BORDER, palette.find_index(WHITE_COLOUR))
    return Sprite(image, None)


@lru_cache(maxsize=64)
def _draw_change(change: str, width: int, is_gain: bool, background_colour: str) -> Sprite:
    """Return a pill with the change of a score."""
    colour = GAIN_COLOUR if is_gain else LOSS_COLOUR
    canvas = Canvas(
        Sprite(Image.new("P", (width, CHANGE_HEIGHT), palette.find_index(background_colour)), None)
    )
    pen = ImageDraw.Draw(canvas.image)
    pen.rounded_rectangle(
        (0, 0, width - 1, CHANGE_HEIGHT - 1), CHANGE_HEIGHT // 2, palette.find_index(colour)
    )
    canvas.write_line(change, width // 2, CHANGE_HEIGHT // 2, CHANGE_SIZE, WHITE_COLOUR, colour)
    return Sprite(canvas.image, None)
