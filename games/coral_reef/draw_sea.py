"""Removes animals from the sea if stacks or plates would cover much of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Final

from PIL import ImageChops

from games.core.picture import PICTURE_WIDTH, Box
from games.drawing.contours import find_edges
from games.drawing.sprites import Sprite, load_atlas

if TYPE_CHECKING:
    from games.drawing.canvas import Canvas

SEA_AREA: Final = Box(0, 172, PICTURE_WIDTH, 500)
"""The part of the background where animals swim, between the shelves."""
TABLES_BY_ANIMAL: Final = {"shoal": ("table_dim", "table_plain"), "ray": ("table_open", "table_dim")}
"""The backgrounds with and without each animal."""

MAX_COVERED_SHARE: Final = 0.1
"""Maximum covered share of an animal that is shown. A card may cover the tip of a tail."""


def remove_covered_animals(canvas: Canvas, obstacles: Sequence[Box]) -> None:
    """Replace the animals of which obstacles cover much by plain sea."""
    for animal in TABLES_BY_ANIMAL:
        box, sea = make_cover(animal)
        if measure_covered_share(animal, obstacles) > MAX_COVERED_SHARE:
            canvas.put(sea, box.x, box.y)


def measure_covered_share(animal: str, obstacles: Sequence[Box]) -> float:
    """Return the share of an animal that obstacles cover."""
    box, sea = make_cover(animal)
    assert sea.mask is not None
    free = sea.mask.copy()
    for one in obstacles:
        free.paste(0, find_edges(one._replace(x=one.x - box.x, y=one.y - box.y)))
    return 1 - free.histogram()[-1] / sea.mask.histogram()[-1]


@cache
def make_cover(animal: str) -> tuple[Box, Sprite]:
    """Return the box of an animal, and the sea in its shape."""
    sprites, area = load_atlas("coral_reef"), find_edges(SEA_AREA)
    shown, without = (sprites[key].image.crop(area) for key in TABLES_BY_ANIMAL[animal])
    difference = ImageChops.difference(shown, without)
    edges = difference.getbbox()
    if edges is None:
        raise ValueError(f"both backgrounds look the same for {animal}")
    left, top, right, low = edges
    plain = sprites["table_plain"].image.crop(area).crop(edges)
    mask = difference.crop(edges).point([0] + [255] * 255, "1")
    return Box(left + SEA_AREA.x, top + SEA_AREA.y, right - left, low - top), Sprite(plain, mask)
