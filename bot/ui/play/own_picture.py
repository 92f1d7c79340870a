"""Shows a text in private, with or without the person's own picture."""

from __future__ import annotations

from bot.model.table import Table
from bot.ui import replies
from bot.ui.answers import AnswerTarget, get_answer
from bot.ui.components import Item, make_view
from bot.ui.pictures import Picks, make_private_file_name
from bot.ui.play import notices
from bot.ui.scenes import require_match
from bot.ui.services import Interaction


async def show_with_picture(
    interaction: Interaction, table: Table, seat: int, text: str, items: list[Item], picks: Picks = ()
) -> None:
    """Show a text and buttons with a seat's picture. Upload the picture only if it has changed.

    The picture shows the stored position, because predicted answers of others may turn out differently.

    :param picks: the person's picks so far. The picture may show them.
    """
    await replies.acknowledge(interaction)
    match, w = require_match(table), replies.get_words(interaction)
    news = await notices.find_notices(interaction, table)
    text = notices.prepend_notices(news, text)
    if has_file(interaction, make_private_file_name(table, match, seat, w, picks)):
        await replies.show(interaction, text, view=make_view(items), keep_files=True)
    else:
        files = await interaction.client.services.pictures.draw_private_view(table, match, seat, w, picks)
        await replies.show(interaction, text, view=make_view(items), files=files)
    await notices.mark_seen(news)


async def show_without_picture(interaction: Interaction, table: Table, text: str, items: list[Item]) -> None:
    """Show a text and buttons, and remove the picture of the message if it had one."""
    news = await notices.find_notices(interaction, table)
    await replies.show(interaction, notices.prepend_notices(news, text), view=make_view(items))
    await notices.mark_seen(news)


def has_file(interaction: Interaction, name: str) -> bool:
    """Return whether the message that is being updated has a file with this name."""
    message = interaction.message
    if get_answer(interaction).target is not AnswerTarget.SAME or message is None:
        return False
    return any(attachment.filename == name for attachment in message.attachments)
