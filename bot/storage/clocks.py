"""Stores the clocks of seats. Elapsed time is deducted in the transaction that changes the log."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any

from bot.model.clocks import ClockPosition, SeatClock, charge_clock, find_next_due_time, update_clocks
from bot.model.hours import (
    AWAY_UNTIL_KEY,
    QUIET_HOURS_KEY,
    REMIND_AFTER_KEY,
    REMIND_BY_KEY,
    ZONE_KEY,
    TimeSettings,
    parse_time_settings,
)
from bot.model.table import Clock
from bot.storage.engine.database import Database, FurtherChanges, Statement, Transaction
from bot.storage.messages import REMINDER_MESSAGE
from games.core.values import value_class

_TIME_SETTING_KEYS = (ZONE_KEY, QUIET_HOURS_KEY, AWAY_UNTIL_KEY, REMIND_AFTER_KEY, REMIND_BY_KEY)
_COLUMN_LIST = 'seat, user_id, "left", turn, since, began, reminded, empty'
_FIND_PENDING_WORK_SQL = f"""
SELECT
    (SELECT min(due) FROM clocks WHERE due IS NOT NULL),
    EXISTS (SELECT 1 FROM direct_reminders WHERE message_id IS NULL),
    EXISTS (
        SELECT 1 FROM messages WHERE purpose = '{REMINDER_MESSAGE}' AND message_id IS NULL AND retired = 0
    )
"""
_PUT_CLOCK_SQL = (
    f"INSERT INTO clocks (match_id, {_COLUMN_LIST}, due) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
    " ON CONFLICT (match_id, seat) DO UPDATE SET user_id = excluded.user_id,"
    ' "left" = excluded."left", turn = excluded.turn, since = excluded.since, began = excluded.began,'
    " reminded = excluded.reminded, empty = excluded.empty, due = excluded.due"
)
_SELECT_CLOCKS_SQL = (
    f"SELECT match_id, clock, {_COLUMN_LIST} FROM clocks JOIN matches ON matches.id = match_id"
)
_SELECT_CLOCKS_WITH_SETTINGS_SQL = (
    f"SELECT clock, key, value, {', '.join(f'c.{name}' for name in _COLUMN_LIST.split(', '))} FROM matches"
    " LEFT JOIN clocks c ON c.match_id = matches.id LEFT JOIN preferences p ON p.user_id = c.user_id"
    f" AND p.key IN ({', '.join('?' * len(_TIME_SETTING_KEYS))}) WHERE matches.id = ?"
)
_ADD_FLAGS = (
    "reminded = CASE WHEN reminded = 1 THEN 1 ELSE ? END, empty = CASE WHEN empty = 1 THEN 1 ELSE ? END"
)
_WHERE_UNCHANGED = "WHERE match_id = ? AND seat = ? AND user_id = ? AND turn = ? AND since IS ?"


@value_class
class RunningClock:
    """A seat's clock with the ID and time control of its table."""

    table_id: int
    clock: Clock | None
    """Time control; ``None`` for no time limit."""
    row: SeatClock


