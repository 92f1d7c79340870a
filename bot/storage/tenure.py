"""Types of :mod:`bot.storage.leases`, separate because that module needs the driver of PostgreSQL."""

from __future__ import annotations

from games.core.values import value

FREED = "freed"
"""The notification sent to standbys when leases are released. All other notifications are for hosts."""


@value
class Taken:
    """The leases were taken, so a tenure has begun."""

    fence: int
    """Number of the tenure."""
    presses: frozenset[int]
    """IDs of the presses that the previous host has handled recently."""


@value
class Held:
    """The leases were not taken, because another process holds at least one of them."""

    seconds: float
    """Seconds after which to ask again."""
