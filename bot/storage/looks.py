"""Stores the last time each person looked at each table, so that *Catch me up* knows where to start."""

from __future__ import annotations

from bot.kit.cache import Cache
from bot.storage.engine.database import Database, Statement
from games.core.values import value_class

MAX_CACHED_LOOKS = 4096
MIN_SECONDS_BETWEEN_LOOKS = 60
"""Minimum seconds between two stored looks of a person at an unchanged table."""

_RECORD_LOOK_SQL = (
    "INSERT INTO looks (user_id, match_id, seq, at) VALUES (?, ?, ?, ?)"
    " ON CONFLICT (user_id, match_id)"
    " DO UPDATE SET seq = CASE WHEN excluded.seq > looks.seq THEN excluded.seq ELSE looks.seq END,"
    " at = CASE WHEN excluded.at > looks.at THEN excluded.at ELSE looks.at END"
)


@value_class
class LastLook:
    """A person's last look at a table."""

    seq: int
    """Length of the table's log at that time."""
    looked_at: int


class Looks:
    """Stores each person's last look at each table."""

    def __init__(self, database: Database) -> None:
        self._db = database
        self._newest: Cache[tuple[int, int], LastLook] = Cache(MAX_CACHED_LOOKS)

    async def find_look(self, user_id: int, match_id: int) -> LastLook | None:
        """Return a person's last look at a table, if any."""
        row = await self._db.fetch_row(
            "SELECT seq, at FROM looks WHERE user_id = ? AND match_id = ?", (user_id, match_id)
        )
        return None if row is None else LastLook(*row)

    async def record_look(self, user_id: int, match_id: int, look: LastLook) -> None:
        """Record that a person has looked at a table. Repeated looks are skipped for a minute.

        A look at an earlier position doesn't replace one at a later position.
        """
        known = self._newest.get((user_id, match_id))
        if (
            known is not None
            and look.seq <= known.seq
            and look.looked_at < known.looked_at + MIN_SECONDS_BETWEEN_LOOKS
        ):
            return
        await self._db.run(*self.make_record_statement(user_id, match_id, look))
        self.note_recorded(user_id, match_id, look)

    def make_record_statement(self, user_id: int, match_id: int, look: LastLook) -> Statement:
        """Return the statement that records a look, for a transaction that makes other changes too.

        Call :meth:`note_recorded` once the transaction is committed.
        """
        return _RECORD_LOOK_SQL, (user_id, match_id, look.seq, look.looked_at)

    def note_recorded(self, user_id: int, match_id: int, look: LastLook) -> None:
        """Note that a look is stored, so that :meth:`record_look` skips repetitions."""
        self._newest.put((user_id, match_id), look)
