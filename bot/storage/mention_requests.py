"""Stores requests that mention other people. Limits how often each may be repeated."""

from __future__ import annotations

from hashlib import sha256

from bot.kit.rate_limits import RateLimits, find_longest_window, find_next_allowed_time
from bot.storage.engine.database import Database, Transaction
from games.core.values import value_class

_LIST_COUNTED_REQUESTS_SQL = """
SELECT at FROM asked a WHERE user_id = ? AND about = ? AND at > ?
AND NOT EXISTS (SELECT 1 FROM seats s WHERE s.match_id = a.match_id AND s.user_id = ?)
"""
_REMOVE_LATEST_REQUEST_SQL = """
DELETE FROM asked WHERE rowid IN (
    SELECT rowid FROM asked WHERE user_id = ? AND about = ? AND match_id = ? ORDER BY at DESC LIMIT 1
)
"""
NEVER_ANSWERED = -1
"""Value of :attr:`MentionRequest.answered_by` for requests that always count towards the limit."""


@value_class
class MentionRequest:
    """A request at a table that mentions other people."""

    requester_id: int
    kind: str
    """Name of the limit that applies to the request."""
    subject: int
    """ID of the person or table that the request is about. Each has a separate limit."""
    table_id: int
    answered_by: int = NEVER_ANSWERED
    """ID of a user. The request counts towards the limit only until this user has a seat at the table."""

    @property
    def digest(self) -> str:
        """Hash that identifies repeated requests without revealing who was asked."""
        return sha256(f"{self.requester_id}:{self.kind}:{self.subject}".encode()).hexdigest()[:32]


class MentionRequests:
    """Stores requests that mention other people."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def record_request(self, request: MentionRequest, limits: RateLimits, now: int) -> int | None:
        """Record a request. If there were too many, only return the epoch second when it is allowed again."""

        async def check_and_add(transaction: Transaction) -> int | None:
            rows = await transaction.fetch_rows(
                _LIST_COUNTED_REQUESTS_SQL, _make_query_values(request, limits, now)
            )
            again = find_next_allowed_time(limits, [int(row[0]) for row in rows], now)
            if again is None:
                values = (request.requester_id, request.digest, request.table_id, now)
                await transaction.run(
                    "INSERT INTO asked (user_id, about, match_id, at) VALUES (?, ?, ?, ?)", values
                )
            return again

        return await self._db.write(check_and_add, subject_id=request.requester_id)

    async def find_next_allowed_time(
        self, request: MentionRequest, limits: RateLimits, now: int
    ) -> int | None:
        """Return the epoch second from which a request is allowed; ``None`` if it is allowed now."""
        rows = await self._db.fetch_rows(_LIST_COUNTED_REQUESTS_SQL, _make_query_values(request, limits, now))
        return find_next_allowed_time(limits, [int(row[0]) for row in rows], now)

    async def remove_latest_request(self, request: MentionRequest) -> None:
        """Delete the record of the latest request, which was not sent."""
        await self._db.run(
            _REMOVE_LATEST_REQUEST_SQL, (request.requester_id, request.digest, request.table_id)
        )


def _make_query_values(request: MentionRequest, limits: RateLimits, now: int) -> tuple[int, str, int, int]:
    return (request.requester_id, request.digest, now - find_longest_window(limits), request.answered_by)
