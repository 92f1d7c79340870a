"""A cache of limited size that evicts the least recently used value."""

from __future__ import annotations

from collections import OrderedDict
from typing import Generic, TypeVar

KeyT = TypeVar("KeyT")
ValueT = TypeVar("ValueT")


class Cache(Generic[KeyT, ValueT]):
    """Keeps at most ``size`` values and evicts the least recently used one."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._kept: OrderedDict[KeyT, ValueT] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: KeyT) -> ValueT | None:
        """Return a value and mark it as used; ``None`` if it is not cached."""
        if key in self._kept:
            self._kept.move_to_end(key)
        return self._kept.get(key)

    def put(self, key: KeyT, value: ValueT) -> None:
        """Add or replace a value."""
        self._kept[key] = value
        self._kept.move_to_end(key)
        while len(self._kept) > self._size:
            self._kept.popitem(last=False)

    def clear(self) -> None:
        """Remove all values."""
        self._kept.clear()

    def drop(self, key: KeyT) -> None:
        """Remove a value if it is cached."""
        self._kept.pop(key, None)
