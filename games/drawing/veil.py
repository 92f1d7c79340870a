"""Dims pictures, so that lit places stand out, and pieces that can't be used.

Dimmed pieces look as if they were far away in the water around them: pale in light water, dark in deep water.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from itertools import pairwise
from math import atan2, cbrt, cos, hypot, radians, sqrt
from operator import mul
from typing import Final

from PIL import Image

from games.drawing import palette

MIST_COLOUR: Final = "#86BCD6"
"""Light tone of the water. Dimmed colours approach its lightness, and grey ones its hue."""
MIST_CHROMA_LOSS: Final = 0.9
"""Fraction of its chroma that a colour loses at full strength."""
TINTED_CHROMA: Final = 0.25
"""Chroma in OKLab from which a colour keeps its hue. Otherwise, warm colours would become grey."""
GOLD_HUE: Final = 90
"""Hue in OKLab, in degrees, of colours that look like mud when pale and so keep more of their chroma."""
GOLD_CHROMA: Final = 0.12
"""Chroma from which such colours are fully protected."""
SPARED_GOLD_SHARE: Final = 0.5
"""Fraction of their change that such colours are spared."""
MAX_DEEP_LIGHTNESS: Final = 0.45
"""Maximum lightness in OKLab of a background that counts as deep water."""
DEEP_CONTRAST_LOSS: Final = 0.62
"""Fraction of their contrast that colours lose in deep water at full strength."""
DEEP_CHROMA: Final = 0.26
"""Fraction of its chroma that a colour keeps in deep water. Warm colours look like mud if they keep more."""
DEEP_GOLD_CHROMA: Final = 0.5
"""Fraction of that chroma that gold keeps, which would otherwise look olive."""
DEEP_TINT: Final = 1.2
"""Weight of the background's hue in deep water at full strength."""
_SAND_TONES: Final = (
    ("#CAA35E", "#5986A2"),
    ("#E5BC70", "#6F9FBB"),
    ("#F4D592", "#8CB9CF"),
    ("#FFE9B5", "#A6CCDB"),
)
_HOLLOW_TONES: Final = (("#8D8B75", "#4E7896"), ("#C7B68F", "#76A5C0"))
"""Tones of bright sand and of empty places on it, each with that of a waiting seat, from dark to light."""
SAND_RAMPS: Final = tuple(
    pair
    for tones in (_SAND_TONES, _HOLLOW_TONES)
    for pair in pairwise(tuple(map(palette.parse_colour, both)) for both in tones)
)
"""Neighbouring tones. Edges have colours between them."""
SAND_TOLERANCE: Final = 4
"""Maximum distance of a colour from these tones, in RGB, at which it counts as sand."""
SAND_FILTER: Final = (0.9, 0.78, 0.62)
"""Fractions of red, green and blue that a colour keeps on pieces that lie back on sand.

White becomes slightly darker than sand, and dark numbers stay clear.
"""
HUE_WEIGHT: Final = 4
"""Weight of a difference in hue, because the palette has few muted colours and red would become brown."""
Lab = tuple[float, float, float]
"""Lightness, and the differences from green to red and from blue to yellow, of a colour in OKLab."""


def dim_picture(picture: Image.Image, strength: float, background: str = MIST_COLOUR) -> Image.Image:
    """Return a copy of a picture in the shared palette that is dimmed towards its background.

    :param strength: how much it is dimmed, from 0 to 1.
    """
    return picture.point(list_dimmed_indices(strength, background))


def dim_board(board: Image.Image, strength: float) -> Image.Image:
    """Return a dimmed copy of a board, in which bright sand looks like that of a waiting seat."""
    return board.point(_list_board_indices(strength))


@cache
def list_dimmed_indices(strength: float, background: str = MIST_COLOUR) -> list[int]:
    """Return a table of 256 indices that maps each palette colour to its dimmed colour on a background."""
    deep = partial(blend_into_depth, depth=background)
    blend = deep if is_deep(background) else blend_into_mist
    indices = [_find_similar_colour(*blend(own, strength)) for own in palette.list_colours()]
    return [*indices, *range(len(indices), 256)]


def tan_picture(picture: Image.Image) -> Image.Image:
    """Return a copy of a picture in the shared palette that looks as if it were made of sand."""
    return picture.point(_list_tanned_indices())


@cache
def _list_tanned_indices() -> list[int]:
    """Return a table of 256 indices that maps each palette colour to that colour seen through sand."""
    indices = [
        _find_similar_colour(*(part * share for part, share in zip(own, SAND_FILTER, strict=True)))
        for own in palette.list_colours()
    ]
    return [*indices, *range(len(indices), 256)]


@cache
def _list_board_indices(strength: float) -> list[int]:
    """Return the table of :func:`list_dimmed_indices` for boards, on which dimmed sand isn't brown."""
    indices = list_dimmed_indices(strength).copy()
    for index, own in enumerate(palette.list_colours()):
        calm = find_calm_sand(own)
        if calm is not None:
            indices[index] = _find_similar_colour(*blend_into_mist(calm, strength))
    return indices


