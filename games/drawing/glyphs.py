"""Chooses the font file for each character, and removes characters that can't be drawn."""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from typing import Final

from PIL import ImageFont, features

from games.drawing.scripts import (
    FONT_WEIGHT,
    FONTS_FOLDER,
    face_needs_shaping,
    find_script,
    is_variable,
    list_faces,
)

MAIN_FACES: Final = ("Nunito-ExtraBold.ttf", "DejaVuSans-Bold.ttf")
CAN_SHAPE_TEXT: Final = bool(features.check("raqm"))
"""Whether this build of Pillow can draw scripts that need shaping or run from right to left."""
RIGHT_TO_LEFT_CLASSES: Final = frozenset(("R", "AL"))
MAX_MARKS: Final = 3
"""Maximum number of successive marks on a letter, enough for any script that is drawn."""
_EMOJI_RANGE: Final = range(0x1F000, 0x20000)
"""Code points of emoji. Emoji are not drawn."""
_HALFWIDTH_KANA_PATTERN: Final = re.compile("[\uff61-\uff9f]+")
"""Matches halfwidth kana, whose marks are separate characters."""
_EMOJI_SELECTOR: Final = "\ufe0f"
"""Variation selector that turns the preceding character into a picture."""
_STYLED_LETTER_RANGE: Final = range(0x1D400, 0x1D800)
"""Code points of mathematical letters. Plain letters replace them."""
_EMPTY_CHARACTERS: Final = frozenset(
    "\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufffd\u25a1\u25af\u25fb\u25fd\u2610\u2b1a\u2b1c"
)
"""Invisible characters that count as letters, and characters that look like a missing glyph."""


@cache
def load_font(face: str, size: int, *, is_shaped: bool = False) -> ImageFont.FreeTypeFont:
    """Load a font file at a size in pixels."""
    engine = ImageFont.Layout.RAQM if is_shaped else ImageFont.Layout.BASIC
    chosen = ImageFont.truetype(str(FONTS_FOLDER / face), size, layout_engine=engine)
    if is_variable(face):
        chosen.set_variation_by_axes([FONT_WEIGHT])
    return chosen


def has_glyph(face: str, character: str) -> bool:
    """Return whether a font has a glyph for a character, other than the box for missing ones."""
    probe = load_font(face, 24)
    drawn = bytes(probe.getmask(character))
    return any(drawn) and drawn != bytes(probe.getmask("\uffff"))


@lru_cache(maxsize=4096)
def find_face(character: str) -> str | None:
    """Return the first font that can draw a character, or ``None`` if none can."""
    if character == " ":
        return MAIN_FACES[0]
    if not CAN_SHAPE_TEXT and unicodedata.bidirectional(character) in RIGHT_TO_LEFT_CLASSES:
        return None
    for face in MAIN_FACES:
        if has_glyph(face, character):
            return face
    script = find_script(character)
    if script is None or (script.needs_shaping and not CAN_SHAPE_TEXT):
        return None
    return next((face for face in list_faces(script) if has_glyph(face, character)), None)


def needs_shaping(face: str) -> bool:
    """Return whether the characters of a font combine or reorder, so that it needs shaping."""
    return face not in MAIN_FACES and face_needs_shaping(face)


def strip_undrawable_characters(content: str) -> tuple[str, bool]:
    """Return the drawable characters of a text, and whether letters or digits were lost.

    Lost emoji, control characters and accents don't count.
    """
    if content.isascii() and content.isprintable():
        return content, False
    kept: list[str] = []
    lost, marks = False, 0
    content = _HALFWIDTH_KANA_PATTERN.sub(lambda found: unicodedata.normalize("NFKC", found.group()), content)
    for character in unicodedata.normalize("NFC", content):
        kind = unicodedata.category(character)
        if kind[0] == "M":
            marks += 1
            if character == _EMOJI_SELECTOR and kept and not kept[-1].isalnum():
                kept[-1] = ""
            elif kept and marks <= MAX_MARKS and _belongs_to_script(character, kept[-1]):
                kept.append(character)
        elif kind[0] == "Z":
            kept.append(" ")
        elif kind[0] != "C" and character not in _EMPTY_CHARACTERS:
            marks = 0
            drawn = _find_drawable_character(character)
            kept.append(drawn)
            lost = lost or (not drawn and kind[0] in "LN")
    return "".join(kept), lost


def _belongs_to_script(mark: str, before: str) -> bool:
    """Return whether a mark, such as a vowel sign, belongs to the script and font of the text before it."""
    if not CAN_SHAPE_TEXT or not before.strip() or unicodedata.name(mark, "").startswith("COMBINING"):
        return False
    face = find_face(mark)
    return face is not None and face == find_face(before[-1])


@lru_cache(maxsize=4096)
def _find_drawable_character(character: str) -> str:
    """Return a character if it can be drawn, or else its drawable equivalent, or an empty string."""
    if (
        find_face(character) is not None
        and ord(character) not in _STYLED_LETTER_RANGE
        and ord(character) not in _EMOJI_RANGE
    ):
        return character
    meant = unicodedata.normalize("NFKC", character)
    return meant if meant != character and all(find_face(one) is not None for one in meant) else ""
