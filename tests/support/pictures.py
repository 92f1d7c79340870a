"""Pictures as seen on a phone: small and in grey."""

from __future__ import annotations

from PIL import Image, ImageChops

from games.core.picture import WIDTH
from games.drawing import palette

PHONE = 312
"""Width in pixels of a 1400 pixel board on a phone."""


def flat(width: int, height: int, colour: str) -> Image.Image:
    """Return a plain background in the shared palette."""
    image = Image.new("P", (width, height), palette.index(colour))
    image.putpalette(palette.flat())
    return image


def phone(image: Image.Image) -> Image.Image:
    """Return a picture in grey at the scale of a board on a phone."""
    size = (round(image.width * PHONE / WIDTH), round(image.height * PHONE / WIDTH))
    return image.convert("RGB").resize(size, Image.Resampling.LANCZOS).convert("L")


def contrast(before: Image.Image, after: Image.Image, share: float = 0.5) -> int:
    """Return the greatest difference in grey between two pictures on a phone.

    It is the median of the 40 pixels that differ most, or of fewer if ``share`` of them would be unchanged.
    """
    steps = sorted(ImageChops.difference(phone(before), phone(after)).tobytes(), reverse=True)
    return steps[round(40 * share)]
