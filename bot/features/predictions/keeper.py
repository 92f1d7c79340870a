"""Takes tips, locks them, and says after the end what they were worth."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from bot.computers.reviewer import Reviewer
from bot.features.predictions.errors import TipsLocked
from bot.features.predictions.rules import check_tipper, is_locked, is_unmoved
from bot.model.seat_history import find_ply
from bot.model.table import OVER, Person, Table
from bot.storage.tips import TipRow, Tips
from bot.tables.seats import has_played
from bot.tables.service import Tables
from bot.ui.ids import OutdatedId
from games.core.match import Match
from games.review.tipping import find_chance, score_tip


class Keeper:
    """Knows the tips. Before the end it shows nobody's but one's own."""

    def __init__(self, tables: Tables, tips: Tips, reviewer: Reviewer) -> None:
        self._tables = tables
        self._tips = tips
        self._reviewer = reviewer

    async def give(self, table_id: int, person: Person, seat: int) -> None:
        """Take a tip in the place of an earlier one. It counts from the position as it stands.

        :raises PlayersDontTip: the person has or had a seat.
        :raises NothingToTip: there is no match in play.
        :raises TipsLocked: it is too late.
        :raises OutdatedId: there is no such seat.
        """
        # Under the lock of the table no move comes between the look and the tip.
        async with self._tables.core.lock(table_id):
            match = await self._check(table_id, person.user_id)
            if seat >= match.seats:
                raise OutdatedId
            if not await self._tips.add(table_id, person.user_id, person.name, seat, match.seq):
                raise TipsLocked

    async def withdraw(self, table_id: int, user_id: int) -> None:
        """Take a tip back.

        :raises TipsLocked: it is too late.
        """
        async with self._tables.core.lock(table_id):
            await self._check(table_id, user_id)
            if not await self._tips.withdraw(table_id, user_id):
                raise TipsLocked

    async def _check(self, table_id: int, user_id: int) -> Match:
        table = await self._tables.core.load(table_id)
        match = check_tipper(table, user_id)
        if await self.is_locked(table):
            raise TipsLocked
        return match

    async def find(self, table: Table, user_id: int) -> TipRow | None:
        """Return a person's own tip."""
        return await self._tips.find(table.id, user_id)

    async def is_locked(self, table: Table) -> bool:
        """Tell whether nobody may tip any more: an undo opens no tips again."""
        match = table.match
        if match is None or await self._tips.count_locked(table.id) is not None:
            return True
        # What was taken back is played again to see how far it went: not on the event loop.
        return await asyncio.to_thread(is_locked, match)

    async def lock(self, table: Table) -> int:
        """Lock the tips of a match that has come so far; return how many there are."""
        await self.strike_players(table)
        return await self._tips.lock(table.id)

    async def strike_players(self, table: Table) -> None:
        """Forget the tips of those who have come to play there."""
        rows = await self._tips.list_tips(table.id)
        await self._tips.drop_players(
            table.id, [row.user_id for row in rows if has_played(table, row.user_id)]
        )

    async def results(self, table: Table) -> Sequence[TipRow] | None:
        """Return all tips of a match that has ended, the best first, and before that ``None``.

        ``None`` as well while what they are worth can't be told. Where nobody had moved, there are none; who
        tells that forgets them afterwards.
        """
        if table.status != OVER:
            return None
        match = table.match
        if match is None or match.outcome is None or not match.outcome.winners:
            await self._tips.forget(table.id)
            return ()
        if is_unmoved(match):
            return ()
        await self.strike_players(table)
        rows = await self._tips.list_tips(table.id)
        if any(row.points is None for row in rows):
            # Where all moves were taken back nothing but how it began is left to weigh a tip against.
            review = await (
                self._reviewer.find_review(table)
                if match.steps
                else self._reviewer.review_imported(match, "")
            )
            if review is None:
                return None
            scored = []
            for row in rows:
                chance = find_chance(review, find_ply(match, row.seq), row.seat)
                points = score_tip(chance, row.seat, review.result)
                scored.append(replace(row, chance=chance, points=points))
            await self._tips.score(scored)
            # Who was forgotten meanwhile is gone.
            rows = await self._tips.list_tips(table.id)
        return sorted(rows, key=lambda row: (-(row.points or 0), row.seq))
