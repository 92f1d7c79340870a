"""Runs several jobs in one PostgreSQL transaction, and sends their similar statements together.

Each job runs until it awaits a statement. When all jobs are waiting, statements that differ only in their
values are sent in one round trip.
"""

from __future__ import annotations

from collections.abc import Coroutine, Generator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from bot.storage.engine.database import Row, Statement, Values, Work
from bot.storage.engine.dialect import join_changes, translate_statement
from bot.storage.engine.postgres_transaction import PostgresTransaction


@dataclass(slots=True, eq=False)
class _TransactionCall:
    """A job's call of a transaction method. Calls with the same ``text`` can be sent together."""

    method: str
    text: str
    arguments: tuple[Any, ...]
    values: Sequence[Any]

    def __await__(self) -> Generator[_TransactionCall, Any, Any]:
        return (yield self)


class _SharedTransaction:
    """The transaction passed to a job that shares a PostgreSQL transaction with other jobs."""

    __slots__ = ()

    async def run(self, sql: str, values: Values = ()) -> int:
        """Run a statement; return the number of changed rows."""
        return int(await _TransactionCall("run", sql, (sql, values), values))

    async def run_each(self, sql: str, many: Sequence[Values]) -> None:
        """Run a statement once for each set of values."""
        await _TransactionCall("run_each", sql, (sql, many), ())

    async def run_all(self, *changes: Statement) -> None:
        """Run several changes in one statement."""
        if changes:
            text = join_changes(tuple(sql for sql, _ in changes))
            await _TransactionCall(
                "run_all", text, changes, [value for _, values in changes for value in values]
            )

    async def insert(self, sql: str, values: Values = ()) -> int:
        """Insert one row; return its ID."""
        return int(await _TransactionCall("insert", sql, (sql, values), values))

    async def fetch_rows(self, sql: str, values: Values = ()) -> list[Row]:
        """Return all rows of a query."""
        found: list[Row] = await _TransactionCall("fetch_rows", sql, (sql, values), values)
        return found

    async def fetch_row(self, sql: str, values: Values = ()) -> Row | None:
        """Return the first row of a query, or ``None``."""
        found = await self.fetch_rows(sql, values)
        return found[0] if found else None

    async def list_dicts(self, sql: str, values: Values = ()) -> list[dict[str, Any]]:
        """Return all rows of a query as dictionaries by column name."""
        found: list[dict[str, Any]] = await _TransactionCall("list_dicts", sql, (sql, values), values)
        return found


async def run_together(
    connection: Any, transaction: PostgresTransaction, works: Sequence[Work[Any]]
) -> list[Any]:
    """Run jobs in one transaction and return their results. If a job fails, its error is raised."""
    steps = [work(_SharedTransaction()) for work in works]
    results: list[Any] = [None] * len(works)
    answers: dict[int, Any] = dict.fromkeys(range(len(works)))
    try:
        while answers:
            asked: dict[tuple[str, str], list[tuple[int, _TransactionCall]]] = {}
            for place, answer in answers.items():
                question = _resume(steps[place], answer, results, place)
                if question is not None:
                    asked.setdefault((question.method, question.text), []).append((place, question))
            answers = {}
            for alike in asked.values():
                found = await _run_similar_calls(connection, transaction, [question for _, question in alike])
                answers |= zip((place for place, _ in alike), found, strict=True)
    finally:
        for step in steps:
            step.close()
    return results


def _resume(
    step: Coroutine[Any, Any, Any], answer: Any, results: list[Any], place: int
) -> _TransactionCall | None:
    """Resume a job with an answer. Return its next call; if the job has ended, store its result."""
    try:
        question = step.send(answer)
    except StopIteration as ended:
        results[place] = ended.value
        return None
    if not isinstance(question, _TransactionCall):
        raise RuntimeError("a job may only await its transaction")
    return question


async def _run_similar_calls(
    connection: Any, transaction: PostgresTransaction, alike: Sequence[_TransactionCall]
) -> list[Any]:
    """Run calls that differ only in their values, in one round trip if possible."""
    first = alike[0]
    if len(alike) > 1 and first.method == "run_all":
        rows = await connection.fetchmany(first.text, [question.values for question in alike])
        transaction.number = rows[0][0]
        return [None] * len(alike)
    if len(alike) > 1 and first.method == "fetch_rows":
        return await fetch_row_lists(connection, first.text, [question.values for question in alike])
    return [await getattr(transaction, question.method)(*question.arguments) for question in alike]


async def fetch_row_lists(connection: Any, sql: str, value_sets: Sequence[Values]) -> list[list[Row]]:
    """Run a query with several sets of values in one round trip. Return the rows for each set."""
    found: list[list[Row]] = [[] for _ in value_sets]
    values = [(*values, place) for place, values in enumerate(value_sets)]
    for place, *row in await connection.fetchmany(_number_rows(sql, len(value_sets[0])), values):
        found[place].append(tuple(row))
    return found


@lru_cache(maxsize=512)
def _number_rows(sql: str, values: int) -> str:
    """Extend a query by a parameter that is returned as the first column of each row.

    :param values: number of the parameters of ``sql``.
    """
    return f"SELECT ${values + 1}::bigint, answer.* FROM ({translate_statement(sql)}) answer"
