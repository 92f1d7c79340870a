"""Waits for work that must not be interrupted, even if the waiting task is cancelled."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")


async def wait_until_done(future: asyncio.Future[Any]) -> None:
    """Wait until ``future`` is done. If the waiting task is cancelled, raise the cancellation afterwards."""
    cancelled: asyncio.CancelledError | None = None
    while not future.done():
        try:
            await asyncio.wait([future])
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled is not None:
        raise cancelled


async def wait_for_result(result: asyncio.Future[T], withdraw: Callable[[], bool]) -> T:
    """Return the result of a queued job.

    If the waiting task is cancelled, the job is withdrawn. If the job has started, wait for its end. Its
    result is then returned, and the cancellation is raised at the waiting task's next await.

    :param withdraw: withdraws the job; returns ``False`` if it has started.
    :raises Exception: the error of the job.
    """
    try:
        await asyncio.wait([result])
    except asyncio.CancelledError:
        if not withdraw():
            await wait_until_done(result)
            if result.exception() is None:
                _redeliver_cancellation()
                return result.result()
        raise
    return result.result()


def withdraw_job(job: T, queue: list[T]) -> bool:
    """Remove a job from a queue; return ``False`` if it has started, and so left the queue."""
    if job not in queue:
        return False
    queue.remove(job)
    return True


def _redeliver_cancellation() -> None:
    """Cancel the current task again after catching its cancellation, so that its next await raises."""
    task = asyncio.current_task()
    if task is not None:
        task.uncancel()
        task.cancel()
