"""Pictures as they appear on a phone: small, and compared in grey."""

from __future__ import annotations

from PIL import Image, ImageChops

from games.core.picture import PICTURE_WIDTH
from games.drawing import palette

PHONE_WIDTH = 312
"""Width in pixels at which a phone shows a board 1400 pixels wide."""


def make_flat_picture(width: int, height: int, colour: str) -> Image.Image:
    image = Image.new("P", (width, height), palette.find_index(colour))
    image.putpalette(palette.to_bytes())
    return image


def scale_for_phone(image: Image.Image) -> Image.Image:
    """Return a picture in grey, scaled as on a phone."""
    size = (
        round(image.width * PHONE_WIDTH / PICTURE_WIDTH),
        round(image.height * PHONE_WIDTH / PICTURE_WIDTH),
    )
    return image.convert("RGB").resize(size, Image.Resampling.LANCZOS).convert("L")


def measure_contrast(before: Image.Image, after: Image.Image, share: float = 0.5) -> int:
    """Return the difference in grey (0 to 255) between two pictures on a phone.

    It is the median of the 40 pixels that differ most, or their quantile ``share``.
    """
    steps = sorted(
        ImageChops.difference(scale_for_phone(before), scale_for_phone(after)).tobytes(), reverse=True
    )
    return steps[round(40 * share)]
