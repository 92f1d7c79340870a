"""Reduces boards to the size of a replay, in the shared palette."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from PIL import Image, ImageChops

from games.core.picture import PICTURE_WIDTH
from games.drawing import palette
from games.drawing.sprites import Sprite, load_atlas

REDUCTION_FACTOR: Final = 2
"""Factor by which the frames of a replay are smaller than boards."""
FRAME_WIDTH: Final = PICTURE_WIDTH // REDUCTION_FACTOR
TILE_SIZE: Final = (280, 100)
"""Width and height of the tiles in which a board is compared with the previous board."""


def reduce_picture(picture: Image.Image) -> Image.Image:
    """Reduce a picture. Each pixel becomes the mean of those it replaces."""
    return quantize_picture(picture.convert("RGB").reduce(REDUCTION_FACTOR))


def quantize_picture(picture: Image.Image) -> Image.Image:
    """Return an RGB picture in the colours of the shared palette."""
    return picture.quantize(palette=_load_palette(), dither=Image.Dither.NONE)


@cache
def _load_palette() -> Image.Image:
    """Return a picture with the shared palette, for quantizing."""
    image = Image.new("P", (1, 1))
    image.putpalette(palette.to_bytes()[: 3 * len(palette.list_colours())])
    return image


class Reducer:
    """Reduces successive boards. Only parts that have changed since the last board are reduced again."""

    def __init__(self) -> None:
        self._before: Image.Image | None = None
        self._reduced: Image.Image | None = None

    def __call__(self, picture: Image.Image) -> Image.Image:
        """Return the reduced picture, as :func:`reduce_picture` would."""
        reduced, before = self._reduced, self._before
        if before is None or reduced is None or before.size != picture.size:
            reduced = reduce_picture(picture)
        else:
            reduced = reduced.copy()
            difference = ImageChops.difference(picture, before)
            wide, high = TILE_SIZE
            for top in range(0, picture.height, high):
                for left in range(0, picture.width, wide):
                    right, bottom = min(left + wide, picture.width), min(top + high, picture.height)
                    box = difference.crop((left, top, right, bottom)).getbbox()
                    if box is not None:
                        self._reduce_part(
                            reduced, picture, (left + box[0], top + box[1], left + box[2], top + box[3])
                        )
        self._before, self._reduced = picture, reduced
        return reduced

    def _reduce_part(
        self, reduced: Image.Image, picture: Image.Image, box: tuple[int, int, int, int]
    ) -> None:
        """Update the reduced picture ``reduced`` in a box in which the board has changed."""
        # Extend the box, because all pixels of the board that become one pixel must be reduced together.
        left, upper = box[0] - box[0] % REDUCTION_FACTOR, box[1] - box[1] % REDUCTION_FACTOR
        right, lower = box[2] + -box[2] % REDUCTION_FACTOR, box[3] + -box[3] % REDUCTION_FACTOR
        part = reduce_picture(picture.crop((left, upper, right, lower)))
        reduced.paste(part, (left // REDUCTION_FACTOR, upper // REDUCTION_FACTOR))


@lru_cache(maxsize=256)
def scale_sprite(name: str, key: str, scale: float) -> Sprite:
    """Return a sprite of an atlas, resized by a factor."""
    sprite = load_atlas(name)[key]
    image = sprite.image.copy()
    image.putpalette(palette.to_bytes())
    size = (max(1, round(scale * image.width)), max(1, round(scale * image.height)))
    shown = quantize_picture(image.convert("RGB").resize(size, Image.Resampling.BOX))
    if sprite.mask is None:
        return Sprite(shown, None)
    cover = sprite.mask.convert("L").resize(size, Image.Resampling.BOX)
    return Sprite(shown, cover.point([255 if i >= 128 else 0 for i in range(256)]).convert("1"))
