"""Reads, locks and changes tables. The other modules of this package use it.

Every change is stored, then published. Then the table's cached snapshot is replaced.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from weakref import WeakValueDictionary

from bot import metrics
from bot.errors.storage import StorageError
from bot.errors.tables import MatchAlreadyStarted, NoSuchTable, TableOver, UnhostedGame
from bot.kit.cache import Cache
from bot.kit.failpoints import STORED_FAILPOINT, reach_failpoint
from bot.model.table import TABLE_FROZEN, TABLE_IN_LOBBY, TABLE_OVER, ActionResult, Table
from bot.storage import Store
from bot.storage.engine.database import Statement, Transaction
from bot.storage.looks import LastLook
from bot.storage.matches import LogNumberTaken, MatchRow
from bot.storage.seats import SeatRow
from bot.tables.clock_switcher import ClockSwitcher
from bot.tables.doubts import DoubtfulWrites, convert_read_errors
from bot.tables.feed import Change, ChangeKind, Feed
from bot.tables.reading import make_table, replay_match
from bot.tables.running import require_running_match
from bot.tables.share import TableShare
from games.core.errors import StaleAction
from games.core.match import ACT_KIND, UNDO_KIND, LoggedRow, Match
from games.core.outcome import CLOSED_ENDING
from games.core.protocol import Game
from games.core.shapes import EventLike
from games.core.values import value_class

log = logging.getLogger("bot.tables")

MAX_CACHED_TABLES = 1024
"""Default maximum number of cached tables. Each needs 40 to 170 KiB. Reading it again takes milliseconds."""


@value_class
class SettingsPlan:
    """A change of settings: the statements that store it in one transaction, and its consequences."""

    writes: tuple[Statement, ...] = ()
    changes: tuple[Change, ...] = ()
    """Published after the transaction."""
    table_ids: tuple[int, ...] = ()
    """IDs of the tables whose clocks must be updated after the transaction."""


class TableStore:
    """Reads and writes tables, and caches their snapshots.

    To change a table, hold its :meth:`lock` from before reading it until after writing it.
    """

    def __init__(
        self,
        store: Store,
        games: Mapping[str, Game],
        clock_switcher: ClockSwitcher,
        feed: Feed,
        *,
        cache_size: int,
        get_time: Callable[[], float],
        draw_secret: Callable[[], bytes],
    ) -> None:
        """Create the table store with an empty cache.

        :param get_time: returns epoch seconds.
        :param draw_secret: returns 32 random bytes for a new table.
        """
        self.store = store
        self.games = games
        self.get_time = get_time
        self.draw_secret = draw_secret
        self.share = TableShare(store.table_servers)
        store.missing_rows.is_owned_elsewhere = self.share.is_owned_elsewhere
        self._clock_switcher = clock_switcher
        self._feed = feed
        self._doubts = DoubtfulWrites(self.invalidate_table, self.get, self.publish)
        self._cache: Cache[int, Table] = Cache(cache_size)
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def now(self) -> int:
        """Return the current epoch second."""
        return int(self.get_time())

    def lock(self, table_id: int) -> asyncio.Lock:
        """Return the lock that must be held while a table is changed."""
        lock = self._locks.get(table_id)
        if lock is None:
            lock = self._locks[table_id] = asyncio.Lock()
        return lock

    async def get(self, table_id: int) -> Table:
        """Return a table's current snapshot.

        :raises NoSuchTable: there is no such table.
        :raises UnhostedGame: the table's game is no longer hosted.
        """
        cached = self._cache.get(table_id)
        if cached is not None:
            return cached
        async with self.lock(table_id):
            return await self.load_table(table_id)

    def find_cached(self, table_id: int) -> Table | None:
        """Return a table's current snapshot if it is cached."""
        return self._cache.get(table_id)

    async def load_row(self, table_id: int) -> MatchRow:
        """Return the stored row of a table, without its seats and log.

        :raises NoSuchTable: there is no such table.
        """
        row = await self.store.matches.find_table(table_id)
        if row is None:
            raise NoSuchTable
        return row

    async def load_table(self, table_id: int) -> Table:
        """Return a table's current snapshot. The caller must hold the table's lock."""
        cached = self._cache.get(table_id)
        if cached is not None:
            return cached
        table = await self._read_table(table_id)
        self._cache_table(table)
        return table

    async def load_lobby(self, table_id: int) -> Table:
        """Return a table whose match has not begun. The caller must hold the table's lock.

        :raises TableOver: the table has ended.
        :raises MatchAlreadyStarted: the match has begun.
        """
        table = await self.load_table(table_id)
        if table.status == TABLE_OVER:
            raise TableOver
        if table.status != TABLE_IN_LOBBY:
            raise MatchAlreadyStarted
        return table

    async def load_match(self, table_id: int) -> tuple[Table, Match]:
        """Return a table with its match in progress. The caller must hold the table's lock.

        :raises TableFrozen: the table's log cannot be replayed.
        :raises TableOver: the table has ended.
        :raises MatchNotStarted: the match has not begun.
        """
        table = await self.load_table(table_id)
        return table, require_running_match(table)

    async def stop_clocks_if_frozen(self, table_id: int) -> None:
        """Read a table unless it is cached, and stop its clocks if its log can't be replayed.

        :raises NoSuchTable: there is no such table.
        :raises UnhostedGame: the table's game is no longer hosted.
        """
        async with self.lock(table_id):
            if self._cache.get(table_id) is None:
                await self._read_table(table_id)

    async def invalidate_table(self, table_id: int) -> None:
        """Drop a table from the cache, because another process or a direct write has changed it."""
        async with self.lock(table_id):
            self._cache.drop(table_id)
            self.store.missing_rows.forget_table(table_id)
            await self.share.load_server(table_id)

    def clear_cache(self) -> None:
        """Drop all tables from the cache, because other processes may have changed them."""
        self._cache.clear()
        self.store.missing_rows.forget_all_tables()

    async def add_table(
        self, row: MatchRow, seats: Sequence[SeatRow], invited_ids: Iterable[int], label: str
    ) -> int:
        """Store a new table and return its ID.

        :param label: name of the change in the log file.
        :raises ChannelTableExists: the channel has an active table.
        """
        new = await self.store.matches.add_table(row, seats, invited_ids)
        self.publish(Change(new, 0, ChangeKind.OPENED))
        log.info("table=%d kind=%s game=%s", new, label, row.game)
        return new

    async def end_table(self, table: Table, label: str) -> Table:
        """End a table without adding a row to its log, for example a lobby.

        :param label: name of the change in the log file.
        """
        ended = await self.make_change(
            table, ChangeKind.ENDED, label, self.store.matches.end_table(table.id, self.now())
        )
        if table.match is not None:
            _report_end(table, table.match)
        return ended

    async def make_change(self, table: Table, kind: ChangeKind, label: str, write: Awaitable[None]) -> Table:
        """Make a write that doesn't change the match's log, publish the change, and read the table again.

        :param label: name of the change in the log file.
        :raises CommittedResultUnread: the change is stored, but the table cannot be read.
        """
        # Drop the cached table even if the write fails, because the change may have been stored anyway.
        self._cache.drop(table.id)
        change = Change(table.id, count_log_rows(table), kind)
        with self._doubts.watch_write(change):
            await write
        self.publish(change)
        log.info("table=%d kind=%s", table.id, label)
        with convert_read_errors():
            renewed = await self._read_table(table.id, table.match)
        self._cache_table(renewed)
        return renewed

    def publish(self, *changes: Change) -> None:
        """Announce changes that have just been stored."""
        reach_failpoint(STORED_FAILPOINT)
        for change in changes:
            self._feed.publish(change)

    async def record_steps(
        self,
        table: Table,
        match_before: Match,
        match_after: Match,
        began: float,
        *,
        viewer_id: int | None = None,
    ) -> ActionResult:
        """Store the rows that ``match_after`` adds to ``match_before``, publish them, and cache the table.

        :param began: the :func:`time.perf_counter` at which the request began.
        :param viewer_id: ID of the person who acts and is shown the position afterwards. Their look at it is
            stored too.
        :raises StaleAction: other rows were stored first.
        """
        rows = match_after.rows[match_before.seq :]
        if not rows:
            return ActionResult(table, match_before, ())
        is_over = match_after.outcome is not None
        renewed = replace(table, match=match_after, proposal=None)
        now = self.now()
        if is_over:
            # Read the row before the write. An error after the write would suggest that nothing was stored.
            stored = await self.load_row(table.id)
            secret = None if stored.is_sealed else stored.secret.hex()
            renewed = replace(renewed, status=TABLE_OVER, ended_at=now, secret=secret)
        acted = {row.seat for row in rows if row.kind in (ACT_KIND, UNDO_KIND)}
        charge = await self._clock_switcher.make_clock_charge(renewed, acted, now)
        looks, look = self.store.looks, LastLook(match_after.seq, now)

        async def list_extra_changes(transaction: Transaction) -> Sequence[Statement]:
            viewed = [] if viewer_id is None else [looks.make_record_statement(viewer_id, table.id, look)]
            return [*await charge(transaction), *viewed]

        # Drop the cached table even if the write fails, because the change may have been stored anyway.
        self._cache.drop(table.id)
        change = Change(table.id, match_after.seq, _find_change_kind(rows, is_over=is_over))
        try:
            with self._doubts.watch_write(change):
                await self.store.matches.append_rows(
                    table.id, match_before.seq, rows, now, is_over=is_over, extra_changes=list_extra_changes
                )
        except LogNumberTaken as error:
            raise StaleAction from error
        self.publish(change)
        if viewer_id is not None:
            looks.note_recorded(viewer_id, table.id, look)
        self._cache_table(renewed)
        took = (time.perf_counter() - began) * 1000
        for seq, row in enumerate(rows, match_before.seq + 1):
            values = (table.id, seq, row.seat, row.kind, row.text, took)
            log.info("table=%d seq=%d seat=%d kind=%s token=%s ms=%.1f", *values)
        if is_over:
            _report_end(table, match_after)
        return ActionResult(renewed, match_before, _pair_rows_with_events(match_after, rows))

    async def _read_table(self, table_id: int, match: Match | None = None) -> Table:
        """Read a table. The caller must hold the table's lock.

        :param match: the table's match, if it is known. By default the log is replayed.
        :raises UnhostedGame: the table's game is no longer hosted.
        """
        store = self.store
        row, seats, former, guests, proposal, log_rows = await asyncio.gather(
            self.load_row(table_id),
            store.seats.list_taken_seats(table_id),
            store.seats.list_former_occupants(table_id),
            store.seats.list_invited_and_declined(table_id),
            store.proposals.find_open_proposal(table_id),
            store.matches.read_log(table_id) if match is None else _read_empty_log(),
        )
        self.share.remember_server(table_id, row.guild_id)
        game = self.games.get(row.game)
        if game is None:
            raise UnhostedGame(row.game, table_id)
        if match is None and row.version is not None:
            match = replay_match(row, game, seats, log_rows)
        table = make_table(row, game, seats, former, guests, proposal, match)
        if table.status == TABLE_FROZEN:
            await self._stop_clocks(table_id)
        return table

    def _cache_table(self, table: Table) -> None:
        if self.share.owns_server(table.place.guild_id):
            self._cache.put(table.id, table)

    async def _stop_clocks(self, table_id: int) -> None:
        try:
            await self.store.clocks.stop_clocks(table_id)
        except StorageError as error:
            # When one of the clocks runs out, the table is read again, which is another attempt to stop them.
            log.warning("clocks not stopped table=%d", table_id, extra={"fields": {"reason": str(error)}})


