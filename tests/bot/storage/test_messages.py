"""Messages are recorded before they are posted, and tables with outdated messages are listed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, TypeVar

import pytest
import pytest_asyncio

from bot.storage.engine.database import Work
from bot.storage.messages import BOARD_MESSAGE, LATE_MESSAGE, LOBBY_MESSAGE, MENTION_MESSAGE
from tests.support.stores import ON_BOTH_ENGINES
from tests.support.tables_kit import ANN, BEN, Hall, open_hall

pytestmark = ON_BOTH_ENGINES
T = TypeVar("T")


@pytest_asyncio.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    async with open_hall(tmp_path) as hall:
        yield hall


async def test_a_message_is_recorded_confirmed_and_retired(hall: Hall) -> None:
    table = await hall.start_match(BEN)
    messages = hall.store.messages
    row = await messages.reserve_message(table.id, BOARD_MESSAGE, 900, "1:0", 0, 1000)
    assert (row.message_id, row.seq, row.posted_at) == (None, 0, 1000)
    assert await messages.find_current_message(table.id, BOARD_MESSAGE) is None
    assert await messages.reserve_message(table.id, BOARD_MESSAGE, 900, "1:0", 0, 1005) == row
    assert not await messages.is_nonce_used(table.id, BOARD_MESSAGE, "1:0")
    await messages.confirm_message(row.id, 555, 1001)
    assert await messages.is_nonce_used(table.id, BOARD_MESSAGE, "1:0")
    await messages.mark_shown(row.id, 3)
    current = await messages.find_current_message(table.id, BOARD_MESSAGE)
    assert current is not None
    assert (current.message_id, current.seq, current.posted_at) == (555, 3, 1001)
    assert await messages.find_last_message(table.id, BOARD_MESSAGE) == current
    assert await messages.find_last_message(table.id, MENTION_MESSAGE) is None
    mention = await messages.reserve_message(table.id, MENTION_MESSAGE, 900, "1:0:m", 0, 1000)
    assert await messages.list_live_messages(table.id) == [current, mention]
    assert await messages.list_live_messages(table.id, BOARD_MESSAGE) == [current]
    await messages.retire_messages([row.id, mention.id])
    assert await messages.list_live_messages(table.id) == []
    assert await messages.find_current_message(table.id, BOARD_MESSAGE) is None
    assert await messages.find_last_message(table.id, BOARD_MESSAGE) == current
    assert await messages.is_nonce_used(table.id, BOARD_MESSAGE, "1:0")
    again = await messages.reserve_message(table.id, BOARD_MESSAGE, 900, "1:0", 3, 1010)
    assert (again.id != row.id, again.message_id) == (True, None)


async def test_the_time_of_the_newest_post_is_found(hall: Hall) -> None:
    messages = hall.store.messages
    assert await messages.find_newest_time() is None
    table = await hall.start_match(BEN)
    row = await messages.reserve_message(table.id, BOARD_MESSAGE, 900, "1:0", 0, 1000)
    await messages.reserve_message(table.id, MENTION_MESSAGE, 900, "1:0:m", 0, 990)
    await messages.retire_messages([row.id])
    assert await messages.find_newest_time() == 1000


async def test_the_newest_board_is_the_current_one(hall: Hall) -> None:
    table = await hall.start_match(BEN)
    for seq in (0, 1, 2):
        row = await hall.store.messages.reserve_message(table.id, BOARD_MESSAGE, 900, f"n{seq}", seq, 1000)
        if seq < 2:
            await hall.store.messages.confirm_message(row.id, 500 + seq, 1000)
    current = await hall.store.messages.find_current_message(table.id, BOARD_MESSAGE)
    assert current is not None
    assert current.message_id == 501


async def test_a_message_replaces_others_in_one_transaction(hall: Hall) -> None:
    table = await hall.start_match(BEN)
    messages = hall.store.messages
    lost = [await messages.reserve_message(table.id, BOARD_MESSAGE, 900, f"n{n}", 0, 1000) for n in range(2)]
    new = await messages.reserve_message(
        table.id, BOARD_MESSAGE, 900, "n2", 1, 1001, [row.id for row in lost]
    )
    assert await messages.list_live_messages(table.id) == [new]


async def test_recording_a_message_returns_it_even_if_it_is_retired_immediately(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process may have become the host in the meantime and posted its own message."""
    table, messages = await hall.open_lobby(), hall.store.messages
    write = hall.store._database.write

    async def write_and_retire_all(work: Work[T], **kwargs: Any) -> T:
        done = await write(work, **kwargs)
        await write(lambda transaction: transaction.run("UPDATE messages SET retired = 1"))
        return done

    monkeypatch.setattr(hall.store._database, "write", write_and_retire_all)
    row = await messages.reserve_message(table.id, LOBBY_MESSAGE, 900, "lobby", 0, 1000)
    assert (row.table_id, row.nonce, row.message_id) == (table.id, "lobby", None)
    assert await messages.list_live_messages(table.id) == []


