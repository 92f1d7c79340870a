"""An exception that simulates a kill of the process."""

from __future__ import annotations


class Killed(BaseException):
    """Simulates a kill of the process. No code catches it."""


def die() -> None:
    raise Killed
