"""Types of :mod:`bot.storage.leases`, separate because that module needs the driver of PostgreSQL."""

from __future__ import annotations

from games.core.values import value

FREED = "freed"
"""The notification sent to standbys when leases are released. All others are meant for hosts."""


@value
class Taken:
    """A tenure that has begun: its number (``fence``), and the presses that the last host has handled."""

    fence: int
    presses: frozenset[int]


@value
class Held:
    """Another process hosts; ask again in ``seconds``."""

    seconds: float
