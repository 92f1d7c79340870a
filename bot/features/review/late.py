"""Shows reviews that weren't ready when users asked for them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from bot.computers.reviewer import Reviewer
from bot.model.table import Table
from bot.tables.feed import Change
from bot.ui import replies
from bot.ui.services import Interaction

EDIT_WINDOW_SECONDS = 14 * 60.0
"""Discord allows edits of an answer for 15 minutes after the press."""


class PendingReviews:
    """Waits for requested reviews in the background, and completes the answers to their presses."""

    def __init__(self, reviewer: Reviewer) -> None:
        self._reviewer = reviewer
        self._tasks: set[asyncio.Task[None]] = set()

    async def show_when_ready(
        self, interaction: Interaction, table: Table, show: Callable[[], Awaitable[None]]
    ) -> None:
        """Reply that the review isn't ready yet, and call ``show`` to replace the reply once it is."""
        await send_not_ready_reply(interaction)
        task = asyncio.create_task(
            self._complete_answer(interaction, table, show), name=f"late-review-{table.id}"
        )
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _complete_answer(
        self, interaction: Interaction, table: Table, show: Callable[[], Awaitable[None]]
    ) -> None:
        finding = asyncio.create_task(self._reviewer.wait_for_review(table), name=f"find-review-{table.id}")
        try:
            # Wait outside ``explain_errors``, because a shutdown waits for everything inside it.
            done, _ = await asyncio.wait([finding], timeout=EDIT_WINDOW_SECONDS)
        finally:
            finding.cancel()
        if not done:
            return
        async with replies.explain_errors(interaction):
            found = finding.result()
            if found is None:
                w = replies.get_words(interaction)
                await replies.refuse(interaction, w("I can't review this match right now. Try again later."))
                return
            await show()

    def handle_change(self, change: Change) -> None:
        """Ignore changes, because only presses cause late answers."""

    async def resume(self) -> None:
        """Do nothing, because an answer can't be completed after a restart."""

    async def wait_until_idle(self) -> None:
        """Wait until every review that was asked for has been shown or given up."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def stop(self) -> None:
        """Stop waiting. Answers without a review already suggest trying again."""
        for task in self._tasks:
            task.cancel()


async def send_not_ready_reply(interaction: Interaction) -> None:
    """Reply that the review isn't ready yet and will appear here."""
    w = replies.get_words(interaction)
    await replies.show(
        interaction, w("The review isn't ready yet. It'll appear here when it is. If it doesn't, try again.")
    )
