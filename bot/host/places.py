"""Channels of the playground, and the threads that are restored together with their tables.

Threads are saved whenever one changes, so that the next start can restore those in which a table or a round
of a tournament is still active.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

import simcord
from simcord.backend.access import channel_accessible
from simcord.backend.models import Channel
from simcord.enums import ChannelType

from bot.storage import Store
from bot.storage.settings import BOT_OWNER, PLAYGROUND_PREFIX
from bot.storage.tournament_rows import RoundTable, TournamentRow
from games.core.values import value_class
from games.core.words import Words

THREADS_KEY = f"{PLAYGROUND_PREFIX}threads"
THREAD_EVENTS = {"THREAD_CREATE", "THREAD_UPDATE", "THREAD_DELETE", "THREAD_MEMBERS_UPDATE"}


@value_class
class SavedThread:
    """A thread in the form stored for the next start."""

    id: int
    parent: int
    """ID of the parent channel."""
    name: str
    kind: int
    """Discord's number for the type of thread."""
    people: tuple[int, ...]


def list_threads(env: simcord.Env) -> list[SavedThread]:
    """Return all threads, oldest first."""
    return [
        SavedThread(one.id, one.parent_id or 0, one.name or "", int(one.type), tuple(one.thread_members))
        for one in env.backend.channels.values()
        if one.is_thread
    ]


async def restore_threads(env: simcord.Env, store: Store, parent_id: int, w: Words) -> None:
    """Recreate the threads in which tables and tournaments are still active.

    :param parent_id: the channel in which to recreate threads that weren't saved or whose channel is missing.
    """
    noted = {
        one.id: one
        for one in map(_parse_thread, json.loads(await store.channels.get(BOT_OWNER, THREADS_KEY) or "[]"))
    }
    bot_id = env.backend.bot_user.id
    for channel_id, name in await _list_active_channels(store, int(env.now().timestamp()), w):
        if channel_id in env.backend.channels:
            continue
        thread = noted.get(
            channel_id, SavedThread(channel_id, parent_id, name, ChannelType.PUBLIC_THREAD, ())
        )
        home = thread.parent if thread.parent in env.backend.channels else parent_id
        env.backend.create_thread(
            home, thread.name, bot_id, type=thread.kind, message_id=thread.id, broadcast=False
        )
        for user_id in thread.people:
            env.backend.add_thread_member(thread.id, user_id)
    await _save_threads(env, store)


async def list_match_ids_to_repost(store: Store, now: int, channel_ids: Iterable[int] = ()) -> list[int]:
    """Return the IDs of finished matches whose boards must be reposted.

    These are the latest finished match in each of the channels ``channel_ids``, and the matches in the newest
    round of each active tournament, because the tournament's post links to them. They should be reposted
    before the running matches, whose boards should be the newest messages.
    """
    live = set(await store.matches.list_all_active_table_ids())
    latest = [await store.matches.find_latest_result_id(channel_id) for channel_id in channel_ids]
    tables = [table for _, tables in await _list_newest_rounds(store, now) for table in tables]
    match_ids = dict.fromkeys([*latest, *(table.match_id for table in tables)])
    return [
        one
        for one in match_ids
        if one is not None and one not in live and await _was_match_played(store, one)
    ]


async def _was_match_played(store: Store, table_id: int) -> bool:
    row = await store.matches.find_table(table_id)
    return row is not None and row.version is not None


async def _list_active_channels(store: Store, now: int, w: Words) -> list[tuple[int, str]]:
    """Return the ID of each channel or thread in use, and a name to use if the thread wasn't saved."""
    channels = []
    for table_id in await store.matches.list_all_active_table_ids():
        row = await store.matches.find_table(table_id)
        if row is not None and row.guild_id is not None:
            channels.append((row.channel_id, w("Table {number}", number=table_id)))
    for held, tables in await _list_newest_rounds(store, now):
        channels.append((held.channel_id, held.title))
        for table in tables:
            if table.thread_id is not None:
                channels.append((table.thread_id, w("Table {number}", number=table.match_id or 0)))
    # Sort by age, because the page shows threads in the order of their creation.
    return sorted(channels, key=lambda one: one[0])


async def _list_newest_rounds(store: Store, now: int) -> list[tuple[TournamentRow, list[RoundTable]]]:
    newest_rounds = []
    for tournament_id, _ in await store.tournaments.list_recent_tournament_and_server_ids(now):
        row = await store.tournaments.find_tournament(tournament_id)
        if row is not None and not row.has_ended:
            tables = await store.tournaments.list_tables(tournament_id)
            newest = max((table.round for table in tables), default=0)
            newest_rounds.append((row, [table for table in tables if table.round == newest]))
    return newest_rounds


class ThreadSaver:
    """Saves the threads whenever one changes."""

    def __init__(self, env: simcord.Env, store: Store) -> None:
        """Subscribe to the events of the simulated Discord."""
        self._env = env
        self._store = store
        self._tasks = set[asyncio.Task[None]]()
        env.backend.subscribers.append(self._save_after_event)

    def _save_after_event(self, event: str, payload: Mapping[str, Any]) -> None:
        if event in THREAD_EVENTS:
            task = asyncio.get_running_loop().create_task(_save_threads(self._env, self._store))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def wait_until_saved(self) -> None:
        """Wait until all changes are saved."""
        await asyncio.gather(*self._tasks)


def list_channels_with_threads(env: simcord.Env, viewer_id: int) -> list[tuple[Channel, list[Channel]]]:
    """Return the channels that a member may read, each with its threads, in order of age."""
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


async def _save_threads(env: simcord.Env, store: Store) -> None:
    await store.channels.set(BOT_OWNER, THREADS_KEY, json.dumps([asdict(one) for one in list_threads(env)]))


def _parse_thread(entry: Mapping[str, Any]) -> SavedThread:
    return SavedThread(**{**entry, "people": tuple(entry["people"])})
