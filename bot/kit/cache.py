"""A bounded store of what can be made again."""

from __future__ import annotations

from collections import OrderedDict
from typing import Generic, TypeVar

KeyT = TypeVar("KeyT")
ValueT = TypeVar("ValueT")


class Cache(Generic[KeyT, ValueT]):
    """Keeps at most ``size`` values; the one that was used least lately goes first."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._kept: OrderedDict[KeyT, ValueT] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: KeyT) -> ValueT | None:
        """Return a value, which counts as use."""
        if key in self._kept:
            self._kept.move_to_end(key)
        return self._kept.get(key)

    def put(self, key: KeyT, value: ValueT) -> None:
        """Keep a value."""
        self._kept[key] = value
        self._kept.move_to_end(key)
        while len(self._kept) > self._size:
            self._kept.popitem(last=False)

    def clear(self) -> None:
        """Forget all values."""
        self._kept.clear()

    def drop(self, key: KeyT) -> None:
        """Forget a value."""
        self._kept.pop(key, None)
