"""Migrating an older file marks the tables of its tournaments as arranged."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from bot.storage.schema import list_migrations
from tests.support.stores import OpenDatabase, OpenStore

OLD_MIGRATION_COUNT = 29
"""Number of migrations before the column ``arranged`` was added."""
OTHER_TABLE, TOURNAMENT_TABLE = 41, 42
"""IDs of a table outside tournaments and of a tournament's table."""


async def test_tables_of_running_tournaments_are_marked_as_arranged(
    tmp_path: Path, open_database: OpenDatabase, open_store: OpenStore
) -> None:
    path = tmp_path / "old.db"
    await (await open_database(path, list_migrations()[:OLD_MIGRATION_COUNT])).close()
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        for table in (OTHER_TABLE, TOURNAMENT_TABLE):
            file.execute(
                "INSERT INTO matches (id, game, options, status, channel_id, locale, host_id, capacity,"
                " secret, opened_at, version, start_press)"
                " VALUES (?, 'toy', '{}', 'playing', ?, 'en', 11, 2, ?, 0, 1, 9)",
                (table, table, bytes(32)),
            )
        file.execute("PRAGMA foreign_keys = OFF")
        file.execute(
            "INSERT INTO tournament_tables (tournament_id, round, number, thread_id, match_id)"
            " VALUES (1, 0, 0, ?, ?), (1, 0, 1, NULL, NULL)",
            (TOURNAMENT_TABLE, TOURNAMENT_TABLE),
        )
    matches = (await open_store(path)).matches
    for table in (OTHER_TABLE, TOURNAMENT_TABLE):
        row = await matches.find_table(table)
        assert row is not None and row.is_arranged == (table == TOURNAMENT_TABLE)
