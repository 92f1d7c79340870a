"""Has reviews computed by the workers, one match after the other, and keeps them."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable

from bot.computers.worker import Piece
from bot.model.table import OVER, Table
from bot.storage.reviews import Reviews
from games.core.match import Match
from games.review import VERSION
from games.review.review import Review, assemble, read, write
from games.review.slices import Finding, plan

log = logging.getLogger(__name__)

Look = Callable[[Piece], Awaitable[Finding | None]]


def reviewable(table: Table) -> Match | None:
    """Return the match of a table if there is something to tell of it. There is no review before the end."""
    match = table.match
    if table.status != OVER or match is None or not match.steps or match.outcome is None:
        return None
    return match if match.outcome.winners else None


class Reviewer:
    """Knows the reviews of ended matches."""

    def __init__(self, reviews: Reviews, look: Look) -> None:
        """Keep what is found in ``reviews``.

        :param look: does a slice, once nobody waits for a thought.
        """
        self._reviews = reviews
        self.look = look
        self._one = asyncio.Lock()

    async def of(self, table: Table) -> Review | None:
        """Return the review of a table; ``None`` where there is none, or nothing came of it now."""
        match = reviewable(table)
        if match is None:
            return None
        found = await self._kept(table)
        if found is not None:
            return found
        async with self._one:
            # Somebody else may have asked for the same.
            return await self._kept(table) or await self._compute(table, match)

    async def tidy(self) -> None:
        """Throw away what another version has left."""
        await self._reviews.forget_others(VERSION)

    async def _kept(self, table: Table) -> Review | None:
        text = await self._reviews.of(table.id, VERSION)
        if text is None:
            return None
        try:
            return read(text)
        except (ValueError, KeyError, TypeError, json.JSONDecodeError):
            # It is derived: what cannot be read is made again.
            log.warning("review unreadable table=%d", table.id)
            return None

    async def _compute(self, table: Table, match: Match) -> Review | None:
        findings = []
        for piece in await asyncio.to_thread(plan, match):
            found = await self.look(piece)
            if found is None:
                return None
            findings.append(found)
        review = assemble(match, findings)
        await self._reviews.keep(table.id, VERSION, write(review))
        return review
