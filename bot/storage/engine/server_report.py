"""The result of inspecting a server, separate because the inspection needs the driver."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ServerReport:
    """The state of a server's database.

    ``version``: of our schema; ``None`` if there is none or it may not be read. ``newer``: a version left by
    a newer bot. ``current``: the next start changes nothing. ``changed``: names of migrations that have
    changed since they ran. ``ahead``: seconds by which its clock is ahead of this computer's, give or take
    ``uncertain``. ``seconds``: the duration of a short query. ``replicas``: names and lag in seconds, as far
    as this user may see them.
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
