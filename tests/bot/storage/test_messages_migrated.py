"""Older files encode a message's subject in its nonce and a negative seq. Migration adds columns for the
subject.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.storage.messages import (
    BOARD_MESSAGE,
    JOIN_REQUEST,
    OPEN_SEAT_REQUEST,
    TAKE_OVER_REQUEST,
    MessageRow,
    MessageSubject,
)
from bot.storage.schema import list_migrations
from bot.ui.ids import encode_number
from bot.ui.play.board import PostedBoard
from tests.support.stores import OpenDatabase, OpenStore

OLD_MIGRATION_COUNT = 8
"""Number of migrations before messages had columns for their subject."""
TABLE_ID = 41

OLD_ROWS = [
    ("board", "15.1k.1j.35.2", 56, MessageSubject(turn=113, since=55)),
    ("board", f"{encode_number(TABLE_ID)}.0.0.0.0", 0, MessageSubject(turn=0, since=0)),
    ("mention", f"m{encode_number(TABLE_ID)}.zz.0", 7, MessageSubject(turn=1295)),
    ("claim", f"c{encode_number(TABLE_ID)}.3.1a.1", 9, MessageSubject(turn=46, seat=3)),
    ("reminder", f"r{encode_number(TABLE_ID)}.1a.2.0", 0, MessageSubject(turn=46, seat=2)),
    ("proposal", "p2s.0", 12, MessageSubject(proposal=100)),
    ("lobby", f"l{encode_number(TABLE_ID)}.0", 0, MessageSubject()),
    ("call", f"j{encode_number(TABLE_ID)}.4.0", 0, MessageSubject(request=JOIN_REQUEST)),
    ("call", f"t{encode_number(TABLE_ID)}.4.1", 5, MessageSubject(request=TAKE_OVER_REQUEST)),
    ("call", f"s{encode_number(TABLE_ID)}.b.5.0", 5, MessageSubject(seat=11, request=OPEN_SEAT_REQUEST)),
    ("board", "of no known form", 3, MessageSubject(turn=0, since=0)),
]
"""Purpose, nonce and seq of stored messages, and the subject that the migration must derive."""


async def write_old_file(open_database: OpenDatabase, path: Path, *rows: tuple[str, str, int]) -> None:
    """Write a file of an earlier version, with messages by purpose, nonce and seq."""
    database = await open_database(path, list_migrations()[:OLD_MIGRATION_COUNT])
    await database.close()
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        assert file.execute("PRAGMA user_version").fetchone() == (OLD_MIGRATION_COUNT,)
        file.execute(
            "INSERT INTO matches (id, game, options, status, channel_id, locale, host_id, capacity, secret,"
            " opened_at, version, start_press)"
            " VALUES (?, 'toy', '{}', 'playing', 1, 'en', 11, 2, ?, 0, 1, 9)",
            (TABLE_ID, bytes(32)),
        )
        for number, row in enumerate(rows, 1):
            file.execute(
                "INSERT INTO messages (id, match_id, channel_id, message_id, posted_at, purpose, nonce, seq)"
                " VALUES (?, ?, 1, ?, 0, ?, ?, ?)",
                (number, TABLE_ID, 100 + number, *row),
            )


async def migrate_and_list(open_store: OpenStore, path: Path) -> list[MessageRow]:
    store = await open_store(path)
    return await store.messages.list_live_messages(TABLE_ID)


@pytest.mark.parametrize(
    ("purpose", "nonce", "seq", "subject"), OLD_ROWS, ids=[f"{e[0]} {e[1]}" for e in OLD_ROWS]
)
async def test_the_parts_of_a_nonce_are_moved_to_columns(
    open_database: OpenDatabase,
    open_store: OpenStore,
    tmp_path: Path,
    purpose: str,
    nonce: str,
    seq: int,
    subject: MessageSubject,
) -> None:
    await write_old_file(open_database, tmp_path / "reefs.db", (purpose, nonce, seq))
    (row,) = await migrate_and_list(open_store, tmp_path / "reefs.db")
    assert row.subject == subject
    assert (row.seq, row.nonce, row.thinking_seat, row.is_stale) == (seq, nonce, None, False)


async def test_a_board_keeps_the_position_it_was_posted_for(
    open_database: OpenDatabase, open_store: OpenStore, tmp_path: Path
) -> None:
    posted = PostedBoard(TABLE_ID, 37, 36, 20)
    # The board was edited after it was posted, and shows a later position.
    await write_old_file(open_database, tmp_path / "reefs.db", (BOARD_MESSAGE, posted.make_nonce(3), 39))
    (row,) = await migrate_and_list(open_store, tmp_path / "reefs.db")
    assert PostedBoard.from_row(row) == posted
    assert row.shows_position(39) and not row.shows_position(37)


@pytest.mark.parametrize(
    ("seq", "thinking", "is_stale"), [(-1, 0, False), (-4, 3, False), (-1000, None, True)], ids=str
)
async def test_a_mark_stored_as_a_position_is_moved_to_its_own_column(
    open_database: OpenDatabase,
    open_store: OpenStore,
    tmp_path: Path,
    seq: int,
    thinking: int | None,
    is_stale: bool,
) -> None:
    await write_old_file(
        open_database,
        tmp_path / "reefs.db",
        (BOARD_MESSAGE, PostedBoard(TABLE_ID, 5, 4, 2).make_nonce(0), seq),
    )
    store = await open_store(tmp_path / "reefs.db")
    (row,) = await store.messages.list_live_messages(TABLE_ID)
    assert (row.seq, row.thinking_seat, row.is_stale) == (5, thinking, is_stale)
    assert not row.shows_position(5)
    assert await store.messages.list_outdated_table_ids() == [TABLE_ID]
    await store.messages.mark_shown(row.id, 6)
    assert (await store.messages.list_live_messages(TABLE_ID))[0].shows_position(6)
    assert await store.messages.list_outdated_table_ids() == []