def count_log_rows(table: Table) -> int:
    """Return the length of a table's log; 0 without a match."""
    return 0 if table.match is None else table.match.seq


def _pair_rows_with_events(
    match: Match, new_rows: Sequence[LoggedRow]
) -> tuple[tuple[LoggedRow, tuple[EventLike, ...]], ...]:
    """Return the newest rows of a match's log, each with the events of its action, if it is one."""
    action_count = sum(row.kind == ACT_KIND for row in new_rows)
    steps = iter(match.steps[match.ply - action_count :])
    return tuple((row, next(steps).events if row.kind == ACT_KIND else ()) for row in new_rows)


def _report_end(table: Table, match: Match) -> None:
    metrics.count_match_ended(table.game.key)
    log.info(
        "match ended table=%d game=%s seats=%d moves=%d ending=%s",
        *(table.id, table.game.key, len(table.occupants), match.ply),
        CLOSED_ENDING if match.outcome is None else match.outcome.ending,
    )


def _find_change_kind(rows: Sequence[LoggedRow], *, is_over: bool) -> ChangeKind:
    if is_over:
        return ChangeKind.ENDED
    return ChangeKind.UNDONE if any(row.kind == UNDO_KIND for row in rows) else ChangeKind.ACTED


async def _read_empty_log() -> tuple[LoggedRow, ...]:
    return ()
