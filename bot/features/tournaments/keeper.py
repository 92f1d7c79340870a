"""Runs tournaments: records the results of tables, pairs the next round, and opens its tables.

Each step is derived from the store, so a tournament continues correctly after a crash.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from bot.errors.base import BotError, TableError
from bot.errors.shards import HostingTakenOver
from bot.features.tournaments.next_event import compute_next_event
from bot.features.tournaments.results import (
    compute_result,
    find_seat,
    list_people_who_moved,
    make_loss_result,
    make_void_result,
)
from bot.features.tournaments.seating import TableSeating, TournamentVenue
from bot.features.tournaments.service import Tournament, TournamentService
from bot.kit.keyed_tasks import KeyedTasks, TaskWorker
from bot.kit.timers import KeyedTimers
from bot.model.hours import DAY, HOUR
from bot.model.table import NO_USER_ID, TABLE_OVER, TABLE_PLAYING, Table
from bot.storage.tournament_rows import RoundTable
from bot.tables.feed import Change, ChangeKind
from bot.tables.service import Tables
from games.tournament.events import ENDED_EVENT, LEFT_EVENT, SCORED_EVENT, TournamentEvent
from games.tournament.pairing import PairRound
from games.tournament.state import OPEN_STATUS, OVER_STATUS, PAUSED_STATUS, RUNNING_STATUS, TableResult
from games.tournament.steps import find_start_event, is_played_out
from games.tournament.terms import ABSENT_GETS_BYE, COMPUTER_PLAYS_ABSENT

log = logging.getLogger(__name__)

STAND_IN_LEVEL = "normal"
"""Level of the computer that replaces an absent player."""
MAX_CHECK_DELAY_SECONDS = DAY
CHECK_INTERVAL_SECONDS = HOUR
"""Seconds between two checks of whether the posts and threads of a round still exist."""
MAX_END_AGE_SECONDS = DAY
"""A restarted bot still adds missing posts for this long after the end of a tournament."""
WATCHED_KINDS = (ChangeKind.ENDED, ChangeKind.DEADLINE_CHANGED, ChangeKind.NAMES_CHANGED, ChangeKind.MOVED)
"""Changes of a table after which its tournament is checked."""


class TournamentKeeper(TaskWorker):
    """Runs the tournaments of the servers that this process owns."""

    def __init__(
        self,
        tables: Tables,
        service: TournamentService,
        venue: TournamentVenue,
        is_hosting: Callable[[], bool],
        pair: PairRound | None,
        notify: Callable[[int], None] = lambda _: None,
    ) -> None:
        """Create the tournament keeper.

        :param pair: pairs the entrants of a round; ``None`` for the built-in pairings.
        :param notify: called with the ID of each tournament that may have changed.
        """
        self._tables = tables
        self._service = service
        self._store = service.store
        self._venue = venue
        self._is_hosting = is_hosting
        self._pair = pair
        self._notify = notify
        self._seating = TableSeating(tables, service.store, venue)
        self._playing: dict[int, int] = {}
        self._closed: set[int] = set()
        self._awaited: set[int] = set()
        """IDs of matches with an absent player, which are decided once every other player has made a move."""
        self._waiting: set[int] = set()
        self._postponed: set[int] = set()
        """IDs of tournaments whose panel update was postponed for a few seconds."""
        self._rechecked: set[int] = set()
        tasks = KeyedTasks("tournament", self._update_tournament, self._log_failure)
        self._timers = KeyedTimers(tasks.wake, tables.now)
        self._rechecks = KeyedTimers(self.recheck_tournament, tables.now)
        super().__init__(tasks, self._timers, self._rechecks)

    def handle_change(self, change: Change) -> None:
        """Check the tournament of a table after a relevant change, such as the end of its match.

        When a match ends, also check tournaments that are waiting for a free channel.
        """
        awaited = change.kind is ChangeKind.ACTED and change.table_id in self._awaited
        if not (change.kind in WATCHED_KINDS or awaited) or not self._is_hosting():
            return
        tournament_id = self._playing.get(change.table_id)
        if tournament_id is not None and change.kind is ChangeKind.MOVED:
            self.recheck_tournament(tournament_id)
        elif tournament_id is not None:
            self._tasks.wake(tournament_id)
        if change.kind is ChangeKind.ENDED:
            # A tournament may be waiting until this table's channel is free.
            for waiting in tuple(self._waiting):
                self._tasks.wake(waiting)

    def wake(self, tournament_id: int) -> None:
        """Start a task that brings a tournament up to date."""
        self._tasks.wake(tournament_id)

    def recheck_tournament(self, tournament_id: int) -> None:
        """Bring a tournament up to date, and check whether its posts and threads still exist."""
        self._rechecked.add(tournament_id)
        self._tasks.wake(tournament_id)

    async def recheck_channel(self, channel_id: int) -> None:
        """Check the tournaments that used a deleted channel or thread."""
        if self._is_hosting():
            for tournament_id in await self._store.list_tournament_ids_in_channel(channel_id):
                self.recheck_tournament(tournament_id)

    async def withdraw_departed_entrants(self, tournament: Tournament) -> Tournament:
        """Withdraw entrants who have left the server. Return the updated tournament."""
        departed_ids = await self._venue.find_departed_user_ids(tournament)
        if not departed_ids:
            return tournament
        tournament = await self._service.withdraw_departed_users(tournament.id, departed_ids)
        self.wake(tournament.id)
        return tournament

    async def resume(self) -> None:
        """Check this process's tournaments that are open, running, or ended recently."""
        since = self._tables.now() - MAX_END_AGE_SECONDS
        for tournament_id, guild_id in await self._store.list_recent_tournament_and_server_ids(since):
            if self._tables.core.share.owns_server(guild_id):
                self.recheck_tournament(tournament_id)

    async def wait_until_idle(self) -> None:
        """Wait until no task is running. Make postponed edits of panels without further delay."""
        await self._tasks.wait_until_idle()
        if self._postponed:
            with self._venue.lift_edit_limit():
                for tournament_id in tuple(self._postponed):
                    self._tasks.wake(tournament_id)
                await self._tasks.wait_until_idle()

    async def wait_until_updated(self, tournament_id: int, seconds: float) -> None:
        """Wait until no task is running for a tournament, but at most ``seconds``."""
        await self._tasks.wait_for(tournament_id, seconds)

    def _log_failure(self, tournament_id: int, error: Exception) -> bool:
        if isinstance(error, HostingTakenOver):
            return False
        if isinstance(error, (BotError, OSError, asyncio.TimeoutError)):
            reason = {"reason": str(error)}
            log.warning("tournament check failed id=%d", tournament_id, extra={"fields": reason})
        else:
            log.exception("tournament check failed id=%d", tournament_id)
        return True

    def _may_continue(self, tournament: Tournament) -> bool:
        """Return whether this process still hosts the tournament's server and isn't shutting down."""
        owns = self._tables.core.share.owns_server(tournament.row.guild_id)
        return owns and self._is_hosting() and not self._tasks.stopped

    async def _update_tournament(self, tournament_id: int) -> None:
        """Bring a tournament up to date: record results, update posts, pair and open the next round."""
        self._waiting.discard(tournament_id)
        tournament = await self._service.get_tournament(tournament_id)
        if self._may_continue(tournament) and await self._end_without_channel(tournament):
            return
        if self._may_continue(tournament) and tournament_id in self._rechecked:
            self._rechecked.discard(tournament_id)
            self._venue.recheck_posts(tournament_id)
            await self._replace_threads(tournament)
        following: Tournament | None = tournament
        while following is not None and self._may_continue(following):
            following = await self._take_step(following)

    async def _take_step(self, tournament: Tournament) -> Tournament | None:
        """Take the next step of a tournament. Return the updated tournament, or ``None`` if it must wait."""
        if await self._collect_results(tournament):
            return await self._service.get_tournament(tournament.id)
        await self._publish_deals(tournament)
        await self._update_posts(tournament)
        self._notify(tournament.id)
        if tournament.state.current_round is not None:
            return await self._continue_round(tournament)
        if self._is_about_to_pair(tournament):
            stayed = await self.withdraw_departed_entrants(tournament)
            if len(stayed.log) != len(tournament.log):
                return stayed
        event = await self._find_next_event(tournament)
        if event is None:
            if tournament.state.status == OPEN_STATUS:
                left = (tournament.state.starts_at or tournament.expires_at) - self._tables.now()
                self._timers.set_timer(tournament.id, min(max(left, 1), MAX_CHECK_DELAY_SECONDS))
            return None
        make_event = partial(_drop_overtaken_event, tournament, event)
        return await self._service.record_event(tournament.id, make_event)

    async def _continue_round(self, tournament: Tournament) -> Tournament | None:
        """Open the round's remaining tables. Return the tournament if new results were recorded."""
        if await self._open_tables(tournament):
            await self._update_posts(tournament)
            # ``handle_change`` ignored matches that ended before their table was stored as open.
            tournament = await self._service.get_tournament(tournament.id)
            if await self._collect_results(tournament):
                return tournament
        self._rechecks.set_timer(tournament.id, CHECK_INTERVAL_SECONDS)
        return None

    def _is_about_to_pair(self, tournament: Tournament) -> bool:
        """Return whether the tournament should begin now, or pair its next round."""
        course = tournament.state
        if course.status == OPEN_STATUS:
            return 0 < course.starts_at <= self._tables.now()
        return course.status == RUNNING_STATUS and course.current_round is None and not is_played_out(course)

    async def _end_without_channel(self, tournament: Tournament) -> bool:
        """End a tournament and its matches if its channel is gone. Return whether the channel is gone."""
        if not await self._venue.was_channel_deleted(tournament.row.guild_id, tournament.row.channel_id):
            return False
        if tournament.state.status != OVER_STATUS:
            await self._service.record_event(tournament.id, _make_end_event)
        for table in await self._store.list_tables(tournament.id):
            if table.match_id is not None:
                await self._close_match(table.match_id)
        await self._publish_deals(await self._service.get_tournament(tournament.id))
        self._notify(tournament.id)
        return True

    async def _replace_threads(self, tournament: Tournament) -> None:
        if tournament.state.current_round is None or tournament.state.status == OVER_STATUS:
            return
        at = len(tournament.state.rounds) - 1
        for table in await self._store.list_tables(tournament.id):
            if table.round == at and tournament.state.rounds[at].tables[table.number].result is None:
                await self._seating.replace_thread(tournament, table)

    async def _update_posts(self, tournament: Tournament) -> None:
        """Update a tournament's posts. If the panel was edited too often, schedule another update."""
        wait = await self._venue.update_posts(tournament)
        self._postponed.discard(tournament.id)
        if wait:
            self._postponed.add(tournament.id)
            self._timers.set_timer(tournament.id, wait)

    async def _find_next_event(self, tournament: Tournament) -> TournamentEvent | None:
        """Return the next event of a tournament, if any. Entrants with erased data are withdrawn first."""
        if tournament.state.status == OPEN_STATUS:
            now = self._tables.now()
            if now >= tournament.expires_at:
                return TournamentEvent(ENDED_EVENT)
            return find_start_event(tournament.state, now)
        for entry in tournament.state.active_entries:
            if tournament.entries[entry].user_id == NO_USER_ID and tournament.state.current_round is None:
                return TournamentEvent(LEFT_EVENT, entry)
        return await compute_next_event(tournament.state, self._pair)

    async def _collect_results(self, tournament: Tournament) -> bool:
        """Record new results and end the matches of decided tables. Return whether any result was new."""
        if not tournament.state.rounds or tournament.state.status == OVER_STATUS:
            return False
        at, any_new = len(tournament.state.rounds) - 1, False
        for table in await self._store.list_tables(tournament.id):
            if table.round != at:
                continue
            if tournament.state.rounds[at].tables[table.number].result is None:
                result = await self._find_result(tournament, table)
                if result is None:
                    continue
                any_new = True
                await self._record_result(tournament.id, at, table.number, result)
            if table.match_id is not None:
                await self._close_match(table.match_id)
        return any_new

    async def _close_match(self, match_id: int) -> None:
        """End a match if it is still running although its table has a result."""
        if match_id not in self._closed:
            await self._tables.arranged.close_table(match_id)
            self._playing.pop(match_id, None)
            self._awaited.discard(match_id)
            self._closed.add(match_id)

    async def _record_result(
        self, tournament_id: int, round_index: int, table_index: int, result: TableResult
    ) -> None:
        def make_event(tournament: Tournament) -> TournamentEvent | None:
            # The host may have entered a result after ``result`` was computed.
            if tournament.state.rounds[round_index].tables[table_index].result is not None:
                return None
            return TournamentEvent(
                SCORED_EVENT, round_number=round_index, table_number=table_index, result=result
            )

        await self._service.record_event(tournament_id, make_event)

    async def _find_result(self, tournament: Tournament, table: RoundTable) -> TableResult | None:
        """Return a table's result; ``None`` while it is undecided."""
        people = tournament.list_user_ids(tournament.state.rounds[table.round].tables[table.number].entries)
        match_id = table.match_id
        if match_id is None:
            # An entrant whose data was erased after the round was paired can't be seated.
            gone = [n for n, user_id in enumerate(people) if user_id == NO_USER_ID]
            return make_void_result(people, gone) if gone else None
        self._playing[match_id] = tournament.id
        shown = await self._tables.get(match_id)
        if shown.status == TABLE_OVER:
            return compute_result(shown, people)
        if shown.status != TABLE_PLAYING or tournament.state.status == PAUSED_STATUS:
            return None
        return await self._apply_absence_rule(shown, people, tournament.row.terms.absent)

    async def _apply_absence_rule(self, table: Table, people: list[int], rule: str) -> TableResult | None:
        """Apply the rule for absent players to a match. Return its result; ``None`` while it continues."""
        match_id, late = table.id, await self._tables.arranged.list_seats_out_of_time(table)
        # Computers of this level replace absent players. Players who left are replaced at another level.
        stood_in = [seat for seat, one in enumerate(table.occupants) if one.computer == STAND_IN_LEVEL]
        if not late and (rule == COMPUTER_PLAYS_ABSENT or not stood_in):
            return None
        away = {*late, *table.computer_seats}
        seats = [find_seat(table, user_id) for user_id in people]
        absent = [n for n, seat in enumerate(seats) if seat is None or seat in away]
        if len(away) == len(table.occupants):
            # Everybody is absent, so nobody should win.
            return make_void_result(people, absent)
        if rule != COMPUTER_PLAYS_ABSENT:
            moved = list_people_who_moved(table)
            if any(one.user_id not in moved for one in table.occupants if one.seat not in away):
                # The remaining players may be absent as well, so wait until each has moved.
                self._awaited.add(match_id)
            elif rule == ABSENT_GETS_BYE:
                return make_void_result(people, absent)
            elif not late:
                return make_loss_result(people, absent)
            else:
                return await self._forfeit_match(match_id, late, people)
        for seat in late:
            with suppress(TableError):
                # An error means that the player has just moved or was replaced.
                await self._tables.arranged.replace_player_with_computer(match_id, seat, STAND_IN_LEVEL)
        table = await self._tables.get(match_id)
        return compute_result(table, people) if table.status == TABLE_OVER else None

    async def _forfeit_match(
        self, match_id: int, late_seats: tuple[int, ...], people: list[int]
    ) -> TableResult | None:
        """Forfeit a match for the late players. Return its result, or ``None`` if it continues."""
        for seat in late_seats:
            with suppress(TableError):
                await self._tables.arranged.forfeit_match(match_id, seat)
            shown = await self._tables.get(match_id)
            if shown.status == TABLE_OVER:
                return compute_result(shown, people)
        return None

    async def _publish_deals(self, tournament: Tournament) -> None:
        for number, played in enumerate(tournament.state.rounds):
            if tournament.row.terms.duplicate and (played.is_over or tournament.state.status == OVER_STATUS):
                for match_id in await self._store.list_match_ids_with_hidden_secret(tournament.id, number):
                    await self._tables.arranged.publish_secret(match_id)

    async def _open_tables(self, tournament: Tournament) -> bool:
        """Open the round's remaining tables. Return whether all of its tables are open."""
        current = tournament.state.current_round
        if current is None or tournament.state.status in (PAUSED_STATUS, OVER_STATUS):
            return False
        at = len(tournament.state.rounds) - 1
        announcement = await self._venue.announce_round(tournament, at)
        if announcement is None:
            self._waiting.add(tournament.id)
            return False
        every = True
        for table in await self._store.list_tables(tournament.id):
            if table.round == at and current.tables[table.number].result is None:
                opened = await self._seating.open_table_and_start_match(tournament, table, announcement)
                every = every and opened is not None
                if opened is not None:
                    self._playing[opened] = tournament.id
                if not self._may_continue(tournament):
                    return False
        if not every:
            self._waiting.add(tournament.id)
        return every


def _make_end_event(tournament: Tournament) -> TournamentEvent | None:
    """Return the event that ends a tournament; ``None`` if it has ended already."""
    return None if tournament.state.status == OVER_STATUS else TournamentEvent(ENDED_EVENT)


def _drop_overtaken_event(
    before: Tournament, event: TournamentEvent, current: Tournament
) -> TournamentEvent | None:
    """Return ``event``, or ``None`` if another event was recorded since the state ``before``."""
    return event if len(current.log) == len(before.log) else None
