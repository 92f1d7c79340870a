"""Exports matches in the form of records that anyone can verify."""

from __future__ import annotations

from bot.errors.tables import MatchNotStarted, TableOver
from bot.model.table import TABLE_OVER
from bot.tables.reading import list_press_ids
from bot.tables.store import TableStore
from games.core.match_record import MatchRecord, record_match


class Exports:
    """Exports match records."""

    def __init__(self, tables: TableStore) -> None:
        self._tables = tables

    async def export_json(self, table_id: int) -> str:
        """Return the record of a match as JSON; see :meth:`make_record`."""
        return (await self.make_record(table_id)).to_json()

    async def is_sealed(self, table_id: int) -> bool:
        """Return whether the secret stays hidden until all tables with the same deal are over."""
        return (await self._tables.load_row(table_id)).is_sealed

    async def make_record(self, table_id: int) -> MatchRecord:
        """Return the record of a match, with the secret once that is public.

        :raises MatchNotStarted: there is no match yet.
        :raises TableOver: the table was closed without a match.
        """
        store = self._tables.store
        table = await self._tables.get(table_id)
        row = await self._tables.load_row(table_id)
        if row.version is None or row.start_press is None:
            raise TableOver if table.status == TABLE_OVER else MatchNotStarted
        presses = list_press_ids(await store.seats.list_taken_seats(table_id), row.start_press)
        if table.match is not None:
            return record_match(table.match, row.secret, presses, withholds_secret=row.is_sealed)
        return MatchRecord(
            row.game,
            row.version,
            len(table.occupants),
            row.options,
            table.commitment,
            row.secret if table.status == TABLE_OVER and not row.is_sealed else None,
            presses,
            await store.matches.read_log(table_id),
        )
