"""Assigns questions to the worker processes in order of urgency.

A free worker gets the most urgent question:

- First, hints for people. After :data:`MAX_HINTS_PER_WORKER` hints in a row, a waiting move comes first.
- Then computers' moves. A table asks for one move at a time, so tables take turns.
- Last, low-priority work, such as reviews, in short slices, so that urgent questions never wait long. The
  review with the least work left comes first.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from math import inf

from bot import metrics
from bot.computers import process
from bot.computers.process import WorkerLost, WorkerProcess
from bot.computers.worker import MAX_SLICE_SECONDS, Job, Ranking, ReviewSlice
from games.review.slices import ReviewFinding

log = logging.getLogger(__name__)

MAX_HINT_SECONDS = 0.6
"""Maximum seconds to think about a hint."""
MAX_HINT_WAIT_SECONDS = 5.0
"""Maximum seconds that a person waits for a hint.

On a busy machine, a hint may take much longer than :data:`MAX_HINT_SECONDS`, because workers have a low
priority.
"""
MAX_HINTS_PER_WORKER = 4
"""Maximum number of unanswered hints per worker, and of hints in a row while moves are waiting."""
ROUND_DURATION_SECONDS = 5.0
"""Seconds within which every waiting table should get a move. The more tables wait, the less time each gets.
"""
MIN_MOVE_SECONDS = 0.2
"""Minimum seconds for a move, however many moves are waiting or were made in the turn.

