"""The result of inspecting a server, in its own module because inspecting requires the driver."""

from __future__ import annotations

from games.core.values import value


@value
class ServerReport:
    """The state of a server's database.

    ``server`` is the version of PostgreSQL. ``version`` is the schema's version, or ``None`` if there is
    no schema or it may not be read; ``newer`` is a version left by a newer bot. ``current`` says that the
    next start changes nothing. ``changed`` names the migrations that have changed since they ran. ``ahead``
    is by how many seconds the server's clock is ahead of this computer's, give or take ``uncertain``.
    ``seconds`` is the duration of a short query. ``replicas`` has the name and the lag in seconds of each
    replica this user may see.
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
