"""Thinkers on other machines, as whoever asks them knows them."""

from __future__ import annotations

from typing import Protocol

from bot.computers.worker import Job, Ranking
from bot.kit.server_url import ServerUrl


class Others(Protocol):
    """Thinkers on other machines."""

    async def prepare(self) -> None:
        """Make ready that they can be asked."""

    async def ask(self, job: Job, *, hint: bool = False) -> Ranking | None:
        """Return what one of them answers in time, or ``None``."""

    def close(self) -> None:
        """Ask no more."""


def find_others(server: ServerUrl | None) -> Others | None:
    """Return the thinkers who look at a database; without a server there can be none."""
    if server is None:
        return None
    from bot.computers.elsewhere import Elsewhere

    return Elsewhere(server.text)
