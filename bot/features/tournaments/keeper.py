"""What tournaments do by themselves: a table ends, its result is noted, a round ends, the next is drawn.

All of it is found in the store, whatever was heard: after a kill the same steps come to the same again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from bot.errors.base import BotError, TableError
from bot.errors.shards import TakenOver
from bot.features.tournaments.drawing import draw
from bot.features.tournaments.results import find_seat, judge, list_movers, lose, void
from bot.features.tournaments.seating import Seating, Venue
from bot.features.tournaments.service import Arrangements, Tournament
from bot.kit.later import Later
from bot.kit.table_tasks import TableTasks
from bot.model.hours import DAY, HOUR
from bot.model.table import NOBODY, OVER, PLAYING
from bot.storage.tournament_rows import RoundTable
from bot.tables.feed import Change, Kind
from bot.tables.service import Tables
from games.tournament.events import ENDED, LEFT, SCORED, Event
from games.tournament.pairing import Pair
from games.tournament.state import OPEN, PAUSED, RUNNING, Result
from games.tournament.state import OVER as FINISHED
from games.tournament.steps import find_start, is_played_out
from games.tournament.terms import BYE, COMPUTER

log = logging.getLogger(__name__)

STAND_IN = "normal"
"""Level of the computer that replaces an absent player."""
LONGEST = DAY
"""Maximum time between two checks whether a tournament should begin, or end because it didn't."""
LOOK = HOUR
"""Time between two checks whether a round's posts and threads are still there."""
LATELY = DAY
"""What has ended since then is looked after once more after a stop."""
HEARD = (Kind.ENDED, Kind.TIMES, Kind.NAMES, Kind.MOVED)


