"""Dims or bleaches a picture evenly, so that anything else stands out."""

from __future__ import annotations

from functools import cache
from typing import Final

from PIL import Image

from games.drawing import palette

SHALLOWS_COLOUR: Final = palette.parse_colour("#3C6A86")
"""Colour of the veil: that of shallow water, because a darker one looks murky."""
PAPER_COLOUR: Final = palette.parse_colour("#D3E0DF")
"""The colour of paper in water, towards which pieces are bleached."""
LUMA: Final = (0.299, 0.587, 0.114)
GREY_SHARE: Final = 0.28
"""Fraction of its saturation that a bleached colour loses before it is mixed with the colour of paper."""
HUE_WEIGHT: Final = 2
"""Weight of a difference in hue, because the palette has few pale colours and red would become brown."""


def dim(picture: Image.Image, strength: float, shade: tuple[int, int, int] = SHALLOWS_COLOUR) -> Image.Image:
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


def bleach(picture: Image.Image, strength: float) -> Image.Image:
    """Return a bleached copy of a picture in the shared palette: lighter and less saturated, like paper that
    has been in the sun.

    :param strength: the share of the colour of paper in each colour.
    """
    return picture.point(list_bleached(strength))


@cache
def list_bleached(strength: float) -> list[int]:
    """Return a table of 256 indices that maps each palette colour to its bleached colour."""
    tones = [_split_colour(*colour) for colour in palette.list_colours()]
    found = []
    for own in palette.list_colours():
        grey = sum(part * share for part, share in zip(own, LUMA, strict=True))
        bleached = (
            paper * strength + (part + (grey - part) * GREY_SHARE) * (1 - strength)
            for part, paper in zip(own, PAPER_COLOUR, strict=True)
        )
        y, u, v = _split_colour(*bleached)
        distances = [
            (y - tone[0]) ** 2 + HUE_WEIGHT * ((u - tone[1]) ** 2 + (v - tone[2]) ** 2) for tone in tones
        ]
        found.append(distances.index(min(distances)))
    return [*found, *range(len(found), 256)]


def _split_colour(red: float, green: float, blue: float) -> tuple[float, float, float]:
    """Return a colour's brightness and its differences in red and blue."""
    grey = LUMA[0] * red + LUMA[1] * green + LUMA[2] * blue
    return grey, red - grey, blue - grey


def bleach_colour(colour: str, strength: float) -> str:
    """Return the colour that ``#RRGGBB`` has on bleached pieces."""
    index = list_bleached(strength)[palette.find_index(colour)]
    return "#{:02X}{:02X}{:02X}".format(*palette.list_colours()[index])
