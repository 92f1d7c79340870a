"""Reports durations to an optional listener, so that storage doesn't depend on metrics."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Listener = Callable[[str, float], None]

_listener: Listener | None = None


def set_listener(listener: Listener | None) -> None:
    """Report durations to ``listener`` from now on; ``None`` turns reporting off."""
    global _listener
    _listener = listener


@contextmanager
def measure_time(what: str) -> Iterator[None]:
    """Report how long the block took in seconds, if there is a listener."""
    if _listener is None:
        yield
        return
    began = time.perf_counter()
    try:
        yield
    finally:
        if _listener is not None:
            _listener(what, time.perf_counter() - began)
