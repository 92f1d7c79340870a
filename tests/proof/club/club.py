"""The simulated club: the real bot with its table service, announcer and reminders, in virtual time."""

from __future__ import annotations

import asyncio
import heapq
import itertools
import sqlite3
from collections import defaultdict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import discord
import discord.gateway
import yarl

from bot.app import ReefBot
from bot.computers.thinker import Thinker
from bot.config import load_config
from bot.errors.base import TableError
from bot.features.premoves.next_up import NEXT_UP_ON, NEXT_UP_PREFERENCE
from bot.model.hours import DAY, MINUTE, REMIND_DIRECTLY, find_waking_time
from bot.model.table import (
    START_WHEN_FULL,
    START_WHEN_PRESSED,
    TABLE_IN_LOBBY,
    TABLE_OVER,
    TABLE_PLAYING,
    Person,
    Place,
    Table,
)
from bot.storage import Store
from games.core.match import Match
from games.registry import GAMES
from tests.proof.club.border import RecordedPost, RecordingWorld, make_recording_standin
from tests.proof.club.habits import Habit, make_people
from tests.proof.club.quick import QuickWorker, stub_drawing
from tests.support.harbour import replace_thinker
from tests.support.standin.process import TOKEN
from tests.support.standin.server import Standin
from tests.support.standin.world import GUILD_ID

START_TIME = 1_793_491_200
"""Start of the simulation in epoch seconds: midnight UTC on 1 November 2026."""
MEAN_PAUSE_SECONDS = 12.0
"""Average seconds between two moves of a player who is online. Pauses take 50 to 150 % of this time."""
MAX_TURNS_PER_VISIT = 3
"""Maximum number of turns that a player plays at a table during a visit."""
STALE_SECONDS = 14 * DAY
"""Age of a match, in seconds, from which its players may resign."""
CHECK_INTERVAL_SECONDS = 30 * MINUTE
"""Seconds between regular checks by the alarm. The alarm also wakes at known due times."""


@dataclass
class ClubTally:
    visit_count: int = 0
    action_count: int = 0
    begun_match_count: int = 0
    ended_match_count: int = 0
    resigned_match_count: int = 0
    live_table_counts: list[int] = field(default_factory=list)
    """Number of live tables at each midnight."""
    database_sizes: list[int] = field(default_factory=list)
    """Size of the database in bytes, at the start and at each midnight."""
    faults: list[str] = field(default_factory=list)


