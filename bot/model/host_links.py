"""Links to the terms, privacy policy and support, as set by the bot's host."""

from __future__ import annotations

from games.core.values import value_class


@value_class
class HostLinks:
    """URLs starting with ``https://``; ``None`` for each link that the bot's host hasn't set."""

    terms: str | None = None
    privacy: str | None = None
    support: str | None = None


NO_HOST_LINKS = HostLinks()
