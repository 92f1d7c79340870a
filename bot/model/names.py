"""Makes display names safe to show anywhere, and replaces names in stored texts."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

NAMELESS_TEXT = "?"
"""Shown instead of a name without visible characters."""

_JOINER_CHARACTERS = "\u200c\u200d"
"""Zero-width non-joiner and joiner, which some scripts and emoji need."""
_BLACK_FLAG = "\U0001f3f4"
_FLAG_TAG_PATTERN = re.compile(r"[\U000e0020-\U000e007f]")
"""Matches the invisible characters that turn a preceding black flag into the flag of a region."""
_INVISIBLE_LETTERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0")
"""Letters and marks that are invisible although Unicode doesn't class them as controls."""
_BLANK_SYMBOLS = frozenset("\u2800")
_HIDDEN_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})


@lru_cache(maxsize=4096)
def make_plain_name(name: str) -> str:
    """Return a name without line breaks or characters that are invisible or reverse text.

    Return :data:`NAMELESS_TEXT` if nothing visible is left.
    """
    kept: list[str] = []
    for index, letter in enumerate(name):
        if letter.isspace() or letter in _BLANK_SYMBOLS:
            kept.append(" ")
        elif _is_shown(name, index):
            kept.append(letter)
    plain = " ".join("".join(kept).split())
    # Combining marks alone aren't a name, because they need a letter to attach to.
    return plain if any(unicodedata.category(letter)[0] in "LNPS" for letter in plain) else NAMELESS_TEXT


def replace_names(text: str, names: Iterable[str], replacement: str) -> str:
    """Replace whole-word occurrences of ``names`` in ``text`` with ``replacement``, ignoring case."""
    known = sorted({name.strip() for name in names} - {"", replacement}, key=len, reverse=True)
    if not known:
        return text
    pattern = rf"(?<!\w)(?:{'|'.join(map(re.escape, known))})(?!\w)"
    return re.sub(pattern, lambda _: replacement, text, flags=re.IGNORECASE)


def _is_shown(name: str, index: int) -> bool:
    """Return whether the character at ``index`` is visible or changes how its neighbours look."""
    letter = name[index]
    if letter in _JOINER_CHARACTERS:
        around = name[index - 1 : index] + name[index + 1 : index + 2]
        return len(around) == 2 and not around.isascii() and all(map(_is_visible, around))
    if _FLAG_TAG_PATTERN.match(letter):
        return _FLAG_TAG_PATTERN.sub("", name[:index]).endswith(_BLACK_FLAG)
    return _is_visible(letter)


def _is_visible(letter: str) -> bool:
    return letter not in _INVISIBLE_LETTERS and unicodedata.category(letter) not in _HIDDEN_CATEGORIES
