"""Reduces boards to the size of a film, in the colours of the shared palette."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from PIL import Image, ImageChops

from games.drawing import palette
from games.drawing.sprites import Sprite, atlas

REDUCTION: Final = 2
"""Pixels of a board that make one of a film, across and down."""
TILE: Final = (280, 100)
"""Width and height of the parts of a board that are compared with the board before."""


def reduced(picture: Image.Image) -> Image.Image:
    """Reduce a board; each pixel is the mean of those it stands for."""
    mean = picture.convert("RGB").reduce(REDUCTION)
    return mean.quantize(palette=_colours(), dither=Image.Dither.NONE)


@cache
def _colours() -> Image.Image:
    image = Image.new("P", (1, 1))
    image.putpalette(palette.flat()[: 3 * len(palette.colours())])
    return image


class Reducer:
    """Reduces boards that follow each other, of each only the parts that differ from the one before."""

    def __init__(self) -> None:
        self._before: Image.Image | None = None
        self._reduced: Image.Image | None = None

    def __call__(self, picture: Image.Image) -> Image.Image:
        """Return the same as :func:`reduced`."""
        made, before = self._reduced, self._before
        if before is None or made is None or before.size != picture.size:
            made = reduced(picture)
        else:
            made = made.copy()
            difference = ImageChops.difference(picture, before)
            wide, high = TILE
            for top in range(0, picture.height, high):
                for left in range(0, picture.width, wide):
                    right, bottom = min(left + wide, picture.width), min(top + high, picture.height)
                    box = difference.crop((left, top, right, bottom)).getbbox()
                    if box is not None:
                        self._renew(made, picture, (left + box[0], top + box[1], left + box[2], top + box[3]))
        self._before, self._reduced = picture, made
        return made

    def _renew(self, made: Image.Image, picture: Image.Image, box: tuple[int, int, int, int]) -> None:
        # From one whole pixel of the film to another.
        left, upper = box[0] - box[0] % REDUCTION, box[1] - box[1] % REDUCTION
        right, lower = box[2] + -box[2] % REDUCTION, box[3] + -box[3] % REDUCTION
        part = reduced(picture.crop((left, upper, right, lower)))
        made.paste(part, (left // REDUCTION, upper // REDUCTION))


@lru_cache(maxsize=256)
def reduced_sprite(name: str, key: str) -> Sprite:
    """Return a sprite of an atlas as small as it is in a film."""
    sprite = atlas(name)[key]
    image = sprite.image.copy()
    image.putpalette(palette.flat())
    if sprite.mask is None:
        return Sprite(reduced(image), None)
    cover = sprite.mask.convert("L").reduce(REDUCTION)
    return Sprite(reduced(image), cover.point([255 if i >= 128 else 0 for i in range(256)]).convert("1"))
