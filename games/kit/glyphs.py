"""Which face draws a sign, and what of a text can be drawn at all."""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from PIL import ImageFont, features

FONTS: Final = Path(__file__).resolve().parents[2] / "assets" / "fonts"
FACES: Final = ("Nunito-ExtraBold.ttf", "DejaVuSans-Bold.ttf")
JOINED: Final = ("NotoSansDevanagari-ExtraBold.ttf", "NotoSansThai-ExtraBold.ttf")
"""Faces whose signs stand on, under and before each other: they need shaping."""
SHAPING: Final = bool(features.check("raqm"))
"""Whether this Pillow joins signs and writes from right to left; else such scripts count as lacking."""
RTL: Final = frozenset(("R", "AL"))
MOST_MARKS: Final = 3
"""So many marks in a row are kept: what stands on one sign in any script that is drawn."""
_EMOJI: Final = 0x1F000
"""From here on there are pictures, which are not drawn."""
_AS_EMOJI: Final = "\ufe0f"
"""Makes a picture of the sign before it."""
_STYLED: Final = range(0x1D400, 0x1D800)
"""Mathematical letters: what they mean is a plain letter."""
_EMPTY: Final = frozenset(
    "\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufffd\u25a1\u25af\u25fb\u25fd\u2610\u2b1a\u2b1c"
)
"""Signs that show nothing though they count as letters, and those like the sign of what is missing."""


@cache
def font(face: str, size: int, *, shaped: bool = False) -> ImageFont.FreeTypeFont:
    """Return a face at a size in pixels."""
    engine = ImageFont.Layout.RAQM if shaped else ImageFont.Layout.BASIC
    return ImageFont.truetype(str(FONTS / face), size, layout_engine=engine)


def has(face: str, character: str) -> bool:
    """Tell whether a face has a sign: it draws something, and not the box that stands for what is missing."""
    probe = font(face, 24)
    drawn = bytes(probe.getmask(character))
    return any(drawn) and drawn != bytes(probe.getmask("\uffff"))


@lru_cache(maxsize=4096)
def face_of(character: str) -> str | None:
    """Return the first face that has a character, or none."""
    if character == " ":
        return FACES[0]
    if not SHAPING and unicodedata.bidirectional(character) in RTL:
        return None
    return next((face for face in (*FACES, *(JOINED if SHAPING else ())) if has(face, character)), None)


def plain(content: str) -> tuple[str, bool]:
    """Return what of a text can be drawn, and whether letters or digits had to go.

    Emoji, control signs and marks that could stand on any letter are left out without a loss.
    """
    if content.isascii() and content.isprintable():
        return content, False
    kept: list[str] = []
    lost, marks = False, 0
    for character in unicodedata.normalize("NFC", content):
        kind = unicodedata.category(character)
        if kind[0] == "M":
            marks += 1
            if character == _AS_EMOJI and kept and not kept[-1].isalnum():
                kept[-1] = ""
            elif kept and marks <= MOST_MARKS and _belongs(character, kept[-1]):
                kept.append(character)
        elif kind[0] == "Z":
            kept.append(" ")
        elif kind[0] != "C" and character not in _EMPTY:
            marks = 0
            drawn = _drawable(character)
            kept.append(drawn)
            lost = lost or (not drawn and kind[0] in "LN")
    return "".join(kept), lost


def _belongs(mark: str, before: str) -> bool:
    """Tell whether a mark is a part of its script, as vowels are, and can be drawn on what is before it."""
    if not SHAPING or not before.strip() or unicodedata.name(mark, "").startswith("COMBINING"):
        return False
    face = face_of(mark)
    return face is not None and face == face_of(before[-1])


@lru_cache(maxsize=4096)
def _drawable(character: str) -> str:
    """Return a sign, or what it stands for; empty where no face has either."""
    if face_of(character) is not None and ord(character) not in _STYLED and ord(character) < _EMOJI:
        return character
    meant = unicodedata.normalize("NFKC", character)
    return meant if meant != character and all(face_of(one) is not None for one in meant) else ""
