"""Draws the posters of games: the title over the art, in true colour.

``tools.posters`` draws the art ahead of time, from the pieces of the games.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import lru_cache
from math import ceil
from typing import Final

from PIL import Image, ImageDraw

from games.core.picture import GOLD_COLOUR, INK_COLOUR, NAVY_COLOUR, WHITE_COLOUR, Poster
from games.drawing import glyphs, palette
from games.drawing.sprites import Sprite

POSTER_ART_FOLDER: Final = palette.SPRITES_FOLDER.parent / "posters"
POSTER_WIDTH: Final = 1000
POSTER_HEIGHT: Final = 400
ARRANGED_SIZE: Final = (700, 280)
"""Size of each poster in a picture of several."""
ARRANGED_GAP: Final = 12
SEA_COLOUR: Final = "#2F86A6"
"""Background colour for a game without art."""
FINE_FACTOR: Final = 3
"""Factor by which the title is drawn larger."""
TITLE_SIZE: Final = 136
TITLE_X: Final = 44
TITLE_Y: Final = 104
MAX_TITLE_WIDTH: Final = 430
STROKE_WIDTH: Final = 9
PIECES_START: Final = 0.44
"""Fraction of a poster's width, from the left, that has no pieces."""
CORNER_RADIUS: Final = 14


def draw_poster(title: str, poster: Poster) -> Image.Image:
    """Draw the poster of a game."""
    image = load_poster_art(poster).copy()
    lines = title.split()
    size = TITLE_SIZE
    while (
        max(glyphs.load_font(glyphs.MAIN_FACES[0], size).getlength(line) for line in lines) > MAX_TITLE_WIDTH
    ):
        size -= 4
    top = TITLE_Y if len(lines) > 1 else TITLE_Y + size // 2
    box = (0, 0, MAX_TITLE_WIDTH + 2 * TITLE_X, POSTER_HEIGHT)
    large = image.crop(box).resize((FINE_FACTOR * box[2], FINE_FACTOR * box[3]), Image.Resampling.BICUBIC)
    pen, face = ImageDraw.Draw(large), glyphs.load_font(glyphs.MAIN_FACES[0], FINE_FACTOR * size)
    for number, line in enumerate(lines):
        place = (FINE_FACTOR * TITLE_X, FINE_FACTOR * (top + number * size))
        pen.text(
            place,
            line,
            WHITE_COLOUR,
            face,
            "lm",
            stroke_width=FINE_FACTOR * STROKE_WIDTH,
            stroke_fill=INK_COLOUR,
        )
    under = top + len(lines) * size - size // 3
    bar = (
        FINE_FACTOR * TITLE_X,
        FINE_FACTOR * under,
        FINE_FACTOR * (TITLE_X + 120),
        FINE_FACTOR * (under + 12),
    )
    pen.rounded_rectangle(bar, FINE_FACTOR * 6, GOLD_COLOUR, INK_COLOUR, FINE_FACTOR * 3)
    image.paste(large.reduce(FINE_FACTOR), (0, 0))
    return image


@lru_cache(maxsize=8)
def load_poster_art(poster: Poster) -> Image.Image:
    """Return a poster's art without the title, or an empty sea if the poster has no art."""
    path = POSTER_ART_FOLDER / f"{poster.atlas}.png"
    if not poster.atlas or not path.is_file():
        return Image.new("RGB", (POSTER_WIDTH, POSTER_HEIGHT), SEA_COLOUR)
    with Image.open(path) as file:
        return file.convert("RGB")


@lru_cache(maxsize=16)
def cut_pieces(poster: Poster, height: int) -> Sprite:
    """Return the part of a poster with the pieces, reduced to ``height`` pixels, with rounded corners."""
    whole = load_poster_art(poster)
    part = whole.crop((round(whole.width * PIECES_START), 0, whole.width, whole.height))
    size = (round(part.width * height / part.height), height)
    mask = Image.new("1", size)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, size[0] - 1, size[1] - 1), CORNER_RADIUS, 1)
    return Sprite(reduce_colours(part.resize(size, Image.Resampling.LANCZOS)), mask)


def arrange_posters(posters: Sequence[Image.Image]) -> Image.Image:
    """Arrange posters in one picture, two in each row."""
    rows = ceil(len(posters) / 2)
    image = Image.new(
        "RGB",
        (2 * ARRANGED_SIZE[0] + ARRANGED_GAP, rows * (ARRANGED_SIZE[1] + ARRANGED_GAP) - ARRANGED_GAP),
        NAVY_COLOUR,
    )
    for number, poster in enumerate(posters):
        place = (
            number % 2 * (ARRANGED_SIZE[0] + ARRANGED_GAP),
            number // 2 * (ARRANGED_SIZE[1] + ARRANGED_GAP),
        )
        image.paste(poster.resize(ARRANGED_SIZE, Image.Resampling.LANCZOS), place)
    return image


def encode_poster(image: Image.Image) -> bytes:
    """Return the PNG file of a poster."""
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def reduce_colours(image: Image.Image) -> Image.Image:
    """Convert a full-colour picture to the shared palette."""
    key = Image.new("P", (1, 1))
    key.putpalette(palette.to_bytes()[: 3 * len(palette.list_colours())])
    flat = image.convert("RGB").quantize(palette=key, dither=Image.Dither.NONE)
    flat.putpalette(palette.to_bytes())
    return flat
