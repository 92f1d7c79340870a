"""Runs the statements of a transaction on PostgreSQL."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import asyncpg

from bot.errors.reasons import find_reason
from bot.storage.engine.database import NotUnique, Row, Statement, Values
from bot.storage.engine.dialect import TRANSACTION_NUMBER_SQL, join_statements, translate_statement

_CHANGING_STATEMENT_PATTERN = re.compile(r"\s*(?:INSERT|UPDATE|DELETE)\b")


class PostgresTransaction:
    """Runs statements on a connection that is in a transaction."""

    __slots__ = ("_connection", "number")

    def __init__(self, connection: Any) -> None:
        self._connection = connection
        self.number: str | None = None
        """Identifies the transaction to find its outcome; ``None`` until a statement returns it."""

    async def run(self, sql: str, values: Values = ()) -> int:
        """Run a statement; return the number of changed rows."""
        try:
            if self.number is None and _CHANGING_STATEMENT_PATTERN.match(sql):
                rows = await self._connection.fetch(
                    f"{translate_statement(sql)} RETURNING {TRANSACTION_NUMBER_SQL}", *values
                )
                if rows:
                    self.number = rows[0][0]
                return len(rows)
            return _parse_row_count(await self._connection.execute(translate_statement(sql), *values))
        except asyncpg.UniqueViolationError as error:
            raise _convert_unique_violation(error) from None

    async def run_each(self, sql: str, value_sets: Sequence[Values]) -> None:
        """Run a statement once for each set of values."""
        try:
            if len(value_sets) == 1:
                await self.run(sql, value_sets[0])
            elif value_sets:
                await self._connection.executemany(translate_statement(sql), value_sets)
        except asyncpg.UniqueViolationError as error:
            raise _convert_unique_violation(error) from None

    async def run_all(self, *statements: Statement) -> None:
        """Run several statements as one."""
        if len(statements) < 2:
            for sql, values in statements:
                await self.run(sql, values)
            return
        each = [value for _, values in statements for value in values]
        try:
            self.number = await self._connection.fetchval(
                join_statements(tuple(sql for sql, _ in statements)), *each
            )
        except asyncpg.UniqueViolationError as error:
            raise _convert_unique_violation(error) from None

    async def insert(self, sql: str, values: Values = ()) -> int:
        """Insert one row; return its ID."""
        try:
            row = await self._connection.fetchrow(
                f"{translate_statement(sql)} RETURNING id, {TRANSACTION_NUMBER_SQL}", *values
            )
        except asyncpg.UniqueViolationError as error:
            raise _convert_unique_violation(error) from None
        self.number = row[1]
        return int(row[0])

    async def fetch_rows(self, sql: str, values: Values = ()) -> list[Row]:
        """Return all rows of a query."""
        return [tuple(row) for row in await self._connection.fetch(translate_statement(sql), *values)]

    async def fetch_row(self, sql: str, values: Values = ()) -> Row | None:
        """Return the first row of a query, if any."""
        row = await self._connection.fetchrow(translate_statement(sql), *values)
        return None if row is None else tuple(row)

    async def fetch_dicts(self, sql: str, values: Values = ()) -> list[dict[str, Any]]:
        """Return all rows of a query as dictionaries by column name."""
        return [dict(row) for row in await self._connection.fetch(translate_statement(sql), *values)]


def _parse_row_count(status: str) -> int:
    """Return the number of rows in a status such as ``UPDATE 3``."""
    number = status.rpartition(" ")[2]
    return int(number) if number.isdecimal() else 0


def _convert_unique_violation(error: Any) -> NotUnique:
    return NotUnique(find_reason(error), str(error.constraint_name))
