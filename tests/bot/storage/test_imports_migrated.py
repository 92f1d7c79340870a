"""Migrating an older file keeps its imports and prevents reuse of the numbers of removed imports."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from bot.storage.imports import ImportRow
from bot.storage.schema import list_migrations
from tests.support.stores import OpenDatabase, OpenStore

OLD_MIGRATION_COUNT = 28
"""Number of migrations before import numbers became unique."""
ANNA_ID, BEN_ID = 11, 22


async def test_imports_of_an_older_file_are_kept_and_numbers_not_reused(
    tmp_path: Path, open_database: OpenDatabase, open_store: OpenStore
) -> None:
    path = tmp_path / "old.db"
    await (await open_database(path, list_migrations()[:OLD_MIGRATION_COUNT])).close()
    rows = [(4, ANNA_ID, 1000, "sha 1", "one", 5, "good"), (7, BEN_ID, 1001, "sha 2", "two", None, "")]
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        file.executemany("INSERT INTO imports VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
    imports = (await open_store(path)).imports
    assert await imports.list_imports_of_person(ANNA_ID) == [ImportRow(4, ANNA_ID, 1000, "one", 5, "good")]
    assert await imports.list_imports_of_person(BEN_ID) == [ImportRow(7, BEN_ID, 1001, "two", None, "")]
    assert await imports.add_import(ANNA_ID, "sha 1", "one", 1002, 9, 99) == 4, (
        "a stored import keeps its number"
    )
    assert await imports.remove_import(7, BEN_ID)
    assert await imports.add_import(BEN_ID, "sha 3", "three", 1003, 9, 99) == 8
