"""Imports many modules at the start."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def pause_collections() -> Iterator[None]:
    """Collect no garbage during the block, and later don't visit what it has created.

    Hardly anything that an import creates is ever freed.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()
