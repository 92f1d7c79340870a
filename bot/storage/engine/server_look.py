"""What a look at a database on a server finds, for those who have no driver for one."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Look:
    """What was found.

    ``version`` is that of our schema, ``None`` where there is none yet or it may not be read; ``newer`` is
    the one that a newer bot has left, ``current`` whether the next start changes nothing, and ``changed``
    names migrations that have changed since they ran. ``ahead`` is how many seconds its clock is
    ahead of this computer's, ``uncertain`` how wrong that may be. ``seconds`` is what a short question takes,
    ``replicas`` which follow it and how many seconds behind, as far as this user may know.
    """

    server: str
    version: int | None
    known: int
    newer: int | None
    current: bool
    changed: tuple[str, ...]
    reads_only: bool
    makes_tables: bool
    forbidden: tuple[str, ...]
    encrypted: bool
    local: bool
    ahead: float
    uncertain: float
    seconds: float
    replicas: tuple[tuple[str, float], ...]
