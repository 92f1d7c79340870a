"""Pauses garbage collection while many modules are imported."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def pause_garbage_collection() -> Iterator[None]:
    """Pause garbage collection during the block. Afterwards, exclude all existing objects from it.

    Almost nothing that an import creates is ever freed.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()
