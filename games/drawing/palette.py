"""The palette shared by all pictures: at most 255 colours. Index 255 is reserved for transparency."""

from __future__ import annotations

import json
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

CLEAR_INDEX: Final = 255
"""The index of transparent pixels."""
SPRITES_FOLDER: Final = Path(__file__).resolve().parents[2] / "assets" / "sprites"

Rgb = tuple[int, int, int]


def parse_colour(colour: str) -> Rgb:
    """Return the red, green and blue values of ``#RRGGBB``."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


@cache
def list_colours() -> tuple[Rgb, ...]:
    """Return the colours of the palette, by index."""
    return tuple(
        parse_colour(c) for c in json.loads((SPRITES_FOLDER / "palette.json").read_text("utf-8"))["colours"]
    )


@cache
def to_bytes() -> bytes:
    """Return the palette as 768 bytes. Unused entries are black."""
    return b"".join(bytes(c) for c in list_colours()).ljust(768, b"\0")


@lru_cache(maxsize=4096)
def find_nearest_index(colour: Rgb) -> int:
    """Return the index of the palette colour with the smallest squared RGB distance to a colour."""
    r, g, b = colour
    return min(
        range(len(list_colours())),
        key=lambda i: (
            (list_colours()[i][0] - r) ** 2
            + (list_colours()[i][1] - g) ** 2
            + (list_colours()[i][2] - b) ** 2
        ),
    )


def find_index(colour: str) -> int:
    """Return the index of the palette colour nearest to ``#RRGGBB``."""
    return find_nearest_index(parse_colour(colour))
