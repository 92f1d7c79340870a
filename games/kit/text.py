"""Text as ready tiles: whole strings on a known ground, kept in a bounded cache."""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from games.kit import palette
from games.kit.sprites import Sprite

FONTS: Final = Path(__file__).resolve().parents[2] / "assets" / "fonts"
FACES: Final = ("Nunito-ExtraBold.ttf", "DejaVuSans-Bold.ttf")
SMALLEST: Final = 18
UNKNOWN: Final = "□"
LEVELS: Final = 12


@cache
def font(face: str, size: int) -> ImageFont.FreeTypeFont:
    """Return a face at a size in pixels."""
    return ImageFont.truetype(str(FONTS / face), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=4096)
def face_of(character: str) -> str | None:
    """Return the first face that has a character, or none."""
    for face in FACES:
        probe = font(face, 24)
        if bytes(probe.getmask(character)) != bytes(probe.getmask("\uffff")):
            return face
    return None


@lru_cache(maxsize=1024)
def runs(content: str) -> tuple[tuple[str, str], ...]:
    """Split a text into faces and what each draws; what no face has becomes one small box."""
    out: list[tuple[str, str]] = []
    for character in unicodedata.normalize("NFC", content):
        if unicodedata.category(character) in ("Cc", "Cf", "Cs", "Me", "Mn"):
            continue
        face = FACES[0] if character == " " else face_of(character)
        if face is None:
            face, character = FACES[1], UNKNOWN
            if out and out[-1][1].endswith(UNKNOWN):
                continue
        if out and out[-1][0] == face:
            out[-1] = (face, out[-1][1] + character)
        else:
            out.append((face, character))
    return tuple(out)


def width(content: str, size: int) -> int:
    """Return how wide a text is, in pixels."""
    return round(sum(font(face, size).getlength(part) for face, part in runs(content)))


@lru_cache(maxsize=512)
def clipped(content: str, size: int, room: int) -> str:
    """Return ``content``, shortened with an ellipsis to at most ``room`` pixels."""
    if width(content[:200], size) <= room and len(content) <= 200:
        return content
    low, high = 0, min(len(content), 200)
    while low < high:
        middle = (low + high + 1) // 2
        if width(content[:middle].rstrip() + "…", size) <= room:
            low = middle
        else:
            high = middle - 1
    return content[:low].rstrip() + "…"


@lru_cache(maxsize=64)
def ramp(ink: str, ground: str) -> tuple[int, ...]:
    """Return the palette index for each of 256 degrees of cover of ``ground`` by ``ink``."""
    first, last = palette.rgb(ground), palette.rgb(ink)
    steps = []
    for level in range(LEVELS + 1):
        share = level / LEVELS
        r, g, b = (round(a + (z - a) * share) for a, z in zip(first, last, strict=True))
        steps.append(palette.nearest((r, g, b)))
    return tuple(steps[round(cover / 255 * LEVELS)] for cover in range(256))


@lru_cache(maxsize=512)
def tile(content: str, size: int, ink: str, ground: str) -> Sprite:
    """Return a text as a sprite. Its height is that of the main face, so tiles of a size share a baseline.

    :raises ValueError: the size is too small to read.
    """
    if size < SMALLEST:
        raise ValueError(f"text of {size} px is too small")
    ascent, descent = font(FACES[0], size).getmetrics()
    cover = Image.new("L", (max(1, width(content, size) + 2), ascent + descent))
    pen = ImageDraw.Draw(cover)
    x = 0.0
    for face, part in runs(content):
        chosen = font(face, size)
        pen.text((x, ascent), part, fill=255, font=chosen, anchor="ls")
        x += chosen.getlength(part)
    indices = Image.frombytes("P", cover.size, cover.point(ramp(ink, ground)).tobytes())
    return Sprite(indices, cover.point([255 if c >= 128 // LEVELS else 0 for c in range(256)]).convert("1"))
