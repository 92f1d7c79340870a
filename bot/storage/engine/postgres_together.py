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
from bot.storage.engine.dialect import join_statements, translate_statement
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
    __slots__ = ()

    async def run(self, sql: str, values: Values = ()) -> int:
        return int(await _TransactionCall("run", sql, (sql, values), values))

    async def run_each(self, sql: str, value_sets: Sequence[Values]) -> None:
        await _TransactionCall("run_each", sql, (sql, value_sets), ())

    async def run_all(self, *statements: Statement) -> None:
        if statements:
            text = join_statements(tuple(sql for sql, _ in statements))
            await _TransactionCall(
                "run_all", text, statements, [value for _, values in statements for value in values]
            )

    async def insert(self, sql: str, values: Values = ()) -> int:
        return int(await _TransactionCall("insert", sql, (sql, values), values))

    async def fetch_rows(self, sql: str, values: Values = ()) -> list[Row]:
        rows: list[Row] = await _TransactionCall("fetch_rows", sql, (sql, values), values)
        return rows

    async def fetch_row(self, sql: str, values: Values = ()) -> Row | None:
        rows = await self.fetch_rows(sql, values)
        return rows[0] if rows else None

    async def fetch_dicts(self, sql: str, values: Values = ()) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = await _TransactionCall("fetch_dicts", sql, (sql, values), values)
        return rows


async def run_jobs_together(
    connection: Any, transaction: PostgresTransaction, work_functions: Sequence[Work[Any]]
) -> list[Any]:
    """Run jobs in one transaction and return their results. If a job fails, its error is raised."""
    steps = [work(_SharedTransaction()) for work in work_functions]
    results: list[Any] = [None] * len(work_functions)
    answers: dict[int, Any] = dict.fromkeys(range(len(work_functions)))
    try:
        while answers:
            asked: dict[tuple[str, str], list[tuple[int, _TransactionCall]]] = {}
            for index, answer in answers.items():
                question = _resume_job(steps[index], answer, results, index)
                if question is not None:
                    asked.setdefault((question.method, question.text), []).append((index, question))
            answers = {}
            for calls in asked.values():
                received = await _run_similar_calls(
                    connection, transaction, [question for _, question in calls]
                )
                answers |= zip((index for index, _ in calls), received, strict=True)
    finally:
        for step in steps:
            step.close()
    return results


def _resume_job(
    step: Coroutine[Any, Any, Any], answer: Any, results: list[Any], index: int
) -> _TransactionCall | None:
    """Resume a job with an answer. Return its next call; if the job has ended, store its result."""
    try:
        question = step.send(answer)
    except StopIteration as ended:
        results[index] = ended.value
        return None
    if not isinstance(question, _TransactionCall):
        raise RuntimeError("a job may only await its transaction")
    return question


async def _run_similar_calls(
    connection: Any, transaction: PostgresTransaction, calls: Sequence[_TransactionCall]
) -> list[Any]:
    """Run calls that differ only in their values, in one round trip if possible."""
    first = calls[0]
    if len(calls) > 1 and first.method == "run_all":
        rows = await connection.fetchmany(first.text, [question.values for question in calls])
        transaction.number = rows[0][0]
        return [None] * len(calls)
    if len(calls) > 1 and first.method == "fetch_rows":
        return await fetch_row_lists(connection, first.text, [question.values for question in calls])
    return [await getattr(transaction, question.method)(*question.arguments) for question in calls]


async def fetch_row_lists(connection: Any, sql: str, value_sets: Sequence[Values]) -> list[list[Row]]:
    """Run a query with several sets of values in one round trip. Return the rows for each set."""
    row_lists: list[list[Row]] = [[] for _ in value_sets]
    values = [(*values, index) for index, values in enumerate(value_sets)]
    for index, *row in await connection.fetchmany(_add_index_column(sql, len(value_sets[0])), values):
        row_lists[index].append(tuple(row))
    return row_lists


@lru_cache(maxsize=512)
def _add_index_column(sql: str, parameter_count: int) -> str:
    """Add a column to a query that returns an additional parameter, which identifies the set of values."""
    return f"SELECT ${parameter_count + 1}::bigint, answer.* FROM ({translate_statement(sql)}) answer"
