"""People who have left the server: nobody waits for them, a computer plays on."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import discord

from bot.errors import DoneUnread, TableError
from bot.model.table import LOBBY, OVER, PLAYING, Table

if TYPE_CHECKING:
    from bot.app import ReefBot

log = logging.getLogger(__name__)

UNKNOWN_MEMBER = 10007
UNKNOWN_USER = 10013


async def replace_absent(bot: ReefBot, table: Table) -> Table:
    """Let computers play for those who are no longer in the server.

    In a lobby their seats and invitations are free again. A table that nobody is left for ends. Without a
    server, or where Discord does not answer, all stay.
    """
    guild = None if table.place.guild_id is None else bot.get_guild(table.place.guild_id)
    if guild is None or table.status not in (LOBBY, PLAYING):
        return table
    for user_id in (*table.people, *(table.invited if table.status == LOBBY else ())):
        if not await _gone(guild, user_id):
            continue
        try:
            table = await bot.tables.seats.leave(table.id, user_id)
        except (TableError, DoneUnread):
            # Somebody else was quicker, and what they did is what counts; or it is done and has to be read.
            table = await bot.tables.get(table.id)
        if table.status == OVER:
            break
    return table


async def _gone(guild: discord.Guild, user_id: int) -> bool:
    try:
        await guild.fetch_member(user_id)
    except discord.HTTPException as error:
        # "Not found" alone may be said of a server that Discord has lost for a while.
        if error.code in (UNKNOWN_MEMBER, UNKNOWN_USER):
            return True
        log.warning("membership unknown guild=%s status=%s", guild.id, error.status)
    return False
