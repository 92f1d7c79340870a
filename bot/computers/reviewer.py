"""Computes reviews with the workers, and stores them.

Reviews are computed simultaneously, each in at most as many slices at a time as there are workers, so even a
single review can use every worker. A press waits only briefly. If the review isn't ready by then, the
computation continues for the next press.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Hashable, Iterator, Mapping, Sequence
from itertools import islice
from weakref import WeakValueDictionary

from bot.computers.worker import ReviewSlice
from bot.errors.reviews import ReviewNotReady
from bot.model.table import TABLE_OVER, Table
from bot.storage.reviews import Reviews
from bot.tables.feed import Change
from games.core.match import Match
from games.review import REVIEW_VERSION
from games.review.advised import map_steps_to_suggestions
from games.review.review import Review, assemble_review, parse_review, serialize_review
from games.review.slices import (
    MatchSlice,
    ReviewFinding,
    StartSlice,
    choose_effort,
    count_slices,
    make_slices,
)

log = logging.getLogger(__name__)

EvaluateSlice = Callable[[ReviewSlice, int], Awaitable[ReviewFinding | None]]
"""Function that evaluates a slice, given the remaining work of its review."""

BATCH_SIZE = 16
PRESS_TIMEOUT_SECONDS = 5.0
"""Seconds for which a press waits for a review, which can take minutes while many matches are played."""
MAX_FINISHED_REVIEWS = 16
"""Maximum number of finished reviews to keep until a press fetches them."""


def find_reviewable_match(table: Table) -> Match | None:
    """Return a table's match if it can be reviewed, that is, if it is over and has steps and a winner."""
    match = table.match
    if table.status != TABLE_OVER or match is None or not match.steps or match.outcome is None:
        return None
    return match if match.outcome.winners else None


