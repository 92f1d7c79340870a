"""Waiting for what must be known to its end, even by who is cancelled meanwhile."""

from __future__ import annotations

import asyncio
from typing import Any


async def over(future: asyncio.Future[Any]) -> None:
    """Wait until something has come to its end, even when cancelled, and be cancelled then."""
    cancelled: asyncio.CancelledError | None = None
    while not future.done():
        try:
            await asyncio.wait([future])
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled is not None:
        raise cancelled


def cancel_again() -> None:
    """Let the present task be cancelled at its next wait, in place of the cancellation that was caught."""
    task = asyncio.current_task()
    if task is not None:
        task.uncancel()
        task.cancel()