def find_calm_sand(colour: palette.Rgb) -> palette.Rgb | None:
    """Return the tone of a waiting seat's sand for a tone of bright sand, or ``None`` for other colours."""
    for (first, first_calm), (second, second_calm) in SAND_RAMPS:
        step = [after - before for before, after in zip(first, second, strict=True)]
        offset = [part - before for before, part in zip(first, colour, strict=True)]
        share = sum(map(mul, step, offset)) / sum(map(mul, step, step))
        share = min(max(share, 0.0), 1.0)
        if hypot(*(here - share * whole for here, whole in zip(offset, step, strict=True))) <= SAND_TOLERANCE:
            red, green, blue = (
                round(before + share * (after - before))
                for before, after in zip(first_calm, second_calm, strict=True)
            )
            return red, green, blue
    return None


def blend_into_mist(colour: palette.Rgb, strength: float) -> tuple[float, float, float]:
    """Return the red, green and blue of a colour seen through light mist.

    Dark colours become lighter and all colours paler, so that contrasts are lower. Grey colours become bluer.
    Gold, yellow and orange change less, because they look like mud when grey.

    :param strength: how dense the mist is, from 0 to 1.
    """
    light, green, blue = convert_to_lab(colour)
    mist_light, mist_green, mist_blue = convert_to_lab(palette.parse_colour(MIST_COLOUR))
    chroma = hypot(green, blue)
    gold = _measure_gold(green, blue)
    blended = strength * (1 - SPARED_GOLD_SHARE * gold)
    chroma_factor = 1 - MIST_CHROMA_LOSS * blended
    tint = strength * max(0.0, 1 - chroma / TINTED_CHROMA) * (1 - gold)
    return convert_to_rgb(
        (
            light + (mist_light - light) * blended,
            green * chroma_factor + mist_green * tint,
            blue * chroma_factor + mist_blue * tint,
        )
    )


def is_deep(background: str) -> bool:
    """Return whether a background is so dark that dimmed pieces on it become darker instead of paler."""
    return convert_to_lab(palette.parse_colour(background))[0] <= MAX_DEEP_LIGHTNESS


def blend_into_depth(colour: palette.Rgb, strength: float, depth: str) -> tuple[float, float, float]:
    """Return the red, green and blue of a colour seen through deep water.

    Bright colours become darker, dark ones stay dark, and all become slate blue with a little of their hue.

    :param strength: how deep the water is, from 0 to 1.
    :param depth: the colour of the water.
    """
    light, green, blue = convert_to_lab(colour)
    deep_light, deep_green, deep_blue = convert_to_lab(palette.parse_colour(depth))
    # Even shallow water dims pieces clearly, so that a receded card differs from the bright ones beside it.
    sunk = sqrt(strength)
    tint = DEEP_TINT * sunk
    chroma_factor = DEEP_CHROMA * (1 - (1 - DEEP_GOLD_CHROMA) * _measure_gold(green, blue))
    return convert_to_rgb(
        (
            deep_light + (light - deep_light) * (1 - DEEP_CONTRAST_LOSS * sunk),
            green * chroma_factor + deep_green * tint,
            blue * chroma_factor + deep_blue * tint,
        )
    )


def _measure_gold(green: float, blue: float) -> float:
    """Return how golden a colour is, from 0 to 1, given its differences in OKLab."""
    toward_gold = max(0.0, cos(atan2(blue, green) - radians(GOLD_HUE)))
    return toward_gold**3 * min(1.0, hypot(green, blue) / GOLD_CHROMA)


def convert_to_lab(colour: Sequence[float]) -> Lab:
    """Convert red, green and blue, from 0 to 255, to OKLab."""
    red, green, blue = (_convert_to_linear(channel / 255) for channel in colour)
    long = cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    middle = cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    short = cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )


def convert_to_rgb(colour: Lab) -> tuple[float, float, float]:
    """Convert a colour from OKLab to red, green and blue, each clipped to 0 to 255."""
    light, green, blue = colour
    long = (light + 0.3963377774 * green + 0.2158037573 * blue) ** 3
    middle = (light - 0.1055613458 * green - 0.0638541728 * blue) ** 3
    short = (light - 0.0894841775 * green - 1.2914855480 * blue) ** 3
    return (
        _convert_from_linear(4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short),
        _convert_from_linear(-1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short),
        _convert_from_linear(-0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short),
    )


def _convert_to_linear(channel: float) -> float:
    """Convert a channel of an sRGB colour to linear light, both from 0 to 1."""
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4


def _convert_from_linear(light: float) -> float:
    """Convert linear light, clipped to 0 to 1, to a channel of an sRGB colour, from 0 to 255."""
    light = min(max(light, 0.0), 1.0)
    return 255 * (12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055)


def dim_colour(colour: str, strength: float, background: str = MIST_COLOUR) -> str:
    """Return the dimmed colour of a colour on a background, all as ``#RRGGBB``."""
    index = list_dimmed_indices(strength, background)[palette.find_index(colour)]
    return "#{:02X}{:02X}{:02X}".format(*palette.list_colours()[index])


def _find_similar_colour(red: float, green: float, blue: float) -> int:
    """Return the index of the palette colour that is most similar in hue and lightness."""
    light, first, second = convert_to_lab((red, green, blue))
    distances = [
        (light - tone[0]) ** 2 + HUE_WEIGHT * ((first - tone[1]) ** 2 + (second - tone[2]) ** 2)
        for tone in _list_tones()
    ]
    return distances.index(min(distances))


@cache
def _list_tones() -> list[Lab]:
    """Return each palette colour in OKLab."""
    return [convert_to_lab(colour) for colour in palette.list_colours()]
