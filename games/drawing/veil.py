"""Dims a picture evenly, so that anything drawn on it stands out."""

from __future__ import annotations

from functools import cache
from typing import Final

from PIL import Image

from games.drawing import palette

SHADE: Final = palette.rgb("#0E324E")
SHARE: Final = 0.8
"""Share of the lost light that is replaced by the shade."""


def dim(picture: Image.Image, strength: float) -> Image.Image:
    """Return a picture of the shared palette dimmed.

    Colours stay as saturated as they are, because the veil has little colour of its own.

    :param strength: share of its light that the picture loses.
    """
    return picture.point(_list_shadows(strength))


@cache
def _list_shadows(strength: float) -> list[int]:
    """Return the shadow of each palette colour, by index."""
    found = []
    for own in palette.colours():
        r, g, b = (
            round(SHARE * shade * strength + part * (1 - strength))
            for part, shade in zip(own, SHADE, strict=True)
        )
        found.append(palette.nearest((r, g, b)))
    return [*found, *range(len(found), 256)]
