"""A palette picture that pieces and texts are laid on."""

from __future__ import annotations

from typing import Final, Literal

from PIL import ImageDraw

from games.kit import palette, text
from games.kit.sprites import Sprite

EDGE: Final = "#10293D"
Anchor = Literal["left", "middle", "right"]


class Canvas:
    """One picture in the making, in the shared palette."""

    __slots__ = ("_pen", "image")

    def __init__(self, base: Sprite) -> None:
        self.image = base.image.copy()
        self.image.putpalette(palette.flat())
        self._pen = ImageDraw.Draw(self.image)

    def put(self, sprite: Sprite, x: int, y: int) -> None:
        """Lay a sprite with its upper left corner at ``x``, ``y``."""
        self.image.paste(sprite.image, (x, y), sprite.mask)

    def write(
        self,
        content: str,
        x: int,
        y: int,
        size: int,
        ink: str,
        ground: str,
        anchor: Anchor = "middle",
        room: int | None = None,
    ) -> None:
        """Write a line about the height ``y`` in ``ink`` on ``ground``; ``room`` is its greatest width."""
        if room is not None:
            content = text.clipped(content, size, room)
        sprite = text.tile(content, size, ink, ground)
        across = {"left": 0, "middle": sprite.size[0] // 2, "right": sprite.size[0]}[anchor]
        self.put(sprite, x - across, y - sprite.size[1] // 2)

    def ring(
        self, x: int, y: int, width: int, height: int, thick: int, colour: str, radius: int = 12
    ) -> None:
        """Draw an outline ``thick`` pixels wide just outside a box, and a dark edge about it."""
        for wide, ink in ((thick + 2, EDGE), (thick, colour)):
            self._pen.rounded_rectangle(
                (x - wide, y - wide, x + width + wide - 1, y + height + wide - 1),
                radius + wide,
                outline=palette.index(ink),
                width=wide if ink is colour else 2,
            )
