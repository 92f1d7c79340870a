"""Draws boards in true colour, without the palette.

A game draws sprites and texts onto a canvas. This module replaces the canvas with an RGB canvas, and sprites
with ones that are rendered from the SVG sources without reducing colours.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from types import ModuleType
from unittest.mock import patch

from PIL import Image, ImageDraw

from assets.build import render_on_background
from assets.studio.__main__ import draw_all
from games.core.protocol import Game
from games.core.shapes import ViewLike
from games.core.texts import Scene
from games.drawing import glyphs, palette, text
from games.drawing.canvas import Anchor, Canvas
from games.drawing.sprites import Sprite, load_atlas

Pixels = tuple[tuple[int, int], bytes]


def _read_pixels(image: Image.Image) -> Pixels:
    return image.size, image.tobytes()


@cache
def _map_sprites() -> dict[Pixels, Image.Image]:
    """Return each sprite's true-colour picture, by the pixels of its palette picture.

    Faded sprites have none, because they exist in palette colours only.
    """
    sprites: dict[Pixels, Image.Image] = {}
    for folder, files in sorted(draw_all().items()):
        sheet = load_atlas(folder)
        for name, source in sorted(files.items()):
            pixels = render_on_background(source)[..., :3]
            sprites[_read_pixels(sheet[name].image)] = Image.fromarray(pixels.copy())
    return sprites


class TrueCanvas(Canvas):
    """Replaces a game's canvas with one in true colour."""

    __slots__ = ()

    def __init__(self, base: Sprite) -> None:
        self.image = Image.new("RGB", base.size)
        self.put(base, 0, 0)

    def put(self, sprite: Sprite, x: int, y: int, rows: int | None = None) -> None:
        """Draw a sprite in its original colours."""
        true = _map_sprites().get(_read_pixels(sprite.image))
        if true is None:
            true = sprite.image.copy()
            if true.mode == "P":  # Outlines and faded sprites exist in palette colours only.
                true.putpalette(palette.to_bytes())
                true = true.convert("RGB")
        self.image.paste(true, (x, y), sprite.mask)

    def fill_polygon(self, points: Sequence[tuple[float, float]], colour: str) -> None:
        """Fill a polygon."""
        ImageDraw.Draw(self.image).polygon(points, palette.parse_colour(colour))

    def draw_line(self, points: Sequence[tuple[float, float]], width: int, colour: str) -> None:
        """Draw a line through points."""
        ImageDraw.Draw(self.image).line(points, palette.parse_colour(colour), width, joint="curve")

    def fill_disc(self, x: float, y: float, radius: float, colour: str) -> None:
        """Fill a circle."""
        box = (x - radius, y - radius, x + radius, y + radius)
        ImageDraw.Draw(self.image).ellipse(box, palette.parse_colour(colour))

    def shade(self, x: int, y: int, mask: Image.Image, tones: Sequence[int]) -> None:
        """Recolour the pixels below a mask, each like the palette's nearest colour."""
        box = (x, y, x + mask.width, y + mask.height)
        shades = Image.new("P", (1, 1))
        shades.putpalette(palette.to_bytes()[: 3 * len(palette.list_colours())])
        part = self.image.crop(box).quantize(palette=shades, dither=Image.Dither.NONE).point(list(tones))
        part.putpalette(palette.to_bytes())
        self.image.paste(part.convert("RGB"), box, mask)

    def write_line(
        self,
        content: str,
        x: int,
        y: int,
        size: int,
        ink: str,
        background_colour: str,
        anchor: Anchor = "middle",
        max_width: int | None = None,
    ) -> None:
        """Write a text in true colour."""
        if max_width is not None:
            content = text.clip_to_width(content, size, max_width)
        width, tall = text.draw_cached(content, size, ink, background_colour).size
        ascent = glyphs.load_font(glyphs.MAIN_FACES[0], size).getmetrics()[0]
        left = float(x - {"left": 0, "middle": width // 2, "right": width}[anchor])
        pen = ImageDraw.Draw(self.image)
        for run in text.split_runs(content):
            run.write(pen, left, y - tall // 2 + ascent, size, ink)
            left += run.measure_width(size)


def draw_in_true_colour(game: Game, view: ViewLike, scene: Scene) -> Image.Image:
    """Draw a view in true colour."""
    module = import_module(game.drawing_path.partition(":")[0])
    _clear_cached_parts(module)
    try:
        with patch.object(module, "Canvas", TrueCanvas):
            picture: Image.Image = game.draw(view, scene)
    finally:
        _clear_cached_parts(module)
    return picture


def _clear_cached_parts(module: ModuleType) -> None:
    """Clear the cached parts of a game's drawing, because the two kinds of canvas can't share them."""
    for part in vars(module).values():
        if hasattr(part, "cache_clear"):
            part.cache_clear()
