"""Pictures as they are seen on a phone: small and in grey."""

from __future__ import annotations

from PIL import Image, ImageChops

from games.core.picture import WIDTH
from games.drawing import palette

PHONE = 312
"""How many pixels wide a board of 1400 is on a phone."""


def flat(width: int, height: int, colour: str) -> Image.Image:
    """Return a plain ground in the shared palette."""
    image = Image.new("P", (width, height), palette.index(colour))
    image.putpalette(palette.flat())
    return image


def phone(image: Image.Image) -> Image.Image:
    """Return a picture in grey at the scale at which a phone shows a board."""
    size = (round(image.width * PHONE / WIDTH), round(image.height * PHONE / WIDTH))
    return image.convert("RGB").resize(size, Image.Resampling.LANCZOS).convert("L")


def contrast(before: Image.Image, after: Image.Image, share: float = 0.5) -> int:
    """Return the step in grey that a phone shows where two pictures differ most.

    It is that of the 40 strongest pixels' median, or of fewer where ``share`` of them would be unchanged.
    """
    steps = sorted(ImageChops.difference(phone(before), phone(after)).tobytes(), reverse=True)
    return steps[round(40 * share)]
