"""Every write to a table: stored first, then the snapshot is renewed."""

from __future__ import annotations

import time
from collections.abc import Awaitable
from dataclasses import replace

from bot.kit.failpoints import STORED, reach
from bot.model.table import Acted, Table
from bot.storage.matches import SeqTaken
from bot.tables.lookup import log
from bot.tables.waiting import Waiting
from games.core.errors import StaleAction
from games.core.match import ACT, UNDO, Match


class Ledger(Waiting):
    """Stores what happens at tables, under their locks."""

    async def _ended(self, table: Table, kind: str) -> Table:
        """End a table without a row in its log."""
        return await self._change(table, kind, self.store.matches.end(table.id, self._now()))

    async def _change(self, table: Table, kind: str, write: Awaitable[None]) -> Table:
        """Do a write that leaves the match alone, and read the table again."""
        # Whatever becomes of the write, the next look is at what was stored.
        self._cache.drop(table.id)
        await write
        log.info("table=%d kind=%s", table.id, kind)
        renewed = await self._load(table.id, table.match)
        if renewed.match is not None:
            await self._set_clocks(renewed)
        reach(STORED)
        return renewed

    async def _record(self, table: Table, before: Match, after: Match, began: float) -> Acted:
        """Store the rows that ``after`` has beyond ``before``; the table is what it returns only then."""
        rows = after.rows[before.seq :]
        if not rows:
            return Acted(table, before, ())
        over = after.outcome is not None
        position = await self._position(replace(table, match=after))
        acted = {row.seat for row in rows if row.kind in (ACT, UNDO)}
        now = self._now()
        clocks = self.store.clocks.settling(table.id, position, acted, now)
        # Whatever becomes of the write, the next look is at what was stored.
        self._cache.drop(table.id)
        try:
            await self.store.matches.append(table.id, before.seq, rows, now, over=over, also=clocks)
        except SeqTaken as error:
            raise StaleAction from error
        if over:
            renewed = await self._load(table.id, after)
        else:
            renewed = replace(table, match=after, proposal=None)
            self._cache.put(table.id, renewed)
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
        reach(STORED)
        acts = sum(row.kind == ACT for row in rows)
        events = iter([step.events for step in after.steps[after.ply - acts :]])
        return Acted(renewed, before, tuple((row, next(events) if row.kind == ACT else ()) for row in rows))


def fresh(match: Match, seq: int | None) -> None:
    """Accept a choice that was offered in the present position, or one typed by hand.

    :raises StaleAction: the position has changed since.
    """
    if seq is not None and seq != match.seq:
        raise StaleAction
