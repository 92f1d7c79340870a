"""Database files that are closed when a test ends, whatever becomes of it.

The threads of an open one would keep pytest from ending.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest

from bot.storage import Store
from bot.storage.sqlite import SqliteDatabase

OpenStore = Callable[[Path], Awaitable[Store]]
OpenDatabase = Callable[..., Awaitable[SqliteDatabase]]


@asynccontextmanager
async def opened_store(path: Path) -> AsyncIterator[Store]:
    """Open a store for as long as a block lasts; it may also be closed earlier."""
    store = await Store.open(path)
    try:
        yield store
    finally:
        await store.close()


@pytest.fixture
async def open_store() -> AsyncIterator[OpenStore]:
    """Open a store for as long as a test lasts; it may also be closed earlier."""
    async with AsyncExitStack() as stack:
        yield lambda path: stack.enter_async_context(opened_store(path))


@pytest.fixture
async def open_database() -> AsyncIterator[OpenDatabase]:
    """Open a bare file for as long as a test lasts; it may also be closed earlier."""
    async with AsyncExitStack() as stack:

        async def open_database(path: Path, migrations: Sequence[str] | None = None) -> SqliteDatabase:
            database = await SqliteDatabase.open(path, migrations)
            stack.push_async_callback(database.close)
            return database

        yield open_database
