"""Removes animals from the sea if stacks or plates would partly cover them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final

from PIL import Image, ImageChops, ImageDraw

from games.core.picture import PICTURE_WIDTH, Box
from games.drawing.contours import find_edges, measure_gap
from games.drawing.sprites import Sprite, load_atlas

if TYPE_CHECKING:
    from games.drawing.canvas import Canvas

SEA_AREA: Final = Box(0, 172, PICTURE_WIDTH, 500)
"""The part of the background where animals swim, between the shelves."""
TABLES_BY_ANIMAL: Final = {"shoal": ("table_dim", "table_plain"), "ray": ("table_open", "table_dim")}
"""The backgrounds with and without each animal."""

MAX_COVERED_SHARE: Final = 0.04
"""Maximum covered share of an animal that is shown. A card may cover the tip of a fin."""
LABEL_SCALE: Final = 4
"""Factor by which masks are smaller in which the fish of a shoal are told apart."""
UNLABELLED, LABELLED = 255, 128
"""Values of pixels of animals in such a mask, and of the pixels of the animal that is being found."""
Cover = tuple[Box, Sprite]
"""The box of an animal, and plain sea in its shape."""


def remove_covered_animals(canvas: Canvas, obstacles: Sequence[Box]) -> None:
    """Replace animals with plain sea if obstacles cover more than :data:`MAX_COVERED_SHARE` of them."""
    for animal in TABLES_BY_ANIMAL:
        for number, (box, sea) in enumerate(list_covers(animal)):
            near = tuple(one for one in obstacles if measure_gap(box, one) < 0)
            if near and _is_covered(animal, number, near):
                canvas.put(sea, box.x, box.y)


@lru_cache(maxsize=1024)
def _is_covered(animal: str, number: int, near_obstacles: Sequence[Box]) -> bool:
    """Return whether obstacles cover too much of an animal. Results are cached, because few obstacles change.

    :param number: index into :func:`list_covers`.
    """
    return measure_covered_share(*list_covers(animal)[number], near_obstacles) > MAX_COVERED_SHARE


def measure_covered_share(box: Box, sea: Sprite, obstacles: Sequence[Box]) -> float:
    """Return the share of an animal that obstacles cover.

    :param sea: plain sea in the animal's shape.
    """
    near = [one for one in obstacles if measure_gap(box, one) < 0]
    if not near or sea.mask is None:
        return float(bool(near))
    free = sea.mask.copy()
    for one in near:
        free.paste(0, find_edges(one._replace(x=one.x - box.x, y=one.y - box.y)))
    return 1 - free.histogram()[-1] / sea.mask.histogram()[-1]


@cache
def list_covers(animal: str) -> tuple[Cover, ...]:
    """Return a cover for each animal of a kind, and for each bubble: plain sea in its shape, and its box."""
    sprites, area = load_atlas("coral_reef"), find_edges(SEA_AREA)
    shown, without = (sprites[key].image.crop(area) for key in TABLES_BY_ANIMAL[animal])
    whole = ImageChops.difference(shown, without).point([0] + [255] * 255, "L")
    if whole.getbbox() is None:
        raise ValueError(f"both backgrounds look the same for {animal}")
    covers = list[Cover]()
    # Blocks that contain any pixel of an animal count as a part of it.
    labels = whole.reduce(LABEL_SCALE).point([0] + [UNLABELLED] * 255)
    while (start := labels.tobytes().find(UNLABELLED)) >= 0:
        ImageDraw.floodfill(labels, (start % labels.width, start // labels.width), LABELLED)
        own = labels.point([255 * (label == LABELLED) for label in range(256)])
        size = (own.width * LABEL_SCALE, own.height * LABEL_SCALE)
        own = own.resize(size, Image.Resampling.NEAREST).crop((0, 0, *whole.size))
        mask = ImageChops.multiply(whole, own)
        left, top, right, low = edges = mask.getbbox() or area
        plain = sprites["table_plain"].image.crop(area).crop(edges)
        box = Box(left + SEA_AREA.x, top + SEA_AREA.y, right - left, low - top)
        covers.append((box, Sprite(plain, mask.crop(edges).convert("1"))))
        labels = labels.point([0 if label == LABELLED else label for label in range(256)])
    return tuple(covers)
