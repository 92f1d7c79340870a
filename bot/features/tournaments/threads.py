"""Opens a thread for each table of a tournament.

In duplicate tournaments, whose tables share a deal, threads are private if the bot may create private
threads.
"""

from __future__ import annotations

import discord

from bot.features.tournaments.service import Tournament
from bot.platform.limits import clip
from bot.storage.tournament_rows import RoundTable
from bot.storage.tournaments import Tournaments
from games.core.words import Words

MAX_THREAD_NAME_LENGTH = 100


async def open_thread(
    tournament: Tournament, channel: discord.TextChannel, table: RoundTable, namesake_count: int, w: Words
) -> discord.Thread | None:
    """Open a table's thread, or find one from before a crash; ``None`` if the bot may not open one.

    Threads are found by name. If earlier tournaments in this channel had the same title, the name contains a
    number. The entrants at the table are added to a private thread.

    :param namesake_count: number of earlier tournaments with this title in this channel.
    """
    title = f"{tournament.row.title} ({namesake_count + 1})" if namesake_count else tournament.row.title
    full_name = w(
        "{title}: round {at}, table {number}",
        title=title,
        at=table.round + 1,
        number=table.number + 1,
    )
    name = clip(full_name, MAX_THREAD_NAME_LENGTH)
    same = next((one for one in channel.threads if one.name == name), None)
    granted_permissions = channel.permissions_for(channel.guild.me)
    private = tournament.row.terms.duplicate and granted_permissions.create_private_threads
    if same is None:
        same = await _create_thread(channel, name, granted_permissions, is_private=private)
    if same is not None and private:
        # People who are in the thread already can be added again without an error.
        for user_id in tournament.list_user_ids(
            tournament.state.rounds[table.round].tables[table.number].entries
        ):
            await same.add_user(discord.Object(user_id))
    return same


async def _create_thread(
    channel: discord.TextChannel, name: str, granted_permissions: discord.Permissions, *, is_private: bool
) -> discord.Thread | None:
    """Create a thread. Return ``None`` if the bot's permissions don't allow it."""
    if not granted_permissions.send_messages_in_threads or not (
        is_private or granted_permissions.create_public_threads
    ):
        return None
    if is_private:
        return await channel.create_thread(
            name=name, type=discord.ChannelType.private_thread, invitable=False
        )
    if channel.is_news():
        return await channel.create_thread(name=name, type=discord.ChannelType.news_thread)
    return await channel.create_thread(name=name, type=discord.ChannelType.public_thread)


async def find_threads(store: Tournaments, tournament: Tournament, round_index: int) -> dict[int, int]:
    """Return the IDs of the threads for a round's tables, by table number, as far as they exist."""
    return {
        table.number: table.thread_id
        for table in await store.list_tables(tournament.id)
        if table.round == round_index
        and table.thread_id is not None
        and table.thread_id != tournament.row.channel_id
    }
