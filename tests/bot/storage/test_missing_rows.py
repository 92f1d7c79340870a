"""The store remembers which kinds of rows a table has none of, and notices every added row."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.storage import Store
from bot.storage.missing_rows import TRACKED_TABLES
from bot.storage.notes import NoteRow
from bot.storage.premoves import DroppedPremove, PremoveRow
from tests.support.stores import ON_BOTH_ENGINES
from tests.support.tables_kit import ANN, BEN, Hall, open_hall

pytestmark = ON_BOTH_ENGINES
USER_ID = ANN.user_id


@pytest_asyncio.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    async with open_hall(tmp_path) as hall:
        yield hall


async def add_and_drop_premove(store: Store, table_id: int) -> None:
    """Add a premove and drop it, so that its owner is due a notice."""
    number = await store.premoves.add_premove(table_id, 0, USER_ID, 0, "line", 9)
    assert number is not None
    row = PremoveRow(number, table_id, 0, USER_ID, 0, "line")
    assert await store.premoves.list_undelivered_notices(table_id, USER_ID) == []
    await store.premoves.drop_premoves([row], DroppedPremove(table_id, 0, USER_ID, "line", "why"))


ADD_AND_READ_BY_KIND: dict[
    str, tuple[Callable[[Store, int], Awaitable[Any]], Callable[[Store, int], Awaitable[Any]]]
] = {
    "follows": (
        lambda store, table_id: store.follows.store_follower(table_id, 77, "end", 0, 9),
        lambda store, table_id: store.follows.list_followers(table_id),
    ),
    "tip_locks": (
        lambda store, table_id: store.predictions.lock_predictions(table_id),
        lambda store, table_id: store.predictions.count_locked_predictions(table_id),
    ),
    "prepared": (
        lambda store, table_id: store.premoves.add_premove(table_id, 0, USER_ID, 0, "line", 9),
        lambda store, table_id: store.premoves.list_premoves_for_table(table_id),
    ),
    "prepared_dropped": (
        add_and_drop_premove,
        lambda store, table_id: store.premoves.list_undelivered_notices(table_id, USER_ID),
    ),
    "prepared_played": (
        lambda store, table_id: store.premoves.mark_played(table_id, 1),
        lambda store, table_id: store.premoves.list_premove_rows(table_id),
    ),
    "notes": (
        lambda store, table_id: store.notes.store_note(NoteRow(table_id, USER_ID, 0, "text", False, 1000)),
        lambda store, table_id: store.notes.find_last_note(table_id, USER_ID),
    ),
    "direct_reminders": (
        lambda store, table_id: store.direct_reminders.add_reminder(USER_ID, table_id, 0, 0, 1000),
        lambda store, table_id: store.direct_reminders.list_reminders_for_table(table_id),
    ),
}
"""Functions that add a row and read it back, by kind of row."""


def test_every_kind_of_row_has_a_test() -> None:
    assert tuple(ADD_AND_READ_BY_KIND) == TRACKED_TABLES


@pytest.mark.parametrize("kind", TRACKED_TABLES)
async def test_a_row_added_later_is_found(hall: Hall, kind: str) -> None:
    table, (add, read) = await hall.start_match(BEN), ADD_AND_READ_BY_KIND[kind]
    nothing = await read(hall.store, table.id)
    assert not nothing
    assert not await hall.store.missing_rows.may_have_rows(table.id, kind)
    await add(hall.store, table.id)
    found = await read(hall.store, table.id)
    assert found is not None and found != nothing


async def test_absent_rows_are_queried_only_once(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await hall.start_match(BEN)
    for _, read in ADD_AND_READ_BY_KIND.values():
        await read(hall.store, table.id)

    async def fail_to_query(*args: Any) -> Any:
        raise AssertionError(args)

    monkeypatch.setattr(hall.store._database, "fetch_rows", fail_to_query)
    for _, read in ADD_AND_READ_BY_KIND.values():
        assert not await read(hall.store, table.id)


async def add_follower_elsewhere(hall: Hall, table_id: int) -> None:
    """Add a follower as another process would, without notifying this store."""
    await hall.store._database.run(
        "INSERT INTO follows (match_id, user_id, points, told) VALUES (?, 77, 'end', 0)", (table_id,)
    )


@pytest.mark.parametrize("message", ["a change elsewhere", "a takeover"])
async def test_rows_of_another_process_are_found(hall: Hall, message: str) -> None:
    table = await hall.start_match(BEN)
    assert await hall.store.follows.list_followers(table.id) == []
    await add_follower_elsewhere(hall, table.id)
    if message == "a takeover":
        hall.tables.core.clear_cache()
    else:
        await hall.tables.core.invalidate_table(table.id)
    assert len(await hall.store.follows.list_followers(table.id)) == 1


async def test_rows_of_tables_of_other_processes_are_not_cached(hall: Hall) -> None:
    table = await hall.start_match(BEN)
    hall.tables.core.share.restrict_to_shards(2, [1])
    hall.tables.core.share.remember_server(table.id, None)
    assert await hall.store.follows.list_followers(table.id) == []
    await add_follower_elsewhere(hall, table.id)
    assert len(await hall.store.follows.list_followers(table.id)) == 1


async def test_a_result_read_before_a_write_is_not_cached(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await hall.start_match(BEN)
    row = hall.store._database.fetch_row

    async def read_then_add(sql: str, values: Any = ()) -> Any:
        found = await row(sql, values)
        patch.undo()
        await hall.store.follows.store_follower(table.id, 77, "end", 0, 9)
        return found

    with monkeypatch.context() as patch:
        patch.setattr(hall.store._database, "fetch_row", read_then_add)
        await hall.store.follows.list_followers(table.id)
    assert len(await hall.store.follows.list_followers(table.id)) == 1


async def test_a_row_whose_write_failed_is_read_from_the_database(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Here the write is stored although its answer is lost, and a read during the write finds no row."""
    table = await hall.start_match(BEN)
    run = hall.store._database.run

    async def read_write_and_fail(sql: str, values: Any = ()) -> Any:
        assert await hall.store.premoves.list_premove_rows(table.id) == frozenset()
        await run(sql, values)
        raise TimeoutError

    with monkeypatch.context() as patch, pytest.raises(TimeoutError):
        patch.setattr(hall.store._database, "run", read_write_and_fail)
        await hall.store.premoves.mark_played(table.id, 1)
    assert await hall.store.premoves.list_premove_rows(table.id) == {1}
