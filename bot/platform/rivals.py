"""Detects a second bot with the same token but another database.

Discord sends every press to both and accepts the faster answer, so each handles some of what people do. A
bot logs a warning, at most once an hour, if presses are repeatedly answered before its second attempt.
"""

from __future__ import annotations

import logging
import time
from collections import deque

log = logging.getLogger(__name__)

WARNING_PRESSES, WITHIN_SECONDS = 3, 60.0
"""Presses within a period that trigger the warning. One alone may be our own lost attempt."""
QUIET_SECONDS = 3600.0


class Rivals:
    """Counts presses that another process answered."""

    def __init__(self) -> None:
        self._met: deque[float] = deque(maxlen=WARNING_PRESSES)
        self._warned_at = -QUIET_SECONDS

    def count_press(self) -> None:
        """Count a press that was answered before this process made a second attempt."""
        now = time.monotonic()
        self._met.append(now)
        if (
            len(self._met) == WARNING_PRESSES
            and now - self._met[0] < WITHIN_SECONDS
            and now - self._warned_at >= QUIET_SECONDS
        ):
            self._warned_at = now
            log.warning("another process answers presses with this token; is the bot running twice?")


rivals = Rivals()
"""The counter of this process, which has a single token."""
