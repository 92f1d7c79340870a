"""Rate limits, and the times at which further uses are allowed."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from bot.kit.cache import Cache
from games.core.values import value_class

MAX_REMEMBERED_KEYS = 4096
"""Far fewer keys are active at a time."""


@value_class
class RateLimit:
    """Allows at most ``max_uses`` uses within any period of ``window_seconds``."""

    max_uses: int
    window_seconds: int


RateLimits = tuple[RateLimit, ...]


def find_next_allowed_time(limits: RateLimits, uses: Sequence[int], now: int) -> int | None:
    """Return the epoch second at which the next use is allowed; ``None`` if it is allowed now.

    :param uses: epoch seconds of the earlier uses, in any order.
    """
    newest = sorted(uses, reverse=True)
    ends = [
        newest[limit.max_uses - 1] + limit.window_seconds for limit in limits if len(newest) >= limit.max_uses
    ]
    end = max(ends, default=now)
    return end if end > now else None


def find_longest_window(limits: RateLimits) -> int:
    """Return the longest window of the limits in seconds."""
    return max(limit.window_seconds for limit in limits)


class RecentUses:
    """Remembers the recent uses of each key, in memory only."""

    def __init__(self) -> None:
        self._done: Cache[Hashable, tuple[int, ...]] = Cache(MAX_REMEMBERED_KEYS)

    def record_use(self, key: Hashable, limits: RateLimits, now: int) -> int | None:
        """Record a use if it is allowed. Otherwise return the epoch second at which it is allowed."""
        done = tuple(at for at in self._done.get(key) or () if at > now - find_longest_window(limits))
        again = find_next_allowed_time(limits, done, now)
        if again is None:
            self._done.put(key, (*done, now))
        return again

    def remove_latest_use(self, key: Hashable) -> None:
        """Remove the latest use of a key, because it failed."""
        self._done.put(key, (self._done.get(key) or ())[:-1])
