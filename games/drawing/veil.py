"""Dims a picture evenly, so that anything drawn on it stands out."""

from __future__ import annotations

from functools import cache
from typing import Final

from PIL import Image

from games.drawing import palette

DEPTHS_COLOUR: Final = palette.parse_colour("#0B283E")
"""Colour of the veil on single pieces: that of deep water."""
SHALLOWS_COLOUR: Final = palette.parse_colour("#3C6A86")
"""Colour of the veil on a whole board: that of shallow water, because a darker one looks murky."""


def dim(picture: Image.Image, strength: float, shade: tuple[int, int, int] = DEPTHS_COLOUR) -> Image.Image:
    """Return a dimmed copy of a picture in the shared palette.

    Its colours remain saturated, because the veil has little colour of its own.

    :param strength: the fraction of each colour that is replaced by ``shade``.
    """
    return picture.point(_list_shadows(strength, shade))


@cache
def _list_shadows(strength: float, shade: tuple[int, int, int]) -> list[int]:
    """Return a table of 256 indices that maps each palette colour to its dimmed colour."""
    found = []
    for own in palette.list_colours():
        r, g, b = (
            round(veil * strength + part * (1 - strength)) for part, veil in zip(own, shade, strict=True)
        )
        found.append(palette.find_nearest((r, g, b)))
    return [*found, *range(len(found), 256)]
