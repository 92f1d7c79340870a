"""Databases that are closed when a test ends, whatever becomes of it, on either engine.

The threads of an open one would keep pytest from ending.
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
"""The mark of tests, or of a file of them, that are run on each engine."""
HURRIED = "PRAGMA synchronous = OFF"
"""For tests that pull no plug of the computer's: a killed process loses nothing of what it has written."""

_new: list[bytes] = []
"""What a file with our schema and nothing in it consists of, once one was made."""
_places: dict[Path, ServerUrl] | None = None
"""The databases that stand for files while a test is run on PostgreSQL."""


@pytest.fixture
def engine(request: pytest.FixtureRequest) -> Iterator[str]:
    """Put what is opened by its path on an engine for as long as a test lasts."""
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
    """Return what a path stands for in this test, where something was opened by it."""
    return path if _places is None else _places[path]


async def placed(path: Path | ServerUrl) -> Path | ServerUrl:
    """Return what a store is opened by: the file, or the database that stands for it in this test."""
    if _places is None or isinstance(path, ServerUrl):
        return path
    if path not in _places:
        _places[path] = await postgres.server().fresh()
    return _places[path]


async def open_store_at(path: Path | ServerUrl) -> Store:
    """Open a store on the engine of the present test; who does so closes it."""
    place = await placed(path)
    return await (open_file(place) if isinstance(place, Path) else Store.open(place))


async def open_file(path: Path) -> Store:
    """Open a store on a file; who does so closes it. A new one is a copy of the first that was made.

    The migrations that make one take longer than many tests; what they do has tests of its own.
    """
    if _is_new(path):
        if not _new:
            await (await Store.open(path)).close()
        _copy(path)
    return await open_again(path)


async def open_again(path: Path) -> Store:
    """Open a store on a file that there is; who does so closes it. It waits for no disk.

    With what the disk does at each of many thousand commits, most tests took three times as long.
    """
    store = await Store.open(path)
    try:
        database = store._database
        assert isinstance(database, SqliteDatabase)
        writer = database._writer
        run = asyncio.get_running_loop().run_in_executor
        await run(writer._thread, writer._connection.execute, HURRIED)
        # The last connection that is closed puts everything in its place.
        await database._reader.execute(HURRIED)
    except BaseException:
        await store.close()
        raise
    return store


def _is_new(path: Path) -> bool:
    return path.parent.is_dir() and not path.exists()


def _copy(path: Path) -> None:
    """Keep a file that was made, or make it of the one that is kept."""
    if _new:
        path.touch(mode=0o600)
        path.write_bytes(_new[0])
    else:
        _new.append(path.read_bytes())


@asynccontextmanager
async def opened_store(path: Path | ServerUrl) -> AsyncIterator[Store]:
    """Open a store for as long as a block lasts; it may also be closed earlier."""
    store = await open_store_at(path)
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

        async def open_database(path: Path, migrations: Sequence[Migration] | None = None) -> SqliteDatabase:
            database = await SqliteDatabase.open(path, migrations)
            stack.push_async_callback(database.close)
            return database

        yield open_database
