"""What the leases of :mod:`bot.storage.leases` tell, for those who have no server and its driver too."""

from __future__ import annotations

from dataclasses import dataclass

FREED = "freed"
"""What is called out when leases are given back; whatever else is called out is for those who host."""


@dataclass(frozen=True, slots=True)
class Taken:
    """A tenure that has begun: its fence, and the presses that the one before has taken of late."""

    fence: int
    presses: frozenset[int]


@dataclass(frozen=True, slots=True)
class Held:
    """Somebody else hosts: it is worth asking again in so many seconds."""

    seconds: float
