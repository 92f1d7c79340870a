"""Reports durations to an optional listener, so that storage doesn't depend on metrics."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

TimeListener = Callable[[str, float], None]
"""Function called with the name of a measured block and its duration in seconds."""

_listener: TimeListener | None = None


def set_listener(listener: TimeListener | None) -> None:
    """Set the function that durations are reported to; ``None`` turns reporting off."""
    global _listener
    _listener = listener


@contextmanager
def measure_time(name: str) -> Iterator[None]:
    """Report the duration of the block to the listener, if there is one."""
    if _listener is None:
        yield
        return
    began = time.perf_counter()
    try:
        yield
    finally:
        if _listener is not None:
            _listener(name, time.perf_counter() - began)
