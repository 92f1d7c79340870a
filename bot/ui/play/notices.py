"""Notices: private news shown to a person once, the next time they look at a table."""

from __future__ import annotations

from collections.abc import Sequence

from bot.model.table import Table
from bot.platform.limits import MAX_MESSAGE_LENGTH, clip
from bot.ui import replies
from bot.ui.offers import Notice
from bot.ui.services import Interaction


async def find_notices(interaction: Interaction, table: Table) -> Sequence[Notice]:
    """Return the notices about a table that the person who pressed has not seen yet."""
    w, user = replies.get_words(interaction), interaction.user.id
    sources = interaction.client.services.offers.notice_sources
    return [notice for source in sources for notice in await source(table, user, w)]


def prepend_notices(notices: Sequence[Notice], text: str) -> str:
    """Return ``text`` below the notices. The notices are shortened to fit."""
    if not notices:
        return text
    head = clip("\n".join(notice.text for notice in notices), max(MAX_MESSAGE_LENGTH - len(text) - 2, 1))
    return f"{head}\n\n{text}"


async def mark_seen(notices: Sequence[Notice]) -> None:
    """Record that the person has seen the notices."""
    for notice in notices:
        await notice.mark_seen()
