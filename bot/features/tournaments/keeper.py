"""Runs tournaments: records the results of tables, draws the next round, and opens its tables.

Each step is derived from the store, so a crash doesn't change what happens next.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from bot.errors.base import BotError, TableError
from bot.errors.shards import TakenOver
from bot.features.tournaments.drawing import draw_next_event
from bot.features.tournaments.results import (
    compute_result,
    find_seat,
    list_movers,
    make_loss,
    make_void_result,
)
from bot.features.tournaments.seating import Seating, Venue
from bot.features.tournaments.service import Tournament, TournamentService
from bot.kit.keyed_tasks import KeyedTasks, TaskWorker
from bot.kit.timers import Timers
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
MAX_DELAY = DAY
"""Maximum seconds until a tournament that hasn't begun is checked again."""
CHECK_INTERVAL = HOUR
"""Seconds between two checks whether the posts and threads of a round still exist."""
MAX_AGE = DAY
"""Seconds after the end of a tournament during which a restart still checks it."""
RELEVANT_KINDS = (Kind.ENDED, Kind.TIMES, Kind.NAMES, Kind.MOVED)


class TournamentKeeper(TaskWorker):
    """Runs the tournaments for which this process is responsible."""

    def __init__(
        self,
        tables: Tables,
        service: TournamentService,
        venue: Venue,
        hosts: Callable[[], bool],
        pair: Pair | None,
        notify: Callable[[int], None] = lambda _: None,
    ) -> None:
        """Create the tournament keeper.

        :param pair: draws the pairings of a round.
        :param notify: called for each tournament that may have changed.
        """
        self._tables = tables
        self._service = service
        self._store = service.store
        self._venue = venue
        self._hosts = hosts
        self._pair = pair
        self._notify = notify
        self._seating = Seating(tables, service.store, venue)
        self._playing: dict[int, int] = {}
        self._closed: set[int] = set()
        self._awaited: set[int] = set()
        """Matches that are decided for an absent player once everybody else has made a move."""
        self._waiting: set[int] = set()
        self._unshown: set[int] = set()
        """Tournaments whose panel update was postponed for some seconds."""
        self._rechecked: set[int] = set()
        tasks = KeyedTasks("tournament", self._advance, self._log_failure)
        self._timers = Timers(tasks.wake, tables.now)
        self._rechecks = Timers(self.recheck, tables.now)
        super().__init__(tasks, self._timers, self._rechecks)

    def hear(self, change: Change) -> None:
        """Check the tournament of a table whose match ended, moved or ran out of time, or whose names
        changed.
        """
        awaited = change.kind is Kind.ACTED and change.table_id in self._awaited
        if not (change.kind in RELEVANT_KINDS or awaited) or not self._hosts():
            return
        found = self._playing.get(change.table_id)
        if found is not None and change.kind is Kind.MOVED:
            self.recheck(found)
        elif found is not None:
            self._tasks.wake(found)
        if change.kind is Kind.ENDED:
            # A tournament may be waiting for the channel of this table.
            for waiting in tuple(self._waiting):
                self._tasks.wake(waiting)

    def wake(self, tournament_id: int) -> None:
        """Start checking a tournament."""
        self._tasks.wake(tournament_id)

    def recheck(self, tournament_id: int) -> None:
        """Check a tournament, including whether its posts and threads still exist."""
        self._rechecked.add(tournament_id)
        self._tasks.wake(tournament_id)

    async def recheck_channel(self, channel_id: int) -> None:
        """Check the tournaments that used a deleted channel or thread."""
        if self._hosts():
            for tournament_id in await self._store.list_in_channel(channel_id):
                self.recheck(tournament_id)

    async def withdraw_departed(self, found: Tournament) -> Tournament:
        """Withdraw the entrants who have left the server; return the tournament after that."""
        left = await self._venue.find_departed(found)
        if not left:
            return found
        found = await self._service.withdraw_users(found.id, left)
        self.wake(found.id)
        return found

    async def resume(self) -> None:
        """Check all tournaments that are open, running, or ended recently."""
        # If a tournament ended recently, its end may not have been announced yet.
        for tournament_id, guild_id in await self._store.list_running(self._tables.now() - MAX_AGE):
            if self._tables.core.share.owns(guild_id):
                self.recheck(tournament_id)

    async def settle(self) -> None:
        """Wait until no task is running and all posts are up to date."""
        await self._tasks.settle()
        if self._unshown:
            with self._venue.hurry():
                for tournament_id in tuple(self._unshown):
                    self._tasks.wake(tournament_id)
                await self._tasks.settle()

    async def wait_until_updated(self, tournament_id: int, seconds: float) -> None:
        """Wait until no task is running for a tournament, but at most this many seconds."""
        await self._tasks.wait_for(tournament_id, seconds)

    def _log_failure(self, tournament_id: int, error: Exception) -> bool:
        """Log an error; return whether to retry."""
        if isinstance(error, TakenOver):
            return False
        if isinstance(error, (BotError, OSError, asyncio.TimeoutError)):
            reason = {"reason": str(error)}
            log.warning("tournament check failed id=%d", tournament_id, extra={"fields": reason})
        else:
            log.exception("tournament check failed id=%d", tournament_id)
        return True

    def _may_continue(self, found: Tournament) -> bool:
        """Return whether this process may still run a tournament."""
        owns = self._tables.core.share.owns(found.row.guild_id)
        return owns and self._hosts() and not self._tasks.stopped

    async def _advance(self, tournament_id: int) -> None:
        """Take all steps of a tournament that are possible now, one after another."""
        self._waiting.discard(tournament_id)
        found = await self._service.get(tournament_id)
        if self._may_continue(found) and await self._end_without_channel(found):
            return
        if self._may_continue(found) and tournament_id in self._rechecked:
            self._rechecked.discard(tournament_id)
            self._venue.recheck(tournament_id)
            await self._replace_threads(found)
        while self._may_continue(found):
            if await self._collect_results(found):
                found = await self._service.get(tournament_id)
                continue
            await self._unseal(found)
            await self._update_posts(found)
            self._notify(tournament_id)
            if found.course.current is not None:
                if await self._open_tables(found):
                    await self._update_posts(found)
                    # A match that ended before ``hear`` knew it was missed, so collect results again.
                    found = await self._service.get(tournament_id)
                    if await self._collect_results(found):
                        continue
                self._rechecks.set(tournament_id, CHECK_INTERVAL)
                return
            if self._is_about_to_draw(found):
                stayed = await self.withdraw_departed(found)
                if len(stayed.log) != len(found.log):
                    found = stayed
                    continue
            event = await self._find_next_event(found)
            if event is None:
                left = (found.course.starts_at or found.expires_at) - self._tables.now()
                if found.course.status == OPEN:
                    self._timers.set(tournament_id, min(max(left, 1), MAX_DELAY))
                return
            found = await self._service.record(tournament_id, partial(_drop_if_overtaken, found, event))

    def _is_about_to_draw(self, found: Tournament) -> bool:
        """Return whether the tournament should begin now, or draw its next round."""
        course = found.course
        if course.status == OPEN:
            return 0 < course.starts_at <= self._tables.now()
        return course.status == RUNNING and course.current is None and not is_played_out(course)

    async def _end_without_channel(self, found: Tournament) -> bool:
        """End a tournament and its matches if its channel was deleted; return whether it was."""
        if not await self._venue.is_gone(found.row.guild_id, found.row.channel_id):
            return False
        if found.course.status != FINISHED:
            await self._service.record(found.id, _make_end)
        for table in await self._store.list_tables(found.id):
            if table.match_id is not None:
                await self._close_match(table.match_id)
        await self._unseal(await self._service.get(found.id))
        self._notify(found.id)
        return True

    async def _replace_threads(self, found: Tournament) -> None:
        """Open new threads for tables of the current round whose threads were deleted."""
        if found.course.current is None or found.course.status == FINISHED:
            return
        at = len(found.course.rounds) - 1
        for table in await self._store.list_tables(found.id):
            if table.round == at and found.course.rounds[at].tables[table.number].result is None:
                await self._seating.replace_thread(found, table)

    async def _update_posts(self, found: Tournament) -> None:
        """Update the posts of a tournament; schedule another update if the panel was edited too often."""
        wait = await self._venue.update_posts(found)
        self._unshown.discard(found.id)
        if wait:
            self._unshown.add(found.id)
            self._timers.set(found.id, wait)

    async def _find_next_event(self, found: Tournament) -> Event | None:
        """Return the next event of a tournament, or ``None``. Entrants whose data was erased are withdrawn
        first.
        """
        if found.course.status == OPEN:
            now = self._tables.now()
            return Event(ENDED) if now >= found.expires_at else find_start(found.course, now)
        for entry in found.course.active:
            if found.entries[entry].user_id == NOBODY and found.course.current is None:
                return Event(LEFT, entry)
        return await draw_next_event(found.course, self._pair)

    async def _collect_results(self, found: Tournament) -> bool:
        """Record the new results of the round, and end the matches that have one. Return whether there were
        new results.
        """
        if not found.course.rounds or found.course.status == FINISHED:
            return False
        at, any_new = len(found.course.rounds) - 1, False
        for table in await self._store.list_tables(found.id):
            if table.round != at:
                continue
            if found.course.rounds[at].tables[table.number].result is None:
                result = await self._find_result(found, table)
                if result is None:
                    continue
                any_new = True
                await self._record_result(found.id, at, table.number, result)
            if table.match_id is not None:
                await self._close_match(table.match_id)
        return any_new

    async def _close_match(self, match_id: int) -> None:
        """End a match whose table has a result. Most have ended already."""
        if match_id not in self._closed:
            await self._tables.arranged.close(match_id)
            self._playing.pop(match_id, None)
            self._awaited.discard(match_id)
            self._closed.add(match_id)

    async def _record_result(self, tournament_id: int, at: int, number: int, result: Result) -> None:
        """Record the result of a table, unless it has one."""

        def make_event(found: Tournament) -> Event | None:
            """Return the event; ``None`` if the table has a result."""
            # The host may have entered a result in between.
            if found.course.rounds[at].tables[number].result is not None:
                return None
            return Event(SCORED, round=at, table=number, result=result)

        await self._service.record(tournament_id, make_event)

    async def _find_result(self, found: Tournament, table: RoundTable) -> Result | None:
        """Return the result of a table by the tournament's rule for absent players; ``None`` while it is
        undecided.
        """
        people = found.list_user_ids(found.course.rounds[table.round].tables[table.number].entries)
        match_id = table.match_id
        if match_id is None:
            # An entrant whose data was erased after the draw can't be seated.
            gone = [n for n, user_id in enumerate(people) if user_id == NOBODY]
            return make_void_result(people, gone) if gone else None
        self._playing[match_id] = found.id
        shown = await self._tables.get(match_id)
        if shown.status == OVER:
            return compute_result(shown, people)
        if shown.status != PLAYING or found.course.status == PAUSED:
            return None
        late = await self._tables.arranged.list_late(shown)
        rule = found.row.terms.absent
        # Only computers of this level replace absent players. Those for players who left have another level.
        stood_in = [seat for seat, one in enumerate(shown.occupants) if one.computer == STAND_IN]
        if not late and (rule == COMPUTER or not stood_in):
            return None
        away = {*late, *shown.computers}
        seats = [find_seat(shown, user_id) for user_id in people]
        absent = [n for n, seat in enumerate(seats) if seat is None or seat in away]
        if len(away) == len(shown.occupants):
            # Everybody is absent, so nobody should win.
            return make_void_result(people, absent)
        if rule != COMPUTER:
            moved = list_movers(shown)
            if any(one.user_id not in moved for one in shown.occupants if one.seat not in away):
                # The remaining players may be absent as well, so wait until each of them has made a move.
                self._awaited.add(match_id)
            elif rule == BYE:
                return make_void_result(people, absent)
            elif not late:
                return make_loss(people, absent)
            else:
                return await self._forfeit(match_id, late, people)
        for seat in late:
            with suppress(TableError):
                # The player has moved or was replaced in between.
                await self._tables.arranged.replace(match_id, seat, STAND_IN)
        shown = await self._tables.get(match_id)
        return compute_result(shown, people) if shown.status == OVER else None

    async def _forfeit(self, match_id: int, late: tuple[int, ...], people: list[int]) -> Result | None:
        """Forfeit a match for the players who are late; return its result if that ends it."""
        for seat in late:
            with suppress(TableError):
                await self._tables.arranged.forfeit(match_id, seat)
            shown = await self._tables.get(match_id)
            if shown.status == OVER:
                return compute_result(shown, people)
        return None

    async def _unseal(self, found: Tournament) -> None:
        """Make the deals of finished duplicate rounds public."""
        for number, played in enumerate(found.course.rounds):
            if found.row.terms.duplicate and (played.is_over or found.course.status == FINISHED):
                for match_id in await self._store.list_sealed(found.id, number):
                    await self._tables.arranged.unseal(match_id)

    async def _open_tables(self, found: Tournament) -> bool:
        """Open the remaining tables of the round; return whether all are open."""
        current = found.course.current
        if current is None or found.course.status in (PAUSED, FINISHED):
            return False
        at = len(found.course.rounds) - 1
        announcement = await self._venue.announce_round(found, at)
        if announcement is None:
            self._waiting.add(found.id)
            return False
        every = True
        for table in await self._store.list_tables(found.id):
            if table.round == at and current.tables[table.number].result is None:
                opened = await self._seating.open(found, table, announcement)
                every = every and opened is not None
                if opened is not None:
                    self._playing[opened] = found.id
                if not self._may_continue(found):
                    return False
        if not every:
            self._waiting.add(found.id)
        return every


def _make_end(found: Tournament) -> Event | None:
    """Return the event that ends a tournament; ``None`` if it has ended already."""
    return None if found.course.status == FINISHED else Event(ENDED)


def _drop_if_overtaken(before: Tournament, event: Event, now: Tournament) -> Event | None:
    """Return the event, or ``None`` if another one was recorded since it was chosen."""
    return event if len(now.log) == len(before.log) else None