class Club:
    """The people, the bot, and the schedule of visits and moves."""

    def __init__(
        self, bot: ReefBot, world: RecordingWorld, people: list[Habit], folder: Path, seed: int
    ) -> None:
        self.bot, self.world, self.people, self.folder = bot, world, people, folder
        self.habits = {habit.user_id: habit for habit in people}
        self.chance = Random(seed)
        self.now = float(START_TIME)
        self.tally = ClubTally()
        self.live: set[int] = set()
        self.channels: dict[int, int] = {}
        """ID of the newest table in each channel."""
        self._free = deque(world.channels)
        self._events: list[tuple[float, int, int, int | None, int]] = []
        self._order = itertools.count()
        self._presses = itertools.count(10**17)
        self.call_counts: dict[tuple[int, int, int], int] = defaultdict(int)
        """Number of times that each person was called to each turn of each table."""
        self.reminded: set[tuple[str, int]] = set()
        self._checked = 0
        bot.tables.core.get_time = lambda: self.now

    async def store_preferences(self) -> None:
        for habit in self.people:
            times = habit.times
            await self.bot.tables.times.set_all_but_vacation(
                habit.user_id, times.zone, times.quiet_hours, times.remind_after, times.remind_by
            )
            if habit.wants_next:
                await self.bot.store.preferences.set(habit.user_id, NEXT_UP_PREFERENCE, NEXT_UP_ON)
        self.tally.database_sizes.append(self._measure_size())

    async def run_day(self, day: int) -> None:
        """Simulate a day: visits, moves, alarms, and the nightly cleanup."""
        for habit in self.people:
            for moment in habit.list_visits(day, START_TIME, self.chance):
                self._schedule_action(moment, habit.user_id, None, 0)
        midnight = START_TIME + (day + 1) * DAY
        look = self.now + CHECK_INTERVAL_SECONDS
        while self._events and self._events[0][0] < midnight:
            at, _, user, table, done = heapq.heappop(self._events)
            while look < at:
                await self._advance_to(look)
                look += CHECK_INTERVAL_SECONDS
            await self._advance_to(at)
            await (self._visit_server(user) if table is None else self._play_move(user, table, done))
            await self._settle()
        while look < midnight:
            await self._advance_to(look)
            look += CHECK_INTERVAL_SECONDS
        await self._advance_to(midnight)
        await self.bot.tables.people.delete_expired_data()
        await self.bot.features.run_daily_cleanups()
        self.world.drop_old_messages()
        self.tally.live_table_counts.append(len(self.live))
        self.tally.database_sizes.append(self._measure_size())

    def _measure_size(self) -> int:
        """Return the size of the database in bytes, including pages not yet in its main file."""
        with closing(sqlite3.connect(self.folder / "reefs.db")) as connection:
            (pages,), (size,) = (
                connection.execute(f"PRAGMA {name}").fetchone() for name in ("page_count", "page_size")
            )
            return int(pages) * int(size)

    def _schedule_action(self, due: float, user: int, table: int | None, turns_played: int) -> None:
        """Schedule a person's visit or, during a visit, a move at ``table``.

        :param turns_played: number of turns that the person has already played there during the visit.
        """
        heapq.heappush(self._events, (due, next(self._order), user, table, turns_played))

    def _plan_next_move(self, user: int, table: int, turns_played: int) -> None:
        """Schedule a person's next move after a short random pause."""
        self._schedule_action(
            self.now + MEAN_PAUSE_SECONDS * self.chance.uniform(0.5, 1.5), user, table, turns_played
        )

    async def _advance_to(self, moment: float) -> None:
        """Advance the time to ``moment``, waking the alarm whenever it is due."""
        while (due := await self.bot.store.clocks.find_next_due_time()) is not None and due <= moment:
            self.now = max(self.now, float(due))
            self.bot.alarm.start_check()
            await self._settle()
            if await self.bot.store.clocks.find_next_due_time() == due:
                break
        if moment - self.now >= CHECK_INTERVAL_SECONDS / 2:
            self.bot.alarm.start_check()
            await self.bot.alarm.wait_until_idle()
        self.now = max(self.now, moment)

    async def _settle(self) -> None:
        """Wait until computers, announcements and reminders are done, then check new messages."""
        bot = self.bot
        for _ in range(2):
            await bot.driver.wait_until_idle()
            await bot.announcer.wait_until_idle()
            await bot.features.wait_until_idle()
            await bot.alarm.wait_until_idle()
        for post in self.world.posts[self._checked :]:
            await self._check_post(post)
        self._checked = len(self.world.posts)

    async def _visit_server(self, user: int) -> None:
        """Plan a person's moves at the tables waiting for them. If they want another match, find one."""
        self.tally.visit_count += 1
        habit = self.habits[user]
        theirs = [
            table for table in await self.bot.tables.list_active_tables(user) if table.status != TABLE_OVER
        ]
        for table in theirs:
            if table.status == TABLE_PLAYING and table.is_waiting_for(user):
                self._plan_next_move(user, table.id, 0)
        if len(theirs) < habit.max_matches:
            await self._find_match(habit)

    async def _find_match(self, habit: Habit) -> None:
        """Make a person join a lobby, open a lobby, or start a match against a computer."""
        game = self.chance.choice(habit.games)
        lobbies = self.bot.tables.lobby
        person = Person(habit.user_id, habit.name)
        if self.chance.random() < habit.computer_probability:
            seats = self.chance.choice([number for number in GAMES[game].seat_counts if number < 4])
            table = await self._open_table(
                person, game, seats, against=self.chance.choice(("easy", "normal"))
            )
            if table is not None and table.status == TABLE_IN_LOBBY:
                await lobbies.start_match(table.id, habit.user_id, next(self._presses))
            if table is not None:
                self.tally.begun_match_count += 1
                self._plan_next_move(habit.user_id, table.id, 0)
            return
        for table_id in sorted(self.live):
            table = await self.bot.tables.get(table_id)
            if (
                table.status == TABLE_IN_LOBBY
                and table.game.key == game
                and habit.user_id not in table.user_ids
            ):
                joined = await lobbies.join_lobby(table_id, person, next(self._presses))
                if joined.status == TABLE_PLAYING:
                    self.tally.begun_match_count += 1
                return
        seats = self.chance.choice([number for number in GAMES[game].seat_counts if number < 5])
        await self._open_table(person, game, seats)

    async def _open_table(
        self, person: Person, game: str, seat_count: int, against: str | None = None
    ) -> Table | None:
        """Open a table in a free channel. If no channel is free, record a fault and return ``None``."""
        if not self._free:
            self.tally.faults.append("no channel is free")
            return None
        channel = self._free.popleft()
        place = Place(channel, GUILD_ID, "en-US")
        begins = START_WHEN_FULL if against is None else START_WHEN_PRESSED
        table = await self.bot.tables.lobby.open_table(
            place,
            person,
            game,
            {},
            press_id=next(self._presses),
            seat_count=seat_count,
            computer_level=against,
            start_trigger=begins,
        )
        self.live.add(table.id)
        self.channels[channel] = table.id
        return table

    async def _play_move(self, user: int, table_id: int, turns_played: int) -> None:
        """Make a person's move, or sometimes resign an old match, and plan the next move of the visit.

        Do nothing if the table isn't waiting for the person. Record a refusal as a fault.
        """
        table = await self.bot.tables.get(table_id)
        match = table.match
        if table.status != TABLE_PLAYING or match is None or not table.is_waiting_for(user):
            return
        seat = next((seat for seat in match.to_act if seat in table.list_seats(user)), None)
        if seat is None:
            return
        try:
            if self.now - table.opened_at > STALE_SECONDS and self.chance.random() < 0.3 and not turns_played:
                await self.bot.tables.play.resign_match(table_id, user)
                self.tally.resigned_match_count += 1
                after = await self.bot.tables.get(table_id)
            else:
                token = choose_move(match, seat, self.chance)
                after = (
                    await self.bot.tables.play.perform_action(table_id, user, token, match.seq, seat=seat)
                ).table
                self.tally.action_count += 1
        except TableError as error:
            self.tally.faults.append(str(error))
            return
        await self._settle()
        after = await self.bot.tables.get(table_id)
        if after.status == TABLE_OVER:
            self.live.discard(table_id)
            self._free.append(after.place.channel_id)
            self.tally.ended_match_count += 1
        elif after.match is not None and after.is_waiting_for(user):
            turned = after.match.count_ended_turns(after.match.ply) > 0
            if turns_played + turned < MAX_TURNS_PER_VISIT:
                self._plan_next_move(user, table_id, turns_played + turned)

    async def _check_post(self, post: RecordedPost) -> None:
        """Record a fault if a message notifies somebody against their preferences or reminds them twice."""
        if not post.marker and post.reader_id is None and post.mentions:
            await self._check_call(post)
        for user in post.notified_ids if post.marker or post.reader_id is not None else ():
            habit = self.habits[user]
            wrong = find_violations(post, habit)
            key = (post.marker, user)
            if post.marker and key in self.reminded:
                wrong.append("was reminded of one turn twice")
            self.reminded.add(key)
            self.tally.faults += [f"{habit.name} {what}" for what in wrong]

    async def _check_call(self, post: RecordedPost) -> None:
        table = await self.bot.tables.get(self.channels[post.channel])
        turn = -1 if table.match is None else count_turns(table.match)
        for user in post.mentions:
            key = (table.id, turn, user)
            self.call_counts[key] += 1
            # Allow two calls, because a player is called again after others were asked something during the
            # turn.
            if self.call_counts[key] > 2 or user not in table.user_ids:
                self.tally.faults.append(f"{self.habits[user].name} was pinged once too often")


