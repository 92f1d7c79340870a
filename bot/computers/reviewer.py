"""Has reviews computed by the workers, and keeps them.

All that are wanted at a time go on at a time, each with as many slices that wait or are worked on as there
are workers: one that is wanted alone has all of them.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Container, Iterator
from itertools import islice
from weakref import WeakValueDictionary

from bot.computers.worker import Piece
from bot.model.table import OVER, Table
from bot.storage.reviews import Reviews
from games.core.match import Match
from games.review import VERSION
from games.review.advised import find_followed
from games.review.review import Review, assemble, read, write
from games.review.slices import Finding, Slice, Start, count_slices, cut, measure_effort

log = logging.getLogger(__name__)

Look = Callable[[Piece, int], Awaitable[Finding | None]]
"""Does a slice, and is told how much is left of its review."""

AHEAD = 16
"""So many slices are made at a time."""


def reviewable(table: Table) -> Match | None:
    """Return the match of a table if there is something to tell of it. There is no review before the end."""
    match = table.match
    if table.status != OVER or match is None or not match.steps or match.outcome is None:
        return None
    return match if match.outcome.winners else None


class Reviewer:
    """Knows the reviews of ended matches."""

    def __init__(self, reviews: Reviews, look: Look, abreast: int = 1) -> None:
        """Keep what is found in ``reviews``.

        :param look: does a slice, once nobody waits for a thought.
        :param abreast: so many slices of a review can be done at a time.
        """
        self._reviews = reviews
        self.look = look
        self.abreast = abreast
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._other = asyncio.Lock()
        # However many reviews go on, one of them makes slices: threads that compute hold up the event loop.
        self._cutting = asyncio.Lock()

    async def of(self, table: Table) -> Review | None:
        """Return the review of a table; ``None`` where there is none, or nothing came of it now."""
        match = reviewable(table)
        if match is None:
            return None
        found = await self._kept(table)
        if found is not None:
            return found
        async with self._locks.setdefault(table.id, asyncio.Lock()):
            # Somebody else may have asked for the same.
            found = await self._kept(table)
            if found is None:
                followed = find_followed(match, await self._reviews.find_advice(table.id))
                found = await self._compute(match, followed)
            if found is not None:
                await self._reviews.keep(table.id, VERSION, write(found))
            return found

    async def judge(self, match: Match, kept: str) -> Review | None:
        """Return the review of a match at no table; ``kept`` is one written before, or empty."""
        found = _read(kept) if kept else None
        if found is not None:
            return found
        # What is brought from elsewhere keeps no review waiting of what is played here.
        async with self._other:
            return await self._compute(match)

    async def tidy(self) -> None:
        """Throw away what another version has left."""
        await self._reviews.forget_others(VERSION)

    async def _kept(self, table: Table) -> Review | None:
        text = await self._reviews.find(table.id, VERSION)
        return None if text is None else _read(text)

    async def _compute(self, match: Match, advised: Container[int] = ()) -> Review | None:
        count, each = count_slices(match), measure_effort(match.game, match.ply).deals
        pieces, batch = cut(match), deque[Piece]()
        # In the order of the match, whichever is done first.
        findings, lost = list[Finding | None](), asyncio.Event()
        taking = asyncio.Lock()

        async def work() -> None:
            while True:
                async with taking:
                    if not batch:
                        batch.extend(await self._take(pieces))
                    if not batch or lost.is_set():
                        return
                    piece, number = batch.popleft(), len(findings)
                    findings.append(None)
                findings[number] = await self.look(piece, (count - number) * each)
                if findings[number] is None:
                    lost.set()

        working = [asyncio.create_task(work()) for _ in range(min(self.abreast, count))]
        try:
            await asyncio.gather(*working)
        finally:
            for task in working:
                task.cancel()
        found = [finding for finding in findings if finding is not None]
        return None if lost.is_set() else assemble(match, found, advised)

    async def _take(self, pieces: Iterator[Slice | Start]) -> list[Slice | Start]:
        """Have some more slices made."""
        async with self._cutting:
            return await asyncio.to_thread(lambda: list(islice(pieces, AHEAD)))


def _read(text: str) -> Review | None:
    try:
        return read(text)
    except (ValueError, KeyError, TypeError, json.JSONDecodeError):
        # It is derived: what cannot be read is made again.
        log.warning("review unreadable")
        return None