class Keeper:
    """Looks after the tournaments of this process."""

    def __init__(
        self,
        tables: Tables,
        arrangements: Arrangements,
        venue: Venue,
        hosts: Callable[[], bool],
        pair: Pair | None,
        told: Callable[[int], None] = lambda _: None,
    ) -> None:
        """Hold tournaments at ``venue`` while this process hosts, rounds drawn by ``pair``.

        :param told: is told of each tournament that may have changed.
        """
        self._tables = tables
        self._arrangements = arrangements
        self._store = arrangements.store
        self._venue = venue
        self._hosts = hosts
        self._pair = pair
        self._told = told
        self._seating = Seating(tables, arrangements.store, venue)
        self._playing: dict[int, int] = {}
        self._closed: set[int] = set()
        self._awaited: set[int] = set()
        """Matches that end for an absent player as soon as everybody else has made a move."""
        self._waiting: set[int] = set()
        self._unshown: set[int] = set()
        """Tournaments whose panel is behind for some seconds."""
        self._tasks = TableTasks("tournament", self._work, self._explain)
        self._later = Later(self._tasks.wake, tables.now)
        self._rechecked: set[int] = set()
        self._looks = Later(self.recheck, tables.now)

    def hear(self, change: Change) -> None:
        """Look after the tournament of a table that has ended, or where somebody's time has run out."""
        awaited = change.kind is Kind.ACTED and change.table_id in self._awaited
        if not (change.kind in HEARD or awaited) or not self._hosts():
            return
        found = self._playing.get(change.table_id)
        if found is not None and change.kind is Kind.MOVED:
            self.recheck(found)
        elif found is not None:
            self._tasks.wake(found)
        if change.kind is Kind.ENDED:
            # A channel may be free now that has room for one table only.
            for waiting in tuple(self._waiting):
                self._tasks.wake(waiting)

    def wake(self, tournament_id: int) -> None:
        """Look after a tournament."""
        self._tasks.wake(tournament_id)

    def recheck(self, tournament_id: int) -> None:
        """Look after a tournament, and whether its posts and threads are still there."""
        self._rechecked.add(tournament_id)
        self._tasks.wake(tournament_id)

    async def channel_deleted(self, channel_id: int) -> None:
        """Look after the tournaments that had something in a channel or thread."""
        if self._hosts():
            for tournament_id in await self._store.list_in_channel(channel_id):
                self.recheck(tournament_id)

    async def withdraw_left(self, found: Tournament) -> Tournament:
        """Withdraw the entrants who have left the server."""
        left = await self._venue.find_left(found)
        if not left:
            return found
        found = await self._arrangements.withdraw_gone(found.id, left)
        self.wake(found.id)
        return found

    async def resume(self) -> None:
        """Find what a stop has left to do."""
        # One may have ended without anybody having been told.
        for tournament_id, guild_id in await self._store.list_running(self._tables.now() - LATELY):
            if self._tables.core.share.owns(guild_id):
                self.recheck(tournament_id)

    async def settle(self) -> None:
        """Wait until nothing is under way, and everything is shown."""
        await self._tasks.settle()
        if self._unshown:
            with self._venue.hurry():
                for tournament_id in tuple(self._unshown):
                    self._tasks.wake(tournament_id)
                await self._tasks.settle()

    async def settle_one(self, tournament_id: int, seconds: float) -> None:
        """Wait until nothing is under way at one tournament, but not for longer than this."""
        await self._tasks.wait_for(tournament_id, seconds)

    def stop(self) -> None:
        """Begin nothing new."""
        self._tasks.stop()
        self._later.stop()
        self._looks.stop()

    def _explain(self, tournament_id: int, error: Exception) -> bool:
        if isinstance(error, TakenOver):
            return False
        if isinstance(error, (BotError, OSError, asyncio.TimeoutError)):
            reason = {"reason": str(error)}
            log.warning("tournament not looked after id=%d", tournament_id, extra={"fields": reason})
        else:
            log.exception("tournament not looked after id=%d", tournament_id)
        return True

    def _goes_on(self, found: Tournament) -> bool:
        owns = self._tables.core.share.owns(found.row.guild_id)
        return owns and self._hosts() and not self._tasks.stopped

    async def _work(self, tournament_id: int) -> None:
        self._waiting.discard(tournament_id)
        found = await self._arrangements.get(tournament_id)
        if self._goes_on(found) and await self._end_without_channel(found):
            return
        if self._goes_on(found) and tournament_id in self._rechecked:
            self._rechecked.discard(tournament_id)
            self._venue.recheck(tournament_id)
            await self._mend(found)
        while self._goes_on(found):
            if await self._collect(found):
                found = await self._arrangements.get(tournament_id)
                continue
            await self._unseal(found)
            await self._tell(found)
            self._told(tournament_id)
            if found.course.current is not None:
                if await self._open(found):
                    await self._tell(found)
                    # Somebody's time may have run out, or a table ended, before it was listened to.
                    found = await self._arrangements.get(tournament_id)
                    if await self._collect(found):
                        continue
                self._looks.set(tournament_id, LOOK)
                return
            if self._draws(found):
                stayed = await self.withdraw_left(found)
                if len(stayed.log) != len(found.log):
                    found = stayed
                    continue
            event = await self._find_next(found)
            if event is None:
                left = (found.course.starts_at or found.expires) - self._tables.now()
                if found.course.status == OPEN:
                    self._later.set(tournament_id, min(max(left, 1), LONGEST))
                return
            found = await self._arrangements.note(tournament_id, partial(_unless_later, found, event))

    def _draws(self, found: Tournament) -> bool:
        """Return whether a round is about to be drawn, or the tournament to begin at its time."""
        course = found.course
        if course.status == OPEN:
            return 0 < course.starts_at <= self._tables.now()
        return course.status == RUNNING and course.current is None and not is_played_out(course)

    async def _end_without_channel(self, found: Tournament) -> bool:
        """End a tournament whose channel was deleted, and its matches, which nobody can see any more."""
        if not await self._venue.is_gone(found.row.guild_id, found.row.channel_id):
            return False
        if found.course.status != FINISHED:
            await self._arrangements.note(found.id, _end)
        for table in await self._store.list_tables(found.id):
            if table.match_id is not None:
                await self._close(table.match_id)
        await self._unseal(await self._arrangements.get(found.id))
        self._told(found.id)
        return True

    async def _mend(self, found: Tournament) -> None:
        """Open the threads of the round again that were deleted."""
        if found.course.current is None or found.course.status == FINISHED:
            return
        at = len(found.course.rounds) - 1
        for table in await self._store.list_tables(found.id):
            if table.round == at and found.course.rounds[at].tables[table.number].result is None:
                await self._seating.mend(found, table)

    async def _tell(self, found: Tournament) -> None:
        wait = await self._venue.tell(found)
        self._unshown.discard(found.id)
        if wait:
            self._unshown.add(found.id)
            self._later.set(found.id, wait)

    async def _find_next(self, found: Tournament) -> Event | None:
        """Return the next event. Entrants whose data was erased are withdrawn first."""
        if found.course.status == OPEN:
            now = self._tables.now()
            return Event(ENDED) if now >= found.expires else find_start(found.course, now)
        for entry in found.course.active:
            if found.entries[entry].user_id == NOBODY and found.course.current is None:
                return Event(LEFT, entry)
        return await draw(found.course, self._pair)

    async def _collect(self, found: Tournament) -> bool:
        """Note what has come of tables; ``True`` where there was any."""
        if not found.course.rounds or found.course.status == FINISHED:
            return False
        at, any_new = len(found.course.rounds) - 1, False
        for table in await self._store.list_tables(found.id):
            if table.round != at:
                continue
            if found.course.rounds[at].tables[table.number].result is None:
                result = await self._look(found, table)
                if result is None:
                    continue
                any_new = True
                await self._score(found.id, at, table.number, result)
            if table.match_id is not None:
                await self._close(table.match_id)
        return any_new

    async def _close(self, match_id: int) -> None:
        """End a match whose table has a result; most have ended by themselves."""
        if match_id not in self._closed:
            await self._tables.arranged.close(match_id)
            self._playing.pop(match_id, None)
            self._awaited.discard(match_id)
            self._closed.add(match_id)

    async def _score(self, tournament_id: int, at: int, number: int, result: Result) -> None:
        def make(found: Tournament) -> Event | None:
            # The host may have put it down in between.
            if found.course.rounds[at].tables[number].result is not None:
                return None
            return Event(SCORED, round=at, table=number, result=result)

        await self._arrangements.note(tournament_id, make)

    async def _look(self, found: Tournament, table: RoundTable) -> Result | None:
        """Return what a table has come to, by the rule for absent people too; ``None`` while it goes on."""
        people = found.people(found.course.rounds[table.round].tables[table.number].entries)
        match_id = table.match_id
        if match_id is None:
            # Who had themselves erased after the draw is not there to be seated.
            gone = [n for n, user_id in enumerate(people) if user_id == NOBODY]
            return void(people, gone) if gone else None
        self._playing[match_id] = found.id
        shown = await self._tables.get(match_id)
        if shown.status == OVER:
            return judge(shown, people)
        if shown.status != PLAYING or found.course.status == PAUSED:
            return None
        late = await self._tables.arranged.list_late(shown)
        rule = found.row.terms.absent
        # Whoever leaves a table is replaced by another level.
        stood_in = [seat for seat, one in enumerate(shown.occupants) if one.computer == STAND_IN]
        if not late and (rule == COMPUTER or not stood_in):
            return None
        away = {*late, *shown.computers}
        seats = [find_seat(shown, user_id) for user_id in people]
        absent = [n for n, seat in enumerate(seats) if seat is None or seat in away]
        if len(away) == len(shown.occupants):
            # Nobody would be left to play against computers, or to win by default.
            return void(people, absent)
        if rule != COMPUTER:
            moved = list_movers(shown)
            if any(one.user_id not in moved for one in shown.occupants if one.seat not in away):
                # They may be absent as well: they get a turn before anybody gets points.
                self._awaited.add(match_id)
            elif rule == BYE:
                return void(people, absent)
            elif not late:
                return lose(people, absent)
            else:
                return await self._forfeit(match_id, late, people)
        for seat in late:
            with suppress(TableError):
                # They have moved, or somebody else was quicker.
                await self._tables.arranged.replace(match_id, seat, STAND_IN)
        shown = await self._tables.get(match_id)
        return judge(shown, people) if shown.status == OVER else None

    async def _forfeit(self, match_id: int, late: tuple[int, ...], people: list[int]) -> Result | None:
        for seat in late:
            with suppress(TableError):
                await self._tables.arranged.forfeit(match_id, seat)
            shown = await self._tables.get(match_id)
            if shown.status == OVER:
                return judge(shown, people)
        return None

    async def _unseal(self, found: Tournament) -> None:
        """Let everybody have the deals of rounds that are over."""
        for number, played in enumerate(found.course.rounds):
            if found.row.terms.duplicate and (played.is_over or found.course.status == FINISHED):
                for match_id in await self._store.list_sealed(found.id, number):
                    await self._tables.arranged.unseal(match_id)

    async def _open(self, found: Tournament) -> bool:
        """Open the tables of the round that have not been; ``False`` where some have to wait."""
        current = found.course.current
        if current is None or found.course.status in (PAUSED, FINISHED):
            return False
        at = len(found.course.rounds) - 1
        told = await self._venue.prepare(found, at)
        if told is None:
            self._waiting.add(found.id)
            return False
        every = True
        for table in await self._store.list_tables(found.id):
            if table.round == at and current.tables[table.number].result is None:
                opened = await self._seating.open(found, table, told)
                every = every and opened is not None
                if opened is not None:
                    self._playing[opened] = found.id
                if not self._goes_on(found):
                    return False
        if not every:
            self._waiting.add(found.id)
        return every


def _end(found: Tournament) -> Event | None:
    return None if found.course.status == FINISHED else Event(ENDED)


def _unless_later(before: Tournament, event: Event, now: Tournament) -> Event | None:
    """Return what was found to be next, unless something else has happened since."""
    return event if len(now.log) == len(before.log) else None
