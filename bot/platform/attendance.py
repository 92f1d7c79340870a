"""Finds players who have left the server, and gives their seats to computers."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence

import discord

from bot.errors.base import TableError
from bot.errors.storage import CommittedResultUnread
from bot.kit.cache import Cache
from bot.model.hours import MINUTE
from bot.model.table import TABLE_IN_LOBBY, TABLE_OVER, TABLE_PLAYING, Table
from bot.platform.deadlines import NO_RESPONSE_ERRORS
from bot.tables.service import Tables

log = logging.getLogger(__name__)

UNKNOWN_MEMBER_CODE = 10007
UNKNOWN_USER_CODE = 10013
MAX_SIMULTANEOUS_CHECKS = 4
CACHE_LIFETIME_SECONDS = 3 * MINUTE
"""Seconds for which a check is cached, if the person was a member or Discord didn't answer."""


class AttendanceChecker:
    """Checks whether players are still in the server, and replaces those who have left.

    Absences aren't cached, so the next check notices if someone has returned.
    """

    def __init__(self, client: discord.Client, tables: Tables, *, cache_size: int = 4096) -> None:
        """Create the checker, which caches up to ``cache_size`` checks."""
        self._client = client
        self._tables = tables
        self._confirmed_at: Cache[tuple[int, int], int] = Cache(cache_size)
        self._turns = asyncio.Semaphore(MAX_SIMULTANEOUS_CHECKS)

    async def replace_absent_players(self, table: Table) -> Table:
        """Give the seats of players who have left the server to computers.

        In a lobby, their seats become free and their invitations are withdrawn. A table without players ends.
        Nobody is replaced outside servers or if Discord doesn't answer. An absence may go unnoticed for
        :data:`CACHE_LIFETIME_SECONDS`.
        """
        guild = None if table.place.guild_id is None else self._client.get_guild(table.place.guild_id)
        if guild is None or table.status not in (TABLE_IN_LOBBY, TABLE_PLAYING):
            return table
        users = (*table.user_ids, *(table.invited_ids if table.status == TABLE_IN_LOBBY else ()))
        for user_id in await self.find_absent_user_ids(guild, users):
            try:
                table = await self._tables.seats.leave_table(table.id, user_id, has_left_server=True)
            except (TableError, CommittedResultUnread):
                # Read the table again. Another task changed it first, or this change was stored but couldn't
                # be read back.
                table = await self._tables.get(table.id)
            if table.status == TABLE_OVER:
                break
        return table

    async def find_absent_user_ids(self, guild: discord.Guild, user_ids: Sequence[int]) -> list[int]:
        """Return the IDs of users who certainly aren't in a server, in the order of ``user_ids``."""
        answers = await asyncio.gather(*(self._is_absent(guild, user_id) for user_id in user_ids))
        return [user_id for user_id, gone in zip(user_ids, answers, strict=True) if gone]

    async def _is_absent(self, guild: discord.Guild, user_id: int) -> bool:
        """Return whether a user isn't in a server, from the cache or by asking Discord."""
        async with self._turns:
            # Another task may have cached the answer during the wait for the semaphore.
            confirmed_at = self._confirmed_at.get((guild.id, user_id))
            if confirmed_at is not None and 0 <= self._tables.now() - confirmed_at < CACHE_LIFETIME_SECONDS:
                return False
            gone = await _look_up_absence(guild, user_id)
        if not gone:
            self._confirmed_at.put((guild.id, user_id), self._tables.now())
        return gone


async def _look_up_absence(guild: discord.Guild, user_id: int) -> bool:
    """Ask Discord whether a user isn't in a server. Return ``False`` if Discord doesn't answer."""
    try:
        await guild.fetch_member(user_id)
    except discord.HTTPException as error:
        # Don't rely on status 404. Discord also sends it while the server is temporarily unavailable.
        if error.code in (UNKNOWN_MEMBER_CODE, UNKNOWN_USER_CODE):
            return True
        log.warning("membership unknown guild=%s status=%s", guild.id, error.status)
    except NO_RESPONSE_ERRORS as error:
        log.warning("membership unknown guild=%s error=%r", guild.id, error)
    return False
