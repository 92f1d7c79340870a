"""Sends the *You're next* message to players who want it, when it's the turn of the player before them."""

from __future__ import annotations

import logging
from collections.abc import Callable

import discord

from bot.errors.base import TableError
from bot.errors.storage import StorageError
from bot.kit.keyed_tasks import KeyedTasks, TaskWorker
from bot.model.hours import REMIND_DIRECTLY, find_waking_time
from bot.model.table import TABLE_PLAYING, Occupant, Table
from bot.model.turns import count_ended_turns
from bot.platform.deadlines import NO_RESPONSE_ERRORS
from bot.storage.messages import Messages
from bot.storage.next_up import NextTurnNotifications
from bot.storage.settings import Settings
from bot.tables.feed import Change, ChangeKind
from bot.tables.service import Tables
from bot.ui.escaping import escape_name
from bot.ui.links import find_table_url
from games.core.match import Match

log = logging.getLogger(__name__)

NEXT_UP_PREFERENCE, NEXT_UP_ON, NEXT_UP_OFF = "next", "on", "off"
MIN_NEXT_UP_SEATS = 3
"""Minimum number of seats for *You're next* messages. With two, a player is always next after their turn."""


class NextUpNotifier(TaskWorker):
    """Sends *You're next* as a direct message to the player whose turn comes after the current one."""

    def __init__(
        self,
        client: discord.Client,
        tables: Tables,
        preferences: Settings,
        notes: NextTurnNotifications,
        messages: Messages,
        is_hosting: Callable[[], bool],
    ) -> None:
        self._client = client
        self._tables = tables
        self._preferences = preferences
        self._notes = notes
        self._messages = messages
        self._is_hosting = is_hosting
        super().__init__(KeyedTasks("next", self._notify_next_player, _log_failure))

    async def wants_messages(self, user_id: int) -> bool:
        """Return whether a user has turned on *You're next*."""
        return await self._preferences.get(user_id, NEXT_UP_PREFERENCE) == NEXT_UP_ON

    async def set_wants_messages(self, user_id: int, *, wants_messages: bool) -> None:
        """Turn *You're next* on or off for a user."""
        await self._preferences.set(
            user_id, NEXT_UP_PREFERENCE, NEXT_UP_ON if wants_messages else NEXT_UP_OFF
        )

    async def uses_direct_messages(self, user_id: int) -> bool:
        """Return whether a user gets turn reminders as direct messages."""
        return (await self._tables.times.get_time_settings(user_id)).remind_by == REMIND_DIRECTLY

    def handle_change(self, change: Change) -> None:
        """After a match starts and after each move, start a task that notifies the player who is next."""
        if change.kind in (ChangeKind.STARTED, ChangeKind.ACTED) and self._is_hosting():
            self._tasks.wake(change.table_id)

    async def resume(self) -> None:
        """Do nothing. Missed messages aren't sent late, because the turn reminder follows anyway."""

    async def _notify_next_player(self, table_id: int) -> None:
        table = await self._tables.get(table_id)
        next_player = find_next_player(table)
        if next_player is not None and table.match is not None:
            await self._send_message_if_wanted(table, table.match, next_player)

    async def _send_message_if_wanted(self, table: Table, match: Match, person: Occupant) -> None:
        """Send *You're next* to a player who has turned it on and gets turn reminders as direct messages.

        Nothing is sent during the player's quiet hours and vacation, or a second time in the same turn.
        """
        if not await self.wants_messages(person.user_id):
            return
        times, now = await self._tables.times.get_time_settings(person.user_id), self._tables.now()
        if times.remind_by != REMIND_DIRECTLY or find_waking_time(times, now) > now:
            return
        if not await self._notes.record_notification(
            person.user_id, table.id, person.seat, count_ended_turns(match)
        ):
            return
        w = await self._tables.channels.find_words(table)
        text = w(
            "You're next in {game}, after {name}: {link}",
            game=table.game.title,
            name=escape_name(table.names[match.active_seat or 0]),
            link=await find_table_url(self._messages, table),
        )
        channel = await self._client.create_dm(discord.Object(person.user_id))
        await channel.send(text, allowed_mentions=discord.AllowedMentions.none())


def find_next_player(table: Table) -> Occupant | None:
    """Return the player in the seat after the seat whose turn it is.

    Return ``None`` unless a match with at least :data:`MIN_NEXT_UP_SEATS` seats is running and the two seats
    belong to two different people.
    """
    match = table.match
    if (
        table.status != TABLE_PLAYING
        or match is None
        or match.active_seat is None
        or match.seat_count < MIN_NEXT_UP_SEATS
    ):
        return None
    person = table.occupants[(match.active_seat + 1) % match.seat_count]
    if match.active_seat in table.computer_seats or person.computer is not None:
        return None
    return person if person.user_id != table.occupants[match.active_seat].user_id else None


def _log_failure(table_id: int, error: Exception) -> bool:
    """Log an error. Nothing is retried, because the turn reminder follows."""
    if isinstance(error, (TableError, StorageError, discord.HTTPException, *NO_RESPONSE_ERRORS)):
        log.info("next player not notified table=%d error=%s", table_id, type(error).__name__)
    else:
        log.exception("next player not notified table=%d", table_id)
    return False
