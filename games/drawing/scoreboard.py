"""Draws the scoreboard below the board of a replay: each seat's piece, name and score.

A replay shows parts of the board, which may leave out the plates of other seats.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from games.core.picture import NAVY_COLOUR, WHITE_COLOUR, Box, ScoreboardEntry
from games.drawing import palette
from games.drawing.canvas import Canvas
from games.drawing.plates import MIN_SIZE, PlateTone, choose_tone, make_plate
from games.drawing.sprites import Sprite, load_atlas
from games.drawing.text import measure_width

SCOREBOARD_MARGIN: Final = 6
"""Space around the plates in pixels, except above the mover's plate, which touches the board."""
PLATE_PADDING: Final = 12
MAX_SINGLE_ROW_SEATS: Final = 2
"""Maximum number of seats with the name and the score in one row."""
SCOREBOARD_HEIGHTS: Final = (56, 88)
"""Heights of a scoreboard whose plates have one row, and of one whose plates have two."""
NAME_SIZE: Final = 32
SCORE_SIZE: Final = 40
CHANGE_SIZE: Final = 30
CHANGE_HEIGHT: Final = 32
CHANGE_PADDING: Final = 12
CHANGE_GAP: Final = 6
GAIN_COLOUR: Final = "#0E7A4F"
LOSS_COLOUR: Final = "#A9050F"
"""Font size, height and padding of the pill with the change of a score, the space beside it, and its
colours.
"""
MAX_PIECE_SIZE: Final = 40
"""Maximum width and height of the piece that identifies a seat."""


def measure_height(seats: int) -> int:
    """Return the height of the scoreboard for a number of seats."""
    return SCOREBOARD_HEIGHTS[seats > MAX_SINGLE_ROW_SEATS]


def place_plates(width: int, seats: int) -> tuple[Box, ...]:
    """Return the places of the seats' plates in a strip, from left to right."""
    step, high = (width - SCOREBOARD_MARGIN) // seats, measure_height(seats) - 2 * SCOREBOARD_MARGIN
    return tuple(
        Box(SCOREBOARD_MARGIN + step * seat, SCOREBOARD_MARGIN, step - SCOREBOARD_MARGIN, high)
        for seat in range(seats)
    )


@lru_cache(maxsize=64)
def draw_scoreboard(
    width: int,
    atlas: str,
    names: tuple[str, ...],
    entries: tuple[ScoreboardEntry, ...],
    lit_seats: tuple[int | None, ...],
    placements: tuple[int, ...] = (),
) -> Image.Image:
    """Return the scoreboard as a strip with a plate for each seat.

    :param atlas: the game's sprites, with the seats' pieces.
    :param lit_seats: the seat whose turn is shown, or the winners. Their plates are lit and touch the board.
    :param placements: the seats' placements, for their medals after the match.
    """
    seats = len(entries)
    strip = Image.new("P", (width, measure_height(seats)), palette.find_index(NAVY_COLOUR))
    canvas = Canvas(Sprite(strip, None))
    for seat, box in enumerate(place_plates(width, seats)):
        lit = seat in lit_seats
        more, tones = SCOREBOARD_MARGIN * lit, choose_tone(lit)
        plate = Box(box.x, box.y - more, box.w, box.h + more)
        # Lit or not, all names and all scores have the same height.
        foot = box.y + (box.h if seats <= MAX_SINGLE_ROW_SEATS else box.h * 52 // 100)
        head = foot - plate.y
        canvas.put(make_plate(plate.w, plate.h, tones, head), plate.x, plate.y)
        left, right = box.x + PLATE_PADDING, box.x + box.w - PLATE_PADDING - 4
        level = box.y + box.h // 2 - 2
        if seats > MAX_SINGLE_ROW_SEATS:
            _write_name(canvas, names, seat, (left, right), (box.y + foot) // 2 + 1, tones)
            level, tones = (foot + box.y + box.h) // 2 - 2, tones._replace(head=tones.foot)
        sign = _find_sign(atlas, entries[seat], placements[seat] if placements else None)
        ends = _put_score(canvas, sign, entries[seat], (left, right), level, tones)
        if seats <= MAX_SINGLE_ROW_SEATS:
            _write_name(canvas, names, seat, ends, level, tones)
    return canvas.image


def _write_name(
    canvas: Canvas, names: tuple[str, ...], seat: int, ends: tuple[int, int], level: int, tones: PlateTone
) -> None:
    """Write a name between two edges."""
    max_width = ends[1] - ends[0]
    canvas.write_name(names, seat, ends[0], level, NAME_SIZE, tones.ink, tones.head, max_width, 0, MIN_SIZE)


def _find_sign(atlas: str, entry: ScoreboardEntry, place: int | None) -> Sprite | None:
    """Return the sign at the left edge of a plate: the seat's medal or its piece, if any."""
    if place is not None:
        return load_atlas("kit")[f"place_{place}"]
    if not entry.sprite:
        return None
    across, down = load_atlas(atlas)[entry.sprite].size
    share = min(1.0, MAX_PIECE_SIZE / max(across, down))
    return load_atlas(atlas).scale(entry.sprite, (round(across * share), round(down * share)))


def _put_score(
    canvas: Canvas,
    sign: Sprite | None,
    entry: ScoreboardEntry,
    ends: tuple[int, int],
    level: int,
    tones: PlateTone,
) -> tuple[int, int]:
    """Draw the score at the right edge, and its change before it or, without a change, a sign at the left
    edge. Return the edges of the space between them.
    """
    left, right = ends
    canvas.write(entry.score, right, level, SCORE_SIZE, tones.ink, tones.head, "right")
    right -= round(measure_width(entry.score, SCORE_SIZE)) + CHANGE_GAP
    if entry.change:
        change = f"{entry.change:+d}".replace("-", "−")
        wide = measure_width(change, CHANGE_SIZE) + CHANGE_PADDING
        canvas.put(
            _draw_change(change, wide, entry.change > 0, tones.head), right - wide, level - CHANGE_HEIGHT // 2
        )
        # The name needs the place of the sign.
        return left, right - wide - CHANGE_GAP
    if sign is not None:
        canvas.put(sign, left - 4, level - sign.size[1] // 2)
        left += sign.size[0] + 2
    return left, right


@lru_cache(maxsize=64)
def _draw_change(change: str, wide: int, gain: bool, ground: str) -> Sprite:
    """Return a pill with the change of a score."""
    colour = GAIN_COLOUR if gain else LOSS_COLOUR
    canvas = Canvas(Sprite(Image.new("P", (wide, CHANGE_HEIGHT), palette.find_index(ground)), None))
    pen = ImageDraw.Draw(canvas.image)
    pen.rounded_rectangle((0, 0, wide - 1, CHANGE_HEIGHT - 1), CHANGE_HEIGHT // 2, palette.find_index(colour))
    canvas.write(change, wide // 2, CHANGE_HEIGHT // 2, CHANGE_SIZE, WHITE_COLOUR, colour)
    return Sprite(canvas.image, None)
