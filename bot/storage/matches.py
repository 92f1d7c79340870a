"""Stores tables and the logs of their matches."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import field, replace
from sys import intern

from bot.errors.storage import StorageError
from bot.model.table import START_WHEN_PRESSED
from bot.storage.engine.database import Database, FurtherChanges, NotUnique, Statement, Transaction
from bot.storage.seats import INSERT_SEAT_SQL, SeatRow
from games.core.match import ACT_KIND, LoggedRow
from games.core.outcome import CLOSED_ENDING
from games.core.values import value_class
from games.core.words import N_


@value_class
class MatchRow:
    """A stored table. Times are epoch seconds."""

    id: int
    game: str
    version: int | None
    """Version of the rules; ``None`` until the match starts."""
    options: Mapping[str, str]
    status: str
    channel_id: int
    guild_id: int | None
    locale: str
    host_id: int
    capacity: int
    """Number of seats, taken or free."""
    secret: bytes = field(repr=False)
    start_press: int | None
    """ID of the press that started the match, or of a message if nobody had to press. ``None`` in a lobby."""
    opened_at: int
    ended_at: int | None
    rematch_of: int | None = None
    """ID of the finished table that this one is a rematch of."""
    clock: str | None = None
    """Text of the time control (:attr:`bot.model.table.Clock.text`); ``None`` for no time limit."""
    start_trigger: str = START_WHEN_PRESSED
    """Event that starts the match of a lobby (:data:`bot.model.table.StartTrigger`)."""
    is_sealed: bool = False
    """Whether the secret stays hidden after the end, until :meth:`Matches.publish_secret`."""
    is_arranged: bool = False
    """Whether the players were assigned, as in a tournament."""


class ChannelTableExists(StorageError):
    """The channel ``channel_id`` has an active table already."""

    def __init__(self, channel_id: int) -> None:
        super().__init__(N_("There's already a table in this channel."))
        self.channel_id = channel_id


class LogNumberTaken(StorageError):
    """The log already has a row with this number."""

    def __init__(self) -> None:
        super().__init__(N_("The match has moved on since then."))


ACTIVE_TABLE_CONSTRAINT = ("matches.channel_id", "one_active_table")
"""Name of the constraint that forbids a second active table in a channel, in SQLite and in PostgreSQL."""
LOG_NUMBER_CONSTRAINT = ("log.match_id, log.seq", "log_pkey")
"""Name of the constraint that makes a log's row numbers unique, in SQLite and in PostgreSQL."""


@contextmanager
def _raise_for_violation(constraint: tuple[str, str], refusal: StorageError) -> Iterator[None]:
    """Raise ``refusal`` if the block violates a constraint.

    :param constraint: the name of the constraint in SQLite and in PostgreSQL.
    """
    try:
        yield
    except NotUnique as error:
        if error.constraint in constraint:
            raise refusal from error
        raise


_COLUMN_LIST = (
    "id, game, version, options, status, channel_id, guild_id, locale, host_id, capacity, secret,"
    " start_press, opened_at, ended_at, follows, clock, begins, sealed, arranged"
)

_ADD_LOG_ROW_SQL = "INSERT INTO log (match_id, seq, kind, seat, text, at) VALUES (?, ?, ?, ?, ?, ?)"
MAX_IDS_PER_QUERY = 500
_END_TABLE_SQL = "UPDATE matches SET status = 'over', ended_at = ? WHERE id = ?"