async def test_tables_with_outdated_messages_are_found(hall: Hall) -> None:
    messages = hall.store.messages
    table = await hall.open_lobby(BEN)
    assert await messages.list_outdated_table_ids() == [table.id], "the lobby has no message"
    lobby = await messages.reserve_message(table.id, LOBBY_MESSAGE, 900, "lobby", 0, 1000)
    assert await messages.list_outdated_table_ids() == [table.id], "a lobby that was never confirmed"
    await messages.confirm_message(lobby.id, 1, 1000)
    assert await messages.list_outdated_table_ids() == []
    repost = await messages.reserve_message(table.id, LOBBY_MESSAGE, 900, "repost", 0, 1000)
    assert await messages.list_outdated_table_ids() == [table.id], "a repost of the lobby was never confirmed"
    await messages.confirm_message(repost.id, 9, 1000)
    assert await messages.list_outdated_table_ids() == [table.id], (
        "an older lobby that may still have its buttons"
    )
    await messages.retire_messages([repost.id])
    assert await messages.list_outdated_table_ids() == []
    await hall.tables.lobby.start_match(table.id, ANN.user_id, 2000)
    assert await messages.list_outdated_table_ids() == [table.id]
    board = await messages.reserve_message(table.id, BOARD_MESSAGE, 900, "board", 0, 1000)
    await messages.retire_messages([lobby.id])
    assert await messages.list_outdated_table_ids() == [table.id], "a board that was never confirmed"
    await messages.confirm_message(board.id, 2, 1000)
    assert await messages.list_outdated_table_ids() == []
    await hall.tables.play.perform_action(table.id, ANN.user_id, "add:1", 0)
    assert await messages.list_outdated_table_ids() == [table.id], "a board older than the newest row"
    await messages.mark_shown(board.id, 1)
    assert await messages.list_outdated_table_ids() == []
    newer = await messages.reserve_message(table.id, BOARD_MESSAGE, 900, "newer", 1, 1000)
    await messages.confirm_message(newer.id, 3, 1000)
    assert await messages.list_outdated_table_ids() == [table.id], (
        "an older board that may still have its buttons"
    )
    await messages.retire_messages([board.id])
    assert await messages.list_outdated_table_ids() == []
    late = await messages.reserve_message(table.id, LATE_MESSAGE, 900, "late", 0, 1000)
    assert await messages.list_outdated_table_ids() == [table.id], (
        "a message of a former host that has to be found"
    )
    await messages.confirm_message(late.id, 4, 1000)
    assert await messages.list_outdated_table_ids() == [table.id], "one that still has its buttons"
    await messages.retire_messages([late.id])
    assert await messages.list_outdated_table_ids() == []
    await hall.tables.play.resign_match(table.id, ANN.user_id)
    assert await messages.list_outdated_table_ids() == [table.id], "a board older than the end"
    await messages.retire_messages([newer.id])
    assert await messages.list_outdated_table_ids() == []


async def test_a_cancelled_lobby_with_a_live_message_is_outdated(hall: Hall) -> None:
    table = await hall.open_lobby(BEN)
    row = await hall.store.messages.reserve_message(table.id, LOBBY_MESSAGE, 900, "lobby", 0, 1000)
    await hall.tables.lobby.cancel_lobby(table.id, ANN.user_id)
    assert await hall.store.messages.list_outdated_table_ids() == [table.id]
    await hall.store.messages.retire_messages([row.id])
    assert await hall.store.messages.list_outdated_table_ids() == []


async def test_settings_are_stored_per_channel(hall: Hall) -> None:
    channels, preferences = hall.store.channels, hall.store.preferences
    assert await channels.get(900, "verbosity") is None
    await channels.set(900, "verbosity", "quiet")
    await channels.set(900, "verbosity", "story")
    await channels.set(900, "locale", "de")
    await channels.set(901, "verbosity", "normal")
    assert await channels.get(900, "verbosity") == "story"
    assert await channels.get(900, "locale") == "de"
    await channels.clear(900, "verbosity")
    assert await channels.get(900, "verbosity") is None
    assert await channels.get(901, "verbosity") == "normal"
    assert await preferences.get(900, "locale") is None
    await hall.restart()
    assert await hall.store.channels.get(900, "locale") == "de"
