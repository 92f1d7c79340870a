"""Shows the progress of long commands, on a terminal only."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

BAR_DELAY_SECONDS = 2.0
"""Seconds of work before the progress bar appears."""
BAR_UPDATE_SECONDS = 0.1
BAR_WIDTH = 30
"""Number of characters in a full progress bar."""


class ProgressReport(Protocol):
    """Function that shows progress."""

    def __call__(self, done: int, total: int, label: str = "") -> None:
        """Show that ``done`` of ``total`` units are finished. A ``label`` replaces the earlier one."""


@contextmanager
def show_progress(label: str, unit: str = "") -> Iterator[ProgressReport]:
    """Show a progress bar on a terminal if the work takes longer than :data:`BAR_DELAY_SECONDS`.

    The progress bar is erased at the end.

    :param label: name of the work in the user's language.
    :param unit: name of the counted units, such as "rows".
    """
    shown, last = label, ""
    due = time.monotonic() + BAR_DELAY_SECONDS

    def report(done: int, total: int, label: str = "") -> None:
        nonlocal shown, last, due
        shown = label or shown
        now = time.monotonic()
        if now < due or not sys.stderr.isatty():
            return
        due = now + BAR_UPDATE_SECONDS
        bar = "#" * (BAR_WIDTH * done // max(total, 1))
        line = f"{shown}: {100 * done // max(total, 1):3} % [{bar:<{BAR_WIDTH}}] {done}/{total} {unit}"
        print(f"\r{line:<{len(last)}}", end="", file=sys.stderr, flush=True)
        last = line

    try:
        yield report
    finally:
        if last:
            print(f"\r{'':<{len(last)}}\r", end="", file=sys.stderr, flush=True)
