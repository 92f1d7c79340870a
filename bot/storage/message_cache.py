"""Caches the messages of a table while it is announced. They are read once and updated with each write."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar


class TableMessage(Protocol):
    """Row of a message that was posted for a table."""

    @property
    def id(self) -> int:
        """The row's ID."""

    @property
    def table_id(self) -> int:
        """The table that the message belongs to."""

    @property
    def purpose(self) -> str:
        """Kind of message, such as a lobby or a board."""

    @property
    def message_id(self) -> int | None:
        """The message's ID, once it has arrived."""


RowT = TypeVar("RowT", bound=TableMessage)


@dataclass(slots=True)
class KnownMessages(Generic[RowT]):
    """The cached messages of a table."""

    live: dict[int, RowT]
    """Messages that are not retired, by row ID."""
    last_board: RowT | None
    """The last board posted, even if it is retired."""


class MessageCache(Generic[RowT]):
    """Caches the messages of each table while the table is announced.

    The cache is dropped afterwards, because another process may take over the table.
    """

    def __init__(self, board: str) -> None:
        """Create an empty cache.

        :param board: the purpose of boards. A table's last board is remembered even if it is retired.
        """
        self._board = board
        self._kept: dict[int, KnownMessages[RowT] | None] = {}
        self._writes = 0

    @contextmanager
    def announcing(self, table_id: int) -> Iterator[None]:
        """Cache the messages of a table during the block."""
        self._kept[table_id] = None
        try:
            yield
        finally:
            self._kept.pop(table_id, None)

    def get(self, table_id: int) -> KnownMessages[RowT] | None:
        """Return the cached messages of a table, if they have been read during its announcement."""
        return self._kept.get(table_id)

    def is_announcing(self, table_id: int) -> bool:
        """Return whether a table is being announced."""
        return table_id in self._kept

    @property
    def version(self) -> int:
        """A number that changes with each write; see :meth:`put`."""
        return self._writes

    def put(self, table_id: int, known: KnownMessages[RowT], version: int) -> None:
        """Cache messages that were just read, unless any message was written in the meantime.

        :param version: the value of :attr:`version` before reading.
        """
        if table_id in self._kept and version == self._writes:
            self._kept[table_id] = known

    @contextmanager
    def track_write(self) -> Iterator[None]:
        """Run a block that writes. Clear the cache if it fails, because the write may be stored anyway."""
        self._writes += 1
        try:
            yield
        except BaseException:
            self._kept = dict.fromkeys(self._kept)
            raise
        finally:
            self._writes += 1

    def add(self, row: RowT, instead: Iterable[int]) -> None:
        """Add a message to the cache, and retire the messages that it replaces.

        :param instead: row IDs of the replaced messages.
        """
        self.retire(instead)
        known = self._kept.get(row.table_id)
        if known is not None:
            known.live[row.id] = row

    def change(self, row_id: int, change: Callable[[RowT], RowT]) -> None:
        """Apply ``change`` to the cached row of a message."""
        for known in self._list_known():
            if row_id in known.live:
                known.live[row_id] = change(known.live[row_id])
            if known.last_board is not None and known.last_board.id == row_id:
                known.last_board = change(known.last_board)

    def retire(self, row_ids: Iterable[int]) -> None:
        """Remove retired messages from the cache, except for the last board."""
        gone = set(row_ids)
        for known in self._list_known():
            for row_id in gone.intersection(known.live):
                row = known.live.pop(row_id)
                newest = known.last_board is None or known.last_board.id < row_id
                if row.purpose == self._board and row.message_id is not None and newest:
                    known.last_board = row

    def _list_known(self) -> Sequence[KnownMessages[RowT]]:
        return [known for known in self._kept.values() if known is not None]
