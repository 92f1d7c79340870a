"""How long things take, for whoever listens: storage is measured without knowing by what."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Listener = Callable[[str, float], None]

_listener: Listener | None = None


def listen(listener: Listener | None) -> None:
    """Report durations to a listener from now on, or to nobody."""
    global _listener
    _listener = listener


@contextmanager
def timed(what: str) -> Iterator[None]:
    """Report how many seconds a block took, if anybody listens."""
    if _listener is None:
        yield
        return
    began = time.perf_counter()
    try:
        yield
    finally:
        if _listener is not None:
            _listener(what, time.perf_counter() - began)
