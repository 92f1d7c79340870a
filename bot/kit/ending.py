"""Waits for work that must not be interrupted, even if the waiting task is cancelled."""

from __future__ import annotations

import asyncio
from typing import Any


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


def redeliver_cancellation() -> None:
    """Cancel the current task again after catching its cancellation, so that its next await raises."""
    task = asyncio.current_task()
    if task is not None:
        task.uncancel()
        task.cancel()
