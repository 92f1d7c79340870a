"""Dims a picture evenly, so that anything drawn on it stands out."""

from __future__ import annotations

from functools import cache
from typing import Final

from PIL import Image

from games.drawing import palette

SHADE_COLOUR: Final = palette.parse_colour("#0E324E")
SHADE_SHARE: Final = 0.8
"""Fraction of the lost brightness that is replaced by the colour :data:`SHADE_COLOUR`."""


def dim(picture: Image.Image, strength: float) -> Image.Image:
    """Return a dimmed copy of a picture in the shared palette.

    Its colours remain saturated, because the veil has little colour of its own.

    :param strength: the fraction of its brightness that the picture loses.
    """
    return picture.point(_list_shadows(strength))


@cache
def _list_shadows(strength: float) -> list[int]:
    """Return a table of 256 indices that maps each palette colour to its dimmed colour."""
    found = []
    for own in palette.list_colours():
        r, g, b = (
            round(SHADE_SHARE * shade * strength + part * (1 - strength))
            for part, shade in zip(own, SHADE_COLOUR, strict=True)
        )
        found.append(palette.find_nearest((r, g, b)))
    return [*found, *range(len(found), 256)]
