"""What the board of a server shows, derived from the store each time anew."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from bot.errors.base import TableError
from bot.features.server_board.sight import Look
from bot.model.days import number_day, pick_game
from bot.model.hours import DAY
from bot.model.table import LOBBY, NOBODY, OVER, PLAYING, Table
from bot.storage.challenges import ChallengeRow, Challenges
from bot.storage.ratings import Ratings
from bot.storage.server_boards import ListedTable, ServerBoards
from bot.tables.service import Tables
from bot.ui.links import address
from games.core.protocol import Game

SEATS, RUNNING, RESULTS = 8, 12, 5
"""So many of each are named; the others are counted."""
WEEK = 7 * DAY


@dataclass(frozen=True, slots=True)
class Line:
    """A table on the board, with the address of its channel: there the newest message is in sight.

    ``waits`` are the seats that a match waits for; ``out`` those of people who stay out of results.
    """

    table: Table
    where: str
    since: int
    challenge: ChallengeRow | None = None
    waits: tuple[int, ...] = ()
    out: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Part:
    """Some of the tables, and how many more there are."""

    lines: tuple[Line, ...] = ()
    more: int = 0


@dataclass(frozen=True, slots=True)
class Board:
    """All that a board shows."""

    seats: Part
    running: Part
    results: Part
    daily: Game
    role: int | None
    """The role that people can give themselves."""


class Reading:
    """Reads boards."""

    def __init__(
        self,
        tide: ServerBoards,
        challenges: Challenges,
        standing: Ratings,
        tables: Tables,
        games: Mapping[str, Game],
    ) -> None:
        self._tide, self._challenges, self._standing = tide, challenges, standing
        self._tables, self._games = tables, games

    async def read(self, guild_id: int, look: Look) -> Board:
        """Return what the board of a server shows to those who read its channel."""
        now = self._tables.now()
        open_seats = await self._tide.list_open(guild_id)
        waiting = await self._tide.list_waiting(guild_id, now - WEEK)
        ended = await self._tide.list_ended(guild_id, now - WEEK)
        seekers = await self._challenges.find_seekers(guild_id)
        return Board(
            seats=await self._gather(open_seats, look, SEATS, has_open_seat),
            running=await self._gather(waiting, look, RUNNING, is_running),
            results=await self._gather(ended, look, RESULTS, has_result),
            daily=pick_game(tuple(self._games.values()), number_day(now)),
            role=None if seekers is None else seekers.role_id,
        )

    async def _gather(
        self, found: Sequence[ListedTable], look: Look, most: int, fits: Callable[[Table], bool]
    ) -> Part:
        """Name the first of some tables that may be told of, and count the others."""
        lines: list[Line] = []
        more = 0
        for one in found:
            if not await look.sees(one.channel_id):
                continue
            if len(lines) == most:
                more += 1
                continue
            try:
                table = await self._tables.get(one.table_id)
            except TableError:
                # A game that is hosted no longer.
                continue
            if fits(table):
                lines.append(await self._describe(table, one))
        return Part(tuple(lines), more)

    async def _describe(self, table: Table, found: ListedTable) -> Line:
        where = address(table, None)
        if table.status == LOBBY:
            return Line(table, where, found.since, challenge=await self._challenges.find(table.id))
        if table.status == PLAYING and table.match is not None:
            waits = await self._tables.clocks.list_waits(table)
            since = min((wait.began for wait in waits), default=found.since)
            seats = tuple(wait.seat for wait in waits) or table.match.to_act
            return Line(table, where, since, waits=tuple(seats))
        out = set()
        if table.status == OVER:
            for occupant in table.occupants:
                if occupant.user_id != NOBODY and await self._standing.stays_out(occupant.user_id):
                    out.add(occupant.seat)
        return Line(table, where, found.since, out=frozenset(out))


def has_open_seat(table: Table) -> bool:
    """Tell whether anybody can still take a seat before the match."""
    return table.status == LOBBY and table.follows is None and table.free_seats > 0


def is_running(table: Table) -> bool:
    """Tell whether somebody is waited for."""
    return table.status == PLAYING and table.match is not None


def has_result(table: Table) -> bool:
    """Tell whether a match has ended with a result."""
    return table.match is not None and table.match.outcome is not None and bool(table.match.outcome.winners)
