"""Helpers for tests of the table service."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from bot.errors.storage import DatabaseFailed
from bot.kit.failpoints import STORED_FAILPOINT, arm_failpoint
from bot.model.table import ActionResult, Person, Place, Table
from bot.storage import Store
from bot.tables.service import Tables, make_tables
from games.core.match import LoggedRow, Match
from tests.support.stores import open_store_at
from tests.support.toy import TOYS, State, ToyEvent

ANN = Person(11, "Ann")
BEN = Person(22, "Ben")
CAT = Person(33, "Cat")
DAN = Person(44, "Dan")
EVE = Person(55, "Eve")


def make_secret_source() -> Callable[[], bytes]:
    """Return a function that makes the same secrets, in the same order, in every run."""
    numbers = count()
    return lambda: hashlib.sha256(str(next(numbers)).encode()).digest()


def make_place(channel: int = 900) -> Place:
    return Place(channel, 1, "en")


class Hall:
    """A table service for the toy games, on a database that can be reopened."""

    def __init__(self, path: Path, store: Store) -> None:
        self.path = path
        self.store = store
        self.now = 1000.0
        self.tables = self.make_service()

    def make_service(self, cache_size: int = 256) -> Tables:
        return make_tables(
            self.store,
            TOYS,
            cache_size=cache_size,
            get_time=lambda: self.now,
            draw_secret=make_secret_source(),
        )

    async def restart(self) -> Tables:
        """Close the database, and open it again with a new table service."""
        await self.store.close()
        self.store = await open_store_at(self.path)
        self.tables = self.make_service()
        return self.tables

    async def open_lobby(self, *others: Person, channel: int = 900, **options: str) -> Table:
        """Open a lobby as Ann, joined by these people."""
        table = await self.tables.lobby.open_table(make_place(channel), ANN, "toy", options, press_id=1000)
        for press, person in enumerate(others, 1001):
            table = await self.tables.lobby.join_lobby(table.id, person, press, may_take_extra_seat=True)
        return table

    async def start_match(self, *others: Person, channel: int = 900, **options: str) -> Table:
        """Start a match between Ann and these people."""
        table = await self.open_lobby(*others, channel=channel, **options)
        return await self.tables.lobby.start_match(table.id, ANN.user_id, 2000)


def read_state(match: Match | None) -> State:
    assert match is not None
    assert isinstance(match.state, State)
    return match.state


def list_texts(result: ActionResult) -> list[tuple[LoggedRow, list[str]]]:
    """Return each row that an action of the toy game added, with the texts of its events."""
    return [(row, [e.text for e in events if isinstance(e, ToyEvent)]) for row, events in result.steps]


@asynccontextmanager
async def open_hall(folder: Path) -> AsyncIterator[Hall]:
    """Open a table service on a new database. The database is closed after the block."""
    path = folder / "reefs.db"
    hall = Hall(path, await open_store_at(path))
    try:
        yield hall
    finally:
        await hall.store.close()


@contextmanager
def break_reads_after_writes(store: Store) -> Iterator[None]:
    """Make reads fail from the first write in the block until its end."""
    database = store._database
    rows = database.fetch_rows

    async def fail_to_read(sql: str, values: Any = ()) -> list[Any]:
        raise DatabaseFailed("disk I/O error")

    def break_reads() -> None:
        database.fetch_rows = fail_to_read  # type: ignore[method-assign]

    try:
        with arm_failpoint(STORED_FAILPOINT, break_reads):
            yield
    finally:
        database.fetch_rows = rows  # type: ignore[method-assign]
