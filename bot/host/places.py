"""The places of the playground's world: its channels, and the threads that come back with their tables.

A thread is noted with its id when it is made, so the next world has it again while a table is in it, or the
round of a tournament to which it belongs.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

import simcord
from simcord.backend.access import channel_accessible
from simcord.backend.models import Channel
from simcord.enums import ChannelType

from bot.storage import Store
from bot.storage.settings import BOT_OWNER
from bot.storage.tournament_rows import RoundTable, TournamentRow
from games.core.words import Words

THREADS = "playground-threads"
"""Under this the threads are kept."""
EVENTS = {"THREAD_CREATE", "THREAD_UPDATE", "THREAD_DELETE", "THREAD_MEMBERS_UPDATE"}


@dataclass(frozen=True, slots=True)
class Thread:
    """A thread as it is noted."""

    id: int
    parent: int
    name: str
    kind: int
    people: tuple[int, ...]


def list_threads(env: simcord.Env) -> list[Thread]:
    """Return the threads of a world, the oldest first."""
    return [
        Thread(one.id, one.parent_id or 0, one.name or "", int(one.type), tuple(one.thread_members))
        for one in env.backend.channels.values()
        if one.is_thread
    ]


async def restore_threads(env: simcord.Env, store: Store, parent: int, w: Words) -> None:
    """Make those threads again in a new world where tables and tournaments go on.

    :param parent: where a thread is made of which nothing is noted: a kill was quicker.
    """
    noted = {
        one.id: one for one in map(_read, json.loads(await store.channels.get(BOT_OWNER, THREADS) or "[]"))
    }
    bot_id = env.backend.bot_user.id
    for place, name in await _list_going_on(store, int(env.now().timestamp()), w):
        if place in env.backend.channels:
            continue
        thread = noted.get(place, Thread(place, parent, name, ChannelType.PUBLIC_THREAD, ()))
        home = thread.parent if thread.parent in env.backend.channels else parent
        env.backend.create_thread(
            home, thread.name, bot_id, type=thread.kind, message_id=thread.id, broadcast=False
        )
        for user_id in thread.people:
            env.backend.add_thread_member(thread.id, user_id)
    await _note(env, store)


async def list_played(store: Store, now: int) -> list[int]:
    """Return the matches that are over at tables of a tournament's newest round: its post leads to them."""
    live = set(await store.matches.list_live())
    tables = [table for _, tables in await _list_rounds(store, now) for table in tables]
    return [one.match_id for one in tables if one.match_id is not None and one.match_id not in live]


async def _list_going_on(store: Store, now: int, w: Words) -> list[tuple[int, str]]:
    """Return where something goes on, with the name of a thread of which nothing is noted."""
    found = []
    for table_id in await store.matches.list_live():
        row = await store.matches.find(table_id)
        if row is not None and row.guild_id is not None:
            found.append((row.channel_id, w("Table {number}", number=table_id)))
    for held, tables in await _list_rounds(store, now):
        found.append((held.channel_id, held.title))
        for table in tables:
            if table.thread_id is not None:
                found.append((table.thread_id, w("Table {number}", number=table.match_id or 0)))
    # The oldest first, as they are on the page.
    return sorted(found, key=lambda one: one[0])


async def _list_rounds(store: Store, now: int) -> list[tuple[TournamentRow, list[RoundTable]]]:
    """Return the tournaments that go on, each with the tables of its newest round."""
    found = []
    for tournament_id, _ in await store.tournaments.list_running(now):
        row = await store.tournaments.find(tournament_id)
        if row is not None and not row.ended:
            tables = await store.tournaments.list_tables(tournament_id)
            newest = max((table.round for table in tables), default=0)
            found.append((row, [table for table in tables if table.round == newest]))
    return found


class ThreadNotes:
    """Notes the threads of a world whenever one changes."""

    def __init__(self, env: simcord.Env, store: Store) -> None:
        """Listen to what the world announces."""
        self._env = env
        self._store = store
        self._tasks = set[asyncio.Task[None]]()
        env.backend.subscribers.append(self._hear)

    def _hear(self, event: str, payload: Mapping[str, Any]) -> None:
        if event in EVENTS:
            task = asyncio.get_running_loop().create_task(_note(self._env, self._store))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def settle(self) -> None:
        """Wait until all is noted."""
        await asyncio.gather(*self._tasks)


def list_places(env: simcord.Env, viewer_id: int) -> list[tuple[Channel, list[Channel]]]:
    """Return the channels that somebody may read, each with its threads, all from old to new."""
    seen = [
        one
        for one in env.backend.channels.values()
        if channel_accessible(env.backend, one.id, viewer_id, history=True)
    ]
    return [
        (one, [thread for thread in seen if thread.is_thread and thread.parent_id == one.id])
        for one in seen
        if one.type == ChannelType.TEXT
    ]


async def _note(env: simcord.Env, store: Store) -> None:
    await store.channels.set(BOT_OWNER, THREADS, json.dumps([asdict(one) for one in list_threads(env)]))


def _read(noted: Mapping[str, Any]) -> Thread:
    return Thread(**{**noted, "people": tuple(noted["people"])})
