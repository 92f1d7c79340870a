"""During an announcement, messages are read only once, and the cache matches the database."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.errors.storage import DatabaseFailed
from bot.storage.messages import BOARD_MESSAGE, LOBBY_MESSAGE, PROPOSAL_MESSAGE, Messages
from tests.support.stores import ON_BOTH_ENGINES
from tests.support.tables_kit import BEN, Hall, open_hall

pytestmark = ON_BOTH_ENGINES


@pytest_asyncio.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    async with open_hall(tmp_path) as hall:
        yield hall


async def check_cached_messages(hall: Hall, table_id: int) -> None:
    known, stored = hall.store.messages, Messages(hall.store._database)
    assert await known.list_live_messages(table_id) == await stored.list_live_messages(table_id)
    for purpose in (BOARD_MESSAGE, LOBBY_MESSAGE, PROPOSAL_MESSAGE):
        assert await known.list_live_messages(table_id, purpose) == await stored.list_live_messages(
            table_id, purpose
        )
        assert await known.find_current_message(table_id, purpose) == await stored.find_current_message(
            table_id, purpose
        )
        assert await known.find_last_message(table_id, purpose) == await stored.find_last_message(
            table_id, purpose
        )


async def test_cached_messages_equal_stored_ones(hall: Hall) -> None:
    table, messages = await hall.start_match(BEN), hall.store.messages
    old = await messages.reserve_message(table.id, BOARD_MESSAGE, 900, "b0", 0, 1000)
    await messages.confirm_message(old.id, 500, 1000)
    with messages.cache_announcement(table.id):
        await check_cached_messages(hall, table.id)
        lobby = await messages.reserve_message(table.id, LOBBY_MESSAGE, 900, "l", 0, 1000)
        await check_cached_messages(hall, table.id)
        new = await messages.reserve_message(table.id, BOARD_MESSAGE, 900, "b1", 1, 1001, [lobby.id])
        await check_cached_messages(hall, table.id)
        await messages.confirm_message(new.id, 501, 1002)
        await check_cached_messages(hall, table.id)
        await messages.mark_shown(new.id, 2, thinking_seat=1)
        await check_cached_messages(hall, table.id)
        await messages.retire_messages([old.id])
        await check_cached_messages(hall, table.id)
        await messages.retire_messages([new.id])
        await check_cached_messages(hall, table.id)
        assert (await messages.find_last_message(table.id, BOARD_MESSAGE)) is not None


async def test_messages_are_read_once(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    table, messages = await hall.start_match(BEN), hall.store.messages
    rows, reads = hall.store._database.fetch_rows, []

    async def count_read(sql: str, values: Any = ()) -> Any:
        reads.append(sql)
        return await rows(sql, values)

    monkeypatch.setattr(hall.store._database, "fetch_rows", count_read)
    with messages.cache_announcement(table.id):
        for _ in range(2):
            await messages.list_live_messages(table.id)
            await messages.find_last_message(table.id, BOARD_MESSAGE)
            row = await messages.reserve_message(table.id, PROPOSAL_MESSAGE, 900, "p", 0, 1000)
            await messages.confirm_message(row.id, 7, 1000)
    assert len(reads) == 1
    await messages.list_live_messages(table.id)
    assert len(reads) == 2, "after the announcement another process may write"


async def test_a_new_positions_nonce_is_unused_without_a_read(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A failed post is retired without being confirmed, but its nonce stays used."""
    table, messages = await hall.start_match(BEN), hall.store.messages
    old = await messages.reserve_message(table.id, BOARD_MESSAGE, 900, "b0", 0, 1000)
    await messages.confirm_message(old.id, 500, 1000)
    failed = await messages.reserve_message(table.id, BOARD_MESSAGE, 900, "b1", 1, 1000)
    await messages.retire_messages([failed.id])
    sent = await messages.reserve_message(table.id, PROPOSAL_MESSAGE, 900, "p", 9, 1000)
    await messages.confirm_message(sent.id, 501, 1000)

    async def refuse_to_read(sql: str, values: Any = ()) -> Any:
        raise AssertionError(sql)

    with messages.cache_announcement(table.id):
        assert await messages.is_nonce_used(table.id, BOARD_MESSAGE, "b1", 1)
        assert not await messages.is_nonce_used(table.id, BOARD_MESSAGE, "b1.1", 1)
        with monkeypatch.context() as patch:
            patch.setattr(hall.store._database, "fetch_rows", refuse_to_read)
            assert not await messages.is_nonce_used(table.id, BOARD_MESSAGE, "b2", 2)
        new = await messages.reserve_message(table.id, BOARD_MESSAGE, 900, "b2", 2, 1001)
        await messages.confirm_message(new.id, 502, 1002)
        assert await messages.is_nonce_used(table.id, BOARD_MESSAGE, "b2", 2)


async def test_the_nonce_of_a_tables_only_retired_board_stays_used(hall: Hall) -> None:
    """Then no row says which positions have been posted."""
    table, messages = await hall.start_match(BEN), hall.store.messages
    failed = await messages.reserve_message(table.id, BOARD_MESSAGE, 900, "b0", 0, 1000)
    await messages.retire_messages([failed.id])
    with messages.cache_announcement(table.id):
        assert await messages.is_nonce_used(table.id, BOARD_MESSAGE, "b0", 0)


async def test_after_a_failed_write_messages_are_read_again(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The write may have been stored although its answer was lost."""
    table, messages = await hall.start_match(BEN), hall.store.messages
    write = hall.store._database.write

    async def write_and_fail(work: Any, **kwargs: Any) -> Any:
        await write(work, **kwargs)
        raise DatabaseFailed("cut off")

    with messages.cache_announcement(table.id):
        await messages.list_live_messages(table.id)
        with monkeypatch.context() as patch, pytest.raises(DatabaseFailed):
            patch.setattr(hall.store._database, "write", write_and_fail)
            await messages.reserve_message(table.id, BOARD_MESSAGE, 900, "b0", 0, 1000)
        await check_cached_messages(hall, table.id)
        assert len(await messages.list_live_messages(table.id)) == 1


async def test_a_result_read_before_a_write_is_not_cached(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, messages = await hall.start_match(BEN), hall.store.messages
    rows = hall.store._database.fetch_rows

    async def read_then_write(sql: str, values: Any = ()) -> Any:
        found = await rows(sql, values)
        patch.undo()
        await messages.reserve_message(table.id, BOARD_MESSAGE, 900, "b0", 0, 1000)
        return found

    with messages.cache_announcement(table.id), monkeypatch.context() as patch:
        patch.setattr(hall.store._database, "fetch_rows", read_then_write)
        assert await messages.list_live_messages(table.id) == []
        await check_cached_messages(hall, table.id)
        assert len(await messages.list_live_messages(table.id)) == 1
