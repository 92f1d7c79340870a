"""The result of inspecting a server, in its own module because inspecting requires the driver."""

from __future__ import annotations

from games.core.values import value


@value
class ServerReport:
    """The state of a server's database."""

    server: str
    """Version of PostgreSQL."""
    version: int | None
    """Version of the schema; ``None`` if there is no schema or it may not be read."""
    known: int
    """Newest schema version that this bot knows."""
    newer: int | None
    """Schema version written by a newer bot, if any."""
    current: bool
    """Whether the next start of the bot leaves the schema unchanged."""
    changed: tuple[str, ...]
    """Names of the migrations that have changed since they ran."""
    reads_only: bool
    """Whether the server is a replica, which accepts no writes."""
    makes_tables: bool
    """Whether this user may create tables."""
    forbidden: tuple[str, ...]
    """Names of the tables for which this user is missing a privilege."""
    encrypted: bool
    """Whether the connection is encrypted."""
    local: bool
    """Whether the server runs on this computer."""
    ahead: float
    """Seconds by which the server's clock is ahead of this computer's."""
    uncertain: float
    """Maximum error of ``ahead``, in seconds."""
    seconds: float
    """Seconds that a short query takes."""
    replicas: tuple[tuple[str, float], ...]
    """Name and lag in seconds of each replica that this user may see."""
