"""What people may ask about themselves: what is kept, as a file, and to be forgotten."""

from __future__ import annotations

import json
import logging
from contextlib import suppress
from typing import Any

from bot.errors.seats import NotSeated
from bot.errors.storage import DoneUnread
from bot.errors.tables import AlreadyStarted, TableOver, UnhostedGame
from bot.model.days import number_day
from bot.storage.traces import Traces
from bot.tables.feed import Change, Kind
from bot.tables.play import Play
from bot.tables.seats import Seats
from bot.tables.store import TableStore
from games.core.words import N_, Msg

log = logging.getLogger(__name__)

SOMEBODY = Msg(N_("Somebody"))
DAYS = 30
"""How long looks, invitations and notes on old messages outlive the end of their table."""


def write_file(kept: dict[str, Any]) -> bytes:
    """Return it as a JSON file."""
    return json.dumps(kept, ensure_ascii=False, indent=2).encode()


class People:
    """Tells, forgets and tidies away what is kept about people."""

    def __init__(self, tables: TableStore, seats: Seats, play: Play) -> None:
        self._tables = tables
        self._seats = seats
        self._play = play
        self._store = tables.store

    async def list_kept(self, user_id: int) -> dict[str, Any]:
        """Return all that is kept about a person (see :meth:`bot.storage.people.People.kept`)."""
        return await self._store.people.kept(user_id)

    async def find_traces(self, user_id: int) -> Traces:
        """Return the names a person had, and the channels that may be threads named after them."""
        return await self._store.people.traces(user_id)

    async def erase(self, user_id: int, name: str, names: tuple[str, ...] = ()) -> None:
        """Forget a person: they leave every table, and finished matches call them ``name``.

        A computer plays on where a match is in play. Asking again finishes what a stop in between left.

        :param names: what else they are called.
        """
        changed = None
        # Once more where they have sat down meanwhile.
        while changed is None:
            for table_id in await self._store.matches.active_of(user_id):
                await self._leave(table_id, user_id)
            for table_id in await self._store.people.left_alone(user_id):
                await self._give_up(table_id)
            today = number_day(self._tables.now())
            changed = await self._store.people.erase(user_id, name, today, names)
        log.info("person erased tables=%d", len(changed))
        for table_id, seq in changed:
            # Before anybody looks, lest they find the name that was.
            await self._tables.renew(table_id)
            self._tables.publish(Change(table_id, seq, Kind.NAMES))

    async def tidy(self) -> None:
        """Drop what has outlived its use."""
        await self._store.people.tidy(self._tables.now() - DAYS * 24 * 3600)

    async def _give_up(self, table_id: int) -> None:
        """End a lobby that nobody could start any more."""
        with suppress(TableOver, AlreadyStarted, UnhostedGame):
            async with self._tables.lock(table_id):
                table = await self._tables.load_lobby(table_id)
                if not table.people:
                    await self._tables.end(table, "cancel")

    async def _leave(self, table_id: int, user_id: int) -> None:
        # A table may end, or somebody else free the seat, meanwhile.
        with suppress(NotSeated, TableOver, DoneUnread):
            try:
                await self._seats.leave(table_id, user_id)
            except UnhostedGame:
                # Nobody can leave it, nor go on with it.
                await self._play.close_unhosted(table_id, user_id)
