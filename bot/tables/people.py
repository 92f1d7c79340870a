"""Exports and erases personal data."""

from __future__ import annotations

import json
import logging
from contextlib import suppress
from typing import Any

from bot.errors.seats import NotSeated
from bot.errors.storage import CommittedResultUnread
from bot.errors.tables import MatchAlreadyStarted, TableOver, UnhostedGame
from bot.model.days import find_day_number
from bot.storage.traces import NameTraces
from bot.tables.feed import Change, ChangeKind
from bot.tables.play import PlayerRequests
from bot.tables.seats import Seats
from bot.tables.store import TableStore
from games.core.words import N_, Msg

log = logging.getLogger(__name__)

ERASED_PERSON_NAME = Msg(N_("Somebody"))
RETENTION_DAYS = 30
"""Days for which personal data is kept that nobody needs any longer.

They begin with the table's end or, for records of mentions, with the mention.
"""


def format_data_file(data: dict[str, Any]) -> bytes:
    """Format stored data as a JSON file."""
    return json.dumps(data, ensure_ascii=False, indent=2).encode()


class People:
    """Exports and erases a person's data, and deletes data that is no longer needed."""

    def __init__(self, tables: TableStore, seats: Seats, play: PlayerRequests) -> None:
        self._tables = tables
        self._seats = seats
        self._play = play
        self._store = tables.store

    async def collect_data(self, user_id: int) -> dict[str, Any]:
        """Return all stored data about a person; see :meth:`bot.storage.people.PersonalData.collect_data`."""
        return await self._store.people.collect_data(user_id)

    async def find_traces(self, user_id: int) -> NameTraces:
        """Return a person's present and past names, and channels that may be threads named after them."""
        return await self._store.people.find_traces(user_id)

    async def erase_person(self, user_id: int, replacement: str, other_names: tuple[str, ...] = ()) -> None:
        """Erase a person's data, remove them from every table, and replace their name with ``replacement``.

        Computers take over their seats in matches. If the erasure is interrupted, call this again.

        :param other_names: further names of the person to replace in stored texts.
        """
        changed = None
        # Try again if the person has taken a seat in the meantime.
        while changed is None:
            for table_id in await self._store.matches.list_active_table_ids_of_person(user_id):
                await self._leave_table(table_id, user_id)
            for table_id in await self._store.people.list_abandoned_lobby_ids(user_id):
                await self._close_orphaned_lobby(table_id)
            today = find_day_number(self._tables.now())
            changed = await self._store.people.erase_person(user_id, replacement, today, other_names)
        log.info("person erased tables=%d", len(changed))
        for table_id, seq in changed:
            # The old name must not be read from the cache after the announcement.
            await self._tables.invalidate_table(table_id)
            self._tables.publish(Change(table_id, seq, ChangeKind.NAMES_CHANGED))

    async def delete_expired_data(self) -> None:
        """Delete data that is older than :data:`RETENTION_DAYS`, including tables that never had a match."""
        await self._store.people.delete_old_data(self._tables.now() - RETENTION_DAYS * 24 * 3600)

    async def _close_orphaned_lobby(self, table_id: int) -> None:
        """Close a lobby that nobody can start any longer."""
        with suppress(TableOver, MatchAlreadyStarted, UnhostedGame):
            async with self._tables.lock(table_id):
                table = await self._tables.load_lobby(table_id)
                if not table.user_ids:
                    await self._tables.end_table(table, "cancel")

    async def _leave_table(self, table_id: int, user_id: int) -> None:
        # In the meantime the table may have ended, or another task may have freed the seat.
        with suppress(NotSeated, TableOver, CommittedResultUnread):
            try:
                await self._seats.leave_table(table_id, user_id)
            except UnhostedGame:
                # A table whose game is no longer hosted can't be left.
                await self._play.close_unhosted_table(table_id, user_id)
