"""Links to the terms, privacy policy and support, as set by the bot's host."""

from __future__ import annotations

from games.core.values import value


@value
class HostLinks:
    """URLs starting with ``https://``; ``None`` if the host has set none."""

    terms: str | None = None
    privacy: str | None = None
    support: str | None = None


NO_LINKS = HostLinks()
