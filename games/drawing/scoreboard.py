"""Draws the scoreboard below the board of a replay: each seat's piece, name and score.

A replay shows parts of the board, which may leave out the plates of other seats.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from PIL import Image

from games.core.picture import NAVY_COLOUR, Box, ScoreboardEntry
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
    width: int, atlas: str, names: tuple[str, ...], entries: tuple[ScoreboardEntry, ...], mover: int | None
) -> Image.Image:
    """Return the scoreboard as a strip with a plate for each seat.

    :param atlas: the game's sprites, with the seats' pieces.
    :param mover: the seat whose part of the board is shown. The mover's plate is lit and touches the board.
    """
    seats = len(entries)
    strip = Image.new("P", (width, measure_height(seats)), palette.find_index(NAVY_COLOUR))
    canvas = Canvas(Sprite(strip, None))
    for seat, box in enumerate(place_plates(width, seats)):
        lit = seat == mover
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
        ends = _put_score(canvas, atlas, entries[seat], (left, right), level, tones)
        if seats <= MAX_SINGLE_ROW_SEATS:
            _write_name(canvas, names, seat, ends, level, tones)
    return canvas.image


def _write_name(
    canvas: Canvas, names: tuple[str, ...], seat: int, ends: tuple[int, int], level: int, tones: PlateTone
) -> None:
    """Write a name between two edges."""
    max_width = ends[1] - ends[0]
    canvas.write_name(names, seat, ends[0], level, NAME_SIZE, tones.ink, tones.head, max_width, 0, MIN_SIZE)


def _put_score(
    canvas: Canvas, atlas: str, entry: ScoreboardEntry, ends: tuple[int, int], level: int, tones: PlateTone
) -> tuple[int, int]:
    """Draw a seat's piece at the left edge and its score at the right edge. Return the edges of the space
    between them.
    """
    left, right = ends
    if entry.sprite:
        across, down = load_atlas(atlas)[entry.sprite].size
        share = min(1.0, MAX_PIECE_SIZE / max(across, down))
        wide, high = round(across * share), round(down * share)
        piece = load_atlas(atlas).scale(entry.sprite, (wide, high))
        canvas.put(piece, left - 4, level - high // 2)
        left += wide + 2
    canvas.write(entry.score, right, level, SCORE_SIZE, tones.ink, tones.head, "right")
    return left, right - round(measure_width(entry.score, SCORE_SIZE)) - PLATE_PADDING