def find_violations(post: RecordedPost, habit: Habit) -> list[str]:
    """Return the ways in which a reminder or *You're next* message violates its recipient's preferences."""
    times, wrong = habit.times, []
    if post.marker and times.remind_after is None:
        wrong.append("was reminded although they turned reminders off")
    if not post.marker and not habit.wants_next:
        wrong.append("was told that they are next without having asked for it")
    if (post.reader_id is not None) != (times.remind_by == REMIND_DIRECTLY):
        wrong.append("was told in another place than they chose")
    if find_waking_time(times, int(post.sent_at)) > post.sent_at:
        wrong.append("was told during their quiet hours")
    return wrong


def choose_move(match: Match, seat: int, chance: Random) -> str:
    """Return the token of a random action, choosing its kind first."""
    kinds: dict[str, list[str]] = defaultdict(list)
    for action in match.rules.list_candidates(match.state, seat):
        kinds[action.path[0].value if isinstance(action.path[0].value, str) else ""].append(action.token)
    return chance.choice(kinds[chance.choice(sorted(kinds))])


def count_turns(match: Match) -> int:
    """Return the number of turns that have ended in a match."""
    return sum(match.count_ended_turns(ply) for ply in range(match.ply + 1))


@asynccontextmanager
async def open_club(count: int, folder: Path, seed: int) -> AsyncIterator[Club]:
    """Yield a club around a bot connected to the stand-in. The bot thinks fast and sends dummy pictures."""
    people = make_people(count, seed)
    now = [float(START_TIME)]
    standin, world = make_recording_standin(2 * count + 10, [habit.name for habit in people], lambda: now[0])
    stub_drawing()
    async with standin:
        _connect_bot_to(standin)
        store = await Store.open(folder / "reefs.db")
        bot = ReefBot(load_config({"APPLICATION_EMOJI": "off"}, folder / ".env"), store)
        replace_thinker(bot, Thinker(0.0, QuickWorker()))
        club = Club(bot, world, people, folder, seed)
        world.clock = lambda: club.now
        world.ids._clock = world.clock  # type: ignore[attr-defined]
        running = asyncio.create_task(bot.start(TOKEN))
        try:
            while not bot.is_ready():
                if running.done():
                    running.result()
                await asyncio.sleep(0.05)
            await club.store_preferences()
            yield club
        finally:
            await bot.close()
            await asyncio.gather(running, return_exceptions=True)
            await store.close()


def _connect_bot_to(standin: Standin) -> None:
    """Make discord.py connect to the stand-in instead of Discord."""
    discord.http.Route.BASE = f"http://{standin.address}/api/v10"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"ws://{standin.address}/gateway/")
