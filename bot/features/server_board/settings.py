"""What those who look after a server set: the board, the forum, the role."""

from __future__ import annotations

import discord

from bot.features.server_board.errors import MayNotSet, NotHere, RoleTooHigh, StrongRole
from bot.features.server_board.forum import Forum, list_missing
from bot.features.server_board.joining import is_strong
from bot.features.server_board.keeper import CHANNEL_GONE, DELETED, Keeper
from bot.platform import obstacles, permissions
from bot.storage.challenges import Challenges
from bot.storage.server_boards import BoardRow
from bot.ui import replies
from bot.ui.links import address_at
from bot.ui.places import public_locale
from bot.ui.services import Interaction
from games.core.words import Words


class ServerSettings:
    """Sets what a server wants, and says what came of it."""

    def __init__(self, keeper: Keeper, forum: Forum, challenges: Challenges) -> None:
        self.keeper, self.forum, self._challenges = keeper, forum, challenges

    async def place_board(self, interaction: Interaction) -> None:
        """Have the board in this channel.

        :raises TableError: the person may not, or it can't be here.
        """
        guild_id, channel = _check(interaction), interaction.channel
        w = replies.reader(interaction)
        if not isinstance(channel, discord.TextChannel):
            raise NotHere
        obstacle = await obstacles.find_obstacle(interaction)
        if obstacle is not None:
            await replies.refuse(interaction, obstacle.text(w))
            return
        before = await self.keeper.place(guild_id, channel.id, public_locale(interaction))
        row = await self.keeper.find(guild_id)
        where = address_at(guild_id, channel.id, None if row is None else row.message_id)
        await replies.show(interaction, _tell_placed(before, channel.id, f"<{where}>", w))

    async def end_board(self, interaction: Interaction) -> None:
        """Have no board any more.

        :raises TableError: the person may not.
        """
        ended = await self.keeper.end(_check(interaction))
        w = replies.reader(interaction)
        await replies.show(
            interaction,
            w("The tide board is gone.") if ended else w("This server has no tide board."),
        )

    async def choose_forum(self, interaction: Interaction, forum: discord.ForumChannel | None) -> None:
        """Have open tables in a forum, or in none.

        :raises TableError: the person may not.
        """
        guild_id, w = _check(interaction), replies.reader(interaction)
        if forum is None:
            ended = await self.forum.end(guild_id)
            await replies.show(
                interaction,
                w("New tables no longer get a post. The posts stay.")
                if ended
                else w("This server has no forum for tables."),
            )
            return
        granted = forum.permissions_for(forum.guild.me)
        missing = list_missing(forum)
        if missing:
            names = permissions.name_permissions(missing, w)
            await replies.refuse(interaction, w("I need the permission {names} there.", names=names))
            return
        whole = await self.forum.choose(forum, w)
        text = w(
            "Each new table gets a post in {forum} now. `/play` stays in its channel if you choose *here*.",
            forum=forum.mention,
        )
        if not whole:
            lacking = w("No tags yet: allow me **Manage Channels** there and use this command again.")
            text = f"{text}\n{lacking}"
        elif not granted.manage_threads:
            needed = w("To tag posts that others have made, I need **Manage Threads** there.")
            text = f"{text}\n{needed}"
        await replies.show(interaction, text)

    async def choose_role(self, interaction: Interaction, role: discord.Role | None, *, calls: bool) -> None:
        """Have a role that people give themselves, or none.

        :raises TableError: the person may not, or the role is none for that.
        """
        guild_id, w, guild = _check(interaction), replies.reader(interaction), interaction.guild
        if role is None or guild is None:
            found = await self._challenges.find_seekers(guild_id)
            await self._challenges.clear_seekers(guild_id)
            self.keeper.wake(guild_id)
            await replies.show(
                interaction,
                w("This server has no role for open seats.")
                if found is None
                else w("Nobody is called to open seats any more."),
            )
            return
        if not interaction.permissions.manage_roles:
            raise MayNotSet
        if is_strong(role):
            raise StrongRole
        if not guild.me.guild_permissions.manage_roles or role >= guild.me.top_role:
            raise RoleTooHigh
        await self._challenges.set_seekers(guild_id, role.id, calls=calls)
        self.keeper.wake(guild_id)
        named = f"<@&{role.id}>"
        text = w("People can give themselves {role} on the tide board now.", role=named)
        if calls:
            text = w(
                "People can give themselves {role} on the tide board now. I mention it when somebody looks "
                "for players, once an hour at most, and never in a quiet channel.",
                role=named,
            )
            if not role.mentionable and not guild.me.guild_permissions.mention_everyone:
                unheard = w("Discord lets me mention it only if you allow anybody to mention this role.")
                text = f"{text}\n{unheard}"
        await replies.show(interaction, text)


def _check(interaction: Interaction) -> int:
    """Return the server of somebody who looks after it.

    :raises MayNotSet: they don't.
    """
    if interaction.guild_id is None or not interaction.permissions.manage_channels:
        raise MayNotSet
    return interaction.guild_id


def _tell_placed(before: BoardRow | None, channel_id: int, where: str, w: Words) -> str:
    if before is None:
        return w("The tide board is here: {link}. Pin it, and it's easy to find.", link=where)
    match before.ended:
        case "" if before.channel_id == channel_id:
            return w("The tide board is here already: {link}.", link=where)
        case "":
            return w("The tide board has moved here: {link}.", link=where)
        case value if value == DELETED:
            return w(
                "The tide board is here again: {link}. It had ended because it was deleted twice.", link=where
            )
        case value if value == CHANNEL_GONE:
            return w("The tide board is here now: {link}. The channel it was in is gone.", link=where)
        case _:
            return w("The tide board is here: {link}. Pin it, and it's easy to find.", link=where)
