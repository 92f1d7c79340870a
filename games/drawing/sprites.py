"""Loads sprites from the palette atlas of each folder of art."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from typing import Any

from PIL import Image

from games.drawing import palette, veil

FADED_STRENGTH = 0.55
"""Strength at which faded sprites are dimmed."""
RECEDED_STRENGTH = 0.33
"""Strength at which receded sprites are dimmed."""
MIN_SPLIT_PIXELS = 12_000
"""Minimum number of pixels of a sprite whose opaque rows are pasted without a mask for speed."""
RowBlock = tuple[int, int, tuple[Any, ...]]
"""Rows of a sprite: the first row, the end, and the pixels and mask as objects of Pillow's core."""
_OPAQUE_TABLE = [255 * (value > 127) for value in range(256)]


@dataclass(frozen=True, slots=True)
class Sprite:
    """A palette picture with a mask of its opaque pixels. Without a mask, all pixels are opaque."""

    image: Image.Image
    mask: Image.Image | None
    size: tuple[int, int] = field(init=False)
    """Width and height in pixels."""
    _blocks: tuple[RowBlock, ...] = field(init=False, repr=False, compare=False, default=())
    _left_crops: dict[int, Sprite] = field(init=False, repr=False, compare=False, default_factory=dict)
    _top_crops: dict[int, Sprite] = field(init=False, repr=False, compare=False, default_factory=dict)

    def crop_top(self, rows: int) -> Sprite:
        """Return a sprite of the top ``rows`` rows, or the whole sprite if it has fewer."""
        if rows >= self.size[1]:
            return self
        if rows not in self._top_crops:
            box = (0, 0, self.size[0], rows)
            mask = None if self.mask is None else self.mask.crop(box)
            self._top_crops[rows] = Sprite(self.image.crop(box), mask)
        return self._top_crops[rows]

    def crop_left(self, columns: int) -> Sprite:
        """Return a sprite of the leftmost ``columns`` columns, or the whole sprite if it has fewer."""
        if columns >= self.size[0]:
            return self
        if columns not in self._left_crops:
            box = (0, 0, columns, self.size[1])
            mask = None if self.mask is None else self.mask.crop(box)
            self._left_crops[columns] = Sprite(self.image.crop(box), mask)
        return self._left_crops[columns]

    def __post_init__(self) -> None:
        object.__setattr__(self, "size", self.image.size)

    def list_blocks(self) -> tuple[RowBlock, ...]:
        """Return the blocks of rows to paste. They are computed when the sprite is first drawn."""
        if not self._blocks:
            object.__setattr__(self, "_blocks", tuple(self._split_rows()))
        return self._blocks

    def _split_rows(self) -> Iterator[RowBlock]:
        """Yield the block of rows without transparent pixels, and the blocks above and below it."""
        width, height = self.size
        if self.mask is None:
            yield 0, height, (self.image.im,)
            return
        first, end = self._find_opaque_rows() if width * height >= MIN_SPLIT_PIXELS else (0, 0)
        if end - first <= height // 2:
            yield 0, height, (self.image.im, self.mask.im)
            return
        for top, low in ((0, first), (first, end), (end, height)):
            if top < low:
                box = (0, top, width, low)
                part = self.image.im.crop(box)
                yield top, low, (part,) if top == first else (part, self.mask.im.crop(box))

    def _find_opaque_rows(self) -> tuple[int, int]:
        """Return the first row of the longest run of rows without transparent pixels, and its end."""
        assert self.mask is not None
        width, data = self.size[0], self.mask.convert("L").tobytes()
        rows = bytes(0 not in data[start : start + width] for start in range(0, len(data), width))
        runs = re.finditer(b"\x01+", rows)
        return max((run.span() for run in runs), key=lambda span: span[1] - span[0], default=(0, 0))


def make_masked_sprite(image: Image.Image) -> Sprite:
    """Return a sprite of a palette picture, in which pixels with ``palette.CLEAR_INDEX`` are transparent."""
    mask = Image.frombytes("L", image.size, image.tobytes())
    mask = mask.point([0 if i == palette.CLEAR_INDEX else 255 for i in range(256)])
    return Sprite(image, None if mask.getextrema()[0] else mask.convert("1"))


class Atlas:
    """All sprites of a folder of art."""

    def __init__(self, name: str) -> None:
        """Load the atlas ``name``.

        :raises FileNotFoundError: if there is no such atlas.
        """
        with Image.open(palette.SPRITES_FOLDER / f"{name}.png") as file:
            sheet = file.copy()
        boxes = json.loads((palette.SPRITES_FOLDER / f"{name}.json").read_text("utf-8"))
        self._sprites = {
            key: make_masked_sprite(sheet.crop((x, y, x + width, y + height)))
            for key, (x, y, width, height) in boxes.items()
        }
        self._dimmed = lru_cache(maxsize=512)(self._make_dimmed_sprite)
        self._tanned = lru_cache(maxsize=128)(self._make_tanned_sprite)
        self._scaled = lru_cache(maxsize=128)(self._make_scaled_sprite)

    def __getitem__(self, key: str) -> Sprite:
        """Return a sprite by the name of its source."""
        return self._sprites[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._sprites)

    @cached_property
    def pixel_counts(self) -> tuple[int, ...]:
        """Number of pixels of each palette colour in all sprites. Only replays need it."""
        histograms = (sprite.image.histogram() for sprite in self._sprites.values())
        return tuple(map(sum, zip(*histograms, strict=True)))[: len(palette.list_colours())]

    def fade(self, key: str, background: str) -> Sprite:
        """Return a sprite that looks far away on a background, for pieces that can't be used now."""
        return self._dimmed(key, FADED_STRENGTH, background)

    def recede(self, key: str, background: str) -> Sprite:
        """Return a sprite that looks less far away, for pieces that may become usable later."""
        return self._dimmed(key, RECEDED_STRENGTH, background)

    def tan(self, key: str) -> Sprite:
        """Return a sprite in the tones of sand, for pieces on sand that may become usable later."""
        return self._tanned(key)

    def scale(self, key: str, size: tuple[int, int]) -> Sprite:
        """Return a sprite scaled to a size."""
        return self._scaled(key, size)

    def scale_down(self, key: str, max_size: int) -> Sprite:
        """Return a sprite that is at most ``max_size`` pixels wide and high."""
        wide, high = self._sprites[key].size
        share = min(1.0, max_size / max(wide, high))
        return self.scale(key, (round(wide * share), round(high * share)))

    def _make_scaled_sprite(self, key: str, size: tuple[int, int]) -> Sprite:
        sprite = self._sprites[key]
        source = sprite.image.copy()
        source.putpalette(palette.to_bytes())
        shades = Image.new("P", (1, 1))
        shades.putpalette(palette.to_bytes()[: 3 * len(palette.list_colours())])
        large = source.convert("RGB").resize(size, Image.Resampling.LANCZOS)
        mask = (
            None if sprite.mask is None else sprite.mask.convert("L").resize(size).point(_OPAQUE_TABLE, "1")
        )
        return Sprite(large.quantize(palette=shades, dither=Image.Dither.NONE), mask)

    def _make_dimmed_sprite(self, key: str, strength: float, background: str) -> Sprite:
        sprite = self._sprites[key]
        return Sprite(veil.dim_picture(sprite.image, strength, background), sprite.mask)

    def _make_tanned_sprite(self, key: str) -> Sprite:
        sprite = self._sprites[key]
        return Sprite(veil.tan_picture(sprite.image), sprite.mask)


@cache
def load_atlas(name: str) -> Atlas:
    """Load the atlas of a folder of art, or return it from the cache."""
    return Atlas(name)
