"""Opens tables in posts of the server's forum."""

from __future__ import annotations

from functools import partial

import discord

from bot.features.forum.errors import ForumUnavailable
from bot.features.forum.posts import ForumPosts, list_missing_permissions
from bot.model.table import Table
from bot.model.table_request import TableRequest
from bot.platform import permissions
from bot.storage.messages import Messages
from bot.ui import replies
from bot.ui.action_limits import OPENING_LIMIT
from bot.ui.components import make_button, make_view
from bot.ui.links import get_message_purpose, make_table_link
from bot.ui.presses import PressHandler, make_tableless_handler
from bot.ui.services import Interaction, Services
from bot.ui.table import channel_taken
from bot.ui.table.invited import keep_invitation_answers_updated
from bot.ui.table.opening import write_level_note
from bot.ui.table.table_request import read_table_request, write_table_request
from games.core.words import Words


class ForumOpener:
    """Opens tables in new posts of the server's forum instead of in the command's channel."""

    def __init__(self, forum: ForumPosts, messages: Messages) -> None:
        self._forum, self._messages = forum, messages

    @property
    def press_handlers(self) -> tuple[PressHandler, ...]:
        return (make_tableless_handler("tdh", self.open_in_channel),)

    async def open_in_forum(self, interaction: Interaction, request: TableRequest) -> bool:
        """Open a table in a new post. If the forum can't be used, explain why and offer this channel.

        Return ``False`` if the table doesn't belong in a forum, so that the caller opens it in this channel.
        """
        if interaction.guild_id is None or not await self._forum.has_forum(interaction.guild_id):
            return False
        forum = await self._forum.find_channel(interaction.guild_id)
        if forum is not None and not _belongs_in_forum(interaction, forum):
            return False
        services, w = interaction.client.services, replies.get_words(interaction)
        missing = [] if forum is None else list_missing_permissions(forum)
        if forum is None or missing:
            reason = w.msg(ForumUnavailable().message)
            if forum is not None:
                names = permissions.name_permissions(missing, w)
                reason = w("I need the permission {names} in {forum}.", names=names, forum=forum.mention)
            await self._offer_channel(interaction, request, reason)
            return True
        note = await write_level_note(interaction, request)
        try:
            with services.action_limits.limit_posts(OPENING_LIMIT, interaction.user.id):
                table = await self._forum.open_post(interaction, request)
        except ForumUnavailable as error:
            await self._offer_channel(interaction, request, w.msg(error.message))
            return True
        if table is None:
            return False
        unposted = await services.announcer.wait_until_announced(table.id, get_message_purpose(table))
        text = await self._write_confirmation(services, w, table)
        obstacle = "" if unposted is None else unposted.describe(w)
        await replies.show(interaction, "\n".join(filter(None, (text, note, obstacle))))
        if unposted is None and table.invited_ids:
            keep_invitation_answers_updated(
                interaction, table, text, partial(self._write_confirmation, services, w)
            )
        return True

    async def _write_confirmation(self, services: Services, w: Words, table: Table) -> str:
        """Return a text with a link to the table, the invited people, and who can't be mentioned yet."""
        where = await make_table_link(self._messages, table, w)
        if table.match is not None:
            return w("Your match begins: {link}", link=where)
        if not table.invited_ids:
            return w("Your table is open: {link}", link=where)
        people = w.join_list([f"<@{user}>" for user in table.invited_ids])
        text = w("I've asked {people} to join: {link}", people=people, link=where)
        held_back = await services.invitations.write_invitation_wait(table, w)
        return f"{text}\n{held_back}".strip()

    async def _offer_channel(self, interaction: Interaction, request: TableRequest, reason: str) -> None:
        w = replies.get_words(interaction)
        here = make_button(
            write_table_request("tdh", request), w("Play here"), style=discord.ButtonStyle.primary
        )
        await replies.show(interaction, reason, view=make_view([here]))

    async def open_in_channel(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Open the table in the current channel. If that channel is taken, offer alternatives."""
        async with channel_taken.read_chosen_game(interaction, parts) as game:
            if game is not None:
                await channel_taken.open_table_or_offer_alternatives(
                    interaction, read_table_request(game, parts), ignores_special_place=True
                )


def _belongs_in_forum(interaction: Interaction, forum: discord.ForumChannel) -> bool:
    """Return whether a table should be opened in the forum.

    It shouldn't if the command was used in one of the forum's posts or in a private thread, or if the user
    can't see the forum.
    """
    channel, user = interaction.channel, interaction.user
    if isinstance(channel, discord.Thread) and (channel.parent_id == forum.id or channel.is_private()):
        return False
    return not isinstance(user, discord.Member) or forum.permissions_for(user).view_channel