It is enough for a short search.
"""
MAX_ATTEMPTS = 2
"""Maximum number of attempts to answer a question if the worker process dies each time."""


class WorkerPool:
    """Assigns questions to workers. Each worker answers one question at a time."""

    def __init__(self, workers: Sequence[WorkerProcess]) -> None:
        """Create the pool, with at least one worker, without starting anything."""
        self.workers = tuple(workers)
        self._idle = deque(self.workers)
        self._threads = ThreadPoolExecutor(len(self.workers), thread_name_prefix="thinking")
        self._hints: deque[_WorkerQuestion] = deque()
        self._moves: deque[_WorkerQuestion] = deque()
        self._slices: deque[_WorkerQuestion] = deque()
        self._hint_timeouts: set[asyncio.Timeout] = set()
        self._hint_streak = 0
        """Number of hints taken since the last move."""
        self._refuses_hints = False
        self._round = 0
        self._share = 0.0
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    async def rank_moves_for_hint(self, job: Job) -> Ranking:
        """Return a ranking for a hint.

        It is empty if too many hints are pending, if thinking fails or takes longer than
        :data:`MAX_HINT_WAIT_SECONDS`, or after :meth:`refuse_hints`.
        """
        if self._refuses_hints or len(self._hint_timeouts) >= MAX_HINTS_PER_WORKER * len(self.workers):
            return ()
        timeout = asyncio.timeout(MAX_HINT_WAIT_SECONDS)
        self._hint_timeouts.add(timeout)
        try:
            job = replace(job, seconds=min(job.seconds, MAX_HINT_SECONDS))
            async with timeout:
                return _get_ranking_or_empty(await self._queue_question(job, self._hints))
        except TimeoutError:
            if not self._refuses_hints:
                log.warning("no time for a hint game=%s waiting=%d", job.game, len(self._hint_timeouts))
            return ()
        finally:
            self._hint_timeouts.discard(timeout)

    async def rank_moves_for_computer(self, job: Job) -> Ranking:
        """Return a ranking for a computer's move. It is empty if thinking failed.

        If many moves are waiting, the computer gets less time than the job allows.
        """
        return _get_ranking_or_empty(await self._queue_question(job, self._moves))

    async def rank_moves_when_idle(self, job: Job) -> Ranking:
        """Return a ranking that is computed while no other question is waiting.

        :param job: must limit the number of iterations.
        """
        return _get_ranking_or_empty(await self._queue_question(job, self._slices, inf))

    async def evaluate_slice(
        self, review_slice: ReviewSlice, remaining_work: int = 0
    ) -> ReviewFinding | None:
        """Evaluate a slice of a review while no hint or move is waiting. Return ``None`` on failure.

        :param remaining_work: reviews with less remaining work come first.
        """
        finding = await self._queue_question(review_slice, self._slices, remaining_work)
        return finding if isinstance(finding, ReviewFinding) else None

    def refuse_hints(self) -> None:
        """Give empty answers to the hints that people are waiting for, and to all later ones."""
        self._refuses_hints = True
        for timeout in self._hint_timeouts:
            # A timeout that has just expired can't be rescheduled.
            if not timeout.expired():
                timeout.reschedule(asyncio.get_running_loop().time())

    def close(self) -> None:
        """Kill the workers and stop accepting questions. Waiting questions get empty answers."""
        self._closed = True
        for worker in self.workers:
            worker.close()
        self._threads.shutdown(wait=True, cancel_futures=True)

    async def _queue_question(
        self, job: Job | ReviewSlice, queue: deque[_WorkerQuestion], remaining_work: float = 0
    ) -> Ranking | ReviewFinding:
        """Queue a question, start an idle worker if there is one, and return the answer."""
        if self._closed:
            return ()
        question = _WorkerQuestion(job, remaining_work, self._find_purpose(queue))
        queue.append(question)
        metrics.set_waiting_thought_counts(len(self._moves), len(self._hints))
        if self._idle:
            task = asyncio.create_task(self._answer_questions(self._idle.popleft()), name="thinking")
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        return await question.answer

    def _find_purpose(self, queue: deque[_WorkerQuestion]) -> str:
        if queue is self._hints:
            return "hint"
        return "move" if queue is self._moves else "later"

    async def _answer_questions(self, worker: WorkerProcess) -> None:
        try:
            while self._hints or self._moves or self._slices:
                await self._answer_next_question(worker)
                # Let the caller ask its next question before another caller's question is taken.
                await asyncio.sleep(0)
        finally:
            self._idle.append(worker)
            # If this task was cancelled, callers must still get an answer.
            for question in (*self._hints, *self._moves, *self._slices):
                question.set_answer(())
            if not self._moves:
                self._round = 0

    async def _answer_next_question(self, worker: WorkerProcess) -> None:
        question, job = self._take_next_question()
        metrics.set_waiting_thought_counts(len(self._moves), len(self._hints))
        try:
            if not (self._closed or question.answer.done()):
                with metrics.time_thought(question.purpose):
                    answer = await self._answer_question(worker, job)
                question.set_answer(answer)
        finally:
            question.set_answer(())

    def _take_next_question(self) -> tuple[_WorkerQuestion, Job | ReviewSlice]:
        """Remove the next question from the queues. Return it and its job, with the time limit for a move."""
        # Answer at most a few hints in a row, because otherwise moves could wait forever.
        if self._hints and (self._hint_streak < MAX_HINTS_PER_WORKER or not self._moves):
            self._hint_streak += 1
            question = self._hints.popleft()
            return question, question.job
        self._hint_streak = 0
        if not self._moves:
            # ``min`` returns the oldest of the slices whose reviews have equally little work left.
            question = min(self._slices, key=lambda one: one.remaining_work)
            self._slices.remove(question)
            return question, question.job
        share = self._compute_move_seconds()
        question = self._moves.popleft()
        job = question.job
        return question, replace(job, seconds=min(job.seconds, share)) if isinstance(job, Job) else job

    def _compute_move_seconds(self) -> float:
        """Return the next move's time limit in seconds.

        The waiting moves form a round. Each worker thinks for :data:`ROUND_DURATION_SECONDS` per round. The
        next round begins when workers have got all moves of this round.
        """
        if not self._round:
            self._round = len(self._moves)
            self._share = max(ROUND_DURATION_SECONDS * len(self.workers) / self._round, MIN_MOVE_SECONDS)
        self._round -= 1
        return self._share

    async def _answer_question(
        self, worker: WorkerProcess, job: Job | ReviewSlice
    ) -> Ranking | ReviewFinding:
        try:
            for _ in range(MAX_ATTEMPTS):
                try:
                    reply = await self._ask_worker(worker, job)
                except WorkerLost:
                    if self._closed:
                        return ()
                    log.warning("computer player's worker ended game=%s", job.game)
                    continue
                if not isinstance(reply, str):
                    return reply
                log.error("computer player failed game=%s reason=%s", job.game, reply)
                break
        except Exception:
            log.exception("computer player failed game=%s", job.game)
        return ()

    async def _ask_worker(
        self, worker: WorkerProcess, job: Job | ReviewSlice
    ) -> Ranking | ReviewFinding | str:
        """Ask a worker, and kill it if it takes much too long.

        :raises WorkerLost: the worker process ended.
        """
        loop = asyncio.get_running_loop()
        # Use a timer of the event loop, because starting a timer thread would take longer than some answers.
        seconds = job.seconds if isinstance(job, Job) else MAX_SLICE_SECONDS
        guard = loop.call_later(seconds + process.GRACE_PERIOD_SECONDS, worker.kill)
        try:
            if isinstance(job, Job):
                return await loop.run_in_executor(self._threads, worker.ask, job)
            return await loop.run_in_executor(self._threads, worker.evaluate, job)
        finally:
            guard.cancel()


class _WorkerQuestion:
    """A job or slice, and the future for its answer.

    ``remaining_work`` is the remaining work of the slice's review, including this slice.
    """

    def __init__(self, job: Job | ReviewSlice, remaining_work: float, purpose: str) -> None:
        self.job = job
        self.purpose = purpose
        self.remaining_work = remaining_work
        self.answer: asyncio.Future[Ranking | ReviewFinding] = asyncio.get_running_loop().create_future()

    def set_answer(self, value: Ranking | ReviewFinding) -> None:
        """Set the answer, unless it is already set or nobody is waiting for it any longer."""
        if not self.answer.done():
            self.answer.set_result(value)


def _get_ranking_or_empty(value: Ranking | ReviewFinding) -> Ranking:
    return () if isinstance(value, ReviewFinding) else value
