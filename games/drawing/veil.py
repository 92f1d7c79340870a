"""Dims pictures, so that lit places stand out, and pieces that can't be used."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from math import hypot
from operator import mul
from typing import Final

from PIL import Image

from games.drawing import palette

ABSORPTION: Final = (1.0, 0.77, 0.36)
"""How much of red, green and blue light water absorbs, relative to red. Colours dimmed like this keep their
hue and contrast. Mixing in a colour would look like fog, and absorbing all light alike like mud.
"""
LUMA_WEIGHTS: Final = (0.299, 0.587, 0.114)
GREY_SHARE: Final = 0.22
"""Fraction of its saturation that a dimmed colour loses, because dark yellow looks like mud."""
COOL_TONE: Final = (0.8, 1.0, 1.35)
"""Red, green and blue of dimmed gold, relative to its brightness. Dark gold would look like mud."""
GOLD_COOLING: Final = 1.4
"""How much of its hue a dimmed gold loses, relative to its yellowness."""
MIN_PIECE_YELLOWNESS: Final = 0.82
"""Minimum yellowness of the yellow of pieces. It keeps its hue, because it says which piece it is."""
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
HUE_WEIGHT: Final = 2
"""Weight of a difference in hue, because the palette has few muted colours and red would become brown."""


def dim_picture(picture: Image.Image, strength: float) -> Image.Image:
    """Return a copy of a picture in the shared palette that looks as if it were deeper in water.

    :param strength: the fraction of red light that is absorbed.
    """
    return picture.point(list_dimmed_indices(strength))


def dim_board(board: Image.Image, strength: float) -> Image.Image:
    """Return a dimmed copy of a board, in which bright sand looks like that of a waiting seat."""
    return board.point(_list_board_indices(strength))


@cache
def list_dimmed_indices(strength: float) -> list[int]:
    """Return a table of 256 indices that maps each palette colour to its dimmed colour."""
    found = [_find_similar(*absorb_light(own, strength)) for own in palette.list_colours()]
    return [*found, *range(len(found), 256)]


@cache
def _list_board_indices(strength: float) -> list[int]:
    """Return the table of :func:`list_dimmed_indices` for boards, on which dimmed sand isn't brown."""
    found = list_dimmed_indices(strength).copy()
    for index, own in enumerate(palette.list_colours()):
        calm = find_calm_sand(own)
        if calm is not None:
            found[index] = _find_similar(*absorb_light(calm, strength))
    return found


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


def absorb_light(colour: palette.Rgb, strength: float) -> tuple[float, ...]:
    """Return the red, green and blue of a colour deeper in water.

    :param strength: the fraction of red light that is absorbed.
    """
    grey = _find_luma(colour)
    dimmed = [
        (part + (grey - part) * GREY_SHARE) * (1 - strength * share)
        for part, share in zip(colour, ABSORPTION, strict=True)
    ]
    yellowness = _find_yellowness(colour)
    cooling = 0.0 if yellowness >= MIN_PIECE_YELLOWNESS else min(1.0, GOLD_COOLING * yellowness)
    luma = _find_luma(dimmed)
    return tuple(part + (luma * tone - part) * cooling for part, tone in zip(dimmed, COOL_TONE, strict=True))


def _find_luma(colour: Sequence[float]) -> float:
    """Return the brightness of a red, green and blue."""
    return sum(part * weight for part, weight in zip(colour, LUMA_WEIGHTS, strict=True))


def _find_yellowness(colour: palette.Rgb) -> float:
    """Return how yellow a hue is: 1 for yellow, a half for orange, 0 for red, green and cool colours."""
    red, green, blue = colour
    return max(0.0, min(red, green) - blue) / max(1, max(red, green) - blue)


def dim_colour(colour: str, strength: float) -> str:
    """Return the dimmed colour of a colour, both as ``#RRGGBB``."""
    index = list_dimmed_indices(strength)[palette.find_index(colour)]
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