class ClockRows:
    """Stores the clocks of seats. A seat gets a row when its match waits for it for the first time."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def list_clocks_by_seat(self, match_id: int) -> dict[int, SeatClock]:
        """Return the clocks of a table by seat."""
        rows = await self._db.fetch_rows(f"SELECT {_COLUMN_LIST} FROM clocks WHERE match_id = ?", (match_id,))
        return _index_by_seat(rows)

    async def read_time_settings(self, user_ids: Iterable[int]) -> dict[int, TimeSettings]:
        """Return people's settings for clocks and reminders, such as quiet hours, by user ID."""
        sql, values = _make_preferences_query(user_ids)
        return _parse_settings_by_person(
            values[len(_TIME_SETTING_KEYS) :], await self._db.fetch_rows(sql, values)
        )

    def make_update(
        self, match_id: int, position: ClockPosition | None, acted_seats: Collection[int], now: int
    ) -> FurtherChanges:
        """Return the changes that update a table's clocks for a new position.

        They deduct the time until ``now``, and start the clocks of seats that must act next.

        :param position: ``None`` once the match is over.
        """
        return lambda transaction: _make_update_statements(transaction, match_id, position, acted_seats, now)

    async def update_clocks(self, match_id: int, position: ClockPosition | None, now: int) -> None:
        """Update a table's clocks for a new position in which nobody has acted."""
        await self.run_update(match_id, self.make_update(match_id, position, (), now))

    async def run_update(self, match_id: int, update: FurtherChanges) -> None:
        """Apply an ``update`` from :meth:`make_update` in its own transaction."""

        async def run_changes(transaction: Transaction) -> None:
            await transaction.run_all(*await update(transaction))

        await self._db.write(run_changes, subject_id=match_id)

    async def stop_clocks(self, match_id: int) -> None:
        """Stop a table's clocks.

        The time of the current wait isn't deducted, because the player may have been unable to act for part
        of that time.
        """
        await self._db.run(
            "UPDATE clocks SET since = NULL, due = NULL WHERE match_id = ? AND since IS NOT NULL", (match_id,)
        )

    async def find_next_due_time(self) -> int | None:
        """Return the earliest epoch second at which a reminder or timeout is due, if any."""
        row = await self._db.fetch_row("SELECT min(due) FROM clocks WHERE due IS NOT NULL")
        return None if row is None else row[0]

    async def find_pending_work(self) -> tuple[int | None, bool]:
        """Return the earliest due time of a clock, and whether there are reminders that may be unsent.

        The due time is an epoch second, or ``None`` if no reminder or timeout is ahead.
        """
        due, direct, posts = (await self._db.fetch_rows(_FIND_PENDING_WORK_SQL))[0]
        return due, bool(direct or posts)

    async def list_due_clocks(self, now: int) -> list[RunningClock]:
        """Return the seats with a reminder or timeout due by ``now``, earliest first."""
        return _read_running_clocks(
            await self._db.fetch_rows(
                f"{_SELECT_CLOCKS_SQL} WHERE due <= ? ORDER BY due, match_id, seat", (now,)
            )
        )

    async def list_waiting_clocks(self, user_id: int, guild_id: int | None) -> list[RunningClock]:
        """Return a person's seats that matches of a server wait for, the longest wait first."""
        condition = "user_id = ? AND since IS NOT NULL AND guild_id IS ?"
        sql = f"{_SELECT_CLOCKS_SQL} WHERE {condition} ORDER BY began, match_id"
        return _read_running_clocks(await self._db.fetch_rows(sql, (user_id, guild_id)))

    async def mark_announced(
        self, clock: RunningClock, *, is_reminder_sent: bool = False, is_timeout_announced: bool = False
    ) -> bool:
        """Record that a reminder was sent or a timeout announced, and set the clock's next due time.

        Return ``False`` and record nothing if the clock has changed in the meantime, because the player may
        have acted.
        """

        async def store_flags(transaction: Transaction) -> bool:
            row = replace(
                clock.row,
                was_reminded=clock.row.was_reminded or is_reminder_sent,
                is_timeout_announced=clock.row.is_timeout_announced or is_timeout_announced,
            )
            sql, values = _make_preferences_query([row.user_id])
            times = _parse_settings_by_person([row.user_id], await transaction.fetch_rows(sql, values))
            changed = await transaction.run(
                f"UPDATE clocks SET {_ADD_FLAGS}, due = ? {_WHERE_UNCHANGED}",
                (
                    row.was_reminded,
                    row.is_timeout_announced,
                    find_next_due_time(row, clock.clock, times[row.user_id]),
                    *_list_expected_values(clock),
                ),
            )
            return changed > 0

        return await self._db.write(store_flags, subject_id=clock.table_id)

    async def postpone_clock(self, clock: RunningClock, until: int) -> None:
        """Set a clock's due time to the epoch second ``until``, unless it has changed in the meantime."""
        await self._db.run(
            f"UPDATE clocks SET due = ? {_WHERE_UNCHANGED}", (until, *_list_expected_values(clock))
        )

    async def set_time_settings(self, user_id: int, values: Mapping[str, str | None], now: int) -> None:
        """Deduct the time until ``now`` from a person's running clocks, then change their settings.

        :param values: settings by key; ``None`` resets a setting.
        """

        async def deduct_and_set(transaction: Transaction) -> None:
            sql, asked = _make_preferences_query([user_id])
            old = _parse_settings_by_person([user_id], await transaction.fetch_rows(sql, asked))[user_id]
            for key, value in values.items():
                if value is None:
                    await transaction.run(
                        "DELETE FROM preferences WHERE user_id = ? AND key = ?", (user_id, key)
                    )
                else:
                    await transaction.run(
                        "INSERT INTO preferences (user_id, key, value) VALUES (?, ?, ?)"
                        " ON CONFLICT (user_id, key) DO UPDATE SET value = excluded.value",
                        (user_id, key, value),
                    )
            new = _parse_settings_by_person([user_id], await transaction.fetch_rows(sql, asked))
            running = f"{_SELECT_CLOCKS_SQL} WHERE user_id = ? AND since IS NOT NULL"
            for running_clock in _read_running_clocks(await transaction.fetch_rows(running, (user_id,))):
                row = charge_clock(running_clock.row, running_clock.clock, now, old)
                await transaction.run_all(
                    *_make_put_statements(running_clock.table_id, [row], running_clock.clock, new)
                )

        await self._db.write(deduct_and_set, is_exclusive=True)

    async def list_table_ids_with_wrong_clocks(self) -> list[int]:
        """Return the IDs of tables in progress with no running clock, or with a former player's clock."""
        rows = await self._db.fetch_rows(
            "SELECT m.id FROM matches m WHERE m.status = 'playing' AND ("
            " NOT EXISTS (SELECT 1 FROM clocks c WHERE c.match_id = m.id AND c.since IS NOT NULL)"
            " OR EXISTS (SELECT 1 FROM clocks c JOIN seats s ON s.match_id = c.match_id AND s.seat = c.seat"
            " WHERE c.match_id = m.id AND s.user_id <> c.user_id)) ORDER BY m.id"
        )
        return [int(row[0]) for row in rows]


