"""An exception that simulates the death of the process."""

from __future__ import annotations


class Killed(BaseException):
    """Simulates the death of the process; nothing catches it."""


def die() -> None:
    raise Killed
