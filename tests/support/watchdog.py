"""Ends the test process if a test hangs, in place of pytest-timeout's thread for each test.

Starting a thread takes longer than many tests.
"""

from __future__ import annotations

import faulthandler
import os
import threading
import time
from typing import Any

import pytest
import pytest_timeout

CHECKS_PER_TIMEOUT = 60
"""Number of checks for a new test during a timeout. A timeout can be too short by the time between checks."""


class Watchdog:
    """Restarts a timer of faulthandler at regular intervals, unless a test still runs.

    The timer prints the stacks of all threads and ends the process, even if a regular expression or a library
    blocks all Python threads.
    """

    def __init__(self, stderr: int) -> None:
        """:param stderr: file descriptor to print stacks to"""
        self._stderr = stderr
        self._thread: threading.Thread | None = None
        self._running: tuple[float, float] | None = None
        """Monotonic start and timeout in seconds of the running test."""

    @pytest.hookimpl(optionalhook=True)
    def pytest_timeout_set_timer(self, settings: Any) -> bool | None:
        """Watch a test, and skip pytest-timeout's implementation. Leave signals and debugged tests to it."""
        if settings.method != "thread" or pytest_timeout.is_debugging():
            return None
        self._running = time.monotonic(), settings.timeout
        if self._thread is None:
            interval = settings.timeout / CHECKS_PER_TIMEOUT
            self._thread = threading.Thread(target=self._watch, args=(interval,), daemon=True)
            self._thread.start()
        return True

    @pytest.hookimpl(optionalhook=True)
    def pytest_timeout_cancel_timer(self) -> None:
        """Stop watching. pytest-timeout then stops its own timer, if any."""
        self._running = None

    def pytest_enter_pdb(self) -> None:
        """Let a debugged test run as long as it needs. pytest stops the timer itself."""
        self._running = None

    def _watch(self, interval: float) -> None:
        watched = None
        while True:
            running = self._running
            if running is None:
                faulthandler.cancel_dump_traceback_later()
            elif running is not watched:
                start, timeout = running
                remaining_seconds = max(start + timeout - time.monotonic(), interval)
                faulthandler.dump_traceback_later(remaining_seconds, file=self._stderr, exit=True)
            watched = running
            time.sleep(interval)


def pytest_configure(config: pytest.Config) -> None:
    """Watch the tests of this process. Standard error is not captured yet."""
    config.pluginmanager.register(Watchdog(os.dup(2)))
