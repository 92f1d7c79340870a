"""One end of a move, whichever engine it is on."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Protocol

from bot.storage.engine.database import Database, Row
from bot.storage.layout import Layout

AT_ONCE = 5000
"""So many rows are read and written at a time."""


class Side(Protocol):
    """One end of a move."""

    database: Database

    async def count(self, layout: Layout) -> int:
        """Return how many rows a table has."""

    def rows(self, layout: Layout) -> AsyncIterator[list[Row]]:
        """Give the rows of a table, in order, some at a time."""

    async def put(self, layout: Layout, rows: list[Row]) -> None:
        """Add rows to a table."""

    async def last_number(self, layout: Layout) -> int:
        """Return the highest id that a table ever gave, also to a row that is gone; 0 if none."""

    async def go_on_from(self, layout: Layout, number: int) -> None:
        """Let the next id be higher than a number."""
