"""Stores a table's players, former players and invited people."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.model.table import ChannelSeat, FormerOccupant
from bot.storage.engine.database import Database, FurtherChanges, Transaction
from bot.storage.messages import MARK_STALE_SQL
from games.core.values import value_class

INSERT_SEAT_SQL = (
    "INSERT INTO seats (match_id, seat, user_id, name, press, computer) VALUES (?, ?, ?, ?, ?, ?)"
)


@value_class
class SeatRow:
    """A seat and the person, computer or channel that has it."""

    seat: int
    user_id: int
    """:data:`~bot.model.table.NO_USER_ID` for computers, channels and erased users."""
    name: str
    press_id: int
    """ID of the press with which the seat was first taken."""
    computer: str | None = None
    """Level of the computer, or the text of a :class:`ChannelSeat`; ``None`` for a person."""

    @property
    def channel(self) -> ChannelSeat | None:
        """The channel that plays the seat, if one does."""
        return ChannelSeat.parse(self.computer)


class SeatRows:
    """Stores seats and invitations."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def list_lobby_ids_hosted_without_seat(self, user_id: int) -> list[int]:
        """Return the IDs of lobbies that a person hosts without having a seat, oldest first."""
        rows = await self._db.fetch_rows(
            # The first condition lets SQLite use the index of unfinished tables.
            "SELECT id FROM matches m WHERE status <> 'over' AND status = 'lobby' AND host_id = ?1"
            " AND NOT EXISTS (SELECT 1 FROM seats s WHERE s.match_id = m.id AND s.user_id = ?1) ORDER BY id",
            (user_id,),
        )
        return [int(row[0]) for row in rows]

    async def list_taken_seats(self, match_id: int) -> tuple[SeatRow, ...]:
        """Return a table's taken seats in turn order."""
        rows = await self._db.fetch_rows(
            "SELECT seat, user_id, name, press, computer FROM seats WHERE match_id = ? ORDER BY seat",
            (match_id,),
        )
        return tuple(SeatRow(*row) for row in rows)

    async def replace_seats(self, match_id: int, seats: Iterable[SeatRow], host_id: int) -> None:
        """Replace a table's seats and host, and delete the invitations of people who have a seat."""
        seat_values = [(match_id, s.seat, s.user_id, s.name, s.press_id, s.computer) for s in seats]

        async def store_seats(transaction: Transaction) -> None:
            await transaction.run("DELETE FROM seats WHERE match_id = ?", (match_id,))
            await transaction.run_each(INSERT_SEAT_SQL, seat_values)
            await transaction.run(
                "DELETE FROM invitations WHERE match_id = ?"
                " AND user_id IN (SELECT user_id FROM seats WHERE match_id = ?)",
                (match_id, match_id),
            )
            await transaction.run("UPDATE matches SET host_id = ? WHERE id = ?", (host_id, match_id))

        await self._db.write(store_seats, subject_id=match_id)

    async def hand_over(
        self,
        match_id: int,
        new_occupants: Sequence[SeatRow],
        host_id: int,
        seq: int,
        *,
        extra_changes: FurtherChanges | None = None,
    ) -> None:
        """Give seats to other players, and record the former players. Each seat keeps its press ID.

        An open proposal is deleted, because the new players haven't been asked. The board is marked as stale,
        because it names the former players.

        :param extra_changes: further changes to make in the same transaction.
        """

        async def replace_players(transaction: Transaction) -> None:
            await transaction.run_each(
                "INSERT INTO former_seats (match_id, seat, user_id, name, computer, seq)"
                " SELECT match_id, seat, user_id, name, computer, ? FROM seats"
                " WHERE match_id = ? AND seat = ?",
                [(seq, match_id, row.seat) for row in new_occupants],
            )
            await transaction.run_each(
                "UPDATE seats SET user_id = ?, name = ?, computer = ? WHERE match_id = ? AND seat = ?",
                [(row.user_id, row.name, row.computer, match_id, row.seat) for row in new_occupants],
            )
            await transaction.run_each(
                "DELETE FROM invitations WHERE match_id = ? AND user_id = ?",
                [(match_id, row.user_id) for row in new_occupants],
            )
            await transaction.run(MARK_STALE_SQL, (match_id,))
            await transaction.run("DELETE FROM proposals WHERE match_id = ?", (match_id,))
            await transaction.run("UPDATE matches SET host_id = ? WHERE id = ?", (host_id, match_id))
            if extra_changes is not None:
                await transaction.run_all(*await extra_changes(transaction))

        await self._db.write(replace_players, subject_id=match_id)

    async def list_former_occupants(self, match_id: int) -> tuple[FormerOccupant, ...]:
        """Return the former players of a table's seats, in the order in which they left."""
        rows = await self._db.fetch_rows(
            "SELECT seat, user_id, name, computer, seq FROM former_seats WHERE match_id = ? ORDER BY id",
            (match_id,),
        )
        return tuple(FormerOccupant(*row) for row in rows)

    async def list_invited_and_declined(self, match_id: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the IDs of the users with an open invitation, and of those who declined."""
        rows = await self._db.fetch_rows(
            "SELECT user_id, declined FROM invitations WHERE match_id = ? ORDER BY user_id", (match_id,)
        )
        invited = tuple(int(row[0]) for row in rows if not row[1])
        return invited, tuple(int(row[0]) for row in rows if row[1])

    async def invite_person(self, match_id: int, user_id: int, inviting_seat: int | None = None) -> None:
        """Invite a person, or renew an invitation that they declined.

        :param inviting_seat: the inviter's seat, for a match in progress.
        """
        await self._db.run(
            "INSERT INTO invitations (match_id, user_id, by_seat) VALUES (?, ?, ?)"
            " ON CONFLICT (match_id, user_id) DO UPDATE SET declined = 0, by_seat = excluded.by_seat",
            (match_id, user_id, inviting_seat),
        )

    async def find_inviting_seat(self, match_id: int, user_id: int) -> int | None:
        """Return the seat from which a person was invited to a match in progress, if known."""
        row = await self._db.fetch_row(
            "SELECT by_seat FROM invitations WHERE match_id = ? AND user_id = ?", (match_id, user_id)
        )
        return None if row is None or row[0] is None else int(row[0])

    async def decline_invitation(self, match_id: int, user_id: int) -> None:
        """Record that a person declined their invitation to a table."""
        await self._db.run(
            "UPDATE invitations SET declined = 1 WHERE match_id = ? AND user_id = ?", (match_id, user_id)
        )

    async def delete_invitation(self, match_id: int, user_id: int) -> None:
        """Delete a person's invitation to a table, declined or not."""
        await self._db.run("DELETE FROM invitations WHERE match_id = ? AND user_id = ?", (match_id, user_id))
