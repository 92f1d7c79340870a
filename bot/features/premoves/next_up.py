"""*You're next*: a direct message, when the seat before is in turn, to who has asked for it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

import discord

from bot.errors.base import TableError
from bot.errors.storage import StorageError
from bot.model.hours import DIRECT, find_waking
from bot.model.positions import count_turns
from bot.model.table import PLAYING, Occupant, Table
from bot.platform.deadlines import NO_RESPONSE
from bot.storage.messages import Messages
from bot.storage.next_up import NextUp as Notes
from bot.storage.settings import Settings
from bot.tables.feed import Change, Kind
from bot.tables.service import Tables
from bot.ui.escaping import escape_name
from bot.ui.links import find_address
from games.core.match import Match

log = logging.getLogger(__name__)

PREFERENCE, ON, OFF = "next", "on", "off"
FEWEST = 3
"""With fewer seats one is next as soon as one has moved."""


class NextUp:
    """Tells people that they are next."""

    def __init__(
        self,
        client: discord.Client,
        tables: Tables,
        preferences: Settings,
        notes: Notes,
        messages: Messages,
        hosts: Callable[[], bool],
    ) -> None:
        self._client = client
        self._tables = tables
        self._preferences = preferences
        self._notes = notes
        self._messages = messages
        self._hosts = hosts
        self._tasks: set[asyncio.Task[None]] = set()

    async def wants(self, user_id: int) -> bool:
        """Tell whether a person has asked for it."""
        return await self._preferences.get(user_id, PREFERENCE) == ON

    async def set(self, user_id: int, *, wanted: bool) -> None:
        """Ask for it, or no longer."""
        await self._preferences.set(user_id, PREFERENCE, ON if wanted else OFF)

    async def reaches(self, user_id: int) -> bool:
        """Tell whether a person has chosen to be written to directly."""
        return (await self._tables.times.get_times(user_id)).by == DIRECT

    def hear(self, change: Change) -> None:
        """Look who is next once somebody has moved."""
        if change.kind in (Kind.STARTED, Kind.ACTED) and self._hosts():
            task = asyncio.create_task(self._look(change.table_id), name=f"next-{change.table_id}")
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def resume(self) -> None:
        """Tell nobody late: the call to their turn comes anyway."""

    async def settle(self) -> None:
        """Wait until everybody has been told."""
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)

    def stop(self) -> None:
        """Do nothing: a process that stops no longer hosts, and then nobody is told."""

    async def _look(self, table_id: int) -> None:
        try:
            table = await self._tables.get(table_id)
            found = find_next(table)
            if found is not None and table.match is not None:
                await self._tell(table, table.match, found)
        except (TableError, StorageError) as error:
            log.info("nobody told to be next table=%d error=%s", table_id, type(error).__name__)
        except (discord.HTTPException, *NO_RESPONSE) as error:
            # It is a courtesy: the call to their turn comes anyhow.
            log.info("next not told table=%d error=%s", table_id, type(error).__name__)
        except Exception:
            log.exception("next not told table=%d", table_id)

    async def _tell(self, table: Table, match: Match, person: Occupant) -> None:
        if not await self.wants(person.user_id):
            return
        times, now = await self._tables.times.get_times(person.user_id), self._tables.now()
        if times.by != DIRECT or find_waking(times, now) > now:
            return
        if not await self._notes.record(person.user_id, table.id, person.seat, count_turns(match)):
            return
        w = await self._tables.channels.words_of(table)
        text = w(
            "You're next in {game}, after {name}: {link}",
            game=table.game.title,
            name=escape_name(table.names[match.turn or 0]),
            link=await find_address(self._messages, table),
        )
        channel = await self._client.create_dm(discord.Object(person.user_id))
        await channel.send(text, allowed_mentions=discord.AllowedMentions.none())


def find_next(table: Table) -> Occupant | None:
    """Return who is next at a table of three or more, where they wait for another person."""
    match = table.match
    if table.status != PLAYING or match is None or match.turn is None or match.seats < FEWEST:
        return None
    person = table.occupants[(match.turn + 1) % match.seats]
    if match.turn in table.computers or person.computer is not None:
        return None
    return person if person.user_id != table.occupants[match.turn].user_id else None
