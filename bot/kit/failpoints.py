"""Named points at which a test can interrupt the bot. Outside tests they do nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

STORED = "stored"
"""Reached when a change is committed but not announced yet."""

_armed: dict[str, Callable[[], None]] = {}


def reach_failpoint(name: str) -> None:
    """Run the action that a test has armed at ``name``, if any."""
    action = _armed.get(name)
    if action is not None:
        action()


@contextmanager
def arm_failpoint(name: str, action: Callable[[], None]) -> Iterator[None]:
    """During the block, call ``action`` whenever ``name`` is reached; it may raise, or kill the process."""
    _armed[name] = action
    try:
        yield
    finally:
        del _armed[name]
