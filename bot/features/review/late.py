"""Shows reviews that weren't ready when users asked for them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from bot.computers.reviewer import Reviewer
from bot.errors.reviews import ReviewNotReady
from bot.model.table import Table
from bot.tables.feed import Change
from bot.ui import replies
from bot.ui.replies import HostStopping
from bot.ui.services import Interaction
from games.review.review import Review

EDIT_WINDOW_SECONDS = 14 * 60.0
"""Discord allows edits of an answer for 15 minutes after the press."""


class PendingReviews:
    """Waits for requested reviews in the background, and completes the answers to their presses."""

    def __init__(self, reviewer: Reviewer) -> None:
        self._reviewer = reviewer
        self._tasks: set[asyncio.Task[None]] = set()
        self._searches: set[asyncio.Task[Review | None]] = set()

    async def show_when_ready(
        self, interaction: Interaction, table: Table, show: Callable[[], Awaitable[None]] | None
    ) -> None:
        """Reply that the review is being made, and replace the reply once it is ready or has failed.

        :param show: replaces the reply by the review; ``None`` if the review will be posted anyway.
        """
        await send_not_ready_reply(interaction)
        task = asyncio.create_task(
            self._complete_answer(interaction, table, show), name=f"late-review-{table.id}"
        )
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _complete_answer(
        self, interaction: Interaction, table: Table, show: Callable[[], Awaitable[None]] | None
    ) -> None:
        finding = asyncio.create_task(self._reviewer.wait_for_review(table), name=f"find-review-{table.id}")
        self._searches.add(finding)
        try:
            # Wait outside ``explain_errors``, because a shutdown waits for everything inside it.
            done, _ = await asyncio.wait([finding], timeout=EDIT_WINDOW_SECONDS)
        finally:
            finding.cancel()
            self._searches.discard(finding)
        async with replies.explain_errors(interaction):
            if not done:
                raise ReviewNotReady
            if finding.cancelled():
                raise HostStopping
            found = finding.result()
            if found is None:
                w = replies.get_words(interaction)
                await replies.refuse(interaction, w("I can't review this match right now. Try again later."))
                return
            if show is not None:
                await show()

    def handle_change(self, change: Change) -> None:
        """Ignore changes, because only presses cause late answers."""

    async def resume(self) -> None:
        """Do nothing, because an answer can't be completed after a restart."""

    async def wait_until_idle(self) -> None:
        """Wait until every review that was asked for has been shown or given up."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def stop(self) -> None:
        """Stop waiting. Answers without a review are replaced by the suggestion to try again."""
        for search in self._searches:
            search.cancel()


async def send_not_ready_reply(interaction: Interaction) -> None:
    """Reply that the review is being made and will appear here."""
    w = replies.get_words(interaction)
    await replies.show(interaction, w("The review is being made and will appear here."))
