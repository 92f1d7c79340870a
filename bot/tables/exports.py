"""A match as a record that anybody can verify."""

from __future__ import annotations

from bot.errors.tables import NotStarted, TableOver
from bot.model.table import OVER
from bot.tables.reading import list_presses
from bot.tables.store import TableStore
from games.core.match_record import MatchRecord, record_match


class Exports:
    """Writes the records of matches."""

    def __init__(self, tables: TableStore) -> None:
        self._tables = tables

    async def write(self, table_id: int) -> str:
        """Return the text of the file.

        :raises TableError: as :meth:`record`.
        """
        return (await self.record(table_id)).to_json()

    async def is_sealed(self, table_id: int) -> bool:
        """Tell whether the secret stays hidden after the end, for others are played from it."""
        return (await self._tables.row(table_id)).sealed

    async def record(self, table_id: int) -> MatchRecord:
        """Return the record of a match (see ``games.core.match_record``); its secret only once it is over.

        :raises NotStarted: there is no match yet.
        :raises TableOver: there never was one.
        """
        store = self._tables.store
        table = await self._tables.get(table_id)
        row = await self._tables.row(table_id)
        if row.version is None or row.start_press is None:
            raise TableOver if table.status == OVER else NotStarted
        presses = list_presses(await store.seats.of(table_id), row.start_press)
        if table.match is not None:
            return record_match(table.match, row.secret, presses, sealed=row.sealed)
        return MatchRecord(
            row.game,
            row.version,
            len(table.occupants),
            row.options,
            table.commitment,
            row.secret if table.status == OVER and not row.sealed else None,
            presses,
            await store.matches.log(table_id),
        )
