"""Draws boards as SVG, to measure the cost of rasterizing each picture.

A game's drawing code puts sprites and texts on a canvas. Here it gets a canvas that writes SVG: each sprite's
own source, defined once, and elements for texts and outlines, at the board's positions. Faded sprites are
covered with a half-transparent veil, and texts use a system font.
"""

from __future__ import annotations

import base64
import hashlib
import io
import re
from collections.abc import Sequence
from functools import cache
from html import escape
from importlib import import_module
from typing import Any, NamedTuple
from unittest.mock import patch

from PIL import Image

from assets.studio.__main__ import draw_all
from games.core.picture import NAVY_COLOUR
from games.core.protocol import Game
from games.core.texts import Scene
from games.das_riff import draw_side as das_riff
from games.drawing import glyphs, palette, text
from games.drawing.canvas import CORNER_RADIUS, EDGE_COLOUR, EDGE_WIDTH, Anchor, Canvas
from games.drawing.sprites import Sprite, load_atlas
from games.reef import layout as reef

VEIL_COLOUR, VEIL_OPACITY = "#0E324E", 0.45
BACKGROUNDS = (NAVY_COLOUR, das_riff.PANEL_COLOUR, reef.PANEL_COLOUR)
"""Colours towards which the games fade sprites."""


class SpriteSource(NamedTuple):
    """A sprite's SVG source."""

    name: str
    markup: str
    """The markup inside the outer ``<svg>``, with IDs that are unique in the document."""
    is_faded: bool
    """Whether to cover the sprite with a half-transparent veil."""


_KEPT_PICTURES: list[Any] = []
"""The pictures of :func:`_read_sources`, kept so that no other picture can get the same ``id()``."""


@cache
def _read_sources() -> dict[int, SpriteSource]:
    """Return the SVG source of each sprite, normal and faded, by the ``id()`` of its palette picture."""
    found: dict[int, SpriteSource] = {}
    for folder, files in draw_all().items():
        sheet = load_atlas(folder)
        for stem, source in sorted(files.items()):
            name = f"{folder}-{stem}"
            inner = re.sub(r"^<svg[^>]*>|</svg>\s*$", "", source.strip())
            markup = re.sub(r'(id="|url\(#|href="#)', rf"\g<1>{name}-", inner)
            dimmed = [(sheet.fade(stem, background).image, True) for background in BACKGROUNDS]
            for image, faded in ((sheet[stem].image, False), *dimmed):
                _KEPT_PICTURES.append(image)
                found[id(image)] = SpriteSource(name, markup, faded)
    return found


def _embed_sprite(sprite: Sprite) -> SpriteSource:
    """Return a sprite without an SVG source, such as a plate, as an embedded PNG."""
    image = sprite.image.copy()
    image.putpalette(palette.to_bytes())
    whole = image.convert("RGBA")
    if sprite.mask is not None:
        whole.putalpha(sprite.mask.convert("L"))
    file = io.BytesIO()
    whole.save(file, "PNG")
    data = base64.b64encode(file.getvalue()).decode()
    width, height = sprite.size
    markup = f'<image width="{width}" height="{height}" href="data:image/png;base64,{data}"/>'
    return SpriteSource(f"made-{hashlib.sha256(markup.encode()).hexdigest()[:16]}", markup, False)


class SvgCanvas(Canvas):
    """Stands in for a game's canvas. Its ``image`` is a list of SVG elements."""

    __slots__ = ("_known", "_size")

    def __init__(self, base: Sprite) -> None:
        self.image: Any = []
        self._known: set[str] = set()
        self._size = base.size
        self.put(base, 0, 0)

    def put(self, sprite: Sprite, x: int, y: int, rows: int | None = None) -> None:
        name, markup, faded = _read_sources().get(id(sprite.image)) or _embed_sprite(sprite)
        if name not in self._known:
            self._known.add(name)
            self.image.append(f'<defs><g id="{name}">{markup}</g></defs>')
        self.image.append(f'<use href="#{name}" x="{x}" y="{y}"/>')
        if faded:
            width, height = sprite.size
            self.image.append(
                f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{CORNER_RADIUS}"'
                f' fill="{VEIL_COLOUR}" opacity="{VEIL_OPACITY}"/>'
            )

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
        if max_width is not None:
            content = text.clip_to_width(content, size, max_width)
        ascent, descent = glyphs.load_font(glyphs.MAIN_FACES[0], size).getmetrics()
        side = {"left": "start", "middle": "middle", "right": "end"}[anchor]
        self.image.append(
            f'<text x="{x}" y="{y - (ascent + descent) // 2 + ascent}" font-size="{size}" font-weight="800"'
            f' font-family="Nunito, DejaVu Sans, sans-serif" text-anchor="{side}" fill="{ink}">'
            f"{escape(content)}</text>"
        )

    def draw_ring(self, x: int, y: int, width: int, height: int, thickness: int, colour: str) -> None:
        for reach, ink in ((thickness + EDGE_WIDTH, EDGE_COLOUR), (thickness, colour)):
            self.image.append(
                f'<rect x="{x - reach / 2}" y="{y - reach / 2}" width="{width + reach}"'
                f' height="{height + reach}" rx="{CORNER_RADIUS + reach / 2}" fill="none" stroke="{ink}"'
                f' stroke-width="{reach}"/>'
            )

    def fill_polygon(self, points: Sequence[tuple[float, float]], colour: str) -> None:
        corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        self.image.append(f'<polygon points="{corners}" fill="{colour}"/>')

    def fill_disc(self, x: float, y: float, radius: float, colour: str) -> None:
        self.image.append(f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{colour}"/>')

    def shade(self, x: int, y: int, mask: Image.Image, tones: Sequence[int]) -> None:
        width, height = mask.size
        self.image.append(
            f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{CORNER_RADIUS}"'
            f' fill="{EDGE_COLOUR}" opacity=".1"/>'
        )

    def markup(self) -> str:
        """Return the whole SVG document."""
        width, height = self._size
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
            f' viewBox="0 0 {width} {height}">{"".join(self.image)}</svg>'
        )


def draw_svg(game: Game, view: Any, scene: Scene) -> str:
    module = import_module(game.drawing_path.partition(":")[0])
    made: list[SvgCanvas] = []

    def make_canvas(base: Sprite) -> SvgCanvas:
        made.append(SvgCanvas(base))
        return made[-1]

    with patch.object(module, "Canvas", make_canvas):
        game.draw(view, scene)
    return made[-1].markup()
