"""The tables themselves: looked up, locked and written. What is done at them is done by others, through this.

Every write is stored first, then published, and then the snapshot is renewed.
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
from bot.errors.tables import AlreadyStarted, NoTable, NotStarted, TableFrozen, TableOver, UnhostedGame
from bot.kit.cache import Cache
from bot.kit.failpoints import STORED, reach
from bot.model.table import FROZEN, LOBBY, OVER, Acted, Table
from bot.storage import Store
from bot.storage.matches import MatchRow, SeqTaken
from bot.storage.seats import SeatRow
from bot.tables.doubts import Doubts, telling_done
from bot.tables.feed import Change, Feed, Kind
from bot.tables.reading import make_table, replay
from bot.tables.share import Share
from bot.tables.timers import Timers
from games.core.errors import StaleAction
from games.core.match import ACT, UNDO, Match, Row
from games.core.outcome import CLOSED
from games.core.protocol import Game

log = logging.getLogger("bot.tables")

READY = 1024
"""So many tables are kept ready, each with 40 to 170 KiB; to read one again takes milliseconds."""


class TableStore:
    """Snapshots are kept in a cache; what is not there is replayed from its log. One lock a table.

    Who changes a table holds its :meth:`lock` from the look to the write.
    """

    def __init__(
        self,
        store: Store,
        games: Mapping[str, Game],
        timers: Timers,
        feed: Feed,
        *,
        cache: int,
        clock: Callable[[], float],
        secrets: Callable[[], bytes],
    ) -> None:
        """Keep tables of ``games`` in ``store``.

        :param cache: how many tables are kept ready.
        :param clock: epoch seconds.
        :param secrets: draws the 32 bytes of a new table.
        """
        self.store = store
        self.games = games
        self.clock = clock
        self.secrets = secrets
        self.share = Share(store.homes)
        self._timers = timers
        self._feed = feed
        self._doubts = Doubts(self.renew, self.get, self.publish)
        self._cache: Cache[int, Table] = Cache(cache)
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def now(self) -> int:
        """Return the present moment in epoch seconds."""
        return int(self.clock())

    def lock(self, table_id: int) -> asyncio.Lock:
        """Return the lock of a table."""
        lock = self._locks.get(table_id)
        if lock is None:
            lock = self._locks[table_id] = asyncio.Lock()
        return lock

    async def get(self, table_id: int) -> Table:
        """Return a table as it stands.

        :raises NoTable: there is none.
        :raises UnhostedGame: its game is no longer hosted.
        """
        cached = self._cache.get(table_id)
        if cached is not None:
            return cached
        async with self.lock(table_id):
            return await self.load(table_id)

    async def row(self, table_id: int) -> MatchRow:
        """Return what is stored of a table, beside its seats and its log.

        :raises NoTable: there is none.
        """
        row = await self.store.matches.find(table_id)
        if row is None:
            raise NoTable
        return row

    async def load(self, table_id: int) -> Table:
        """Return a table as it stands, to who holds its lock."""
        cached = self._cache.get(table_id)
        if cached is not None:
            return cached
        table = await self._read(table_id)
        self._keep(table)
        return table

    async def load_lobby(self, table_id: int) -> Table:
        """Return a table whose match has not begun, to who holds its lock.

        :raises TableOver: it has ended.
        :raises AlreadyStarted: it has begun.
        """
        table = await self.load(table_id)
        if table.status == OVER:
            raise TableOver
        if table.status != LOBBY:
            raise AlreadyStarted
        return table

    async def load_match(self, table_id: int) -> tuple[Table, Match]:
        """Return a table in play, to who holds its lock.

        :raises TableFrozen: its log does not replay.
        :raises TableOver: it has ended.
        :raises NotStarted: it has not begun.
        """
        table = await self.load(table_id)
        if table.status == FROZEN:
            raise TableFrozen
        if table.status == OVER:
            raise TableOver
        if table.match is None:
            raise NotStarted
        return table, table.match

    async def look_over(self, table_id: int) -> None:
        """Read what is stored of a table that is not ready, and do not keep it: it freezes where it must.

        :raises NoTable: there is none.
        :raises UnhostedGame: its game is no longer hosted.
        """
        async with self.lock(table_id):
            if self._cache.get(table_id) is None:
                await self._read(table_id)

    async def renew(self, table_id: int) -> None:
        """Forget what is ready of a table, so that the next look reads what is stored."""
        async with self.lock(table_id):
            self._cache.drop(table_id)
            await self.share.learn(table_id)

    def forget(self) -> None:
        """Forget what is ready of all tables."""
        self._cache.clear()

    async def add(self, row: MatchRow, seats: Sequence[SeatRow], invited: Iterable[int], label: str) -> int:
        """Store a new table and return its id.

        :param label: what the log calls it.
        :raises ChannelBusy: the channel has an active table.
        """
        new = await self.store.matches.add(row, seats, invited)
        self.publish(Change(new, 0, Kind.OPENED))
        log.info("table=%d kind=%s game=%s", new, label, row.game)
        return new

    async def end(self, table: Table, label: str) -> Table:
        """End a table without a row in its log."""
        ended = await self.change(table, Kind.ENDED, label, self.store.matches.end(table.id, self.now()))
        if table.match is not None:
            _report_end(table, table.match)
        return ended

    async def change(self, table: Table, kind: Kind, label: str, write: Awaitable[None]) -> Table:
        """Do a write that leaves the log alone, publish it, and read the table again.

        :param label: what the log calls it.
        :raises DoneUnread: it is stored, and cannot be read again.
        """
        # Whatever becomes of the write, the next look is at what was stored.
        self._cache.drop(table.id)
        change = Change(table.id, count_rows(table), kind)
        with self._doubts.about(change):
            await write
        self.publish(change)
        log.info("table=%d kind=%s", table.id, label)
        with telling_done():
            renewed = await self._read(table.id, table.match)
        self._keep(renewed)
        return renewed

    def publish(self, *changes: Change) -> None:
        """Tell of what is stored, in the moment in which the write has returned."""
        reach(STORED)
        for change in changes:
            self._feed.publish(change)

    async def record(self, table: Table, before: Match, after: Match, began: float) -> Acted:
        """Store the rows that ``after`` has beyond ``before``; the table is what it returns only then.

        :param began: when the work on it began, as :func:`time.perf_counter` counts.
        :raises StaleAction: others were stored before.
        """
        rows = after.rows[before.seq :]
        if not rows:
            return Acted(table, before, ())
        over = after.outcome is not None
        renewed = replace(table, match=after, proposal=None)
        now = self.now()
        if over:
            # Before it is stored: nothing that fails afterwards could be said to be not done.
            stored = await self.row(table.id)
            secret = None if stored.sealed else stored.secret.hex()
            renewed = replace(renewed, status=OVER, ended_at=now, secret=secret)
        acted = {row.seat for row in rows if row.kind in (ACT, UNDO)}
        charge = await self._timers.charge(renewed, acted, now)
        # Whatever becomes of the write, the next look is at what was stored.
        self._cache.drop(table.id)
        change = Change(table.id, after.seq, _kind_of(rows, over=over))
        try:
            with self._doubts.about(change):
                await self.store.matches.append(table.id, before.seq, rows, now, over=over, also=charge)
        except SeqTaken as error:
            raise StaleAction from error
        self.publish(change)
        self._keep(renewed)
        took = (time.perf_counter() - began) * 1000
        for seq, row in enumerate(rows, before.seq + 1):
            log.info(
                "table=%d seq=%d seat=%d kind=%s token=%s ms=%.1f",
                table.id,
                seq,
                row.seat,
                row.kind,
                row.text,
                took,
            )
        if over:
            _report_end(table, after)
        acts = sum(row.kind == ACT for row in rows)
        events = iter([step.events for step in after.steps[after.ply - acts :]])
        return Acted(renewed, before, tuple((row, next(events) if row.kind == ACT else ()) for row in rows))

    async def _read(self, table_id: int, match: Match | None = None) -> Table:
        """Read a table under its lock; ``match`` spares the replay of a log that is known."""
        store = self.store
        row, seats, former, guests, proposal, log_rows = await asyncio.gather(
            self.row(table_id),
            store.seats.of(table_id),
            store.seats.former(table_id),
            store.seats.guests(table_id),
            store.proposals.of(table_id),
            store.matches.log(table_id) if match is None else _nothing(),
        )
        self.share.note(table_id, row.guild_id)
        game = self.games.get(row.game)
        if game is None:
            raise UnhostedGame(row.game, table_id)
        if match is None and row.version is not None:
            match = replay(row, game, seats, log_rows)
        table = make_table(row, game, seats, former, guests, proposal, match)
        if table.status == FROZEN:
            await self._rest(table_id)
        return table

    def _keep(self, table: Table) -> None:
        """Keep a table ready, unless others write to it."""
        if self.share.owns(table.place.guild_id):
            self._cache.put(table.id, table)

    async def _rest(self, table_id: int) -> None:
        """Let nobody's time run at a table that nobody can play at."""
        try:
            await self.store.clocks.rest(table_id)
        except StorageError as error:
            # Reading goes on; what falls due tries again.
            log.warning("clocks run on table=%d", table_id, extra={"fields": {"reason": str(error)}})


def count_rows(table: Table) -> int:
    """Return how many rows the log of a table has, for a change; 0 where there is no match."""
    return 0 if table.match is None else table.match.seq


def _report_end(table: Table, match: Match) -> None:
    metrics.count_match_ended(table.game.key)
    log.info(
        "match ended table=%d game=%s seats=%d moves=%d ending=%s",
        *(table.id, table.game.key, len(table.occupants), match.ply),
        CLOSED if match.outcome is None else match.outcome.ending,
    )


def _kind_of(rows: Sequence[Row], *, over: bool) -> Kind:
    if over:
        return Kind.ENDED
    return Kind.UNDONE if any(row.kind == UNDO for row in rows) else Kind.ACTED


async def _nothing() -> tuple[Row, ...]:
    return ()
