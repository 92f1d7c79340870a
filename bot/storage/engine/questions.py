"""The queue of questions to remote thinkers: a table in the bot's PostgreSQL database.

A thinker takes a question with ``SKIP LOCKED``, so that no other thinker takes it, and sends heartbeats while
it thinks. If the heartbeats stop, another thinker may take the question.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Any

from games.core.values import value_class

QUESTIONS_TABLE = "thoughts"
QUEUE_PRIVILEGES = ("SELECT", "UPDATE", "DELETE")
"""``deploy/thinker.sql`` grants these privileges on the queue."""
NEW_QUESTION_CHANNEL = "reefs_thoughts"
"""PostgreSQL channel on which thinkers are notified of new questions."""
HEARTBEAT_TIMEOUT_SECONDS = 4
"""Seconds without a heartbeat after which another thinker may take a question."""

_CREATE_QUEUE_SQL = """
CREATE TABLE IF NOT EXISTS thoughts (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    channel TEXT NOT NULL,
    priority INTEGER NOT NULL,
    question BYTEA NOT NULL,
    asked TIMESTAMPTZ NOT NULL DEFAULT now(),
    taken TIMESTAMPTZ
)
"""
_HAS_PRIVILEGE_SQL = "SELECT has_table_privilege($1, $2)"
_ADD_QUESTION_SQL = """
WITH question AS (INSERT INTO thoughts (channel, priority, question) VALUES ($1, $2, $3) RETURNING id)
SELECT id, pg_notify('reefs_thoughts', '') FROM question
"""
_TAKE_QUESTION_SQL = """
UPDATE thoughts SET taken = now() WHERE id = (
    SELECT id FROM thoughts WHERE taken IS NULL OR taken < now() - $1 * interval '1 second'
    ORDER BY priority DESC, id FOR UPDATE SKIP LOCKED LIMIT 1
) RETURNING id, channel, question
"""
_RECORD_HEARTBEATS_SQL = "UPDATE thoughts SET taken = now() WHERE id = ANY ($1)"
_SEND_ANSWER_SQL = """
WITH question AS (DELETE FROM thoughts WHERE id = $1 RETURNING channel)
SELECT pg_notify(channel, $2) FROM question
"""
_DELETE_QUESTION_SQL = "DELETE FROM thoughts WHERE id = $1"
_DELETE_OLD_QUESTIONS_SQL = "DELETE FROM thoughts WHERE asked < now() - interval '10 minutes'"


@value_class
class TakenQuestion:
    """A question that this thinker has taken. The thinker must send heartbeats until it answers."""

    id: int
    channel: str
    """PostgreSQL channel of the process that is waiting for the answer."""
    data: bytes
    """A job encoded by ``bot.computers.remote_format.encode_job``."""


class QuestionQueue:
    """The queue, accessed over one connection. Methods can be called concurrently."""

    def __init__(self, connection: Any) -> None:
        self._connection = connection
        # asyncpg runs one query at a time per connection.
        self._lock = asyncio.Lock()

    async def create_queue_if_missing(self) -> None:
        """Create the queue's SQL table if it is missing, even if several processes try at the same time."""
        async with self._lock:
            # The advisory lock prevents several processes from creating the queue at the same time.
            await self._connection.execute("SELECT pg_advisory_lock(0, 2)")
            try:
                if await self._connection.fetchval("SELECT to_regclass($1)", QUESTIONS_TABLE) is None:
                    await self._connection.execute(_CREATE_QUEUE_SQL)
            finally:
                await self._connection.execute("SELECT pg_advisory_unlock(0, 2)")

    async def is_permitted(self) -> bool:
        """Return whether this user may take and answer questions."""
        async with self._lock:
            for privilege in QUEUE_PRIVILEGES:
                if not await self._connection.fetchval(_HAS_PRIVILEGE_SQL, QUESTIONS_TABLE, privilege):
                    return False
        return True

    async def delete_old_questions(self) -> None:
        """Delete questions whose answers nobody is waiting for any longer."""
        async with self._lock:
            await self._connection.execute(_DELETE_OLD_QUESTIONS_SQL)

    async def listen(self, channel: str, on_notification: Callable[..., None]) -> None:
        """Call ``on_notification`` for each notification on a PostgreSQL channel."""
        async with self._lock:
            await self._connection.add_listener(channel, on_notification)

    async def add_question(self, channel: str, data: bytes, priority: int) -> int:
        """Add a question, notify the thinkers, and return the question's ID."""
        async with self._lock:
            return int(await self._connection.fetchval(_ADD_QUESTION_SQL, channel, priority, data))

    async def take_question(self) -> TakenQuestion | None:
        """Take the most urgent and then oldest question that no thinker is working on, if any."""
        async with self._lock:
            row = await self._connection.fetchrow(_TAKE_QUESTION_SQL, HEARTBEAT_TIMEOUT_SECONDS)
        return None if row is None else TakenQuestion(*row)

    async def record_heartbeats(self, question_ids: Iterable[int]) -> None:
        """Record a heartbeat for each question, so that no other thinker takes it."""
        async with self._lock:
            await self._connection.execute(_RECORD_HEARTBEATS_SQL, list(question_ids))

    async def send_answer(self, question_id: int, text: str) -> None:
        """Send the answer to a question, unless the question was withdrawn."""
        async with self._lock:
            await self._connection.execute(_SEND_ANSWER_SQL, question_id, text)

    async def delete_question(self, question_id: int) -> None:
        """Delete a question without answering it."""
        async with self._lock:
            await self._connection.execute(_DELETE_QUESTION_SQL, question_id)
