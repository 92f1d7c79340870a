"""Records the texts drawn on a picture, and the bounding boxes of their ink."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple
from unittest.mock import patch

from games.drawing import canvas, text
from games.drawing.canvas import Canvas
from games.drawing.sprites import Sprite


class WrittenLine(NamedTuple):
    """A line of text with the box around its ink."""

    content: str
    left: int
    top: int
    right: int
    bottom: int

    def overlaps(self, other: WrittenLine) -> bool:
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )


@contextmanager
def record_lines() -> Iterator[list[WrittenLine]]:
    """Yield a list to which every line written on a canvas is added."""
    found: list[WrittenLine] = []
    put, tile = Canvas.put, text.draw_cached
    made: dict[int, tuple[Sprite, str]] = {}

    def record_and_draw(content: str, size: int, ink: str, background_colour: str) -> Sprite:
        sprite = tile(content, size, ink, background_colour)
        made[id(sprite)] = sprite, content
        return sprite

    def record_and_put(self: Canvas, sprite: Sprite, x: int, y: int, rows: int | None = None) -> None:
        if id(sprite) in made:
            image = sprite.image
            plain = image.point([0 if level == image.getpixel((0, 0)) else 255 for level in range(256)], "L")
            left, top, right, bottom = plain.getbbox() or (0, 0, 0, 0)
            found.append(WrittenLine(made[id(sprite)][1], x + left, y + top, x + right, y + bottom))
        put(self, sprite, x, y, rows)

    with (
        patch.object(text, "draw_cached", record_and_draw),
        patch.object(canvas.Canvas, "put", record_and_put),
    ):
        yield found
