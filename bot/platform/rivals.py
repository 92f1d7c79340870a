"""Detects a second bot with the same token but another database.

Discord sends every press to both bots and accepts only the faster answer, so each bot handles only some
presses. A bot logs a warning if Discord repeatedly rejects its answers because a press is already answered.
"""

from __future__ import annotations

import logging
import time
from collections import deque

log = logging.getLogger(__name__)

MIN_PRESSES_FOR_WARNING = 3
"""Number of presses already answered by another process after which a warning is logged.

One such press proves nothing: this process may have answered it and lost Discord's confirmation.
"""
COUNTING_WINDOW_SECONDS = 60.0
"""Seconds within which :data:`MIN_PRESSES_FOR_WARNING` counted presses lead to a warning."""
WARNING_INTERVAL_SECONDS = 3600.0


class RivalPressCounter:
    """Counts presses that another process seems to have answered."""

    def __init__(self) -> None:
        self._answered_at: deque[float] = deque(maxlen=MIN_PRESSES_FOR_WARNING)
        self._warned_at = -WARNING_INTERVAL_SECONDS

    def count_press(self) -> None:
        """Count a press that was already answered when this process made its first attempt."""
        now = time.monotonic()
        self._answered_at.append(now)
        if (
            len(self._answered_at) == MIN_PRESSES_FOR_WARNING
            and now - self._answered_at[0] < COUNTING_WINDOW_SECONDS
            and now - self._warned_at >= WARNING_INTERVAL_SECONDS
        ):
            self._warned_at = now
            log.warning("another process answers presses with this token; is the bot running twice?")


rival_press_counter = RivalPressCounter()
"""All connections of this process share the counter, because they use the same token."""
