"""``python -m bot think``: think on this machine for the process that hosts the bot.

A thinker takes questions from the queue in PostgreSQL, and sends the answers with NOTIFY. It stores nothing.
If it is killed, the bot's process thinks about the current moves itself.
"""

from __future__ import annotations

import asyncio
import logging
import signal
from contextlib import suppress
from typing import Any

import asyncpg

from bot.computers.pool import WorkerPool
from bot.computers.process import WorkerProcess
from bot.computers.remote_format import UnreadableMessage, decode_job, encode_ranking
from bot.computers.thinker_queue import QUEUE_ERRORS
from bot.errors.storage import DatabasePrivilegeMissing, DatabaseServerDown, ThinkerQueueMissing
from bot.kit.server_url import ServerUrl
from bot.storage.engine.postgres_server import connect
from bot.storage.engine.questions import NEW_QUESTION_CHANNEL, QUESTIONS_TABLE, QuestionQueue, TakenQuestion

log = logging.getLogger(__name__)

RECONNECT_SECONDS = 2.0
SEARCH_INTERVAL_SECONDS = 1.0
"""Seconds between heartbeats, and between searches for questions that lost thinkers have taken."""


async def serve_thinker(url: ServerUrl, worker_count: int, *, ready: asyncio.Event | None = None) -> None:
    """Answer questions until SIGTERM or Ctrl-C.

    :param ready: is set while the thinker takes questions.
    :raises StorageError: the server rejects this user, or the user is missing a privilege.
    """
    pool, stopped = WorkerPool([WorkerProcess() for _ in range(worker_count)]), asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        with suppress(NotImplementedError):
            loop.add_signal_handler(number, stopped.set)
    logged = ""
    try:
        while not stopped.is_set():
            try:
                await _answer_over_connection(url, worker_count, pool, stopped, ready)
                logged = ""
            except (DatabaseServerDown, ThinkerQueueMissing, *QUEUE_ERRORS) as error:
                # Retry until the server is back, and log each reason only once.
                known = isinstance(error, DatabaseServerDown | ThinkerQueueMissing)
                previous, logged = logged, str(error) if known else type(error).__name__
                if logged != previous:
                    log.warning("thinking suspended", extra={"fields": {"reason": logged}})
            if ready is not None:
                ready.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(stopped.wait(), RECONNECT_SECONDS)
    finally:
        pool.close()


async def _answer_over_connection(
    url: ServerUrl, worker_count: int, pool: WorkerPool, stopped: asyncio.Event, ready: asyncio.Event | None
) -> None:
    connection = await connect(url)
    try:
        questions = await _open_queue(url, connection)
        question_added = asyncio.Event()
        await questions.listen(NEW_QUESTION_CHANNEL, lambda *_: question_added.set())
        log.info("thinking workers=%d", worker_count)
        if ready is not None:
            ready.set()
        taken: set[int] = set()
        tasks = [
            asyncio.create_task(
                _answer_questions(questions, pool, taken, question_added, stopped), name=f"think-{number}"
            )
            for number in range(worker_count)
        ]
        tasks.append(asyncio.create_task(_send_heartbeats(questions, taken, stopped), name="think-keep"))
        try:
            await asyncio.gather(*tasks)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
    finally:
        with suppress(*QUEUE_ERRORS):
            await connection.close(timeout=2.0)


async def _open_queue(url: ServerUrl, connection: Any) -> QuestionQueue:
    """Return the queue, and create it if it is missing and this user may do so.

    :raises ThinkerQueueMissing: there is no queue, and this user may not create it.
    :raises DatabasePrivilegeMissing: this user may not use the queue.
    """
    questions = QuestionQueue(connection)
    try:
        await questions.create_queue_if_missing()
    except asyncpg.InsufficientPrivilegeError:
        raise ThinkerQueueMissing(url) from None
    if not await questions.is_permitted():
        raise DatabasePrivilegeMissing(url, QUESTIONS_TABLE)
    return questions


async def _answer_questions(
    questions: QuestionQueue,
    pool: WorkerPool,
    taken_ids: set[int],
    question_added: asyncio.Event,
    stopped: asyncio.Event,
) -> None:
    """Take and answer questions one by one. On a stop signal, finish the current question."""
    while not stopped.is_set():
        question_added.clear()
        question = await questions.take_question()
        if question is None:
            with suppress(TimeoutError):
                await asyncio.wait_for(question_added.wait(), SEARCH_INTERVAL_SECONDS)
            continue
        taken_ids.add(question.id)
        try:
            answer = await _think_about(pool, question)
            if answer is None:
                await questions.delete_question(question.id)
            else:
                await questions.send_answer(question.id, answer)
        finally:
            taken_ids.discard(question.id)


async def _send_heartbeats(questions: QuestionQueue, taken_ids: set[int], stopped: asyncio.Event) -> None:
    """Send regular heartbeats for the questions in progress, so that no other thinker takes them."""
    while taken_ids or not stopped.is_set():
        await asyncio.sleep(SEARCH_INTERVAL_SECONDS)
        if taken_ids:
            await questions.record_heartbeats(taken_ids)


async def _think_about(pool: WorkerPool, question: TakenQuestion) -> str | None:
    """Return the answer to a question; ``None`` if it can't be read or thinking failed."""
    try:
        ranking = await pool.rank_moves_for_computer(decode_job(question.data))
    except UnreadableMessage as error:
        log.warning("unreadable question reason=%s", error)
        return None
    return f"{question.id} {encode_ranking(ranking)}" if ranking else None
