"""Stores the tournaments' scheduled events on Discord. Each event is recorded before it is created."""

from __future__ import annotations

from bot.storage.engine.database import Database
from games.core.values import value_class


@value_class
class EventRow:
    """A tournament's Discord event, or the request to create it."""

    marker: str | None
    """Identifies the event in its description; ``None`` until the event is about to be created."""
    event_id: int | None
    """ID of the event, once it is known."""
    shown_content: str
    """The event's contents on Discord as last recorded, in JSON."""
    is_refused: bool
    is_wanted: bool
    """Whether the tournament should have a scheduled event on Discord."""


class TournamentEvents:
    """Stores the Discord events of tournaments, and requests for them."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def find_event(self, tournament_id: int) -> EventRow | None:
        """Return a tournament's event; ``None`` if it was never requested."""
        row = await self._db.fetch_row(
            "SELECT mark, event_id, shown, refused, wanted FROM tournament_events WHERE tournament_id = ?",
            (tournament_id,),
        )
        return None if row is None else EventRow(row[0], row[1], row[2], bool(row[3]), bool(row[4]))

    async def list_tournament_ids_with_event(self) -> list[int]:
        """Return the IDs of tournaments that have an event or should have one."""
        rows = await self._db.fetch_rows("SELECT tournament_id FROM tournament_events ORDER BY tournament_id")
        return [int(row[0]) for row in rows]

    async def request_event(self, tournament_id: int) -> None:
        """Request an event for a tournament, even if an earlier request was withdrawn or refused."""
        await self._db.run(
            "INSERT INTO tournament_events (tournament_id) VALUES (?) ON CONFLICT (tournament_id)"
            " DO UPDATE SET refused = 0, wanted = 1",
            (tournament_id,),
        )

    async def withdraw_request(self, tournament_id: int) -> None:
        """Withdraw the request for an event. If the event exists already, it will be deleted."""
        await self._db.run(
            "UPDATE tournament_events SET wanted = 0 WHERE tournament_id = ?", (tournament_id,)
        )

    async def reserve_event(self, tournament_id: int, marker: str) -> None:
        """Record that the event is about to be created, with ``marker`` in its description."""
        await self._db.run(
            "UPDATE tournament_events SET mark = ?, shown = '' WHERE tournament_id = ?",
            (marker, tournament_id),
        )

    async def confirm_event(self, tournament_id: int, event_id: int) -> None:
        """Record that the event was created."""
        await self._db.run(
            "UPDATE tournament_events SET event_id = ? WHERE tournament_id = ?", (event_id, tournament_id)
        )

    async def record_shown_content(self, tournament_id: int, shown_content: str) -> None:
        """Record the contents that the event has on Discord."""
        await self._db.run(
            "UPDATE tournament_events SET shown = ?, refused = 0 WHERE tournament_id = ?",
            (shown_content, tournament_id),
        )

    async def mark_refused(self, tournament_id: int) -> None:
        """Record that Discord doesn't allow the bot to create the event."""
        await self._db.run(
            "UPDATE tournament_events SET refused = 1 WHERE tournament_id = ?", (tournament_id,)
        )

    async def clear_event(self, tournament_id: int) -> None:
        """Record that the event no longer exists, so that another may be created."""
        await self._db.run(
            "UPDATE tournament_events SET mark = NULL, event_id = NULL, shown = '' WHERE tournament_id = ?",
            (tournament_id,),
        )

    async def delete_event(self, tournament_id: int) -> None:
        """Delete the record of an event."""
        await self._db.run("DELETE FROM tournament_events WHERE tournament_id = ?", (tournament_id,))
