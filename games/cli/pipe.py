"""Lets a command end quietly when the reader of its output closes the pipe early (``| head``)."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable


def run_ignoring_broken_pipe(run: Callable[[], int]) -> int:
    """Run a function and return its exit status, or 0 if the reader of its output closed the pipe."""
    try:
        status = run()
        sys.stdout.flush()
    except BrokenPipeError:
        # Discard the rest of the output, because flushing it at exit would raise the error again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return status
