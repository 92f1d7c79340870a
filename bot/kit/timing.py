"""Reports durations to an optional listener, so that storage doesn't depend on metrics."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Listener = Callable[[str, float], None]
"""Called with the name of a measured block and the seconds it took."""

_listener: Listener | None = None


def set_listener(listener: Listener | None) -> None:
    """Report durations to ``listener`` from now on; ``None`` turns reporting off."""
    global _listener
    _listener = listener


@contextmanager
def measure_time(name: str) -> Iterator[None]:
    """Report to the listener, if there is one, how many seconds the block named ``name`` took."""
    if _listener is None:
        yield
        return
    began = time.perf_counter()
    try:
        yield
    finally:
        if _listener is not None:
            _listener(name, time.perf_counter() - began)
