"""The interface of the source and the target of a move between databases."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Protocol

from bot.storage.engine.database import Database, Row
from bot.storage.engine.table_schemas import TableSchema

BATCH_SIZE = 5000


class MoveSide(Protocol):
    """The source or the target of a move, on either engine."""

    database: Database

    async def count_rows(self, table: TableSchema) -> int:
        """Return the number of rows in a table."""

    def iterate_row_batches(self, table: TableSchema) -> AsyncIterator[list[Row]]:
        """Yield the rows of a table in batches, sorted by :attr:`TableSchema.order_columns`."""

    async def add_rows(self, table: TableSchema, rows: list[Row]) -> None:
        """Add rows to a table."""

    async def find_last_id(self, table: TableSchema) -> int:
        """Return the highest ID ever assigned in a table, even to a deleted row, or 0 if none was."""

    async def continue_ids_after(self, table: TableSchema, last_id: int) -> None:
        """Make a table assign only IDs above ``last_id`` to further rows."""
