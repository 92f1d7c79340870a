"""People's names as pictures show them: every sign drawn, each within its plate, no two alike."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from functools import lru_cache
from typing import Final

from games.drawing.glyphs import plain
from games.drawing.text import LONGEST, clipped, width

_NUMBERED: Final = re.compile(r"(.+?)( \(\d+\))")
_LATIN: Final = str.maketrans(
    "АВЕЅІЈКМНОРСТУХаеѕіјоԁрсухһΑΒΕΖΗΙΚΜΝΟΡΤΥΧινορυχı01I|",
    "ABESlJKMHOPCTYXaesijodpcyxhABEZHlKMNOPTYXivopuxiolll",
)
"""Signs of other scripts, and digits, by the Latin letters for which they are taken."""
_ACCENTS: Final = 200
"""From this combining class on, a mark stands above, below or across any letter."""


def drawable(name: str, fallback: str = "") -> str:
    """Return a name as pictures can show it.

    Words with letters or digits that no face has are left out. Where none with a letter is left,
    it is ``fallback`` as pictures can show it, such as a user name; empty where that too shows nothing.
    """
    words = [plain(word) for word in name[:LONGEST].split()]
    shown = " ".join(" ".join(word for word, lost in words if not lost).split())
    lacking = any(lost for _, lost in words)
    if shown and (any(sign.isalpha() for sign in shown) or not (lacking or _loses_emoji(name, shown))):
        return shown
    return drawable(fallback) if fallback else ""


def _loses_emoji(name: str, shown: str) -> bool:
    """Return whether pictures or signs of a name are not shown."""
    return any(unicodedata.category(sign)[0] == "S" and sign not in shown for sign in name[:LONGEST])


@lru_cache(maxsize=256)
def plates(names: tuple[str, ...], size: int, room: int) -> tuple[str, ...]:
    """Return what stands for each seat where there are ``room`` pixels for it.

    It is the name, shortened at need; the number of the seat where a name shows nothing, and after names
    that would be taken for each other.
    """
    shown = [fitted(drawable(name) or str(seat), size, room) for seat, name in enumerate(names, 1)]
    numbered = set[int]()
    while alike := _alike(shown) - numbered:
        numbered |= alike
        for seat in alike:
            mark = f" ({seat + 1})"
            start = clipped(drawable(names[seat]), size, room - width(mark, size))
            shown[seat] = start + mark if start.strip("…") else str(seat + 1)
    return tuple(shown)


def plate(names: tuple[str, ...], seat: int, size: int, room: int) -> str:
    """Return what stands for one seat."""
    return plates(names, size, room)[seat]


def fitted(name: str, size: int, room: int) -> str:
    """Return a name shortened to its room; a number at its end stays."""
    found = _NUMBERED.fullmatch(name)
    if found is None or width(name, size) <= room:
        return clipped(name, size, room)
    start, mark = found.groups()
    cut = clipped(start, size, room - width(mark, size)) + mark
    return cut if width(cut, size) <= room else clipped(name, size, room)


def _alike(shown: list[str]) -> set[int]:
    """Return the seats whose names could be taken for that of another."""
    looks = [look(name) for name in shown]
    times = Counter(looks)
    return {seat for seat, one in enumerate(looks) if times[one] > 1}


def look(name: str) -> str:
    """Return what a glance keeps of a name: Latin letters for those like them, no case, accents or points."""
    letters = unicodedata.normalize("NFKD", name).translate(_LATIN).casefold()
    kept = [sign for sign in letters if sign.isalnum() or _inner(sign)]
    return "".join(kept).replace("rn", "m").replace("vv", "w") or name


def _inner(sign: str) -> bool:
    """Tell whether a sign is a mark that tells letters apart, as vowels on them do."""
    return unicodedata.category(sign)[0] == "M" and unicodedata.combining(sign) < _ACCENTS
