"""Sets the forum in which a server's new tables get posts."""

from __future__ import annotations

import discord

from bot.cogs.groups import require_manager
from bot.features.forum.posts import ForumPosts, list_missing_permissions
from bot.platform import permissions
from bot.ui import replies
from bot.ui.services import Interaction


async def set_forum(posts: ForumPosts, interaction: Interaction, forum: discord.ForumChannel | None) -> None:
    """Set the forum for new tables, and report the result to the user.

    :param forum: ``None`` if new tables should no longer get posts.
    :raises TableError: the user may not change the server's settings.
    """
    guild_id, w = require_manager(interaction), replies.get_words(interaction)
    if forum is None:
        ended = await posts.clear_forum(guild_id)
        await replies.show(
            interaction,
            w("New tables no longer get a post. Existing posts stay.")
            if ended
            else w("This server has no forum for tables."),
        )
        return
    granted = forum.permissions_for(forum.guild.me)
    missing = list_missing_permissions(forum)
    if missing:
        names = permissions.name_permissions(missing, w)
        await replies.refuse(interaction, w("I need the permission {names} there.", names=names))
        return
    whole = await posts.set_forum(forum, w)
    text = w(
        "Each new table gets a post in {forum} now. `/play` stays in its channel if you choose *here*.",
        forum=forum.mention,
    )
    if not whole:
        no_tags = w("No tags yet: allow me **Manage Channels** there and use this command again.")
        text = f"{text}\n{no_tags}"
    elif not granted.manage_threads:
        needed = w("To tag posts that others have made, I need **Manage Threads** there.")
        text = f"{text}\n{needed}"
    await replies.show(interaction, text)
