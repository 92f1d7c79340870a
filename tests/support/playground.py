"""Runs the playground for tests, without a browser."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta, tzinfo
from pathlib import Path

from bot.config import Config
from bot.host import playground
from bot.host.places import ThreadSaver
from bot.host.playground import World
from tests.support.stores import opened_store


@asynccontextmanager
async def opened(path: Path) -> AsyncIterator[World]:
    """Start the playground with its database at ``path``."""
    config = Config(None, path, "INFO", 8765, None)
    async with opened_store(path) as store, playground.PlaygroundBot(config, store) as bot:
        world = await playground.build_world(bot, store)
        notes = ThreadSaver(world.env, store)
        try:
            await world.env.start()
            with world.env.time_context():
                await playground._open_channel(bot, world)
                yield world
        finally:
            await bot.close()
            await notes.settle()
            await world.env.shutdown()


class Later(datetime):
    """A ``datetime`` whose ``now()`` is three days ahead."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
        return datetime.now(tz) + timedelta(days=3)
