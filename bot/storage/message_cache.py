"""Caches the messages of a table while the table is announced, so that they are read only once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar


class TableMessage(Protocol):
    """The fields that the cache needs from a row of a table's message."""

    @property
    def id(self) -> int:
        """ID of the row."""

    @property
    def table_id(self) -> int:
        """ID of the table that the message belongs to."""

    @property
    def purpose(self) -> str:
        """Kind of message, such as a lobby or a board."""

    @property
    def message_id(self) -> int | None:
        """ID of the message; ``None`` until Discord has confirmed it."""

    @property
    def posted_seq(self) -> int:
        """Length of the log in the position for which the message was posted."""


RowT = TypeVar("RowT", bound=TableMessage)


@dataclass(slots=True)
class CachedMessages(Generic[RowT]):
    """The cached messages of a table."""

    live: dict[int, RowT]
    """Messages that are not retired, by row ID."""
    last_board: RowT | None
    """The last board posted, even if it is retired."""
    newest_board_seq: int | None
    """Greatest :attr:`TableMessage.posted_seq` of all recorded boards; ``None`` if it isn't known."""


class MessageCache(Generic[RowT]):
    """Caches the messages of each table while the table is announced.

    The cache is dropped afterwards, because another process may take over the table.
    """

    def __init__(self, board_purpose: str) -> None:
        """Create an empty cache. A table's last board stays cached even if it is retired."""
        self._board = board_purpose
        self._kept: dict[int, CachedMessages[RowT] | None] = {}
        self._writes = 0

    @contextmanager
    def cache_announcement(self, table_id: int) -> Iterator[None]:
        """Cache the messages of a table while the block announces it."""
        self._kept[table_id] = None
        try:
            yield
        finally:
            self._kept.pop(table_id, None)

    def get(self, table_id: int) -> CachedMessages[RowT] | None:
        """Return the cached messages of a table, if they have been read during its announcement."""
        return self._kept.get(table_id)

    def is_announcing(self, table_id: int) -> bool:
        """Return whether a table is being announced."""
        return table_id in self._kept

    @property
    def version(self) -> int:
        """A number that changes with each write; see :meth:`store`."""
        return self._writes

    def store(self, table_id: int, cached_messages: CachedMessages[RowT], version: int) -> None:
        """Cache messages that were just read, unless any message was written in the meantime.

        :param version: the value of :attr:`version` before reading.
        """
        if table_id in self._kept and version == self._writes:
            self._kept[table_id] = cached_messages

    @contextmanager
    def track_write(self) -> Iterator[None]:
        """Run a block that writes. If it fails, clear the cache, because the write may be stored anyway."""
        self._writes += 1
        try:
            yield
        except BaseException:
            self._kept = dict.fromkeys(self._kept)
            raise
        finally:
            self._writes += 1

    def add(self, row: RowT, replaced_row_ids: Iterable[int]) -> None:
        """Add a message to the cache, and retire the messages that it replaces."""
        self.retire(replaced_row_ids)
        cached_messages = self._kept.get(row.table_id)
        if cached_messages is not None:
            cached_messages.live[row.id] = row
            if row.purpose == self._board and cached_messages.newest_board_seq is not None:
                cached_messages.newest_board_seq = max(cached_messages.newest_board_seq, row.posted_seq)

    def change(self, row_id: int, change: Callable[[RowT], RowT]) -> None:
        """Apply ``change`` to the cached row of a message."""
        for cached_messages in self._list_cached_messages():
            if row_id in cached_messages.live:
                cached_messages.live[row_id] = change(cached_messages.live[row_id])
            if cached_messages.last_board is not None and cached_messages.last_board.id == row_id:
                cached_messages.last_board = change(cached_messages.last_board)

    def retire(self, row_ids: Iterable[int]) -> None:
        """Remove retired messages from the cache, except for the last board."""
        gone = set(row_ids)
        for cached_messages in self._list_cached_messages():
            for row_id in gone.intersection(cached_messages.live):
                row = cached_messages.live.pop(row_id)
                newest = cached_messages.last_board is None or cached_messages.last_board.id < row_id
                if row.purpose == self._board and row.message_id is not None and newest:
                    cached_messages.last_board = row

    def _list_cached_messages(self) -> Sequence[CachedMessages[RowT]]:
        return [cached_messages for cached_messages in self._kept.values() if cached_messages is not None]
