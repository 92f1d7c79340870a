"""Chooses the colours of a replay, because pictures with fewer tones make smaller files."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import dist
from typing import Final

from PIL import Image

from games.core.picture import GOLD_COLOUR, INK_COLOUR, NAVY_COLOUR, WHITE_COLOUR
from games.drawing import palette
from games.drawing.sprites import load_atlas
from games.drawing.veil import Lab, convert_to_lab

TONE_COUNT: Final = 80
"""Number of colours in a replay. With all colours of the palette, files would be a sixth larger."""
SPRITES_WEIGHT: Final = 0.2
"""Weight of the colours of a game's sprites, which may appear later, relative to those of the pictures."""
CHROMA_WEIGHT: Final = 3
"""Weight of a difference in chroma relative to one in lightness. Shades of one hue are merged first."""
KEPT_COLOURS: Final = (GOLD_COLOUR, INK_COLOUR, NAVY_COLOUR, WHITE_COLOUR)
"""Colours of texts and plates, which stay exact."""


def choose_tones(pictures: Sequence[Image.Image], atlas: str) -> list[int]:
    """Return a table of 256 indices that maps each palette colour to a similar one of :data:`TONE_COUNT`.

    Colours that cover little of the pictures are replaced first, each by the most similar colour.

    :param atlas: name of the atlas with the game's sprites.
    """
    tones = _list_tones()
    counts: list[int] = [
        sum(column) for column in zip(*(picture.histogram() for picture in pictures), strict=True)
    ]
    try:
        sprites = load_atlas(atlas).pixel_counts
    except FileNotFoundError:
        # A game whose pieces don't move may have no sprites.
        sprites = (1,) * len(tones)
    share = SPRITES_WEIGHT * sum(counts) / sum(sprites)
    weights: dict[int, float] = {index: counts[index] + share * sprites[index] for index in range(len(tones))}
    kept_indices = {palette.find_index(colour) for colour in KEPT_COLOURS}
    replaced, table = dict[int, int](), list(range(256))
    nearest = {index: _find_nearest(index, weights) for index in weights}

    def measure_loss(index: int) -> float:
        distance = dist(tones[index], tones[nearest[index]])
        return (1 + weights[index]) * distance * distance

    while len(weights) > TONE_COUNT:
        lost = min((index for index in weights if index not in kept_indices), key=measure_loss)
        replaced[lost] = nearest.pop(lost)
        weights[replaced[lost]] += weights.pop(lost)
        for index in [index for index, other in nearest.items() if other == lost]:
            nearest[index] = _find_nearest(index, weights)
    for index in replaced:
        while table[index] in replaced:
            table[index] = replaced[table[index]]
    return table


def _find_nearest(index: int, others: dict[int, float]) -> int:
    tones = _list_tones()
    return min(
        (other for other in others if other != index), key=lambda other: dist(tones[index], tones[other])
    )


@cache
def _list_tones() -> list[Lab]:
    """Return each palette colour in OKLab, with its chroma weighted."""
    tones = map(convert_to_lab, palette.list_colours())
    return [(light, CHROMA_WEIGHT * green, CHROMA_WEIGHT * blue) for light, green, blue in tones]
