"""Fake leases for tests."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from bot.errors.storage import StorageError
from bot.storage.tenure import LeasesHeld, LeasesTaken


class ScriptedLeases:
    """Leases that give the answers a test has set."""

    def __init__(self, term_seconds: float) -> None:
        self.term_seconds = term_seconds
        self.answer: LeasesTaken | LeasesHeld | StorageError = LeasesHeld(0.01)
        self.renewed: bool | StorageError | None = False
        self.released: list[tuple[int, list[int]]] = []
        self.take_count = 0
        self.delay_seconds = 0.0

    async def take(self, shard_ids: Sequence[int], shard_count: int, owner: str) -> LeasesTaken | LeasesHeld:
        """Return ``answer``, or raise it if it is an error."""
        self.take_count += 1
        await asyncio.sleep(self.delay_seconds)
        if isinstance(self.answer, StorageError):
            raise self.answer
        return self.answer

    async def renew(self, tenure: int, shard_count: int) -> bool | None:
        """Return ``renewed``, or raise it if it is an error."""
        await asyncio.sleep(self.delay_seconds)
        if isinstance(self.renewed, StorageError):
            raise self.renewed
        return self.renewed

    async def release(self, tenure: int, press_ids: Sequence[int]) -> None:
        self.released.append((tenure, list(press_ids)))
