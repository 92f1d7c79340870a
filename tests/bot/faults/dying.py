"""An exception that simulates that the process is killed."""

from __future__ import annotations


class Killed(BaseException):
    """Simulates that the process is killed. No code catches it."""


def die() -> None:
    raise Killed
