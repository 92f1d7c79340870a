"""Every way to open a table leads to a post, in a server that has a forum for its matches."""

from __future__ import annotations

from functools import partial

import discord

from bot.features.server_board.errors import NoForum
from bot.features.server_board.forum import Forum, list_missing
from bot.model.table import Table
from bot.model.wish import Wish
from bot.platform import permissions
from bot.storage.messages import Messages
from bot.ui import replies
from bot.ui.components import button, view
from bot.ui.fairness import OPEN
from bot.ui.links import link, purpose
from bot.ui.presses import Press
from bot.ui.services import Interaction, Services
from bot.ui.table import taken
from bot.ui.table.asked import keep_asked
from bot.ui.table.wish import read_wish, write_wish
from games.core.words import Words


class InForum:
    """Opens in the forum what somebody wants to play in another channel of the server."""

    def __init__(self, forum: Forum, messages: Messages) -> None:
        self._forum, self._messages = forum, messages

    @property
    def presses(self) -> tuple[Press, ...]:
        """Its handlers of presses."""
        return (Press("tdh", self.play_here, table=None),)

    async def open(self, interaction: Interaction, wish: Wish) -> bool:
        """Make a post with a table and say where it is; ``False`` where it is to be here."""
        if interaction.guild_id is None or not await self._forum.has(interaction.guild_id):
            return False
        forum = await self._forum.channel(interaction.guild_id)
        if forum is not None and not _leads_there(interaction, forum):
            return False
        services, w = interaction.client.services, replies.reader(interaction)
        lacking = [] if forum is None else list_missing(forum)
        if forum is None or lacking:
            told = w.msg(NoForum().message)
            if forum is not None:
                names = permissions.name_permissions(lacking, w)
                told = w("I need the permission {names} in {forum}.", names=names, forum=forum.mention)
            await self._offer_here(interaction, wish, told)
            return True
        try:
            with services.fairness.posting(OPEN, interaction.user.id):
                table = await self._forum.open(interaction, wish)
        except NoForum as error:
            await self._offer_here(interaction, wish, w.msg(error.message))
            return True
        if table is None:
            return False
        unposted = await services.announcer.announced(table.id, purpose(table))
        text = await self._tell(services, w, table)
        obstacle = "" if unposted is None else unposted.text(w)
        await replies.show(interaction, f"{text}\n{obstacle}".strip())
        if unposted is None and table.invited:
            keep_asked(interaction, table, text, partial(self._tell, services, w))
        return True

    async def _tell(self, services: Services, w: Words, table: Table) -> str:
        """Say where the table is, and who is waited for."""
        where = await link(self._messages, table, w)
        if table.match is not None:
            return w("Your match begins: {link}", link=where)
        if not table.invited:
            return w("Your table is open: {link}", link=where)
        people = w.listed([f"<@{user}>" for user in table.invited])
        text = w("I've asked {people} to join: {link}", people=people, link=where)
        held_back = await services.calls.write_held_back(table, w)
        return f"{text}\n{held_back}".strip()

    async def _offer_here(self, interaction: Interaction, wish: Wish, told: str) -> None:
        w = replies.reader(interaction)
        here = button(write_wish("tdh", wish), w("Play here"), style=discord.ButtonStyle.primary)
        await replies.show(interaction, told, view=view([here]))

    async def play_here(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Open the table in this channel; a second press on the question meanwhile opens no second one."""
        async with taken.chosen(interaction, parts) as game:
            if game is not None:
                await taken.open_or_offer(interaction, read_wish(game, parts), here=True)


def _leads_there(interaction: Interaction, forum: discord.ForumChannel) -> bool:
    """Tell whether a table goes to the forum: not from a post there, nor from where others can't read."""
    channel, user = interaction.channel, interaction.user
    if isinstance(channel, discord.Thread) and (channel.parent_id == forum.id or channel.is_private()):
        return False
    return not isinstance(user, discord.Member) or forum.permissions_for(user).view_channel
