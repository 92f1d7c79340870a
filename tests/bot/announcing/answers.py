"""A fake HTTP response with which tests raise discord.py's errors."""

from __future__ import annotations


class FakeResponse:
    """The attributes of a response that ``discord.HTTPException`` reads."""

    reason = "asked too often"

    def __init__(self, status: int) -> None:
        self.status = status
