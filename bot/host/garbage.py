"""Keeps garbage collections short, because they block the event loop.

A full collection visits every object, and a thousand live tables consist of millions of objects. Objects that
survive a collection are therefore frozen, so that later collections skip them. Most frozen objects are still
freed by their reference count. A full collection once a day frees the rest.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import time
from collections.abc import Callable, Iterator
from typing import Any

from bot import metrics

YOUNG_GENERATION_THRESHOLD = 2000
MIDDLE_GENERATION_THRESHOLD = 10
COLLECTIONS_PER_FREEZE = 1
"""Number of collections of the middle generation before its survivors are frozen."""
NEVER_COLLECT = 2**31 - 1
DAY_SECONDS = 24 * 3600.0

ReportPause = Callable[[float], None]


@contextlib.contextmanager
def shorten_collection_pauses(report: ReportPause = metrics.record_collection_pause) -> Iterator[None]:
    """Freeze existing objects and, during the block, the survivors of collections.

    :param report: called in the event loop with the seconds that each collection beyond the youngest
        generation took.
    """
    loop = asyncio.get_running_loop()
    before = gc.get_threshold()
    begun = 0.0
    timer: asyncio.TimerHandle

    def report_collection(phase: str, info: dict[str, Any]) -> None:
        """Report how long a collection took, unless it was only of the youngest generation.

        After a collection of the middle generation, freeze the survivors.
        """
        # Python may call this function in any thread, so it must not wait for a lock.
        nonlocal begun
        if info["generation"] == 0:
            return
        if phase == "start":
            begun = time.perf_counter()
            return
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(report, time.perf_counter() - begun)
            if info["generation"] == 1:
                loop.call_soon_threadsafe(freeze_survivors)

    def collect_all_garbage() -> None:
        """Collect garbage, including frozen objects, and schedule the next full collection."""
        nonlocal timer
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        timer = loop.call_later(DAY_SECONDS, collect_all_garbage)

    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG_GENERATION_THRESHOLD, MIDDLE_GENERATION_THRESHOLD, NEVER_COLLECT)
    gc.callbacks.append(report_collection)
    timer = loop.call_later(DAY_SECONDS, collect_all_garbage)
    try:
        yield
    finally:
        timer.cancel()
        gc.callbacks.remove(report_collection)
        gc.set_threshold(*before)


def freeze_survivors() -> None:
    """Collect all garbage and freeze the survivors.

    Do nothing if fewer than :data:`COLLECTIONS_PER_FREEZE` collections of the middle generation have run
    since the last full collection.
    """
    if gc.get_count()[2] >= COLLECTIONS_PER_FREEZE:
        gc.collect()
        gc.freeze()
