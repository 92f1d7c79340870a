"""A thread for each table of a tournament; a private one where the deal is that of other tables too."""

from __future__ import annotations

import discord

from bot.features.tournaments.service import Tournament
from bot.platform.limits import clip
from bot.storage.tournament_rows import RoundTable
from bot.storage.tournaments import Tournaments
from games.core.words import Words

NAME = 100


async def open_thread(
    found: Tournament, channel: discord.TextChannel, table: RoundTable, namesakes: int, w: Words
) -> discord.Thread | None:
    """Open a thread, or find the one that a stop has kept from being noted; ``None`` where none may be.

    It is found by its name, so a tournament that follows others of its title here has a number in it.

    :param namesakes: how many others have had its title before it in this channel.
    """
    title = f"{found.row.title} ({namesakes + 1})" if namesakes else found.row.title
    told = w(
        "{title}: round {at}, table {number}",
        title=title,
        at=table.round + 1,
        number=table.number + 1,
    )
    name = clip(told, NAME)
    same = next((one for one in channel.threads if one.name == name), None)
    granted = channel.permissions_for(channel.guild.me)
    private = found.row.terms.duplicate and granted.create_private_threads
    if same is None:
        same = await _create(channel, name, granted, private=private)
    if same is not None and private:
        # Whoever is in it already stays.
        for user_id in found.people(found.course.rounds[table.round].tables[table.number].entries):
            await same.add_user(discord.Object(user_id))
    return same


async def _create(
    channel: discord.TextChannel, name: str, granted: discord.Permissions, *, private: bool
) -> discord.Thread | None:
    if not granted.send_messages_in_threads or not (private or granted.create_public_threads):
        return None
    if private:
        return await channel.create_thread(
            name=name, type=discord.ChannelType.private_thread, invitable=False
        )
    if channel.is_news():
        return await channel.create_thread(name=name, type=discord.ChannelType.news_thread)
    return await channel.create_thread(name=name, type=discord.ChannelType.public_thread)


async def find_threads(store: Tournaments, found: Tournament, at: int) -> dict[int, int]:
    """Return the thread of each table of a round, as far as it is known."""
    return {
        table.number: table.thread_id
        for table in await store.list_tables(found.id)
        if table.round == at and table.thread_id is not None and table.thread_id != found.row.channel_id
    }
