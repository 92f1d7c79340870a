"""Output into a pipe whose reader may leave early (``| head``)."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable


def run_piped(run: Callable[[], int]) -> int:
    """Return the exit status of ``run``; 0 where whoever reads its output has had enough of it."""
    try:
        status = run()
        sys.stdout.flush()
    except BrokenPipeError:
        # The flush at exit must not complain either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return status
