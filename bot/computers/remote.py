"""The interface of remote thinkers."""

from __future__ import annotations

from typing import Protocol

from bot.computers.worker import Job, Ranking
from bot.kit.server_url import ServerUrl


class RemoteThinkers(Protocol):
    """Thinkers on other machines."""

    async def prepare(self) -> None:
        """Connect to the remote thinkers."""

    async def ask(self, job: Job, *, hint: bool = False) -> Ranking | None:
        """Return a remote thinker's ranking; ``None`` if no thinker answers in time."""

    def close(self) -> None:
        """Stop asking the remote thinkers."""


def make_remote_thinkers(server: ServerUrl | None) -> RemoteThinkers | None:
    """Return the client for remote thinkers, who use a database server; ``None`` without a server."""
    if server is None:
        return None
    from bot.computers.thinker_queue import ThinkerQueue

    return ThinkerQueue(server.text)
