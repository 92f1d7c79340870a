"""Detects a second bot with the same token but another database.

Discord sends every press to both bots and accepts the faster answer, so each bot handles only some presses. A
bot logs a warning, at most once an hour, if presses are repeatedly answered before its second attempt.
"""

from __future__ import annotations

import logging
import time
from collections import deque

log = logging.getLogger(__name__)

MIN_PRESSES = 3
"""Number of presses answered by another process after which a warning is logged.

A single press may have been answered by this process's first attempt, whose confirmation was lost.
"""
COUNTING_WINDOW_SECONDS = 60.0
"""Seconds within which :data:`MIN_PRESSES` must be answered for a warning."""
WARNING_PAUSE_SECONDS = 3600.0
"""Minimum seconds between two warnings."""


class RivalPressCounter:
    """Counts presses that another process seems to have answered."""

    def __init__(self) -> None:
        self._answered_at: deque[float] = deque(maxlen=MIN_PRESSES)
        self._warned_at = -WARNING_PAUSE_SECONDS

    def count_press(self) -> None:
        """Count a press that was answered before this process made a second attempt."""
        now = time.monotonic()
        self._answered_at.append(now)
        if (
            len(self._answered_at) == MIN_PRESSES
            and now - self._answered_at[0] < COUNTING_WINDOW_SECONDS
            and now - self._warned_at >= WARNING_PAUSE_SECONDS
        ):
            self._warned_at = now
            log.warning("another process answers presses with this token; is the bot running twice?")


rival_press_counter = RivalPressCounter()
"""The process's only counter, because all its connections share a token."""
