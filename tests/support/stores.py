"""Databases on either engine that are closed when a test ends, however it ends.

The threads of an open one would keep pytest from exiting.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest

from bot.kit.server_url import ServerUrl
from bot.storage import Store
from bot.storage.engine.sqlite import SqliteDatabase
from bot.storage.schema import Migration
from tests.support import postgres

OpenStore = Callable[[Path], Awaitable[Store]]
OpenDatabase = Callable[..., Awaitable[SqliteDatabase]]
SQLITE, POSTGRESQL = "sqlite", "postgresql"
ON_BOTH = [
    pytest.mark.usefixtures("engine"),
    pytest.mark.parametrize("engine", (SQLITE, POSTGRESQL), indirect=True),
]
"""The mark for tests, or files of them, that run on each engine."""
HURRIED = "PRAGMA synchronous = OFF"
"""Settings for tests without a power failure; a killed process loses nothing it has written."""

_new: list[bytes] = []
"""The contents of a file with our schema and no rows, once one was made."""
_places: dict[Path, ServerUrl] | None = None
"""The databases that replace files while a test runs on PostgreSQL."""


@pytest.fixture
def engine(request: pytest.FixtureRequest) -> Iterator[str]:
    """Open paths on an engine for the duration of a test."""
    global _places
    name: str = getattr(request, "param", SQLITE)
    if name == SQLITE:
        yield name
        return
    server = postgres.server()
    _places = {}
    try:
        yield name
    finally:
        _places = None
        server.leave()


def lent(path: Path) -> Path | ServerUrl:
    """Return what a path stands for in this test, if it was opened."""
    return path if _places is None else _places[path]


async def placed(path: Path | ServerUrl) -> Path | ServerUrl:
    """Return what to open for a path: the file, or the database that replaces it in this test."""
    if _places is None or isinstance(path, ServerUrl):
        return path
    if path not in _places:
        _places[path] = await postgres.server().fresh()
    return _places[path]


async def open_store_at(path: Path | ServerUrl) -> Store:
    """Open a store on the engine of the current test; the caller closes it."""
    place = await placed(path)
    return await (open_file(place) if isinstance(place, Path) else Store.open(place))


async def open_file(path: Path) -> Store:
    """Open a store on a file; the caller closes it. A new one is a copy of the first that was made.

    The migrations that create one take longer than many tests, and have tests of their own.
    """
    if _is_new(path):
        if not _new:
            await (await Store.open(path)).close()
        _copy(path)
    return await open_again(path)


async def open_again(path: Path) -> Store:
    """Open a store on an existing file, without syncing to disk; the caller closes it.

    Syncing at every commit made most tests take three times as long.
    """
    store = await Store.open(path)
    try:
        database = store._database
        assert isinstance(database, SqliteDatabase)
        writer = database._writer
        run = asyncio.get_running_loop().run_in_executor
        await run(writer._thread, writer._connection.execute, HURRIED)
        # Closing the last connection writes everything back to the file.
        await database._reader.execute(HURRIED)
    except BaseException:
        await store.close()
        raise
    return store


def _is_new(path: Path) -> bool:
    return path.parent.is_dir() and not path.exists()


def _copy(path: Path) -> None:
    """Cache a file that was made, or create it from the cache."""
    if _new:
        path.touch(mode=0o600)
        path.write_bytes(_new[0])
    else:
        _new.append(path.read_bytes())


@asynccontextmanager
async def opened_store(path: Path | ServerUrl) -> AsyncIterator[Store]:
    """Open a store for the duration of a block; it may also be closed earlier."""
    store = await open_store_at(path)
    try:
        yield store
    finally:
        await store.close()


@pytest.fixture
async def open_store() -> AsyncIterator[OpenStore]:
    """Open a store for the duration of a test; it may also be closed earlier."""
    async with AsyncExitStack() as stack:
        yield lambda path: stack.enter_async_context(opened_store(path))


@pytest.fixture
async def open_database() -> AsyncIterator[OpenDatabase]:
    """Open a bare file for the duration of a test; it may also be closed earlier."""
    async with AsyncExitStack() as stack:

        async def open_database(path: Path, migrations: Sequence[Migration] | None = None) -> SqliteDatabase:
            database = await SqliteDatabase.open(path, migrations)
            stack.push_async_callback(database.close)
            return database

        yield open_database
