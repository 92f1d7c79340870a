"""The clocks of a table, and claims that opponents make once a clock has run out."""

from __future__ import annotations

import time

from bot.errors.seats import NoSuchSeat, NotSeated
from bot.errors.storage import StorageError
from bot.errors.tables import UnhostedGame
from bot.errors.times import OwnTimeoutClaimed, TableHasNoClock, TimeNotRunOut
from bot.model.clocks import SeatClock
from bot.model.hours import TimeSettings, find_waking_time
from bot.model.table import Table
from bot.storage.clocks import RunningClock
from bot.tables.checks import check_level, check_not_stale
from bot.tables.clock_switcher import ClockSwitcher
from bot.tables.feed import Change, ChangeKind
from bot.tables.seats import Seats
from bot.tables.store import TableStore, count_log_rows, log
from games.core.values import value_class


@value_class
class SeatTime:
    """The clock of a seat as shown to people."""

    seat: int
    seconds_left: int
    ends_at: int | None = None
    """Epoch second at which the clock runs out; ``None`` while it is stopped."""
    paused_until: int | None = None
    """Epoch second at which the current quiet hours or vacation end; ``None`` outside of these."""
    has_run_out: bool = False
    """Whether the match waits for the seat although it has no time left, so that opponents may claim."""


@value_class
class SeatWait:
    """A seat that the match waits for."""

    seat: int
    began_at: int
    """Epoch second."""
    ends_at: int | None
    """Epoch second at which the seat's clock runs out; ``None`` without a clock."""


