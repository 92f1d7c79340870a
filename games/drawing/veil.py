"""Dims a picture evenly, so that anything drawn on it stands out."""

from __future__ import annotations

from functools import cache
from typing import Final

from PIL import Image

from games.drawing import palette

SHADE: Final = palette.rgb("#0E324E")
SHADE_SHARE: Final = 0.8
"""Share of the lost brightness that is replaced by the colour :data:`SHADE`."""


def dim(picture: Image.Image, strength: float) -> Image.Image:
    """Return a picture of the shared palette dimmed.

    Colours stay as saturated as they are, because the veil has little colour of its own.

    :param strength: the share of brightness that the picture loses.
    """
    return picture.point(_list_shadows(strength))


@cache
def _list_shadows(strength: float) -> list[int]:
    """Return a table of 256 indices that maps each palette colour to its dimmed colour."""
    found = []
    for own in palette.colours():
        r, g, b = (
            round(SHADE_SHARE * shade * strength + part * (1 - strength))
            for part, shade in zip(own, SHADE, strict=True)
        )
        found.append(palette.nearest((r, g, b)))
    return [*found, *range(len(found), 256)]
