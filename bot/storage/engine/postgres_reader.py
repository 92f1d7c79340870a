"""Reads from PostgreSQL. Simultaneous queries that differ only in their values are sent together."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

from bot.storage.engine.database import Row, Values
from bot.storage.engine.dialect import translate_statement
from bot.storage.engine.postgres_server import (
    ACQUIRE_TIMEOUT_SECONDS,
    DRIVER_ERRORS,
    convert_error,
    is_connection_lost,
)
from bot.storage.engine.postgres_together import fetch_row_lists

T = TypeVar("T")


class PostgresReader:
    """Runs read-only queries on any free connection of the pool."""

    def __init__(self, pool: Any) -> None:
        self._pool = pool
        self._asked: dict[str, list[tuple[Values, asyncio.Future[list[Row]]]]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def fetch_rows(self, sql: str, values: Values) -> list[Row]:
        """Return all rows of a query.

        :raises DatabaseFailed: the query failed.
        """
        loop = asyncio.get_running_loop()
        waiting = self._asked.get(sql)
        if waiting is None:
            waiting = self._asked[sql] = []
            loop.call_soon(self._start_query, sql)
        answer: asyncio.Future[list[Row]] = loop.create_future()
        waiting.append((values, answer))
        return await answer

    def _start_query(self, sql: str) -> None:
        waiting = [(values, answer) for values, answer in self._asked.pop(sql) if not answer.done()]
        if waiting:
            task = asyncio.create_task(self._answer_queries_together(sql, waiting))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _answer_queries_together(
        self, sql: str, queries: Sequence[tuple[Values, asyncio.Future[list[Row]]]]
    ) -> None:
        value_sets = [values for values, _ in queries]
        try:
            row_lists = await self._run_query(lambda connection: _fetch_rows(connection, sql, value_sets))
        except Exception as error:
            for _, answer in queries:
                if not answer.done():
                    answer.set_exception(error)
        else:
            for (_, answer), rows in zip(queries, row_lists, strict=True):
                if not answer.done():
                    answer.set_result(rows)

    async def _run_query(self, query: Callable[[Any], Awaitable[T]]) -> T:
        """Run a query. If the connection was dead, run it once more on another connection."""
        for last in (False, True):
            try:
                async with self._pool.acquire(timeout=ACQUIRE_TIMEOUT_SECONDS) as connection:
                    return await query(connection)
            except DRIVER_ERRORS as error:
                if last or not is_connection_lost(error):
                    raise convert_error(error) from None
                await self._pool.expire_connections()
        raise AssertionError


async def _fetch_rows(connection: Any, sql: str, value_sets: Sequence[Values]) -> list[list[Row]]:
    if len(value_sets) > 1:
        return await fetch_row_lists(connection, sql, value_sets)
    return [[tuple(row) for row in await connection.fetch(translate_statement(sql), *value_sets[0])]]
