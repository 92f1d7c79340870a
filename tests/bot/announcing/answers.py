"""Answers that a test holds back."""

from __future__ import annotations


class Answer:
    """What discord.py keeps of a response."""

    reason = "asked too often"

    def __init__(self, status: int) -> None:
        self.status = status
