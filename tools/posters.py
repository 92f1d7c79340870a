"""Draw the art of the games' posters: ``python -m tools.posters``.

The command writes ``assets/posters`` in true colour, from the SVG sources of the pieces. Everything is drawn
larger and then reduced, so that all edges are smooth. The bot only adds titles. ``--check`` writes nothing,
and fails if a poster is outdated.
"""

from __future__ import annotations

import argparse
import io
import math
import sys
from typing import Final

import resvg_py
from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageStat

from assets.build import FONT_PATH
from assets.studio.__main__ import draw_all
from games.core.picture import Poster, PosterPiece
from games.drawing.poster import POSTER_ART_FOLDER, POSTER_HEIGHT, POSTER_WIDTH, load_poster_art
from games.registry import GAMES

FINE_FACTOR: Final = 3
"""Everything is enlarged by this factor while drawing."""
SEA_COLOURS: Final = (
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
SAND_COLOURS: Final = ("#FFE7B4", "#F5D592", "#E3BC70")
SHADOW_COLOUR: Final = (8, 24, 40, 120)
SHADOW_OFFSET: Final = (6, 9)
SHADOW_BLUR: Final = 6
SHADOW_MARGIN: Final = 24
MIN_OUTDATED_DIFFERENCE: Final = 0.05
"""Minimum mean difference of colour values (0 to 255) that makes a poster outdated.

Smaller differences occur because other versions of Pillow blur differently.
"""


def draw_sea(width: int = POSTER_WIDTH, height: int = POSTER_HEIGHT, sand: int = 54) -> Image.Image:
    """Draw the sea above a strip of sand, :data:`FINE_FACTOR` times larger."""
    width, height = FINE_FACTOR * width, FINE_FACTOR * height
    image = Image.new("RGB", (width, height), SEA_COLOURS[0])
    pen = ImageDraw.Draw(image)
    wide = width / len(SEA_COLOURS)
    for band, colour in enumerate(SEA_COLOURS[1:], 1):
        edge = [
            (band * wide + 14 * FINE_FACTOR * math.sin(y / 46 / FINE_FACTOR + band * 1.7), y)
            for y in range(0, height + 8, 4)
        ]
        pen.polygon([*edge, (width, height), (width, 0)], fill=colour)
    for depth, colour in zip((sand, sand - 8, sand // 4), reversed(SAND_COLOURS), strict=True):
        top = [
            (x, height - FINE_FACTOR * (depth - 6 * math.sin(x / 70 / FINE_FACTOR + depth)))
            for x in range(0, width + 8, 4)
        ]
        pen.polygon([*top, (width, height), (0, height)], fill=colour)
    return image


def render_piece(source: str, scale: float) -> Image.Image:
    """Render a sprite's SVG in full colour with transparency, :data:`FINE_FACTOR` times larger."""
    data = resvg_py.svg_to_bytes(
        svg_string=source, skip_system_fonts=True, font_files=[str(FONT_PATH)], zoom=scale * FINE_FACTOR
    )
    with Image.open(io.BytesIO(bytes(data))) as image:
        return image.convert("RGBA")


def put_piece(image: Image.Image, piece: PosterPiece, source: str) -> None:
    """Draw a piece with its shadow."""
    cut = render_piece(source, piece.scale).rotate(piece.rotation, Image.Resampling.BICUBIC, expand=True)
    x = FINE_FACTOR * piece.x - cut.width // 2
    y = FINE_FACTOR * piece.y - cut.height // 2
    edge = FINE_FACTOR * SHADOW_MARGIN
    shade = Image.new("L", (cut.width + 2 * edge, cut.height + 2 * edge))
    shade.paste(cut.getchannel("A").point([i * SHADOW_COLOUR[3] // 255 for i in range(256)]), (edge, edge))
    shade = shade.filter(ImageFilter.GaussianBlur(FINE_FACTOR * SHADOW_BLUR))
    dark = Image.new("RGB", shade.size, SHADOW_COLOUR[:3])
    image.paste(
        dark, (x + FINE_FACTOR * SHADOW_OFFSET[0] - edge, y + FINE_FACTOR * SHADOW_OFFSET[1] - edge), shade
    )
    image.paste(cut, (x, y), cut)


def draw_poster_art(poster: Poster, sources: dict[str, str]) -> Image.Image:
    """Draw a poster's pieces over the sea."""
    image = draw_sea()
    for piece in poster.pieces:
        put_piece(image, piece, sources[piece.sprite])
    return image.reduce(FINE_FACTOR)


def is_outdated(saved: Image.Image, drawn: Image.Image) -> bool:
    """Return whether a saved picture differs from the drawn one by more than blurring explains."""
    if saved.size != drawn.size:
        return True
    difference = ImageStat.Stat(ImageChops.difference(saved, drawn))
    return max(difference.mean) >= MIN_OUTDATED_DIFFERENCE


def main(arguments: list[str] | None = None) -> int:
    """Write or check the art of all posters. Return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.posters", description=__doc__)
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args(arguments).check
    folders, stale = draw_all(), []
    for game in GAMES.values():
        if not game.poster.pieces:
            continue
        art = draw_poster_art(game.poster, folders[game.poster.atlas])
        if not is_outdated(load_poster_art(game.poster), art):
            continue
        stale.append(game.key)
        if not check:
            POSTER_ART_FOLDER.mkdir(exist_ok=True)
            art.save(POSTER_ART_FOLDER / f"{game.poster.atlas}.png", optimize=True)
    if stale and check:
        print("run python -m tools.posters: " + ", ".join(stale))
    return 1 if stale and check else 0


if __name__ == "__main__":
    sys.exit(main())
