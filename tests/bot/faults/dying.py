"""An exception that stands for the death of the process."""

from __future__ import annotations


class Killed(BaseException):
    """Raised where the process would die; nothing catches it."""


def die() -> None:
    raise Killed
