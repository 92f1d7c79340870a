"""Discord responses that a test holds back."""

from __future__ import annotations


class Answer:
    """The parts of a response that discord.py reads."""

    reason = "asked too often"

    def __init__(self, status: int) -> None:
        self.status = status