async def _make_update_statements(
    transaction: Transaction,
    match_id: int,
    position: ClockPosition | None,
    acted_seats: Collection[int],
    now: int,
) -> list[Statement]:
    if position is None:
        return [("DELETE FROM clocks WHERE match_id = ?", (match_id,))]
    fetched = await transaction.fetch_rows(_SELECT_CLOCKS_WITH_SETTINGS_SQL, (*_TIME_SETTING_KEYS, match_id))
    text = fetched[0][0]
    clock = None if text is None else Clock.parse(text)
    # The query returns each clock once per preference of its player.
    rows = _index_by_seat(values for _, _, _, *values in fetched if values[0] is not None)
    known = {row.user_id for row in rows.values()}
    chosen = [(values[1], key, value) for _, key, value, *values in fetched if key is not None]
    people = {*position.holder_ids, *known}
    if people != known:
        sql, values = _make_preferences_query(people - known)
        chosen += await transaction.fetch_rows(sql, values)
    times = _parse_settings_by_person(people, chosen)
    return _make_put_statements(
        match_id, update_clocks(clock, rows, position, acted_seats, now, times), clock, times
    )


def _make_put_statements(
    match_id: int,
    rows: Iterable[SeatClock],
    clock: Clock | None,
    settings_by_user_id: Mapping[int, TimeSettings],
) -> list[Statement]:
    return [
        (
            _PUT_CLOCK_SQL,
            (
                match_id,
                row.seat,
                row.user_id,
                row.seconds_left,
                row.last_turn,
                row.running_since,
                row.waiting_since,
                row.was_reminded,
                row.is_timeout_announced,
                find_next_due_time(row, clock, settings_by_user_id[row.user_id]),
            ),
        )
        for row in rows
    ]


def _list_expected_values(clock: RunningClock) -> tuple[int | None, ...]:
    """Return the values that a stored clock must still have for :data:`_WHERE_UNCHANGED`."""
    row = clock.row
    return (clock.table_id, row.seat, row.user_id, row.last_turn, row.running_since)


def _make_preferences_query(user_ids: Iterable[int]) -> tuple[str, list[Any]]:
    # PostgreSQL doesn't accept an empty list of values.
    people: list[int | None] = [*user_ids] or [None]
    keys, users = (", ".join("?" * len(part)) for part in (_TIME_SETTING_KEYS, people))
    sql = f"SELECT user_id, key, value FROM preferences WHERE key IN ({keys}) AND user_id IN ({users})"
    return sql, [*_TIME_SETTING_KEYS, *people]


def _parse_settings_by_person(user_ids: Iterable[int], rows: Iterable[Any]) -> dict[int, TimeSettings]:
    values: dict[int, dict[str, str]] = {user_id: {} for user_id in user_ids}
    for user_id, key, value in rows:
        values[user_id][key] = value
    return {user_id: parse_time_settings(times) for user_id, times in values.items()}


def _read_clock(values: Any) -> SeatClock:
    seat, user_id, left, turn, since, began, reminded, empty = values
    return SeatClock(seat, user_id, left, turn, since, began, bool(reminded), bool(empty))


def _index_by_seat(rows: Iterable[Any]) -> dict[int, SeatClock]:
    return {row.seat: row for row in map(_read_clock, rows)}


def _read_running_clocks(rows: Iterable[Any]) -> list[RunningClock]:
    return [
        RunningClock(table_id, None if text is None else Clock.parse(text), _read_clock(values))
        for table_id, text, *values in rows
    ]