class Matches:
    """Stores tables and their logs."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def add_table(
        self, row: MatchRow, seats: Sequence[SeatRow], invited_user_ids: Iterable[int] = ()
    ) -> int:
        """Store a new table and return its ID. ``row.id`` is ignored.

        :raises ChannelTableExists: the channel has an active table.
        """

        async def insert_table_and_seats(transaction: Transaction) -> int:
            with _raise_for_violation(ACTIVE_TABLE_CONSTRAINT, ChannelTableExists(row.channel_id)):
                new = await transaction.insert(
                    "INSERT INTO matches (game, options, status, channel_id, guild_id, locale, host_id,"
                    " capacity, secret, opened_at, follows, clock, begins, sealed, arranged)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    (
                        row.game,
                        json.dumps(dict(row.options)),
                        row.status,
                        row.channel_id,
                        row.guild_id,
                        row.locale,
                        row.host_id,
                        row.capacity,
                        row.secret,
                        row.opened_at,
                        row.rematch_of,
                        row.clock,
                        row.start_trigger,
                        int(row.is_sealed),
                        int(row.is_arranged),
                    ),
                )
            await transaction.run_each(
                INSERT_SEAT_SQL, [(new, s.seat, s.user_id, s.name, s.press_id, s.computer) for s in seats]
            )
            await transaction.run_each(
                "INSERT INTO invitations (match_id, user_id) VALUES (?, ?)",
                [(new, guest) for guest in guests],
            )
            return new

        guests = tuple(invited_user_ids)
        return await self._db.write(insert_table_and_seats)

    async def find_table(self, match_id: int) -> MatchRow | None:
        """Return a table, if it exists."""
        row = await self._db.fetch_row(f"SELECT {_COLUMN_LIST} FROM matches WHERE id = ?", (match_id,))
        if row is None:
            return None
        key, game, version, options, *rest, sealed, arranged = row
        match_row = MatchRow(key, game, version, json.loads(options), *rest)
        return replace(match_row, is_sealed=bool(sealed), is_arranged=bool(arranged))

    async def find_active_table_id(self, channel_id: int) -> int | None:
        """Return the ID of a channel's active table, if any."""
        return await self._find_id(
            "SELECT id FROM matches WHERE channel_id = ? AND status <> 'over'", channel_id
        )

    async def list_all_active_table_ids(self) -> list[int]:
        """Return the IDs of all active tables, oldest first."""
        rows = await self._db.fetch_rows("SELECT id FROM matches WHERE status <> 'over' ORDER BY id")
        return [int(row[0]) for row in rows]

    async def list_match_ids_with_computers(self) -> list[int]:
        """Return the IDs of matches in progress with a computer's or channel's seat, oldest first."""
        rows = await self._db.fetch_rows(
            "SELECT DISTINCT m.id FROM matches m JOIN seats s ON s.match_id = m.id"
            " WHERE m.status = 'playing' AND s.computer IS NOT NULL ORDER BY m.id"
        )
        return [int(row[0]) for row in rows]

    async def find_latest_table_id(self, channel_id: int) -> int | None:
        """Return the ID of a channel's newest table, over or not, if it ever had one."""
        return await self._find_id(
            "SELECT id FROM matches WHERE channel_id = ? ORDER BY id DESC LIMIT 1", channel_id
        )

    async def find_latest_result_id(self, channel_id: int) -> int | None:
        """Return the ID of the newest table in a channel whose match began and is over, if any."""
        return await self._find_id(
            "SELECT id FROM matches WHERE channel_id = ? AND status = 'over' AND version IS NOT NULL"
            " ORDER BY id DESC LIMIT 1",
            channel_id,
        )

    async def find_newest_played_table_id(self) -> int | None:
        """Return the ID of the newest active table with an action in its log, if any."""
        return await self._find_id(
            "SELECT id FROM matches WHERE status <> 'over'"
            " AND EXISTS (SELECT 1 FROM log WHERE log.match_id = matches.id AND log.kind = ?)"
            " ORDER BY id DESC LIMIT 1",
            ACT_KIND,
        )

    async def find_newest_match_ids(self, status: str) -> dict[str, int]:
        """Return each game's newest match that has a log and this status."""
        rows = await self._db.fetch_rows(
            "SELECT game, max(id) FROM matches WHERE version IS NOT NULL AND status = ?"
            " AND EXISTS (SELECT 1 FROM log WHERE log.match_id = matches.id) GROUP BY game ORDER BY game",
            (status,),
        )
        return {str(game): int(match) for game, match in rows}

    async def find_rematch_id(self, match_id: int) -> int | None:
        """Return the ID of a table's unfinished rematch, if any."""
        return await self._find_id(
            "SELECT id FROM matches WHERE follows = ? AND status <> 'over' ORDER BY id DESC LIMIT 1", match_id
        )

    async def list_active_table_ids_of_person(self, user_id: int) -> list[int]:
        """Return the IDs of a person's active tables, oldest first."""
        rows = await self._db.fetch_rows(
            "SELECT DISTINCT m.id FROM seats s JOIN matches m ON m.id = s.match_id"
            " WHERE s.user_id = ? AND m.status <> 'over' ORDER BY m.id",
            (user_id,),
        )
        return [int(row[0]) for row in rows]

    async def is_new_to_game(self, user_id: int, game: str, match_id: int, max_steps: int) -> bool:
        """Return whether a person has made at most ``max_steps`` steps in matches of a game.

        Only tables opened before ``match_id`` count.
        """
        row = await self._db.fetch_row(
            "SELECT 1 FROM seats s JOIN matches m ON m.id = s.match_id"
            " JOIN log ON log.match_id = m.id AND log.seat = s.seat"
            " WHERE s.user_id = ? AND m.game = ? AND m.id < ? AND log.kind = ? LIMIT 1 OFFSET ?",
            (user_id, game, match_id, ACT_KIND, max_steps),
        )
        return row is None

    async def has_won(self, user_id: int, game: str) -> bool:
        """Return whether a person has won a match of a game against somebody else, by the stored results."""
        row = await self._db.fetch_row(
            "SELECT 1 FROM result_seats s JOIN results r ON r.match_id = s.match_id"
            " WHERE s.user_id = ? AND s.game = ? AND s.drawn = 0 AND r.ending <> ?"
            " GROUP BY s.match_id HAVING MAX(s.place) = 1 LIMIT 1",
            (user_id, game, CLOSED_ENDING),
        )
        return row is not None

    async def has_faced_computer(self, user_id: int, game: str, level: str) -> bool:
        """Return whether a person has a seat in a match of a game with a computer of a level."""
        row = await self._db.fetch_row(
            "SELECT 1 FROM seats s JOIN matches m ON m.id = s.match_id"
            " JOIN seats other ON other.match_id = m.id AND other.computer = ?"
            " WHERE s.user_id = ? AND m.game = ? LIMIT 1",
            (level, user_id, game),
        )
        return row is not None

    async def move_table(self, match_id: int, channel_id: int, guild_id: int | None, locale: str) -> None:
        """Move a table to another channel, and retire its messages.

        :raises ChannelTableExists: the other channel has an active table.
        """

        async def store_place(transaction: Transaction) -> None:
            with _raise_for_violation(ACTIVE_TABLE_CONSTRAINT, ChannelTableExists(channel_id)):
                await transaction.run(
                    "UPDATE matches SET channel_id = ?, guild_id = ?, locale = ? WHERE id = ?",
                    (channel_id, guild_id, locale, match_id),
                )
            await transaction.run("UPDATE messages SET retired = 1 WHERE match_id = ?", (match_id,))

        await self._db.write(store_place)

    async def set_options(self, match_id: int, options: Mapping[str, str]) -> None:
        """Replace the options of a table."""
        await self._db.run(
            "UPDATE matches SET options = ? WHERE id = ?", (json.dumps(dict(options)), match_id)
        )

    async def set_clock(self, match_id: int, clock: str | None) -> None:
        """Replace the time control of a table, such as ``3600+60``; ``None`` for no time limit."""
        await self._db.run("UPDATE matches SET clock = ? WHERE id = ?", (clock, match_id))

    async def set_terms(
        self, match_id: int, options: Mapping[str, str], clock: str | None, start_trigger: str
    ) -> None:
        """Replace the terms of a lobby."""
        await self._db.run(
            "UPDATE matches SET options = ?, clock = ?, begins = ? WHERE id = ?",
            (json.dumps(dict(options)), clock, start_trigger, match_id),
        )

    async def start_match(
        self, match_id: int, version: int, press_id: int, *, extra_changes: FurtherChanges | None = None
    ) -> None:
        """Record the start of a table's match, and delete its invitations.

        :param press_id: the ID of the press that started the match, or of a message if nobody had to press.
        :param extra_changes: further changes to make in the same transaction.
        """

        async def mark_started(transaction: Transaction) -> None:
            await transaction.run(
                "UPDATE matches SET status = 'playing', version = ?, start_press = ? WHERE id = ?",
                (version, press_id, match_id),
            )
            await transaction.run("DELETE FROM invitations WHERE match_id = ?", (match_id,))
            if extra_changes is not None:
                await transaction.run_all(*await extra_changes(transaction))

        await self._db.write(mark_started)

    async def end_table(self, match_id: int, now: int) -> None:
        """Mark a table as over without adding a row to its log, and delete its proposal and clocks."""

        async def mark_over(transaction: Transaction) -> None:
            await transaction.run("DELETE FROM proposals WHERE match_id = ?", (match_id,))
            await transaction.run("DELETE FROM clocks WHERE match_id = ?", (match_id,))
            await transaction.run(_END_TABLE_SQL, (now, match_id))

        await self._db.write(mark_over)

    async def publish_secret(self, match_id: int) -> None:
        """Stop hiding the secret of a match that has ended."""
        await self._db.run("UPDATE matches SET sealed = 0 WHERE id = ?", (match_id,))

    async def read_log(self, match_id: int) -> tuple[LoggedRow, ...]:
        """Return the log of a match, oldest row first."""
        rows = await self._db.fetch_rows(
            "SELECT kind, seat, text FROM log WHERE match_id = ? ORDER BY seq", (match_id,)
        )
        # Intern the strings to save memory, because logs repeat a few strings very often.
        return tuple(LoggedRow(intern(kind), seat, intern(text)) for kind, seat, text in rows)

    async def append_rows(
        self,
        match_id: int,
        seq: int,
        rows: Sequence[LoggedRow],
        now: int,
        *,
        is_over: bool,
        extra_changes: FurtherChanges | None = None,
    ) -> None:
        """Add rows to a log that has ``seq`` rows, and delete an open proposal.

        :param is_over: whether the rows end the match, so that the table ends as well.
        :param extra_changes: further changes to make in the same transaction.
        :raises LogNumberTaken: the log has more than ``seq`` rows already.
        """

        async def add_rows(transaction: Transaction) -> None:
            changes: list[Statement] = [
                (_ADD_LOG_ROW_SQL, (match_id, n, r.kind, r.seat, r.text, now))
                for n, r in enumerate(rows, seq + 1)
            ]
            changes.append(("DELETE FROM proposals WHERE match_id = ?", (match_id,)))
            if is_over:
                changes.append((_END_TABLE_SQL, (now, match_id)))
            if extra_changes is not None:
                changes += await extra_changes(transaction)
            with _raise_for_violation(LOG_NUMBER_CONSTRAINT, LogNumberTaken()):
                await transaction.run_all(*changes)

        await self._db.write(add_rows)

    async def _find_id(self, sql: str, value: int | str) -> int | None:
        row = await self._db.fetch_row(sql, (value,))
        return None if row is None else int(row[0])


class TableServers:
    """Looks up the servers of many tables at once."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def find_servers(self, table_ids: Sequence[int]) -> dict[int, int | None]:
        """Return server IDs by the ID of each existing table; ``None`` for tables outside servers."""
        servers: dict[int, int | None] = {}
        for begin in range(0, len(table_ids), MAX_IDS_PER_QUERY):
            part = table_ids[begin : begin + MAX_IDS_PER_QUERY]
            sql = f"SELECT id, guild_id FROM matches WHERE id IN ({', '.join('?' * len(part))})"
            servers.update({int(row[0]): row[1] for row in await self._db.fetch_rows(sql, part)})
        return servers
