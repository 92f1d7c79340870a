"""The command ``/reefs forum``."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.cogs.groups import SERVER_GROUP, GroupPartCog
from bot.features.forum.posts import ForumPosts
from bot.features.forum.settings import set_forum
from bot.platform.translator import NAME_CONTEXT, TEXT_CONTEXT, L
from bot.ui import replies
from bot.ui.services import Interaction


class ForumCommands(app_commands.Group):
    """The command ``forum`` of the group ``/reefs``."""

    def __init__(self, posts: ForumPosts) -> None:
        self.posts = posts
        super().__init__(name="part", description="…")

    @app_commands.command(
        name=L(NAME_CONTEXT, "forum"),
        description=L(TEXT_CONTEXT, "Give each open table a post of its own in a forum"),
    )
    @app_commands.rename(forum=L(NAME_CONTEXT, "forum"))
    @app_commands.describe(forum=L(TEXT_CONTEXT, "Which forum; leave it empty to stop"))
    async def forum(self, interaction: Interaction, forum: discord.ForumChannel | None = None) -> None:
        """Choose the forum for new tables. Without ``forum``, new tables no longer get posts."""
        async with replies.explain_errors(interaction):
            await replies.acknowledge(interaction)
            await set_forum(self.posts, interaction, forum)


class ForumCog(GroupPartCog):
    """Adds the command ``/reefs forum``."""

    def __init__(self, tree: app_commands.CommandTree, posts: ForumPosts) -> None:
        super().__init__(tree, SERVER_GROUP, ForumCommands(posts))
