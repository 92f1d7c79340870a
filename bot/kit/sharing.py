"""Over how many shards a bot's servers are shared out, and which of them one process has."""

from __future__ import annotations

import re
from dataclasses import dataclass

AUTO = "auto"
MOST_SHARDS = 16_384
_PART = re.compile(r"([0-9]{1,5})(?:-([0-9]{1,5}))?")


@dataclass(frozen=True, slots=True)
class Sharing:
    """``shards`` is ``None`` where Discord is to say how many there are; ``ids`` where all are meant."""

    shards: int | None = None
    ids: tuple[int, ...] | None = None

    @property
    def whole(self) -> bool:
        """Whether this process has all of them."""
        return self.ids is None or len(self.ids) == self.shards


ALL = Sharing()


def read_shards(text: str) -> int | None:
    """Read a number of shards, or ``auto``.

    :raises ValueError: it is neither.
    """
    if text == AUTO:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) <= 5 and 0 < int(text) <= MOST_SHARDS):
        raise ValueError
    return int(text)


def read_ids(text: str, shards: int) -> tuple[int, ...]:
    """Read which of so many shards are meant, as ``0-3`` or ``0,2,5-7``.

    :raises ValueError: it makes no sense, or names one that there is not.
    """
    found: set[int] = set()
    for part in text.replace(" ", "").split(","):
        matched = _PART.fullmatch(part)
        if matched is None:
            raise ValueError
        first, last = int(matched[1]), int(matched[2] or matched[1])
        if not first <= last < shards:
            raise ValueError
        found.update(range(first, last + 1))
    return tuple(sorted(found))
