"""Where a host of the bot keeps what people may want to read about it: addresses, as set by that host."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Papers:
    """Addresses that begin with ``https://``; ``None`` where the host has set none."""

    terms: str | None = None
    privacy: str | None = None
    support: str | None = None


NO_PAPERS = Papers()
