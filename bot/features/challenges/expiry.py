"""Pings the server's role for open seats about new challenges, and closes expired challenges.

A ping is recorded before it is sent, so a crash can lose it but never repeat it. If a crash interrupts the
closing of a challenge, the next start completes it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import discord

from bot.announcing.failing import log_post_failure
from bot.announcing.sender import Sender
from bot.errors.base import TableError
from bot.features.challenges.role import is_unsuitable_role
from bot.kit.keyed_tasks import KeyedTasks, TaskWorker
from bot.kit.timers import KeyedTimers
from bot.model.hours import HOUR
from bot.model.table import TABLE_IN_LOBBY, TABLE_OVER, Table
from bot.model.verbosity import QUIET_VERBOSITY
from bot.storage.challenges import (
    CHALLENGE_CLOSING,
    CHALLENGE_END_ANNOUNCED,
    CHALLENGE_OPEN,
    ChallengeRow,
    Challenges,
)
from bot.storage.messages import Messages
from bot.tables.feed import Change, ChangeKind
from bot.tables.service import Tables
from bot.ui.escaping import escape_name
from bot.ui.ids import encode_number
from bot.ui.links import find_table_url

MIN_PING_INTERVAL_SECONDS = HOUR
MAX_CHECK_DELAY_SECONDS = 24 * HOUR


class ChallengeExpiry(TaskWorker):
    """Pings the server's role about new challenges, and closes challenges when they expire."""

    def __init__(
        self,
        sender: Sender,
        challenges: Challenges,
        messages: Messages,
        tables: Tables,
        client: discord.Client,
        is_hosting: Callable[[], bool],
    ) -> None:
        self._sender, self._challenges, self._messages = sender, challenges, messages
        self._tables, self._client, self._is_hosting = tables, client, is_hosting
        tasks = KeyedTasks("challenge", self._close_expired_challenge, partial(log_post_failure, "challenge"))
        self._timers = KeyedTimers(tasks.wake, tables.now)
        super().__init__(tasks, self._timers)

    def handle_change(self, change: Change) -> None:
        """Check a challenge when its match has started or its table has ended."""
        if change.kind in (ChangeKind.STARTED, ChangeKind.ENDED) and self._is_hosting():
            self._tasks.wake(change.table_id)

    async def resume(self) -> None:
        """Check the pending challenges of tables that this process owns."""
        rows = await self._challenges.list_pending_challenges()
        for table_id in await self._tables.core.share.pick_owned_table_ids([row.match_id for row in rows]):
            self._tasks.wake(table_id)

    async def add_challenge(self, table: Table, strength: str, closes_at: int) -> None:
        """Record that a table is a challenge, and schedule its closing.

        :param strength: strength of the players that the host is looking for.
        :param closes_at: the deadline in epoch seconds.
        """
        await self._challenges.add_challenge(ChallengeRow(table.id, table.host_id, strength, closes_at))
        self._tasks.wake(table.id)

    async def ping_role(self, table: Table) -> None:
        """Ping the server's role about a lobby, if the server wants pings and the bot may post there.

        Quiet channels get no ping. Each table is announced at most once, and pings in a server are at least
        :data:`MIN_PING_INTERVAL_SECONDS` seconds apart.
        """
        guild_id = table.place.guild_id
        guild = None if guild_id is None else self._client.get_guild(guild_id)
        challenge_role = None if guild is None else await self._challenges.find_challenge_role(guild.id)
        if (
            guild is None
            or challenge_role is None
            or not challenge_role.allows_mentions
            or table.status != TABLE_IN_LOBBY
        ):
            return
        role = guild.get_role(challenge_role.role_id)
        if role is None or is_unsuitable_role(role):
            return
        if await self._tables.channels.get_verbosity(table.place.channel_id) == QUIET_VERBOSITY:
            return
        channel = await self._sender.find_channel(table.place.channel_id)
        if channel is None or self._sender.list_missing_permissions(channel):
            return
        if not await self._challenges.record_role_mention(
            table.id, guild.id, self._tables.now(), MIN_PING_INTERVAL_SECONDS
        ):
            return
        w = await self._tables.channels.find_words(table)
        text = w.plural(
            "{role} {name} needs {n} more for **{game}**: {link}",
            "{role} {name} needs {n} more for **{game}**: {link}",
            table.capacity - len(table.occupants),
            role=f"<@&{role.id}>",
            name=escape_name(table.host.name),
            game=table.game.title,
            link=await find_table_url(self._messages, table),
        )
        await self._sender.post_line(channel, text, f"tr{encode_number(table.id)}", role_id=role.id)

    async def _close_expired_challenge(self, table_id: int) -> None:
        """Delete the challenge if its match has begun, or close its table if the deadline has passed.

        Otherwise, schedule the next check.
        """
        row = await self._challenges.find_challenge(table_id)
        if row is None or row.stage == CHALLENGE_END_ANNOUNCED or not self._is_hosting():
            return
        if not await self._tables.core.share.pick_owned_table_ids([table_id]):
            return
        try:
            table = await self._tables.get(table_id)
            if row.stage == CHALLENGE_OPEN:
                if table.status != TABLE_IN_LOBBY:
                    await self._challenges.delete_challenge(table_id)
                    return
                left = row.closes_at - self._tables.now()
                if left > 0:
                    self._timers.set_timer(table_id, min(left, MAX_CHECK_DELAY_SECONDS))
                    return
                await self._challenges.set_stage(table_id, CHALLENGE_CLOSING)
            if table.status == TABLE_IN_LOBBY:
                table = await self._tables.lobby.cancel_lobby(table_id, table.host_id)
        except TableError:
            # The table can't be closed, for example because its match has just begun.
            await self._challenges.delete_challenge(table_id)
            return
        if table.status == TABLE_OVER and table.match is None:
            await self._announce_challenge_end(table)
        await self._challenges.set_stage(table_id, CHALLENGE_END_ANNOUNCED)

    async def _announce_challenge_end(self, table: Table) -> None:
        channel = await self._sender.find_channel(table.place.channel_id)
        if channel is None or self._sender.list_missing_permissions(channel):
            return
        w = await self._tables.channels.find_words(table)
        text = w(
            "⌛ Time's up for this table of {game}: not everybody came. `/club challenge` opens another.",
            game=table.game.title,
        )
        await self._sender.post_line(channel, text, f"tc{encode_number(table.id)}")
