"""What a look at a database on a server finds, for those who have no driver for one."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Look:
    """What was found.

    ``version`` is that of our schema, ``None`` where there is none yet or it may not be read; ``ahead`` are
    the seconds by which its clock goes before this computer's, ``uncertain`` how wrong that may be.
    ``seconds`` is what a short question takes, ``replicas`` which follow it and how many seconds behind, as
    far as this user may know.
    """

    server: str
    version: int | None
    known: int
    reads_only: bool
    makes_tables: bool
    forbidden: tuple[str, ...]
    encrypted: bool
    local: bool
    ahead: float
    uncertain: float
    seconds: float
    replicas: tuple[tuple[str, float], ...]
