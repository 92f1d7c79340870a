"""Writes long texts, such as the match log, in a worker thread and caches them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar, cast

from bot.kit.cache import Cache
from bot.tables.feed import Change, ChangeKind

T = TypeVar("T")

MAX_CACHED_TEXTS = 256
"""The longest text has about ten thousand characters."""


class TextCache:
    """Writes each text once and caches it for later readers."""

    def __init__(self) -> None:
        self._cached: Cache[Hashable, asyncio.Future[Any]] = Cache(MAX_CACHED_TEXTS)
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="texts")

    async def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return a cached text, or make and cache it. Equal keys must mean equal texts."""
        text_future = self._cached.get(key)
        if text_future is None:
            text_future = asyncio.get_running_loop().run_in_executor(self._worker, make)
            self._cached.put(key, text_future)
        try:
            return cast(T, await asyncio.shield(text_future))
        except Exception:
            self._cached.drop(key)
            raise

    def handle_change(self, change: Change) -> None:
        """Clear the cache if a change concerns people's names, because texts contain names."""
        if change.kind is ChangeKind.NAMES_CHANGED:
            self.clear_cache()

    def clear_cache(self) -> None:
        """Forget all cached texts."""
        self._cached.clear()

    def close(self) -> None:
        """Finish the current text and refuse new ones."""
        self._worker.shutdown(wait=True, cancel_futures=True)
