"""*Show again*: post the newest message of a table again at the end of its channel."""

from __future__ import annotations

from bot.model.table import TABLE_IN_LOBBY, Table
from bot.ui import replies
from bot.ui.action_limits import REPOST_LIMIT
from bot.ui.scenes import require_match
from bot.ui.services import Interaction


async def repost_newest_message(interaction: Interaction, table: Table) -> None:
    """Post the newest message of a table again, with fresh buttons.

    :raises TableError: the table is frozen or was closed before its match, so there is nothing to show.
    """
    if table.status != TABLE_IN_LOBBY:
        require_match(table)
    obstacle = await replies.explain_obstacle(interaction)
    if obstacle:
        await replies.show(interaction, obstacle)
        return
    services, user = interaction.client.services, interaction.user.id
    services.computers.wake(table.id)
    with services.action_limits.limit_posts(REPOST_LIMIT, user, table.id):
        missing = await services.announcer.repost_table(table.id)
    if missing is not None:
        services.action_limits.forget_post(REPOST_LIMIT, user, table.id)
    w = replies.get_words(interaction)
    await replies.show(interaction, w("Posted again below.") if missing is None else missing.describe(w))
