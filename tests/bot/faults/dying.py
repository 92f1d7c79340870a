"""An exception that simulates a killed process."""

from __future__ import annotations


class ProcessKilled(BaseException):
    """Raised where a test kills the process. The bot doesn't catch it."""


def simulate_kill() -> None:
    raise ProcessKilled
