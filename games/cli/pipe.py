"""Handles pipes whose reader closes them early (``| head``)."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable


def run_piped(run: Callable[[], int]) -> int:
    """Run a function and return its exit status, or 0 if the reader of the output closed the pipe."""
    try:
        status = run()
        sys.stdout.flush()
    except BrokenPipeError:
        # Keep the flush at exit from raising as well.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return status
