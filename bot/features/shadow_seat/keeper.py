"""Who may seal a move, and what came of those that were sealed. It has no part in the match itself."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from itertools import groupby

from bot.computers.reviewer import Reviewer, find_reviewable_match
from bot.errors.tables import NotStarted, TableOver
from bot.features.shadow_seat.errors import PlayersHaveNoShadow, ShadowClosed
from bot.model.table import OVER, PLAYING, Person, Table
from bot.storage.shadows import ShadowRow, Shadows
from bot.tables.seats import has_played
from bot.tables.service import Tables
from games.core.errors import StaleAction
from games.core.fork import fork, make_key
from games.core.match import Match
from games.review.agreement import Agreement, SealedMove, compare_sealed


@dataclass(frozen=True, slots=True)
class Comparison:
    """How the ``people`` compare who sealed moves, who agreed most first; ``final`` once a review says so."""

    people: tuple[tuple[str, Agreement], ...]
    final: bool


class Keeper:
    """Keeps what is sealed; before the end it shows nobody's but one's own."""

    def __init__(
        self,
        tables: Tables,
        shadows: Shadows,
        reviewer: Reviewer,
        stays_out: Callable[[int], Awaitable[bool]],
    ) -> None:
        """Take what it reads.

        :param stays_out: tells whether a person is to be named on no board.
        """
        self._tables = tables
        self._shadows = shadows
        self._reviewer = reviewer
        self._stays_out = stays_out

    async def is_open(self, table: Table) -> bool:
        """Tell whether the host has opened it."""
        return await self._shadows.is_open(table.id)

    async def check(self, table: Table, user_id: int) -> Match:
        """Let pass who may seal a move now.

        :raises PlayersHaveNoShadow: they have or had a seat.
        :raises ShadowClosed: the host has not opened it.
        :raises TableError: no match is in play.
        """
        if has_played(table, user_id):
            raise PlayersHaveNoShadow
        if table.status != PLAYING or table.match is None:
            raise TableOver if table.status == OVER else NotStarted
        if not await self.is_open(table):
            raise ShadowClosed
        return table.match

    async def seal(self, table_id: int, person: Person, seq: int, seat: int, token: str) -> None:
        """Keep what a person would play.

        :param seq: of the position that it was thought out in.
        :raises StaleAction: the match has moved on.
        :raises RuleError: nobody could play that, as far as a spectator sees.
        """
        # No lock of the table: a match never waits for who watches it. A row that came meanwhile is seen here
        # or makes the sealed move one for a position of the past, which counts for nothing.
        table = await self._tables.get(table_id)
        match = await self.check(table, person.user_id)
        if match.seq != seq or seat not in match.to_act:
            raise StaleAction
        action = deal(table, match).check(seat, token)
        await self._shadows.seal(ShadowRow(table_id, person.user_id, seq, seat, person.name, action.token))

    async def find(self, table: Table, user_id: int) -> ShadowRow | None:
        """Return what a person has sealed for the position as it stands."""
        return None if table.match is None else await self._shadows.find(table.id, user_id, table.match.seq)

    async def compare_all(self, table: Table, viewer: int | None = None) -> Comparison:
        """Return how everybody compares once a match has ended: nothing before that.

        :param viewer: is shown their own even if they stay out of what others are shown.
        """
        if table.status != OVER or table.match is None:
            return Comparison((), False)
        rows = await self._shadows.list_sealed(table.id)
        review = await self._reviewer.find_review(table) if rows else None
        found = []
        for user_id, group in groupby(rows, key=lambda row: row.user_id):
            if user_id != viewer and await self._stays_out(user_id):
                continue
            own = list(group)
            sealed = [SealedMove(row.seq, row.seat, row.token) for row in own]
            found.append((own[-1].name, compare_sealed(table.match, review, sealed)))
        found.sort(key=lambda one: (-one[1].same, one[1].moves))
        return Comparison(tuple(found), review is not None or find_reviewable_match(table) is None)


def deal(table: Table, match: Match) -> Match:
    """Return the position as a spectator sees it, hidden parts dealt by what everybody may know."""
    return fork(match, match.ply, None, make_key("shadow", table.id, match.seq))
