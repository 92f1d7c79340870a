"""One thing at a time for each person, so that whoever asks for much waits for themselves alone."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary


class TooMany(Exception):
    """A person has so much waiting that nothing more is taken."""


class Turns:
    """Lets people's work through: of each person one piece at a time, and few that wait."""

    def __init__(self, waiting: int) -> None:
        """Let at most so many pieces of one person wait."""
        self._most = waiting
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._waiting: dict[int, int] = {}

    @asynccontextmanager
    async def of(self, person: int) -> AsyncIterator[None]:
        """Wait for the person's other pieces.

        :raises TooMany: too many of them wait already.
        """
        lock = self._locks.get(person)
        if lock is None:
            lock = self._locks[person] = asyncio.Lock()
        if lock.locked() and self._waiting.get(person, 0) >= self._most:
            raise TooMany
        self._waiting[person] = self._waiting.get(person, 0) + 1
        try:
            await lock.acquire()
        finally:
            self._waiting[person] -= 1
            if not self._waiting[person]:
                del self._waiting[person]
        try:
            yield
        finally:
            lock.release()
