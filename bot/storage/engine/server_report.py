"""The result of inspecting a server. Unlike the inspection itself, this module doesn't need the driver."""

from __future__ import annotations

from games.core.values import value_class


@value_class
class ServerReport:
    """The state of a server's database."""

    server_version: str
    schema_version: int | None
    """Version of the schema; ``None`` if there is no schema or it may not be read."""
    known_version: int
    """Newest schema version that this version of the bot knows."""
    newer_version: int | None
    """Version of the schema if a newer version of the bot wrote it."""
    is_current: bool
    """Whether the schema is up to date, so that the bot's next start won't change it."""
    changed_migrations: tuple[str, ...]
    """Names of the migrations that have changed since they ran."""
    is_read_only: bool
    """Whether the server is a replica and therefore accepts no writes."""
    can_create_tables: bool
    """Whether this user may create tables."""
    forbidden_tables: tuple[str, ...]
    is_encrypted: bool
    is_local: bool
    """Whether the server runs on this machine."""
    clock_offset: float
    """Seconds by which the server's clock is ahead of this machine's."""
    max_offset_error: float
    """Maximum error of ``clock_offset`` in seconds."""
    query_seconds: float
    """Duration of a short query."""
    replicas: tuple[tuple[str, float], ...]
    """Name and lag in seconds of each replica that this user may see."""