class Clocks:
    """Reads and starts the clocks of tables, and handles claims."""

    def __init__(self, tables: TableStore, clock_switcher: ClockSwitcher, seats: Seats) -> None:
        self._tables = tables
        self._clock_switcher = clock_switcher
        self._seats = seats

    async def read_seat_times(self, table: Table) -> tuple[SeatTime, ...]:
        """Return the clocks of people's seats; none without a time limit or a match in progress."""
        if table.clock is None or table.match is None or table.match.outcome is not None:
            return ()
        rows = await self._tables.store.clocks.list_clocks_by_seat(table.id)
        times = await self._tables.store.clocks.read_time_settings(row.user_id for row in rows.values())
        seat_times = []
        for occupant in table.occupants:
            row = rows.get(occupant.seat)
            if occupant.computer is not None:
                continue
            if row is None or row.user_id != occupant.user_id:
                seat_times.append(SeatTime(occupant.seat, table.clock.bank_seconds))
            else:
                seat_times.append(self._make_seat_time(row, times[row.user_id]))
        return tuple(seat_times)

    def _make_seat_time(self, row: SeatClock, time_settings: TimeSettings) -> SeatTime:
        now = self._tables.now()
        if row.running_since is None:
            return SeatTime(row.seat, row.seconds_left)
        woken = find_waking_time(time_settings, now)
        return SeatTime(
            row.seat,
            row.count_seconds_left(now, time_settings),
            row.find_runout_time(time_settings),
            woken if woken > now else None,
            row.has_run_out(now, time_settings),
        )

    async def list_waits(self, table: Table) -> tuple[SeatWait, ...]:
        """Return the seats of people that a match in progress waits for."""
        rows = await self._tables.store.clocks.list_clocks_by_seat(table.id)
        ends = {shown.seat: shown.ends_at for shown in await self.read_seat_times(table)}
        return tuple(
            SeatWait(row.seat, row.waiting_since, ends.get(row.seat))
            for row in rows.values()
            if row.running_since is not None
        )

    async def list_running_clocks(self, user_id: int, guild_id: int | None) -> list[RunningClock]:
        """Return a person's running clocks in a server, the longest wait first."""
        return await self._tables.store.clocks.list_waiting_clocks(user_id, guild_id)

    async def check_claim(self, table_id: int, actor_id: int, seat: int) -> Table:
        """Check that ``actor_id`` may claim that another seat's time has run out, and return the table.

        :raises NotSeated: ``actor_id`` has no seat.
        :raises TableHasNoClock: the table has no clock.
        :raises NoSuchSeat: there is no such seat.
        :raises OwnTimeoutClaimed: ``seat`` is one of the claimant's own.
        :raises TimeNotRunOut: the seat has time left, the match doesn't wait for it, or a computer plays it.
        """
        async with self._tables.lock(table_id):
            table, _ = await self._tables.load_match(table_id)
            await self._check_claim(table, actor_id, seat)
            return table

    async def end_match_by_claim(
        self, table_id: int, actor_id: int, seat: int, seq: int | None = None
    ) -> Table:
        """End the match with a loss for the seat whose time has run out.

        :raises StaleAction: the log no longer has exactly ``seq`` rows.
        :raises TableError: :meth:`check_claim` fails.
        """
        async with self._tables.lock(table_id):
            began = time.perf_counter()
            table, match = await self._tables.load_match(table_id)
            await self._check_claim(table, actor_id, seat)
            check_not_stale(match, seq)
            return (await self._tables.record_steps(table, match, match.forfeit(seat), began)).table

    async def replace_player_by_claim(self, table_id: int, actor_id: int, seat: int, level: str) -> Table:
        """Give the seat whose time has run out to a computer player of ``level``.

        :raises NoSuchComputerLevel: there is no such computer player.
        :raises TableError: :meth:`check_claim` fails.
        """
        async with self._tables.lock(table_id):
            began = time.perf_counter()
            table, _ = await self._tables.load_match(table_id)
            check_level(table.game, level)
            await self._check_claim(table, actor_id, seat)
            return await self._seats.hand_seats_to_computers(table, (seat,), level, began)

    async def _check_claim(self, table: Table, actor_id: int, seat: int) -> None:
        own = table.list_seats(actor_id)
        if not own:
            raise NotSeated
        if table.clock is None:
            raise TableHasNoClock
        if not 0 <= seat < len(table.occupants):
            raise NoSuchSeat
        if seat in own:
            raise OwnTimeoutClaimed
        shown = next((shown for shown in await self.read_seat_times(table) if shown.seat == seat), None)
        if shown is None or not shown.has_run_out:
            raise TimeNotRunOut(table.names[seat])

    async def record_timeout(self, clock: RunningClock) -> None:
        """Record that a seat's time has run out, and publish the change unless it was recorded before."""
        table = await self._tables.get(clock.table_id)
        if await self._tables.store.clocks.mark_announced(clock, is_timeout_announced=True):
            self._tables.publish(Change(table.id, count_log_rows(table), ChangeKind.DEADLINE_CHANGED))

    async def start_missing_clocks(self) -> None:
        """Start clocks that should run but don't, for example after an interrupted write."""
        for table_id in await self._tables.share.pick_owned_table_ids(
            await self._tables.store.clocks.list_table_ids_with_wrong_clocks()
        ):
            try:
                await self.start_awaited_clocks(table_id)
            except UnhostedGame as error:
                log.warning("clocks not started table=%d", table_id, extra={"fields": {"reason": str(error)}})
            except StorageError:
                raise
            except Exception:
                # Whatever the error, clocks must also start at the remaining tables.
                log.exception("clocks not started table=%d", table_id)

    async def start_awaited_clocks(self, table_id: int) -> None:
        """Start the clocks of all seats that a table waits for.

        The caller's change is stored already, so a failure is only logged. The clocks are then started with
        the next row of the log or by :meth:`start_missing_clocks`.
        """
        async with self._tables.lock(table_id):
            try:
                table = await self._tables.load_table(table_id)
                if await self._clock_switcher.start_awaited_clocks(table, self._tables.now()):
                    self._tables.publish(Change(table_id, count_log_rows(table), ChangeKind.CLOCK_CHANGED))
            except StorageError as error:
                log.warning("clocks not started table=%d", table_id, extra={"fields": {"reason": str(error)}})
