"""Moves all data from an SQLite file to a PostgreSQL server or back. If it fails, the target stays empty."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from types import ModuleType

from bot.errors.storage import CopiedDataMismatch, DatabaseDriverMissing
from bot.kit.server_url import ServerUrl
from bot.storage.engine.database import Database
from bot.storage.engine.moving_file import open_source_file, open_target_file
from bot.storage.engine.moving_side import MoveSide
from bot.storage.engine.table_schemas import TableSchema, list_table_schemas

MoveProgress = Callable[[str, int, int], None]
"""Function called with an SQL table's name, the number of its rows moved so far, and their total."""
MoveCheck = Callable[[Database, Database], Awaitable[None]]
"""Function that checks the source and the target after the move. It raises an error if they differ."""


async def move_rows(
    source: Path | ServerUrl, target: Path | ServerUrl, report: MoveProgress, check: MoveCheck
) -> int:
    """Move all rows to an empty database, compare each with the original, and return the number of rows.

    The source is unchanged, except that pending migrations of a file are run.

    :raises StorageError: the move failed. The target is still empty.
    """
    moved = 0
    async with _open_source(source) as old, _open_target(target) as new:
        for table in list_table_schemas():
            number, total = 0, await old.count_rows(table)
            report(table.name, number, total)
            async for rows in old.iterate_row_batches(table):
                await new.add_rows(table, rows)
                number += len(rows)
                report(table.name, number, total)
            if table.has_generated_ids:
                await new.continue_ids_after(table, await old.find_last_id(table))
            moved += number
        for table in list_table_schemas():
            await _compare_rows(table, old, new)
        await check(old.database, new.database)
    return moved


async def _compare_rows(table: TableSchema, old: MoveSide, new: MoveSide) -> None:
    """Compare all rows of an SQL table in both databases.

    :raises CopiedDataMismatch: two rows differ, or one is missing.
    """
    others = new.iterate_row_batches(table)
    async for rows in old.iterate_row_batches(table):
        if rows != await anext(others, None):
            raise CopiedDataMismatch(table.name)
    if await anext(others, None) is not None:
        raise CopiedDataMismatch(table.name)


def _open_source(location: Path | ServerUrl) -> AbstractAsyncContextManager[MoveSide]:
    return (
        open_source_file(location)
        if isinstance(location, Path)
        else _import_moving_server().open_source_server(location)
    )


def _open_target(location: Path | ServerUrl) -> AbstractAsyncContextManager[MoveSide]:
    return (
        open_target_file(location)
        if isinstance(location, Path)
        else _import_moving_server().open_target_server(location)
    )


def _import_moving_server() -> ModuleType:
    try:
        from bot.storage.engine import moving_server
    except ModuleNotFoundError as error:
        if error.name != "asyncpg":
            raise
        raise DatabaseDriverMissing from None
    return moving_server
