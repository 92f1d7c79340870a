"""Draws the poster of a game: its title and some of its pieces in the sea."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from PIL import Image, ImageDraw, ImageFilter

from games.core.picture import GOLD, INK, NAVY, WHITE, Piece, Poster
from games.drawing import glyphs, palette
from games.drawing.sprites import Sprite, atlas

WIDTH: Final = 1000
HEIGHT: Final = 400
HUNG: Final = (700, 280)
GAP: Final = 12
SEA: Final = (
    "#9ADCD3",
    "#7CCDCD",
    "#58B8C6",
    "#3FA0B8",
    "#2F86A6",
    "#256E93",
    "#1C587F",
    "#16466B",
    "#113657",
)
SAND: Final = ("#FFE7B4", "#F5D592", "#E3BC70")
TITLE: Final = 112
TITLE_X: Final = 44
TITLE_Y: Final = 104
TITLE_ROOM: Final = 430
STROKE: Final = 9
_SHADE: Final = (8, 24, 40, 110)
_DROP: Final = (6, 9)
_BLUR: Final = 5
_EDGE: Final = 16


def draw_poster(title: str, poster: Poster) -> Image.Image:
    """Draw the poster of a game."""
    image = draw_pieces(poster)
    _write_title(image, title)
    return reduce_colours(image)


def draw_pieces(poster: Poster) -> Image.Image:
    """Draw the pieces of a poster over the sea, in full colour and without the title."""
    image = _draw_sea()
    for piece in poster.pieces:
        _draw_piece(image, atlas(poster.atlas)[piece.sprite], piece)
    return image


def arrange_posters(posters: Sequence[Image.Image]) -> Image.Image:
    """Arrange posters in one picture, two in each row."""
    rows = -(-len(posters) // 2)
    image = Image.new("RGB", (2 * HUNG[0] + GAP, rows * (HUNG[1] + GAP) - GAP), NAVY)
    for number, poster in enumerate(posters):
        place = (number % 2 * (HUNG[0] + GAP), number // 2 * (HUNG[1] + GAP))
        image.paste(poster.convert("RGB").resize(HUNG, Image.Resampling.LANCZOS), place)
    return reduce_colours(image)


def reduce_colours(image: Image.Image) -> Image.Image:
    """Return a full-colour picture in the shared palette."""
    key = Image.new("P", (1, 1))
    key.putpalette(palette.flat()[: 3 * len(palette.colours())])
    flat = image.convert("RGB").quantize(palette=key, dither=Image.Dither.NONE)
    flat.putpalette(palette.flat())
    return flat


def _draw_sea() -> Image.Image:
    """Draw the sea, which gets deeper to the right, over a strip of sand."""
    image = Image.new("RGBA", (WIDTH, HEIGHT), SEA[0])
    pen = ImageDraw.Draw(image)
    wide = WIDTH / len(SEA)
    for band, colour in enumerate(SEA[1:], 1):
        edge = [(band * wide + 14 * math.sin(y / 46 + band * 1.7), y) for y in range(0, HEIGHT + 8, 8)]
        pen.polygon([*edge, (WIDTH, HEIGHT), (WIDTH, 0)], fill=colour)
    for depth, colour in zip((54, 46, 12), (SAND[2], SAND[1], SAND[0]), strict=True):
        top = [(x, round(HEIGHT - depth + 6 * math.sin(x / 70 + depth))) for x in range(0, WIDTH + 10, 10)]
        pen.polygon([*top, (WIDTH, HEIGHT), (0, HEIGHT)], fill=colour)
    return image


def _draw_piece(image: Image.Image, sprite: Sprite, piece: Piece) -> None:
    """Draw a sprite with its shadow."""
    cut = _cut_out(sprite)
    size = (round(cut.width * piece.scale), round(cut.height * piece.scale))
    cut = cut.resize(size, Image.Resampling.LANCZOS)
    cut = cut.rotate(piece.turn, Image.Resampling.BICUBIC, expand=True)
    x, y = piece.x - cut.width // 2, piece.y - cut.height // 2
    shade = Image.new("RGBA", (cut.width + 2 * _EDGE, cut.height + 2 * _EDGE), (*_SHADE[:3], 0))
    shade.paste(_SHADE, (_EDGE, _EDGE), cut.getchannel("A"))
    shade = shade.filter(ImageFilter.GaussianBlur(_BLUR))
    image.paste(shade, (x + _DROP[0] - _EDGE, y + _DROP[1] - _EDGE), shade)
    image.paste(cut, (x, y), cut)


def _cut_out(sprite: Sprite) -> Image.Image:
    """Return a sprite in full colour with transparency."""
    flat = sprite.image.copy()
    flat.putpalette(palette.flat())
    cut = flat.convert("RGBA")
    if sprite.mask is not None:
        cut.putalpha(sprite.mask.convert("L"))
    return cut


def _write_title(image: Image.Image, title: str) -> None:
    """Write the title, one word to a line, as large as possible."""
    pen, face = ImageDraw.Draw(image), glyphs.FACES[0]
    lines = title.split()
    size = TITLE
    while max(glyphs.font(face, size).getlength(line) for line in lines) > TITLE_ROOM:
        size -= 4
    top = TITLE_Y if len(lines) > 1 else TITLE_Y + size // 2
    for number, line in enumerate(lines):
        place = (TITLE_X, top + number * size)
        pen.text(place, line, WHITE, glyphs.font(face, size), "lm", stroke_width=STROKE, stroke_fill=INK)
    under = top + len(lines) * size - size // 3
    pen.rounded_rectangle((TITLE_X, under, TITLE_X + 120, under + 12), 6, GOLD, INK, 3)
