"""How often something may be done, and when it goes again."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from bot.kit.cache import Cache

REMEMBERED = 4096
"""So many that did something lately are kept in mind; far more than do so at a time."""


@dataclass(frozen=True, slots=True)
class Most:
    """At most ``times`` in any ``seconds``."""

    times: int
    seconds: int


Limits = tuple[Most, ...]
"""All of them hold."""


def again_at(limits: Limits, done: Sequence[int], now: int) -> int | None:
    """Return the moment at which something may be done again; ``None`` where that is now.

    :param done: when it was done, in any order; all moments are epoch seconds.
    """
    newest = sorted(done, reverse=True)
    ends = [newest[most.times - 1] + most.seconds for most in limits if len(newest) >= most.times]
    end = max(ends, default=now)
    return end if end > now else None


def longest(limits: Limits) -> int:
    """Return the seconds after which nothing counts any more."""
    return max(most.seconds for most in limits)


class Recent:
    """When what was done lately, in memory: a restart forgets it."""

    def __init__(self) -> None:
        self._done: Cache[Hashable, tuple[int, ...]] = Cache(REMEMBERED)

    def begin(self, key: Hashable, limits: Limits, now: int) -> int | None:
        """Note that something is done, unless it has been too often; return when it goes again then."""
        done = tuple(at for at in self._done.get(key) or () if at > now - longest(limits))
        again = again_at(limits, done, now)
        if again is None:
            self._done.put(key, (*done, now))
        return again

    def failed(self, key: Hashable) -> None:
        """Note that what was begun last did not come about."""
        self._done.put(key, (self._done.get(key) or ())[:-1])
