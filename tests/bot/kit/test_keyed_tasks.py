"""Each table has one task at a time. Later requests wait for the task, and temporary failures are retried."""

from __future__ import annotations

import asyncio

import pytest

from bot.kit import retries
from bot.kit.keyed_tasks import KeyedTasks


class RecordingWork:
    """Work on tables that records its calls and errors. A test can make the work fail or wait."""

    def __init__(self) -> None:
        self.begun: list[int] = []
        self.reported: list[tuple[int, str]] = []
        self.failures: dict[int, Exception] = {}
        self.gate = asyncio.Event()
        self.gate.set()
        self.tasks = KeyedTasks("test", self.run, self.report_failure)

    async def run(self, table_id: int) -> None:
        self.begun.append(table_id)
        await self.gate.wait()
        if table_id in self.failures:
            raise self.failures.pop(table_id)

    def report_failure(self, table_id: int, error: Exception) -> bool:
        self.reported.append((table_id, str(error)))
        return isinstance(error, OSError)


async def test_one_task_runs_per_table_and_later_requests_run_it_once_more() -> None:
    work = RecordingWork()
    work.gate.clear()
    work.tasks.wake(1)
    await asyncio.sleep(0)
    for _ in range(3):
        work.tasks.wake(1)
    work.tasks.wake(2)
    await asyncio.sleep(0)
    assert work.begun == [1, 2]
    work.gate.set()
    await work.tasks.wait_until_idle()
    assert work.begun == [1, 2, 1]


async def test_a_failure_is_reported_and_blocks_neither_other_tables_nor_later_requests() -> None:
    work = RecordingWork()
    work.failures[1] = ValueError("torn")
    work.gate.clear()
    work.tasks.wake(1)
    work.tasks.wake(2)
    await asyncio.sleep(0)
    work.tasks.wake(1)
    work.gate.set()
    await work.tasks.wait_until_idle()
    assert work.reported == [(1, "torn")] and sorted(work.begun) == [1, 1, 2]


@pytest.mark.parametrize(("error", "tries"), [(OSError("away"), 2), (ValueError("wrong"), 1)])
async def test_only_temporary_failures_are_retried(
    monkeypatch: pytest.MonkeyPatch, error: Exception, tries: int
) -> None:
    monkeypatch.setattr(retries, "RETRY_DELAYS_SECONDS", (0,))
    work = RecordingWork()
    work.failures[1] = error
    work.tasks.wake(1)
    await work.tasks.wait_until_idle()
    for _ in range(5):
        await asyncio.sleep(0)
    await work.tasks.wait_until_idle()
    assert work.begun == [1] * tries


async def test_waiting_for_a_table_has_a_time_limit() -> None:
    work = RecordingWork()
    work.gate.clear()
    work.tasks.wake(1)
    await asyncio.sleep(0)
    await work.tasks.wait_for(1, 0.0)
    await work.tasks.wait_for(2, 60.0)
    assert work.begun == [1]
    work.gate.set()
    await work.tasks.wait_for(1, 60.0)
    assert work.begun == [1]


async def test_after_a_stop_nothing_starts() -> None:
    work = RecordingWork()
    work.gate.clear()
    work.tasks.wake(1)
    await asyncio.sleep(0)
    work.tasks.wake(1)
    work.tasks.stop()
    work.tasks.wake(2)
    work.gate.set()
    await work.tasks.wait_until_idle()
    assert work.begun == [1]
