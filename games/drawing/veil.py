"""Dims a picture evenly, so that anything drawn on it stands out."""

from __future__ import annotations

from functools import cache
from typing import Final

from PIL import Image

from games.drawing import palette

SHADE: Final = palette.rgb("#0E324E")


def dim(picture: Image.Image, shadow: float, colour: float) -> Image.Image:
    """Return a picture of the shared palette dimmed.

    :param shadow: share of the shade in the result.
    :param colour: share of its own colour that each part keeps; the rest becomes grey.
    """
    return picture.point(_list_shadows(shadow, colour))


@cache
def _list_shadows(shadow: float, colour: float) -> list[int]:
    """Return the shadow of each palette colour, by index: darker, and with less of its colour."""
    found = []
    for own in palette.colours():
        grey = 0.3 * own[0] + 0.59 * own[1] + 0.11 * own[2]
        r, g, b = (
            round(shade * shadow + (part * colour + grey * (1 - colour)) * (1 - shadow))
            for part, shade in zip(own, SHADE, strict=True)
        )
        found.append(palette.nearest((r, g, b)))
    return [*found, *range(len(found), 256)]
