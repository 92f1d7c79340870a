"""Somebody else who answers what people press: a second bot with this token, over a database of its own.

Discord tells both of every press and takes the answer of whoever is quicker, so each does a part of what
people do. One who finds presses answered again and again before it has tried twice says so, once an hour.
"""

from __future__ import annotations

import logging
import time
from collections import deque

log = logging.getLogger(__name__)

MANY, WITHIN_SECONDS = 3, 60.0
"""So many presses in so short a time. One alone may be a try of our own whose answer was lost."""
QUIET_SECONDS = 3600.0


class Rivals:
    """Counts presses that somebody else had answered."""

    def __init__(self) -> None:
        self._met: deque[float] = deque(maxlen=MANY)
        self._told = -QUIET_SECONDS

    def meet(self) -> None:
        """Count a press that was answered before this process had tried twice."""
        now = time.monotonic()
        self._met.append(now)
        if (
            len(self._met) == MANY
            and now - self._met[0] < WITHIN_SECONDS
            and now - self._told >= QUIET_SECONDS
        ):
            self._told = now
            log.warning(
                "somebody else answers presses with this token: is the bot running twice, with two databases?"
            )


rivals = Rivals()
"""Of this process: a token is a process's own."""
