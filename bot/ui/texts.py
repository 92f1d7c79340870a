"""Long texts, made off the event loop and kept: the log, what has happened since a person's last look."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar, cast

from bot.kit.cache import Cache
from bot.tables.feed import Change, Kind

T = TypeVar("T")

KEPT = 256
"""So many texts are kept; the longest has some ten thousand characters."""


class Texts:
    """Makes a text once for all who ask for it."""

    def __init__(self) -> None:
        self._kept: Cache[Hashable, asyncio.Future[Any]] = Cache(KEPT)
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="texts")

    async def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return a text. Equal keys must mean equal texts."""
        made = self._kept.get(key)
        if made is None:
            made = asyncio.get_running_loop().run_in_executor(self._worker, make)
            self._kept.put(key, made)
        try:
            return cast(T, await asyncio.shield(made))
        except Exception:
            self._kept.drop(key)
            raise

    def hear(self, change: Change) -> None:
        """Drop what is kept where somebody's name is not to be shown any more."""
        if change.kind is Kind.NAMES:
            self.forget()

    def forget(self) -> None:
        """Drop what is kept: somebody's name is not to be shown any more."""
        self._kept.clear()

    def close(self) -> None:
        """Let the text that is being made end, and take no more."""
        self._worker.shutdown(wait=True, cancel_futures=True)
