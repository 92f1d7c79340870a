"""Stores reminders by direct message. Each is recorded first, so that a restart doesn't send it twice."""

from __future__ import annotations

from bot.model.hours import DIRECT_REMINDERS_BLOCKED, REMIND_BY_KEY, REMIND_DIRECTLY
from bot.storage.engine.database import Database, Transaction
from bot.storage.missing_rows import DIRECT_REMINDERS_TABLE, MissingRows
from games.core.values import value_class

_COLUMN_LIST = "user_id, match_id, seat, turn, message_id, shut, at"
_WHERE_REMINDER = "match_id = ? AND seat = ? AND turn = ? AND user_id = ?"


@value_class
class DirectReminder:
    """A reminder to a person for one turn of their seat."""

    user_id: int
    table_id: int
    seat: int
    turn: int
    """Number of the seat's turn (:attr:`bot.model.clocks.SeatClock.last_turn`)."""
    message_id: int | None
    """ID of the direct message; ``None`` until it has arrived."""
    is_blocked: bool
    """Whether the person accepts no direct messages. They are then reminded in the table's channel."""
    recorded_at: int
    """Epoch second."""

    @property
    def key(self) -> tuple[int, int, int, int]:
        """The values that identify the reminder: table ID, seat, turn and user ID."""
        return (self.table_id, self.seat, self.turn, self.user_id)


class DirectReminderRows:
    """Stores sent and planned reminders by direct message."""

    def __init__(self, database: Database, missing_rows: MissingRows) -> None:
        self._db = database
        self._missing_rows = missing_rows

    async def add_reminder(self, user_id: int, table_id: int, seat: int, turn: int, now: int) -> None:
        """Record that a person should be reminded, unless a reminder for this turn is recorded already."""
        with self._missing_rows.track_insert(table_id):
            await self._db.run(
                "INSERT INTO direct_reminders (user_id, match_id, seat, turn, at) VALUES (?, ?, ?, ?, ?)"
                " ON CONFLICT (match_id, seat, turn, user_id) DO NOTHING",
                (user_id, table_id, seat, turn, now),
            )

    async def list_unsent_reminders(self) -> list[DirectReminder]:
        """Return the reminders that haven't been confirmed as sent, oldest first."""
        return await self._select_rows("message_id IS NULL ORDER BY at, match_id, seat")

    async def list_reminders_for_table(self, table_id: int) -> list[DirectReminder]:
        """Return the reminders about a table."""
        if not await self._missing_rows.may_have_rows(table_id, DIRECT_REMINDERS_TABLE):
            return []
        return await self._select_rows("match_id = ?", table_id)

    async def confirm_reminder(self, reminder: DirectReminder, message_id: int) -> None:
        """Record that a reminder was sent."""
        await self._db.run(
            f"UPDATE direct_reminders SET message_id = ? WHERE {_WHERE_REMINDER}", (message_id, *reminder.key)
        )

    async def mark_blocked(self, reminder: DirectReminder) -> None:
        """Record that a person accepts no direct messages, so that they are reminded in the channel."""

        async def mark_rows(transaction: Transaction) -> None:
            await transaction.run(
                f"UPDATE direct_reminders SET shut = 1 WHERE {_WHERE_REMINDER}", reminder.key
            )
            await transaction.run(
                "UPDATE preferences SET value = ? WHERE user_id = ? AND key = ? AND value = ?",
                (DIRECT_REMINDERS_BLOCKED, reminder.user_id, REMIND_BY_KEY, REMIND_DIRECTLY),
            )

        await self._db.write(mark_rows)

    async def delete_reminder(self, reminder: DirectReminder) -> None:
        """Delete a reminder that is no longer needed."""
        await self._db.run(f"DELETE FROM direct_reminders WHERE {_WHERE_REMINDER}", reminder.key)

    async def _select_rows(self, condition: str, *values: int) -> list[DirectReminder]:
        rows = await self._db.fetch_rows(
            f"SELECT {_COLUMN_LIST} FROM direct_reminders WHERE {condition}", values
        )
        return [
            DirectReminder(user_id, table_id, seat, turn, message_id, bool(blocked), at)
            for user_id, table_id, seat, turn, message_id, blocked, at in rows
        ]
