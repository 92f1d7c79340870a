"""The same boards in true colour: what a picture would be without the palette.

A game's drawing lays sprites and texts on a canvas. Here it gets an RGB canvas, and sprites as they come
out of their SVG sources before their colours were reduced, cut along the same edges.
"""

from __future__ import annotations

import io
from functools import cache
from importlib import import_module
from typing import Any
from unittest.mock import patch

import resvg_py
from PIL import Image, ImageDraw

from assets.build import DIM, DIM_SHARE, FONT, MATTE
from assets.studio.__main__ import ART
from games.core.protocol import Game, Scene
from games.kit import palette, text
from games.kit.sprites import Sprite, atlas


@cache
def _sprites() -> dict[int, Image.Image]:
    """True-colour sprites by the identity of the palette picture that they stand for."""
    found: dict[int, Image.Image] = {}
    for folder in sorted(path for path in ART.iterdir() if path.is_dir()):
        sheet = atlas(folder.name)
        for source in sorted(folder.glob("*.svg")):
            svg = source.read_text(encoding="utf-8")
            data = resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=[str(FONT)])
            with Image.open(io.BytesIO(bytes(data))) as file:
                cut = file.convert("RGBA")
            image = Image.new("RGB", cut.size, MATTE)
            image.paste(cut, mask=cut.getchannel("A"))
            found[id(sheet[source.stem].image)] = image
            found[id(sheet.dim(source.stem).image)] = Image.blend(
                image, Image.new("RGB", image.size, DIM), DIM_SHARE
            )
    return found


class TrueCanvas:
    """Stands in for :class:`games.kit.canvas.Canvas`."""

    def __init__(self, base: Sprite) -> None:
        self.image = Image.new("RGB", base.size)
        self.put(base, 0, 0)
        self._pen = ImageDraw.Draw(self.image)

    def put(self, sprite: Sprite, x: int, y: int) -> None:
        self.image.paste(_sprites()[id(sprite.image)], (x, y), sprite.mask)

    def write(
        self,
        content: str,
        x: int,
        y: int,
        size: int,
        ink: str,
        ground: str,
        anchor: str = "middle",
        room: int | None = None,
    ) -> None:
        if room is not None:
            content = text.clipped(content, size, room)
        width, tall = text.tile(content, size, ink, ground).size
        ascent = text.font(text.FACES[0], size).getmetrics()[0]
        left = float(x - {"left": 0, "middle": width // 2, "right": width}[anchor])
        for face, part in text.runs(content):
            chosen = text.font(face, size)
            self._pen.text((left, y - tall // 2 + ascent), part, fill=ink, font=chosen, anchor="ls")
            left += chosen.getlength(part)

    def ring(
        self, x: int, y: int, width: int, height: int, thick: int, colour: str, radius: int = 12
    ) -> None:
        box = (x - thick, y - thick, x + width + thick - 1, y + height + thick - 1)
        self._pen.rounded_rectangle(box, radius + thick, outline=palette.rgb(colour), width=thick)


def drawn(game: Game, view: Any, scene: Scene) -> Image.Image:
    """Draw ``view`` in true colour."""
    module = import_module(game.drawing.partition(":")[0])
    with patch.object(module, "Canvas", TrueCanvas):
        return game.draw(view, scene)
