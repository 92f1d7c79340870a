"""What keeps a review from being made."""

from __future__ import annotations


class NotJudged(Exception):
    """No worker could judge a step of a match. It is tried again after a while; only the log tells of it."""

    def __init__(self, table: int) -> None:
        super().__init__(f"no worker could judge a step of table {table}")
