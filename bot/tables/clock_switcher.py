"""Decides which clocks run, and prepares writes that start and stop clocks in a change's transaction."""

from __future__ import annotations

from collections.abc import Collection

from bot.model.table import TABLE_FROZEN, Table
from bot.storage.clocks import ClockRows
from bot.storage.engine.database import FurtherChanges
from bot.tables.wait_finder import WaitFinder


class ClockSwitcher:
    """Decides which clocks of a table run."""

    def __init__(self, clocks: ClockRows, wait_finder: WaitFinder) -> None:
        self._clocks = clocks
        self._wait_finder = wait_finder

    async def make_clock_charge(self, table: Table, acted_seats: Collection[int], now: int) -> FurtherChanges:
        """Return the writes that deduct elapsed time from a table's clocks, and start and stop clocks.

        :param table: the table after the seats ``acted_seats`` have acted.
        """
        position = await self._wait_finder.make_clock_position(table)
        return self._clocks.make_update(table.id, position, acted_seats, now)

    async def start_awaited_clocks(self, table: Table, now: int) -> bool:
        """Start the clocks of the seats that must act. Return whether any clock was changed."""
        switch = await self.make_clock_switch(table, now)
        if switch is not None:
            await self._clocks.run_update(table.id, switch)
        return switch is not None

    async def make_clock_switch(self, table: Table, now: int) -> FurtherChanges | None:
        """Return the writes that make only the clocks of awaited seats run; ``None`` if no clock must change.

        :param table: the table after a change in which nobody has acted.
        """
        if table.status == TABLE_FROZEN or table.match is None:
            # Nothing must change, because reading a frozen table has already stopped its clocks.
            return None
        position = await self._wait_finder.make_clock_position(table)
        rows = await self._clocks.list_clocks_by_seat(table.id)
        running = {row.seat: row.user_id for row in rows.values() if row.running_since is not None}
        if position is not None and running == {
            seat: position.holder_ids[seat] for seat in position.awaited_seats
        }:
            return None
        return self._clocks.make_update(table.id, position, (), now)
