"""Display names as they may stand anywhere: one visible line, whatever somebody has put into theirs."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

NAMELESS = "?"
"""What stands for a name of which nothing can be seen."""

_JOINERS = "\u200c\u200d"
"""Letters of some scripts and emoji are joined by these; between others they are nothing but invisible."""
_FLAG = "\U0001f3f4"
_TAGS = re.compile(r"[\U000e0020-\U000e007f]")
"""They tell whose flag follows a black one."""
_UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0")
"""Letters and marks that show nothing, though Unicode does not call them controls."""
_BLANK = frozenset("\u2800")
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})


@lru_cache(maxsize=4096)
def plain_name(name: str) -> str:
    """Return a name without line breaks, without what cannot be seen, and without what turns text around."""
    kept: list[str] = []
    for place, letter in enumerate(name):
        if letter.isspace() or letter in _BLANK:
            kept.append(" ")
        elif _shows(name, place):
            kept.append(letter)
    plain = " ".join("".join(kept).split())
    # Marks alone have nothing that they could stand on.
    return plain if any(unicodedata.category(letter)[0] in "LNPS" for letter in plain) else NAMELESS


def _shows(name: str, place: int) -> bool:
    letter = name[place]
    if letter in _JOINERS:
        around = name[place - 1 : place] + name[place + 1 : place + 2]
        return len(around) == 2 and not around.isascii() and all(map(_visible, around))
    if _TAGS.match(letter):
        return _TAGS.sub("", name[:place]).endswith(_FLAG)
    return _visible(letter)


def _visible(letter: str) -> bool:
    return letter not in _UNSEEN and unicodedata.category(letter) not in _HIDDEN
