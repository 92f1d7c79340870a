"""PNG files contain the same picture whichever library compresses them."""

from __future__ import annotations

import io
import random
import zlib

import pytest
from PIL import Image

from games.drawing import palette, png


def make_picture() -> Image.Image:
    numbers = random.Random(4)
    image = Image.new("P", (31, 17))
    image.putdata([numbers.randrange(len(palette.list_colours())) for _ in range(31 * 17)])
    image.putpalette(palette.to_bytes())
    return image


def open_png(data: bytes) -> Image.Image:
    with Image.open(io.BytesIO(data)) as image:
        image.load()
        return image.copy()


def test_pixels_are_preserved() -> None:
    image = make_picture()
    read = open_png(png.encode(image))
    assert read.mode == "P"
    assert read.tobytes() == image.tobytes()
    assert read.convert("RGB").tobytes() == image.convert("RGB").tobytes()


@pytest.mark.parametrize("size", [(1, 1), (31, 17), (1400, 1000)])
def test_rows_begin_with_filter_0(size: tuple[int, int]) -> None:
    image = Image.effect_noise(size, 64).convert("P")
    rows = b"".join(png.make_scanlines(image))
    pixels = image.tobytes()
    width, height = size
    assert rows == b"".join(b"\0" + pixels[width * y : width * (y + 1)] for y in range(height))


def test_both_compressors_give_the_same_pixels() -> None:
    isal = pytest.importorskip("isal.isal_zlib")
    image = make_picture()
    fast = open_png(png.encode(image, lambda parts: bytes(isal.compress(b"".join(parts), 2))))
    plain = open_png(png.encode(image, lambda parts: zlib.compress(b"".join(parts), 1)))
    assert fast.convert("RGB").tobytes() == plain.convert("RGB").tobytes()


def test_only_palette_images_can_be_encoded() -> None:
    with pytest.raises(ValueError, match="RGB"):
        png.encode(Image.new("RGB", (3, 3)))
