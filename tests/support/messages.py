"""Makes xdist's workers report less about passed tests, because a report takes longer than many tests."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

WORKER_CLASS_NAME = "WorkerInteractor"
"""Name of xdist's plug-in in workers. They run a copy of its module, so the class can't be imported."""
MIN_DURATION_SECONDS = 0.005
"""Minimum duration of a set-up or tear-down that pytest's ``--durations`` lists by default."""


def pytest_sessionstart(session: pytest.Session) -> None:
    """Make a worker omit messages that nothing reads."""
    config = session.config
    if config.get_verbosity() > 0:
        return
    for plugin in config.pluginmanager.get_plugins():
        if type(plugin).__name__ == WORKER_CLASS_NAME:
            plugin.sendevent = partial(send_needed_message, plugin.sendevent)


def send_needed_message(send: Callable[..., None], name: str, **details: Any) -> None:
    """Send a message to the main process, unless nothing reads it. Omit keywords of passed tests."""
    if name == "logstart":
        return  # Only verbose output shows which tests start.
    if name == "testreport":
        report = details["data"]
        if report["outcome"] == "passed":
            if _is_trivial(report):
                return
            report["keywords"] = {}
    send(name, **details)


def _is_trivial(report: dict[str, Any]) -> bool:
    """Return whether a passed part of a test is a short set-up or tear-down without output."""
    return report["when"] != "call" and report["duration"] < MIN_DURATION_SECONDS and not report["sections"]
