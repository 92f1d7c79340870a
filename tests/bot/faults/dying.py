"""An exception that simulates that the process is killed."""

from __future__ import annotations


class Killed(BaseException):
    """Simulates that the process is killed. The bot doesn't catch it."""


def simulate_kill() -> None:
    raise Killed
