"""The private picture that stands beside every question: the hand, and what is in reach."""

from __future__ import annotations

from bot.model.table import Table
from bot.ui import replies
from bot.ui.answers import Where, answer_of
from bot.ui.components import Item, view
from bot.ui.pictures import name_private
from bot.ui.play import notices
from bot.ui.scenes import require_match
from bot.ui.services import Interaction


async def show_beside(
    interaction: Interaction, table: Table, seat: int, text: str, items: list[Item]
) -> None:
    """Put a text and its buttons below the picture of a seat, which is sent again only where it has changed.

    It shows what is stored: answers of others that are foreseen may come out otherwise.
    """
    await replies.begin(interaction)
    match, w = require_match(table), replies.reader(interaction)
    news = await notices.find(interaction, table)
    text = notices.put_before(news, text)
    if has_file(interaction, name_private(table, match, seat, w)):
        await replies.show(interaction, text, view=view(items), keep=True)
    else:
        files = await interaction.client.services.pictures.private(table, match, seat, w)
        await replies.show(interaction, text, view=view(items), files=files)
    await notices.mark_seen(news)


def has_file(interaction: Interaction, name: str) -> bool:
    """Tell whether the message that is gone on in has a file of this name."""
    message = interaction.message
    if answer_of(interaction).where is not Where.SAME or message is None:
        return False
    return any(attachment.filename == name for attachment in message.attachments)
