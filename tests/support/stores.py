"""Opens databases on SQLite or PostgreSQL.

Fixtures and context managers close them even if the test fails, because an open database's threads keep
pytest from exiting.
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
from tests.support.inline import SYNC_OFF
from tests.support.nightly import defer_to_night

OpenStore = Callable[[Path], Awaitable[Store]]
OpenDatabase = Callable[..., Awaitable[SqliteDatabase]]
SQLITE, POSTGRESQL = "sqlite", "postgresql"
ON_BOTH_ENGINES = [
    pytest.mark.usefixtures("engine"),
    pytest.mark.parametrize("engine", (SQLITE, POSTGRESQL), indirect=True),
]
ON_BOTH_ENGINES_AT_NIGHT = [
    pytest.mark.usefixtures("engine"),
    pytest.mark.parametrize("engine", defer_to_night((SQLITE, POSTGRESQL), POSTGRESQL), indirect=True),
]
"""Marks of tests that run on SQLite, and at night on PostgreSQL too."""
_new_file_contents: list[bytes] = []
"""Contents of the first new database file, which later files copy. Empty until the first file exists."""
_databases_by_path: dict[Path, ServerUrl] | None = None
"""PostgreSQL databases by the path of the file that they replace, or ``None`` while a test runs on SQLite."""


@pytest.fixture
def engine(request: pytest.FixtureRequest) -> Iterator[str]:
    """Run a test on one engine, used by :func:`open_store_at`. Return the engine's name."""
    global _databases_by_path
    name: str = getattr(request, "param", SQLITE)
    if name == SQLITE:
        yield name
        return
    server = postgres.get_server()
    _databases_by_path = {}
    try:
        yield name
    finally:
        _databases_by_path = None
        server.take_back_databases()


def find_database(path: Path) -> Path | ServerUrl:
    """Return the database that :func:`prepare_database` returned for a path."""
    return path if _databases_by_path is None else _databases_by_path[path]


async def prepare_database(path: Path | ServerUrl) -> Path | ServerUrl:
    """Return the database to open for a path: the file or, on PostgreSQL, a lent database."""
    if _databases_by_path is None or isinstance(path, ServerUrl):
        return path
    if path not in _databases_by_path:
        _databases_by_path[path] = await postgres.get_server().lend_database()
    return _databases_by_path[path]


async def open_store_at(path: Path | ServerUrl) -> Store:
    """Open a store on the current test's engine. The caller closes the store."""
    place = await prepare_database(path)
    return await (open_store_file(place) if isinstance(place, Path) else Store.open(place))


async def open_store_file(path: Path) -> Store:
    """Open a store on a file. The caller closes the store. New files are copies of the first file.

    Copying is faster than running all migrations, which takes longer than many tests.
    """
    await create_file_if_missing(path)
    return await open_unsynced(path)


async def create_file_if_missing(path: Path) -> None:
    """Create a missing file by running all migrations, or by copying an earlier one."""
    if _is_new_file(path):
        if not _new_file_contents:
            await (await Store.open(path)).close()
        _copy_or_cache(path)


async def open_unsynced(path: Path) -> Store:
    """Open a store on an existing file without syncing to disk. The caller closes the store.

    Syncing at every commit would make most tests take three times as long.
    """
    store = await Store.open(path)
    try:
        database = store._database
        assert isinstance(database, SqliteDatabase)
        writer = database._writer
        run = asyncio.get_running_loop().run_in_executor
        await run(writer._thread, writer._connection.execute, SYNC_OFF)
        # Turn syncing off here too, because the reader may close last and write everything to the main file.
        await database._reader.execute(SYNC_OFF)
    except BaseException:
        await store.close()
        raise
    return store


def _is_new_file(path: Path) -> bool:
    return path.parent.is_dir() and not path.exists()


def _copy_or_cache(path: Path) -> None:
    """Create the file from the cached copy, or cache the existing file if there is no copy yet."""
    if _new_file_contents:
        path.touch(mode=0o600)
        path.write_bytes(_new_file_contents[0])
    else:
        _new_file_contents.append(path.read_bytes())


@asynccontextmanager
async def keep_store_open(path: Path | ServerUrl) -> AsyncIterator[Store]:
    """Open a store for the duration of a block. The store may also be closed earlier."""
    store = await open_store_at(path)
    try:
        yield store
    finally:
        await store.close()


@pytest.fixture
async def open_store() -> AsyncIterator[OpenStore]:
    """Return a function that opens stores. They are closed at the end of the test."""
    async with AsyncExitStack() as stack:
        yield lambda path: stack.enter_async_context(keep_store_open(path))


@pytest.fixture
async def open_database() -> AsyncIterator[OpenDatabase]:
    """Return a function that opens database files. They are closed at the end of the test."""
    async with AsyncExitStack() as stack:

        async def open_database(path: Path, migrations: Sequence[Migration] | None = None) -> SqliteDatabase:
            database = await SqliteDatabase.open(path, migrations)
            stack.push_async_callback(database.close)
            return database

        yield open_database
