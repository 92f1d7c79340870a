"""Prepares names for pictures: makes them drawable, short enough and distinguishable."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from functools import lru_cache
from typing import Final

from games.drawing.glyphs import strip_undrawable_characters
from games.drawing.text import MAX_CHARACTERS, clip_to_width, measure_width

_NUMBERED_NAME_PATTERN: Final = re.compile(r"(.+?)( \(\d+\))")
_LATIN_LOOKALIKES: Final = str.maketrans(
    "АВЕЅІЈКМНОРСТУХаеѕіјоԁрсухһΑΒΕΖΗΙΚΜΝΟΡΤΥΧινορυχı01I|",
    "ABESlJKMHOPCTYXaesijodpcyxhABEZHlKMNOPTYXivopuxiolll",
)
"""Latin letters for characters that look like them."""
_MIN_ACCENT_CLASS: Final = 200
"""Lowest combining class of marks that can be on any letter, such as accents."""


def make_drawable_name(name: str, fallback: str = "") -> str:
    """Return a name without the words that no font can draw.

    If too little remains, return the drawable part of ``fallback``, such as a user name. Return an empty
    string if that can't be drawn either.
    """
    words = [strip_undrawable_characters(word) for word in name[:MAX_CHARACTERS].split()]
    shown = " ".join(" ".join(word for word, lost in words if not lost).split())
    incomplete = any(lost for _, lost in words)
    if shown and (any(sign.isalpha() for sign in shown) or not (incomplete or _loses_emoji(name, shown))):
        return shown
    return make_drawable_name(fallback) if fallback else ""


def _loses_emoji(name: str, shown_name: str) -> bool:
    """Return whether a name has emoji or symbols that aren't shown."""
    return any(
        unicodedata.category(sign)[0] == "S" and sign not in shown_name for sign in name[:MAX_CHARACTERS]
    )


@lru_cache(maxsize=256)
def fit_names(names: tuple[str, ...], size: int, max_width: int) -> tuple[str, ...]:
    """Return each seat's name as pictures show it, shortened to at most ``max_width`` pixels.

    A seat's number replaces a name that can't be drawn, and is added to names that look alike.
    """
    shown = [
        shorten_name(make_drawable_name(name) or str(seat), size, max_width)
        for seat, name in enumerate(names, 1)
    ]
    numbered = set[int]()
    while alike := _find_seats_with_similar_names(shown) - numbered:
        numbered |= alike
        for seat in alike:
            mark = f" ({seat + 1})"
            start = clip_to_width(
                make_drawable_name(names[seat]), size, max_width - measure_width(mark, size)
            )
            shown[seat] = start + mark if start.strip("…") else str(seat + 1)
    return tuple(shown)


def fit_name(names: tuple[str, ...], seat: int, size: int, max_width: int) -> str:
    """Return one seat's name as pictures show it, at most ``max_width`` pixels wide."""
    return fit_names(names, size, max_width)[seat]


def shorten_name(name: str, size: int, max_width: int) -> str:
    """Shorten a name to ``max_width`` pixels. A number in parentheses at its end is kept."""
    numbered = _NUMBERED_NAME_PATTERN.fullmatch(name)
    if numbered is None or measure_width(name, size) <= max_width:
        return clip_to_width(name, size, max_width)
    start, mark = numbered.groups()
    cut = clip_to_width(start, size, max_width - measure_width(mark, size)) + mark
    return cut if measure_width(cut, size) <= max_width else clip_to_width(name, size, max_width)


def _find_seats_with_similar_names(shown_names: list[str]) -> set[int]:
    """Return the seats whose names look like another seat's."""
    looks = [make_look_key(name) for name in shown_names]
    times = Counter(looks)
    return {seat for seat, one in enumerate(looks) if times[one] > 1}


def make_look_key(name: str) -> str:
    """Return a key that is the same for names that look alike.

    Letters that resemble Latin ones become Latin, and case, accents and punctuation are dropped.
    """
    letters = unicodedata.normalize("NFKD", name).translate(_LATIN_LOOKALIKES).casefold()
    kept_signs = [sign for sign in letters if sign.isalnum() or _is_letter_mark(sign)]
    return "".join(kept_signs).replace("rn", "m").replace("vv", "w") or name


def _is_letter_mark(character: str) -> bool:
    """Return whether a character is a mark that distinguishes letters, such as a vowel sign."""
    return unicodedata.category(character)[0] == "M" and unicodedata.combining(character) < _MIN_ACCENT_CLASS
