"""Types used by :mod:`bot.storage.leases`, in a module that doesn't need the PostgreSQL driver."""

from __future__ import annotations

from games.core.values import value_class

LEASES_RELEASED = "freed"
"""Notification to standbys that leases were released. All other notifications are for hosting processes."""


@value_class
class LeasesTaken:
    """Result of taking the leases: a tenure has begun."""

    tenure: int
    press_ids: frozenset[int]
    """IDs of the presses that the previous hosting process has handled recently."""


@value_class
class LeasesHeld:
    """Result of a failed attempt to take leases: another process holds at least one."""

    retry_seconds: float
    """Seconds until the next attempt."""
