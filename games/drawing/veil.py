"""Dims pictures, so that lit places stand out, and mutes the colours of pieces that can't be used."""

from __future__ import annotations

from functools import cache
from typing import Final

from PIL import Image

from games.drawing import palette

SEA_COLOUR: Final = palette.parse_colour("#2F7391")
"""Colour of the veil: that of the sea, so that dimmed parts look as if they were under water. A dark veil
without this colour turns sand and yellow into mud, and a lighter one looks like milk.
"""
LUMA_WEIGHTS: Final = (0.299, 0.587, 0.114)
GREY_SHARE: Final = 0.35
"""Fraction of its saturation that a muted colour loses."""
WATER_COLOUR: Final = palette.parse_colour("#3C6E8E")
WATER_SHARE: Final = 0.22
"""The colour of water and its share in muted colours, because without it yellow looks like mud."""
HUE_WEIGHT: Final = 2
"""Weight of a difference in hue, because the palette has few muted colours and red would become brown."""


def dim_picture(picture: Image.Image, strength: float) -> Image.Image:
    """Return a dimmed copy of a picture in the shared palette.

    :param strength: the fraction of its saturation that each colour loses, and then the fraction of the
        colour that is replaced by the veil's.
    """
    return picture.point(_list_dimmed_indices(strength))


@cache
def _list_dimmed_indices(strength: float) -> list[int]:
    """Return a table of 256 indices that maps each palette colour to its dimmed colour."""
    found = []
    for own in palette.list_colours():
        calm = _desaturate(own, strength)
        found.append(
            _find_similar(
                *(part + (sea - part) * strength for part, sea in zip(calm, SEA_COLOUR, strict=True))
            )
        )
    return [*found, *range(len(found), 256)]


def mute_picture(picture: Image.Image, brightness: float) -> Image.Image:
    """Return a copy of a picture in the shared palette with about half of its saturation and less brightness.

    :param brightness: the brightness of each colour mixed with water, as a fraction of the original.
    """
    return picture.point(list_muted_indices(brightness))


@cache
def list_muted_indices(brightness: float) -> list[int]:
    """Return a table of 256 indices that maps each palette colour to its muted colour."""
    found = []
    for own in palette.list_colours():
        calm = _desaturate(own, GREY_SHARE)
        found.append(
            _find_similar(
                *(
                    brightness * (part + (water - part) * WATER_SHARE)
                    for part, water in zip(calm, WATER_COLOUR, strict=True)
                )
            )
        )
    return [*found, *range(len(found), 256)]


def _desaturate(colour: palette.Rgb, share: float) -> tuple[float, ...]:
    """Return a colour without a fraction of its saturation."""
    grey = sum(part * weight for part, weight in zip(colour, LUMA_WEIGHTS, strict=True))
    return tuple(part + (grey - part) * share for part in colour)


def mute_colour(colour: str, brightness: float) -> str:
    """Return the colour as ``#RRGGBB`` that a colour has on muted pieces."""
    index = list_muted_indices(brightness)[palette.find_index(colour)]
    return "#{:02X}{:02X}{:02X}".format(*palette.list_colours()[index])


def _find_similar(red: float, green: float, blue: float) -> int:
    """Return the index of the palette colour that is most similar in hue and brightness."""
    y, u, v = _split_colour(red, green, blue)
    distances = [
        (y - tone[0]) ** 2 + HUE_WEIGHT * ((u - tone[1]) ** 2 + (v - tone[2]) ** 2) for tone in _list_tones()
    ]
    return distances.index(min(distances))


@cache
def _list_tones() -> list[tuple[float, float, float]]:
    """Return the brightness and the differences in red and blue of each palette colour."""
    return [_split_colour(*colour) for colour in palette.list_colours()]


def _split_colour(red: float, green: float, blue: float) -> tuple[float, float, float]:
    """Return a colour's brightness, and the differences of its red and blue from this brightness."""
    grey = LUMA_WEIGHTS[0] * red + LUMA_WEIGHTS[1] * green + LUMA_WEIGHTS[2] * blue
    return grey, red - grey, blue - grey
