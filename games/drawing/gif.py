"""Writes animated GIF files in the shared palette, one frame at a time.

Other work can be done between two frames. A frame contains only the box that differs from the previous frame,
and its unchanged pixels are transparent. A piece that moves is drawn in frames that the next frame removes.
"""

from __future__ import annotations

import io
import struct
from functools import lru_cache
from typing import Final

from PIL import Image, ImageChops

from games.drawing import palette
from games.drawing.sprites import Sprite

TRAILER_BYTE: Final = b";"

MAX_CHANGED_SHARE: Final = 0.6
"""Fraction of changed pixels above which a frame may be smaller without transparent ones."""
CONTROL_BLOCK: Final = struct.Struct("<BBBBHBB")
"""First block of a frame, with its flags in the fourth value and its duration in the fifth."""
KEEPING_FLAGS: Final = 0b101
"""Flags of a frame that stays below the next one, with a transparent colour."""
PASSING_FLAGS: Final = 0b1101
"""Flags of a frame that disappears when the next one is shown, with a transparent colour."""
_CHANGED_PIXEL_TABLE: Final = [0, *[255] * 255]


def count_frames(content: bytes) -> int:
    """Return the number of frames of a GIF file."""
    with Image.open(io.BytesIO(content)) as image:
        return int(getattr(image, "n_frames", 1))


def encode_header(picture: Image.Image) -> bytes:
    """Return the beginning of a file that plays only once: its size and the palette of 256 colours."""
    return b"GIF89a" + struct.pack("<HHBBB", *picture.size, 0xF7, 0, 0) + palette.to_bytes()


def encode_frame(picture: Image.Image, before: Image.Image | None, ticks: int) -> bytes:
    """Return the blocks of a frame, with only the pixels that differ from ``before`` or, if that is smaller,
    with the whole box that contains them.

    The frame is shown for ``ticks`` hundredths of a second.
    """
    left, top, whole = 0, 0, b""
    if before is not None:
        difference = ImageChops.difference(picture, before)
        # If nothing has changed, encode one transparent pixel, which is enough for the frame's duration.
        box = difference.getbbox() or (0, 0, 1, 1)
        left, top = box[:2]
        changed = difference.crop(box).point(_CHANGED_PIXEL_TABLE, "1")
        part, cut = Image.new("P", changed.size, palette.CLEAR_INDEX), picture.crop(box)
        part.paste(cut, (0, 0), changed)
        if changed.histogram()[255] > MAX_CHANGED_SHARE * changed.width * changed.height:
            whole = cut.tobytes("gif", "P")
        picture = part
    content = picture.tobytes("gif", "P")
    if 0 < len(whole) < len(content):
        content = whole
    return _join_blocks(KEEPING_FLAGS, ticks, (left, top), picture.size, content)


def encode_passing_frame(sprite: Sprite, place: tuple[int, int], size: tuple[int, int], ticks: int) -> bytes:
    """Return the blocks of a frame that shows a sprite over the previous lasting frame, and then disappears.
    It needs fewer bytes than two frames that draw the sprite and what it covered.

    :param place: the upper left corner of the sprite, which may cross the edges of the picture.
    :param size: width and height of the picture.
    """
    (x, y), (wide, high) = place, sprite.size
    box = max(0, -x), max(0, -y), min(wide, size[0] - x), min(high, size[1] - y)
    if box[0] >= box[2] or box[1] >= box[3]:
        content = _compress(bytes([palette.CLEAR_INDEX]), (1, 1))
        return _join_blocks(PASSING_FLAGS, ticks, (0, 0), (1, 1), content)
    part = Image.new("P", sprite.size, palette.CLEAR_INDEX)
    part.paste(sprite.image, (0, 0), sprite.mask)
    part = part.crop(box)
    return _join_blocks(
        PASSING_FLAGS, ticks, (x + box[0], y + box[1]), part.size, _compress(part.tobytes(), part.size)
    )


@lru_cache(maxsize=8)
def _compress(content: bytes, size: tuple[int, int]) -> bytes:
    """Return the compressed pixels of a picture. The results are cached, because a piece that moves has the
    same ones in every frame.
    """
    return Image.frombytes("P", size, content).tobytes("gif", "P")


def _join_blocks(
    flags: int, ticks: int, place: tuple[int, int], size: tuple[int, int], content: bytes
) -> bytes:
    control = CONTROL_BLOCK.pack(0x21, 0xF9, 4, flags, ticks, palette.CLEAR_INDEX, 0)
    return control + struct.pack("<BHHHHBB", 0x2C, *place, *size, 0, 8) + content + b"\0"
