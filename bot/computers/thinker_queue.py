"""Client for remote thinkers: questions wait in a PostgreSQL queue, and answers arrive by NOTIFY.

If a question isn't answered in time, it is withdrawn, and the bot's process thinks locally. While the server
is down or thinkers don't answer, it thinks locally right away.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from dataclasses import replace
from typing import Any

import asyncpg

from bot import metrics
from bot.computers.remote_format import UnreadableMessage, decode_ranking, encode_job
from bot.computers.worker import Job, Ranking
from bot.storage.engine.questions import QuestionQueue

log = logging.getLogger(__name__)

SENDING_SECONDS = 0.25
"""Seconds allowed for sending a question and its answer.

A thinker gets this much less time, and the bot's process waits this much longer.
"""
MIN_THINKING_SECONDS = 0.1
CONNECT_TIMEOUT_SECONDS = 5.0
"""Seconds to wait at startup for the queue to be created."""
LOCAL_ONLY_SECONDS = 5.0
"""Seconds to think locally after a remote question went unanswered."""
QUEUE_ERRORS = (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, TimeoutError)


class ThinkerQueueClient:
    """Asks remote thinkers through the queue in the database."""

    def __init__(self, url: str) -> None:
        """Create the client without connecting to the database, which it shares with the thinkers."""
        self._url = url
        self._channel = f"reefs_{secrets.token_hex(8)}"
        self._connection: Any = None
        self._questions: QuestionQueue | None = None
        self._opening = asyncio.Lock()
        self._waiting: dict[int, asyncio.Future[str]] = {}
        self._early: dict[int, str] = {}
        self._quiet_until = 0.0
        self._closed = False

    async def connect(self) -> None:
        """Create the queue if it is missing. Thinkers can only be granted access to an existing queue."""
        try:
            async with asyncio.timeout(CONNECT_TIMEOUT_SECONDS):
                await self._open_queue()
        except QUEUE_ERRORS as error:
            # The next question tries to connect again.
            log.warning("no queue for thinkers reason=%s", type(error).__name__)

    async def ask(self, job: Job, *, is_hint: bool = False) -> Ranking | None:
        """Return a thinker's ranking; ``None`` if no readable answer arrives in time.

        :param is_hint: whether the job is for a person's hint. Hints take precedence over computers' moves.
        """
        if self._closed or time.monotonic() < self._quiet_until:
            return None
        seconds = max(job.seconds - SENDING_SECONDS, MIN_THINKING_SECONDS)
        question_id: int | None = None
        result = metrics.UNANSWERED_RESULT
        try:
            async with asyncio.timeout(job.seconds + SENDING_SECONDS):
                questions = await self._open_queue()
                letter = encode_job(replace(job, seconds=seconds))
                question_id = await questions.add_question(self._channel, letter, int(is_hint))
                answer = self._waiting[question_id] = asyncio.get_running_loop().create_future()
                metrics.record_remote_question(len(self._waiting))
                if question_id in self._early:
                    answer.set_result(self._early.pop(question_id))
                ranking, result = decode_ranking(await answer), metrics.ANSWERED_RESULT
                return ranking
        except UnreadableMessage as error:
            result = metrics.UNREADABLE_RESULT
            log.warning("a thinker's answer can't be read reason=%s", error)
        except QUEUE_ERRORS as error:
            self._quiet_until = time.monotonic() + LOCAL_ONLY_SECONDS
            log.info("no thinker answered reason=%s", type(error).__name__)
            await self._withdraw_question(question_id)
        finally:
            if question_id is not None:
                self._waiting.pop(question_id, None)
            metrics.record_remote_question(len(self._waiting), result)
        return None

    def close(self) -> None:
        """Stop asking and disconnect. Pending calls of :meth:`ask` return ``None``."""
        self._closed = True
        for answer in self._waiting.values():
            if not answer.done():
                answer.set_result("")
        if self._connection is not None:
            self._connection.terminate()

    async def _open_queue(self) -> QuestionQueue:
        async with self._opening:
            if self._questions is None or self._connection.is_closed():
                connection = await asyncpg.connect(self._url, timeout=5.0, command_timeout=5.0)
                try:
                    questions = QuestionQueue(connection)
                    await questions.create_queue_if_missing()
                    await questions.delete_old_questions()
                    await questions.listen(self._channel, self._receive_answer)
                except BaseException:
                    connection.terminate()
                    raise
                self._questions, self._connection = questions, connection
        return self._questions

    def _receive_answer(self, connection: object, pid: int, channel: str, payload: object) -> None:
        """Pass an answer from a notification to the waiting caller."""
        question_id, _, text = str(payload).partition(" ")
        if not question_id.isdecimal():
            return
        answer = self._waiting.get(int(question_id))
        if answer is None:
            # Keep the answer for :meth:`ask`, which doesn't know the question's ID yet.
            self._early = {int(question_id): text}
        elif not answer.done():
            answer.set_result(text)

    async def _withdraw_question(self, question_id: int | None) -> None:
        if question_id is None or self._questions is None:
            return
        try:
            async with asyncio.timeout(1.0):
                await self._questions.delete_question(question_id)
        except QUEUE_ERRORS:
            log.info("a question couldn't be cancelled")
