"""Draws the title of a replay: the game's poster above the players' plates."""

from __future__ import annotations

from functools import lru_cache
from math import ceil
from typing import Final

from PIL import Image

from games.core.picture import NAVY_COLOUR, Box, Poster
from games.drawing import palette
from games.drawing.canvas import Canvas
from games.drawing.fitting import fit_name_lines
from games.drawing.plates import MIN_SIZE, choose_tone, make_plate
from games.drawing.poster import POSTER_HEIGHT, POSTER_WIDTH, draw_poster
from games.drawing.reduction import quantize_picture
from games.drawing.sprites import Sprite, load_atlas

PLATE_GAP: Final = 12
PLATE_PADDING: Final = 20
MAX_NAME_SIZE: Final = 72
NAME_SHARE: Final = 0.5
"""Maximum font size of a name as a fraction of the height of its plate."""
PIECE_HEIGHT_SHARE: Final = 0.66
"""Height of the piece that identifies a player, as a fraction of the height of the plate."""
MIN_COMMON_SIZE: Final = 36
"""Minimum font size that all names share. A name that doesn't fit is written smaller."""
MAX_PIECE_ENLARGEMENT: Final = 1.6
MAX_ONE_COLUMN_PLAYERS: Final = 3
MAX_TWO_COLUMN_PLAYERS: Final = 4
"""Maximum number of players with plates in one column, and in two columns. More players have three."""


@lru_cache(maxsize=8)
def draw_title(
    title: str,
    poster: Poster,
    size: tuple[int, int],
    atlas: str,
    names: tuple[str, ...],
    signs: tuple[str, ...],
    starter: int | None,
) -> Image.Image:
    """Return the title of a replay. Boards that are too small for plates only get the poster.

    :param atlas: the game's sprites.
    :param signs: the sprite of each seat's piece, or an empty text.
    :param starter: the seat whose turn is first. Its plate is lit.
    """
    width, height = size
    high = width * POSTER_HEIGHT // POSTER_WIDTH
    canvas = Canvas(Sprite(Image.new("P", size, palette.find_index(NAVY_COLOUR)), None))
    art = quantize_picture(draw_poster(title, poster).resize((width, high), Image.Resampling.LANCZOS))
    canvas.image.paste(art, (0, 0))
    boxes = place_players(Box(0, high, width, height - high), len(names))
    if min(min(box.w - 2 * PLATE_PADDING, box.h) for box in boxes) < MIN_SIZE:
        return canvas.image
    pieces = [
        _scale_piece(atlas, sign, box.h) if sign else None for sign, box in zip(signs, boxes, strict=True)
    ]
    rooms = [
        box.w - 2 * PLATE_PADDING - (piece.size[0] + PLATE_GAP if piece else 0)
        for piece, box in zip(pieces, boxes, strict=True)
    ]
    # All names have the same size, unless one is very long.
    largest = min(MAX_NAME_SIZE, round(boxes[0].h * NAME_SHARE))
    fitted = (
        fit_name_lines(names, seat, largest, room, 0, MIN_COMMON_SIZE) for seat, room in enumerate(rooms)
    )
    common = min(line.size for line in fitted)
    for seat, (box, piece, room) in enumerate(zip(boxes, pieces, rooms, strict=True)):
        tones, left, middle = choose_tone(seat == starter), box.x + PLATE_PADDING, box.y + box.h // 2 - 2
        canvas.put(make_plate(box.w, box.h, tones, box.h), box.x, box.y)
        if piece:
            canvas.put(piece, left - 4, middle - piece.size[1] // 2)
            left += piece.size[0] + PLATE_GAP
        canvas.write_name(
            names,
            seat,
            left,
            middle,
            common,
            tones.text_colour,
            tones.name_part_colour,
            room,
            box.h - PLATE_GAP,
            MIN_SIZE,
        )
    return canvas.image


def _scale_piece(atlas: str, sign: str, height: int) -> Sprite:
    wide, tall = load_atlas(atlas)[sign].size
    share = min(height * PIECE_HEIGHT_SHARE / tall, MAX_PIECE_ENLARGEMENT)
    return load_atlas(atlas).scale(sign, (round(wide * share), round(tall * share)))


def place_players(area: Box, player_count: int) -> tuple[Box, ...]:
    """Return the places of the players' plates in an area, row by row."""
    columns = 1 + (player_count > MAX_ONE_COLUMN_PLAYERS) + (player_count > MAX_TWO_COLUMN_PLAYERS)
    rows = ceil(player_count / columns)
    wide, high = (area.w - PLATE_GAP) // columns, (area.h - PLATE_GAP) // rows
    return tuple(
        Box(
            area.x + PLATE_GAP + wide * (player % columns),
            area.y + PLATE_GAP + high * (player // columns),
            wide - PLATE_GAP,
            high - PLATE_GAP,
        )
        for player in range(player_count)
    )
