"""Keeps Python's garbage collections short, however many tables are live: each stops the event loop.

A full collection looks at every object, and a thousand live tables are millions. So what has survived one is
frozen: the next looks only at what is new. Most of what is frozen later still goes away by its reference
count; once a day everything is looked at, for the rest.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import time
from collections.abc import Callable, Iterator
from typing import Any

from bot import metrics

YOUNG, MIDDLE = 2000, 10
"""How many new objects there are before they are looked at, and how often before the middle-aged are."""
OLD = 1
"""How often the middle-aged are looked at before the survivors are, and are frozen."""
NEVER = 2**31 - 1
DAY_SECONDS = 24 * 3600.0

Report = Callable[[float], None]


@contextlib.contextmanager
def short_pauses(report: Report = metrics.paused) -> Iterator[None]:
    """Freeze what is there, and from then on what stays, while the present event loop runs.

    :param report: gets the seconds of each collection of more than the youngest objects, in the event loop.
    """
    loop = asyncio.get_running_loop()
    before = gc.get_threshold()
    begun = 0.0
    timer: asyncio.TimerHandle

    def hear(phase: str, about: dict[str, Any]) -> None:
        # Anywhere and in any thread: nothing may wait for a lock here.
        nonlocal begun
        if about["generation"] == 0:
            return
        if phase == "start":
            begun = time.perf_counter()
            return
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(report, time.perf_counter() - begun)
            if about["generation"] == 1:
                loop.call_soon_threadsafe(freeze_survivors)

    def look_at_all() -> None:
        nonlocal timer
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        timer = loop.call_later(DAY_SECONDS, look_at_all)

    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, NEVER)
    gc.callbacks.append(hear)
    timer = loop.call_later(DAY_SECONDS, look_at_all)
    try:
        yield
    finally:
        timer.cancel()
        gc.callbacks.remove(hear)
        gc.set_threshold(*before)


def freeze_survivors() -> None:
    """Collect and freeze what has become old since this was last done, once it is worth while."""
    if gc.get_count()[2] >= OLD:
        gc.collect()
        gc.freeze()