class Reviewer:
    """Computes and stores the reviews of finished matches, each only once."""

    def __init__(self, reviews: Reviews, evaluate: EvaluateSlice, max_parallel_slices: int = 1) -> None:
        """Create the reviewer without starting any review.

        :param evaluate: evaluates a slice when no hint or move is waiting.
        :param max_parallel_slices: maximum number of a review's slices to evaluate simultaneously.
        """
        self._reviews = reviews
        self.evaluate = evaluate
        self.max_parallel_slices = max_parallel_slices
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._imported_lock = asyncio.Lock()
        # Only one review creates slices at a time, because busy threads slow down the event loop.
        self._cutting = asyncio.Lock()
        self._begun: dict[Hashable, asyncio.Task[Review | None]] = {}

    async def request_review(self, table: Table) -> Review | None:
        """Return a table's review like :meth:`ensure_review`, but wait only briefly.

        :raises ReviewNotReady: the computation hasn't finished yet, and continues in the background.
        """
        if (stored := await self.find_stored_review(table)) is not None:
            return stored
        return await self._wait_briefly_for_review(table.id, lambda: self.ensure_review(table))

    async def wait_for_review(self, table: Table) -> Review | None:
        """Return a table's review like :meth:`ensure_review`.

        If a press has already started to compute the review, wait for that computation.
        """
        task = self._begun.get(table.id)
        if task is None:
            return await self.ensure_review(table)
        try:
            # If this wait is cancelled, the task must continue, because others may be waiting for it.
            return await asyncio.shield(task)
        finally:
            if task.done() and self._begun.get(table.id) is task:
                del self._begun[table.id]

    async def review_imported_match_soon(self, match: Match, stored_review: str) -> Review | None:
        """Return an imported match's review like :meth:`review_imported_match`, but wait only briefly.

        :raises ReviewNotReady: the computation hasn't finished yet, and continues in the background.
        """
        review = _parse_stored_review(stored_review) if stored_review else None
        if review is not None:
            return review
        # The match key isn't enough, because all tables of a duplicate round share it.
        about = (match.game.key, match.rules.version, match.key, tuple(match.rows))
        return await self._wait_briefly_for_review(about, lambda: self.review_imported_match(match, ""))

    async def _wait_briefly_for_review(
        self, review_key: Hashable, find_review: Callable[[], Coroutine[None, None, Review | None]]
    ) -> Review | None:
        """Wait briefly for a review. Start computing it if no computation is running.

        :param review_key: identifies the match.
        :raises ReviewNotReady: the computation hasn't finished yet, and continues in the background.
        """
        task = self._begun.get(review_key)
        if task is None or _has_failed(task):
            self._drop_oldest_finished_reviews()
            task = self._begun[review_key] = asyncio.create_task(find_review(), name="review")
        await asyncio.wait([task], timeout=PRESS_TIMEOUT_SECONDS)
        if not task.done() or task.cancelled():
            raise ReviewNotReady
        self._begun.pop(review_key, None)
        return task.result()

    def _drop_oldest_finished_reviews(self) -> None:
        """Forget the oldest finished reviews. Reviews of tables are stored, so they aren't lost."""
        finished = [about for about, task in self._begun.items() if task.done()]
        for about in finished[: max(len(finished) - MAX_FINISHED_REVIEWS + 1, 0)]:
            del self._begun[about]

    def handle_change(self, change: Change) -> None:
        """Ignore the change, because reviews are only computed on request."""

    async def resume(self) -> None:
        """Do nothing, because reviews are only computed on request."""

    async def wait_until_idle(self) -> None:
        """Wait for all reviews that presses have started."""
        await asyncio.gather(*self._begun.values(), return_exceptions=True)

    def stop(self) -> None:
        """Cancel all reviews that presses have started."""
        for task in self._begun.values():
            task.cancel()

    async def ensure_review(self, table: Table) -> Review | None:
        """Return a table's stored review, or compute and store it.

        Return ``None`` if the match can't be reviewed or a slice of it couldn't be evaluated.
        """
        match = find_reviewable_match(table)
        if match is None:
            return None
        review = await self.find_stored_review(table)
        if review is not None:
            return review
        async with self._locks.setdefault(table.id, asyncio.Lock()):
            # Look again, because another caller may have stored the review in the meantime.
            review = await self.find_stored_review(table)
            if review is None:
                suggested = map_steps_to_suggestions(match, await self._reviews.find_advice(table.id))
                review = await self._compute_review(match, suggested)
            if review is not None:
                await self._reviews.store_review(table.id, REVIEW_VERSION, serialize_review(review))
            return review

    async def find_swings(self, table: Table, stored_review: str) -> Mapping[int, float]:
        """Return the win-chance change of each step, from a stored review (:meth:`Review.measure_swings`).

        Return an empty mapping if there is no review or the changes must stay hidden.

        :param stored_review: the text of an imported match's stored review; empty for other matches.
        """
        if table.is_sealed:
            # The changes in win chance would give hints to people who play the same deal at other tables.
            return {}
        review = (
            _parse_stored_review(stored_review) if stored_review else await self.find_stored_review(table)
        )
        return {} if review is None else review.measure_swings()

    async def review_imported_match(self, match: Match, stored_review: str) -> Review | None:
        """Return the review of an imported match; ``None`` if computing it failed.

        :param stored_review: the text of the stored review, or empty. If it can be read, nothing is computed.
        """
        review = _parse_stored_review(stored_review) if stored_review else None
        if review is not None:
            return review
        # Review only one imported match at a time, so that imported matches don't delay other reviews.
        async with self._imported_lock:
            return await self._compute_review(match)

    async def delete_outdated_reviews(self) -> None:
        """Delete the reviews that other versions of the program have stored."""
        await self._reviews.delete_other_versions(REVIEW_VERSION)

    async def is_review_stored(self, table: Table) -> bool:
        """Return whether a table's review is stored."""
        return await self.find_stored_review(table) is not None

    async def find_stored_review(self, table: Table) -> Review | None:
        """Return a table's review if it is stored, without computing it."""
        text = await self._reviews.find_review(table.id, REVIEW_VERSION)
        return None if text is None else _parse_stored_review(text)

    async def _compute_review(
        self, match: Match, suggested: Mapping[int, Sequence[str]] | None = None
    ) -> Review | None:
        count, each = count_slices(match), choose_effort(match.game, match.ply).deals
        pieces, batch = make_slices(match), deque[ReviewSlice]()
        # The findings must be in the order of the match, whichever slice finishes first.
        findings, lost = list[ReviewFinding | None](), asyncio.Event()
        taking = asyncio.Lock()

        async def evaluate_slices() -> None:
            while True:
                async with taking:
                    if not batch:
                        batch.extend(await self._make_slices(pieces))
                    if not batch or lost.is_set():
                        return
                    review_slice, number = batch.popleft(), len(findings)
                    findings.append(None)
                findings[number] = await self.evaluate(review_slice, (count - number) * each)
                if findings[number] is None:
                    lost.set()

        working = [
            asyncio.create_task(evaluate_slices()) for _ in range(min(self.max_parallel_slices, count))
        ]
        try:
            await asyncio.gather(*working)
        finally:
            for task in working:
                task.cancel()
        known_findings = [finding for finding in findings if finding is not None]
        return None if lost.is_set() else assemble_review(match, known_findings, suggested)

    async def _make_slices(self, pieces: Iterator[MatchSlice | StartSlice]) -> list[MatchSlice | StartSlice]:
        async with self._cutting:
            return await asyncio.to_thread(lambda: list(islice(pieces, BATCH_SIZE)))


def _has_failed(task: asyncio.Task[Review | None]) -> bool:
    return task.done() and (task.cancelled() or task.exception() is not None or task.result() is None)


def _parse_stored_review(text: str) -> Review | None:
    try:
        return parse_review(text)
    except (ValueError, KeyError, TypeError, json.JSONDecodeError):
        # An unreadable review can be computed again.
        log.warning("review unreadable")
        return None
