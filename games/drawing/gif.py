"""Writes animated GIF files in the shared palette, one frame at a time.

Other work can be done between two frames. A frame contains only the box that differs from the previous frame,
and its unchanged pixels are transparent.
"""

from __future__ import annotations

import io
import struct
from typing import Final

from PIL import Image, ImageChops

from games.drawing import palette

TRAILER_BYTE: Final = b";"

MAX_CHANGED_SHARE: Final = 0.6
"""Fraction of changed pixels above which a frame may be smaller without transparent ones."""
CONTROL_BLOCK: Final = struct.Struct("<BBBBHBB")
"""First block of a frame, with its duration in the fifth value."""
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
    control = CONTROL_BLOCK.pack(0x21, 0xF9, 4, 0b101, ticks, palette.CLEAR_INDEX, 0)
    descriptor = struct.pack("<BHHHHBB", 0x2C, left, top, *picture.size, 0, 8)
    content = picture.tobytes("gif", "P")
    return control + descriptor + (whole if 0 < len(whole) < len(content) else content) + b"\0"


def change_duration(frame: bytes, ticks: int) -> bytes:
    """Return the blocks of a frame with another duration."""
    *start, _, clear, end = CONTROL_BLOCK.unpack_from(frame)
    return CONTROL_BLOCK.pack(*start, ticks, clear, end) + frame[CONTROL_BLOCK.size :]
