"""Assignment of the bot's shards to this process, and parsers for its settings."""

from __future__ import annotations

import re

from games.core.values import value_class

AUTO_SHARDS = "auto"
MAX_SHARDS = 16_384
_SHARD_RANGE_PATTERN = re.compile(r"([0-9]{1,5})(?:-([0-9]{1,5}))?")


@value_class
class ShardAssignment:
    """The number of the bot's shards, and the IDs of this process's shards."""

    shard_count: int | None = None
    """``None`` to let Discord decide."""
    shard_ids: tuple[int, ...] | None = None
    """``None`` for all."""

    @property
    def covers_all_shards(self) -> bool:
        return self.shard_ids is None or len(self.shard_ids) == self.shard_count


ALL_SHARDS = ShardAssignment()


def read_shard_count(text: str) -> int | None:
    """Parse a number of shards; ``None`` for ``auto``.

    :raises ValueError: ``text`` is neither ``auto`` nor a number from 1 to :data:`MAX_SHARDS`.
    """
    if text == AUTO_SHARDS:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) <= 5 and 0 < int(text) <= MAX_SHARDS):
        raise ValueError
    return int(text)


def read_shard_ids(text: str, shard_count: int) -> tuple[int, ...]:
    """Parse shard IDs such as ``0-3`` or ``0,2,5-7``.

    :raises ValueError: ``text`` is malformed or names an ID that does not exist.
    """
    shard_ids: set[int] = set()
    for part in text.replace(" ", "").split(","):
        matched = _SHARD_RANGE_PATTERN.fullmatch(part)
        if matched is None:
            raise ValueError
        first, last = int(matched[1]), int(matched[2] or matched[1])
        if not first <= last < shard_count:
            raise ValueError
        shard_ids.update(range(first, last + 1))
    return tuple(sorted(shard_ids))
