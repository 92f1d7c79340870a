"""Named points in the bot's code at which tests can interrupt it. Outside tests they do nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

STORED_FAILPOINT = "stored"
"""Reached after a change is committed and before it is announced."""

_action_by_failpoint: dict[str, Callable[[], None]] = {}


def reach_failpoint(name: str) -> None:
    """Run the action that a test has armed at a failpoint, if any."""
    action = _action_by_failpoint.get(name)
    if action is not None:
        action()


@contextmanager
def arm_failpoint(name: str, action: Callable[[], None]) -> Iterator[None]:
    """Call ``action``, which may raise or kill the process, when a failpoint is reached during the block."""
    _action_by_failpoint[name] = action
    try:
        yield
    finally:
        del _action_by_failpoint[name]
