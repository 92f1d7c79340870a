"""The interface to remote thinkers, which think on other machines."""

from __future__ import annotations

from typing import Protocol

from bot.computers.worker import Job, Ranking
from bot.kit.server_url import ServerUrl


class RemoteThinkers(Protocol):
    """The client for thinkers on other machines."""

    async def connect(self) -> None:
        """Connect to the remote thinkers."""

    async def ask(self, job: Job, *, is_hint: bool = False) -> Ranking | None:
        """Return a remote thinker's ranking; ``None`` if no readable answer arrives in time."""

    def close(self) -> None:
        """Stop asking the remote thinkers."""


def make_remote_thinkers(server: ServerUrl | None) -> RemoteThinkers | None:
    """Return the client for remote thinkers; ``None`` if the bot's database isn't on a server."""
    if server is None:
        return None
    from bot.computers.thinker_queue import ThinkerQueueClient

    return ThinkerQueueClient(server.text)
