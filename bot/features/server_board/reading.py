"""Reads the contents of a server's board from the store."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence

from bot.errors.base import TableError
from bot.features.server_board.visibility import VisibleChannels
from bot.model.days import find_day_number, pick_daily_game
from bot.model.hours import DAY
from bot.model.table import NO_USER_ID, TABLE_IN_LOBBY, TABLE_OVER, TABLE_PLAYING, Table
from bot.storage.challenges import ChallengeRow, Challenges
from bot.storage.ratings import Ratings
from bot.storage.server_boards import ListedTable, ServerBoards
from bot.tables.service import Tables
from bot.ui.links import make_table_url
from games.core.protocol import Game
from games.core.values import value_class

MAX_OPEN_TABLES, MAX_RUNNING_TABLES, MAX_RESULTS = 8, 12, 5
"""Further tables are only counted."""
WEEK = 7 * DAY


@value_class
class BoardLine:
    """A table, with all that its line on the board states."""

    table: Table
    url: str
    state_since: int
    """Epoch second at which the lobby opened, the match began to wait for a player, or the match ended."""
    challenge: ChallengeRow | None = None
    """``None`` once the match has begun."""
    awaited_seats: tuple[int, ...] = ()
    opted_out_seats: frozenset[int] = frozenset()
    """After the match, the seats of people who have opted out of ratings."""
    answer_hours: int | None = None
    """Number of hours in which the host of a lobby usually answers, if known."""


@value_class
class BoardSection:
    """The tables listed in a section, and the number of those not listed."""

    lines: tuple[BoardLine, ...] = ()
    further_count: int = 0


@value_class
class BoardContents:
    """The contents of a board: open tables, running matches, results, and the game of the day."""

    open_tables: BoardSection
    running_tables: BoardSection
    results: BoardSection
    daily_game: Game


class BoardReader:
    """Reads the contents of boards from the store."""

    def __init__(
        self,
        boards: ServerBoards,
        challenges: Challenges,
        ratings: Ratings,
        tables: Tables,
        games: Mapping[str, Game],
    ) -> None:
        self._boards, self._challenges, self._ratings = boards, challenges, ratings
        self._tables, self._games = tables, games

    async def read_contents(self, guild_id: int, visible_channels: VisibleChannels) -> BoardContents:
        """Return the contents of a server's board from channels that all readers of the board can read."""
        now = self._tables.now()
        open_seats = await self._boards.list_open_tables(guild_id)
        waiting = await self._boards.list_waiting_tables(guild_id, now - WEEK)
        ended = await self._boards.list_ended_tables(guild_id, now - WEEK)
        includes = visible_channels.is_visible_to_all
        return BoardContents(
            open_tables=await self._make_section(open_seats, includes, MAX_OPEN_TABLES, _has_open_seat),
            running_tables=await self._make_section(waiting, includes, MAX_RUNNING_TABLES, is_match_running),
            results=await self._make_section(ended, includes, MAX_RESULTS, has_result),
            daily_game=pick_daily_game(tuple(self._games.values()), find_day_number(now)),
        )

    async def read_open_tables(
        self, guild_id: int, accepts_channel: Callable[[int], Awaitable[bool]]
    ) -> BoardSection:
        """Return the tables with a free seat in channels that ``accepts_channel`` accepts."""
        table_ids = await self._boards.list_open_tables(guild_id)
        return await self._make_section(table_ids, accepts_channel, MAX_OPEN_TABLES, _has_open_seat)

    async def _make_section(
        self,
        listed_tables: Sequence[ListedTable],
        accepts_channel: Callable[[int], Awaitable[bool]],
        max_count: int,
        accepts_table: Callable[[Table], bool],
    ) -> BoardSection:
        """Return the first ``max_count`` of some tables that both functions accept.

        Further tables in accepted channels are only counted, whether or not ``accepts_table`` accepts them.
        """
        lines: list[BoardLine] = []
        more = 0
        for one in listed_tables:
            if not await accepts_channel(one.channel_id):
                continue
            if len(lines) == max_count:
                more += 1
                continue
            try:
                table = await self._tables.get(one.table_id)
            except TableError:
                # The table was deleted, or its game is no longer hosted.
                continue
            if accepts_table(table):
                lines.append(await self._make_line(table, one))
        return BoardSection(tuple(lines), more)

    async def _make_line(self, table: Table, listed_table: ListedTable) -> BoardLine:
        url = make_table_url(table, None)
        if table.status == TABLE_IN_LOBBY:
            challenge = await self._challenges.find_challenge(table.id)
            hours = await self._tables.speeds.find_usual_answer_hours(table.host_id, table.place.guild_id)
            return BoardLine(table, url, listed_table.since, challenge=challenge, answer_hours=hours)
        if table.status == TABLE_PLAYING and table.match is not None:
            waits = await self._tables.clocks.list_waits(table)
            since = min((wait.began_at for wait in waits), default=listed_table.since)
            seats = tuple(wait.seat for wait in waits) or table.match.to_act
            return BoardLine(table, url, since, awaited_seats=tuple(seats))
        opted_out = set()
        if table.status == TABLE_OVER:
            for occupant in table.occupants:
                if occupant.user_id != NO_USER_ID and await self._ratings.has_opted_out(occupant.user_id):
                    opted_out.add(occupant.seat)
        return BoardLine(table, url, listed_table.since, opted_out_seats=frozenset(opted_out))


def _has_open_seat(table: Table) -> bool:
    return table.has_open_seat


def is_match_running(table: Table) -> bool:
    """Return whether a table's match is running."""
    return table.status == TABLE_PLAYING and table.match is not None


def has_result(table: Table) -> bool:
    """Return whether a table's match has ended with a winner."""
    return table.match is not None and table.match.outcome is not None and bool(table.match.outcome.winners)
