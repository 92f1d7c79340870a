"""Reminders that go to people directly, noted before they are sent so that a kill in between doubles none."""

from __future__ import annotations

from dataclasses import dataclass

from bot.model.hours import DIRECT, REMIND_BY_KEY, SHUT
from bot.storage.engine.database import Database, Transaction

_COLUMNS = "user_id, match_id, seat, turn, message_id, shut, at"
_ONE = "match_id = ? AND seat = ? AND turn = ? AND user_id = ?"


@dataclass(frozen=True, slots=True)
class DirectNote:
    """A reminder to a person for a turn of their seat.

    ``message_id`` is ``None`` until it has arrived; ``shut``: it could not, so it is to be told in the
    channel; ``at`` are the epoch seconds at which it was noted.
    """

    user_id: int
    table_id: int
    seat: int
    turn: int
    message_id: int | None
    shut: bool
    at: int

    @property
    def key(self) -> tuple[int, int, int, int]:
        """What it is known by."""
        return (self.table_id, self.seat, self.turn, self.user_id)


class Direct:
    """The direct reminders of the file."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def note(self, user_id: int, table_id: int, seat: int, turn: int, at: int) -> None:
        """Note that a person is to be reminded; once for each turn of a seat."""
        await self._db.run(
            "INSERT INTO direct_reminders (user_id, match_id, seat, turn, at) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT (match_id, seat, turn, user_id) DO NOTHING",
            (user_id, table_id, seat, turn, at),
        )

    async def unsent(self) -> list[DirectNote]:
        """Return what has not arrived yet as far as is known, the oldest first."""
        return await self._where("message_id IS NULL ORDER BY at, match_id, seat")

    async def of(self, table_id: int) -> list[DirectNote]:
        """Return those about a table."""
        return await self._where("match_id = ?", table_id)

    async def confirm(self, note: DirectNote, message_id: int) -> None:
        """Note that it has arrived."""
        await self._db.run(
            f"UPDATE direct_reminders SET message_id = ? WHERE {_ONE}", (message_id, *note.key)
        )

    async def shut(self, note: DirectNote) -> None:
        """Note that its person lets us send none: this one and all later ones are told in the channel."""

        async def work(transaction: Transaction) -> None:
            await transaction.run(f"UPDATE direct_reminders SET shut = 1 WHERE {_ONE}", note.key)
            await transaction.run(
                "UPDATE preferences SET value = ? WHERE user_id = ? AND key = ? AND value = ?",
                (SHUT, note.user_id, REMIND_BY_KEY, DIRECT),
            )

        await self._db.write(work)

    async def drop(self, note: DirectNote) -> None:
        """Forget one that is done with."""
        await self._db.run(f"DELETE FROM direct_reminders WHERE {_ONE}", note.key)

    async def _where(self, condition: str, *values: int) -> list[DirectNote]:
        rows = await self._db.rows(f"SELECT {_COLUMNS} FROM direct_reminders WHERE {condition}", values)
        return [
            DirectNote(user_id, table_id, seat, turn, message_id, bool(shut), at)
            for user_id, table_id, seat, turn, message_id, shut, at in rows
        ]
