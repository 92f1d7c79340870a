"""Computer players' thoughts, off the event loop: one worker process that is asked one thing at a time.

The process gets views, never a state, a table's secret or its match key. What it draws by chance is keyed
by a secret of this process alone, so it tells nothing of the chance of a match, nor can that be told by it.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import hmac
import logging
import pickle
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from secrets import token_bytes

from bot import config
from bot.computers.worker import Job, Ranking
from bot.model.table import Table
from games.core.match import Match
from games.core.rng import Chance

log = logging.getLogger(__name__)

HINT_SECONDS = 0.6
HINT_LEVEL = "hard"
HINTS = 4
"""How many hints may wait; who asks for one more gets none."""
ROUND_SECONDS = 5.0
"""In so many seconds all tables that wait at a time get a move, each having less time the more there are."""
LEAST_SECONDS = 0.2
"""However many wait, a move has so many seconds: enough to look a little ahead."""
GRACE_SECONDS = 60.0
"""How much longer than it was given a thought may take, the worker's start included, before it is ended.

The worker steps back behind everything else that runs: on a busy computer its start alone takes ten seconds.
"""
TRIES = 2


class Lost(Exception):
    """The worker process ended in mid-thought."""


class Worker:
    """The process, started when it is first needed and again when it has ended. For one thread at a time."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        self._closed = False

    @property
    def pid(self) -> int | None:
        """The process id; ``None`` where none runs."""
        process = self._process
        return process.pid if process is not None and process.poll() is None else None

    def ask(self, job: Job) -> Ranking | str:
        """Return the answer, or what went wrong. Takes as long as the thought does.

        :raises Lost: the process ended, or had to be ended because it took far too long.
        """
        process = self._running()
        assert process.stdin is not None and process.stdout is not None
        guard = threading.Timer(job.seconds + GRACE_SECONDS, process.kill)
        guard.daemon = True
        guard.start()
        try:
            process.stdin.write(pickle.dumps(job))
            process.stdin.flush()
            reply: Ranking | str = pickle.load(process.stdout)
        except (EOFError, OSError, ValueError, pickle.UnpicklingError) as error:
            self._end()
            raise Lost from error
        finally:
            guard.cancel()
        return reply

    def _running(self) -> subprocess.Popen[bytes]:
        with self._lock:
            if self._closed:
                raise Lost
            if self._process is None:
                # A new interpreter on every system: a fork would copy the locks of other threads.
                start = (
                    f"import sys; sys.path[:] = {sys.path!r}; from bot.computers.worker import serve; serve()"
                )
                self._process = subprocess.Popen(
                    [sys.executable, "-c", start],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    env=config.pick_inherited(),
                )
            return self._process

    def close(self) -> None:
        """End the process at once; it holds nothing that could be lost."""
        self._closed = True
        self._end()

    def _end(self) -> None:
        with self._lock:
            process, self._process = self._process, None
            if process is None:
                return
            process.kill()
            # Leaving it closes its pipes, once whoever reads from it has seen the end, and waits for it.
            with contextlib.suppress(BrokenPipeError), process:
                pass


class Thinker:
    """Asks the worker for one table after the other; hints to people go before computers' moves.

    A table asks for one move at a time, so all of them take turns; after :data:`HINTS` hints in a row one of
    them has its turn.
    """

    def __init__(self, seconds: float, worker: Worker | None = None) -> None:
        """Start nothing yet.

        :param seconds: how long a computer player may think about the first move of a turn. The second has
            half of that, the third a third: a turn of many moves keeps nobody waiting for long.
        """
        self.worker = Worker() if worker is None else worker
        self._seconds = seconds
        self._secret = token_bytes(32)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="thinking")
        self._hints: deque[_Question] = deque()
        self._moves: deque[_Question] = deque()
        self._round = 0
        self._share = seconds
        self._task: asyncio.Task[None] | None = None
        self._closed = False

    async def think(self, table: Table, match: Match, seat: int) -> str:
        """Return the token that a computer player does; a legal one by chance where it could not think.

        :param match: the match as ``seat`` finds it, others' answers foreseen.
        """
        level = table.occupants[seat].computer or HINT_LEVEL
        seconds = max(self._seconds / (1 + _made(match, seat)), LEAST_SECONDS)
        job = self._job(table, match, seat, level, seconds)
        found = await self._ask(job, self._moves)
        return found[0][0] if found else await self.draw(table, match, seat)

    async def draw(self, table: Table, match: Match, seat: int) -> str:
        """Return a legal token without a thought, so that no table waits for ever."""
        chance = Chance(self._seed(table, match, seat), match.ply)
        # A rich hand has a great many legal actions.
        legal = await asyncio.to_thread(match.rules.candidates, match.state, seat)
        return str(chance.choice(legal).token)

    async def advise(self, table: Table, match: Match, seat: int) -> Sequence[tuple[str, float]]:
        """Return tokens for a person's hint with what each is worth, from 0 to 1; the best first.

        :param match: the match as ``seat`` finds it, others' answers foreseen.
        :returns: empty when too many ask, or when nothing came of it.
        """
        if len(self._hints) >= HINTS:
            return ()
        return await self._ask(self._job(table, match, seat, HINT_LEVEL, HINT_SECONDS), self._hints)

    def close(self) -> None:
        """End the worker and take no more; what waits gets no answer from it."""
        self._closed = True
        self.worker.close()
        self._thread.shutdown(wait=True, cancel_futures=True)

    def _job(self, table: Table, match: Match, seat: int, level: str, seconds: float) -> Job:
        view, seed = match.rules.view(match.state, seat), self._seed(table, match, seat)
        seconds = min(seconds, self._seconds)
        return Job(match.game.key, match.rules.version, view, seat, level, seed, match.ply, seconds)

    def _seed(self, table: Table, match: Match, seat: int) -> bytes:
        about = f"{table.id}:{match.seq}:{seat}".encode()
        return hmac.new(self._secret, about, hashlib.sha256).digest()

    async def _ask(self, job: Job, queue: deque[_Question]) -> Ranking:
        if self._closed:
            return ()
        question = _Question(job)
        queue.append(question)
        if self._task is None:
            self._task = asyncio.create_task(self._work(), name="thinking")
        return await question.answer

    async def _work(self) -> None:
        """Put the questions to the worker until none is left."""
        loop = asyncio.get_running_loop()
        hints = 0
        try:
            while self._hints or self._moves:
                # However many people ask for hints, no table waits for ever.
                patient = hints < HINTS or not self._moves
                waiting = self._hints if self._hints and patient else self._moves
                hints = hints + 1 if waiting is self._hints else 0
                question = waiting[0]
                most = self._shared() if waiting is self._moves else HINT_SECONDS
                if not (self._closed or question.answer.done()):
                    job = replace(question.job, seconds=min(question.job.seconds, most))
                    question.settle(await loop.run_in_executor(self._thread, self._put, job))
                question.settle(())
                waiting.remove(question)
        finally:
            # Nobody is left waiting where this task was cancelled.
            for question in (*self._hints, *self._moves):
                question.settle(())
            self._hints.clear()
            self._moves.clear()
            self._round = 0
            self._task = None

    def _shared(self) -> float:
        """Return the seconds of the next move: all that wait when a round begins have the same."""
        if not self._round:
            self._round = len(self._moves)
            self._share = max(ROUND_SECONDS / self._round, LEAST_SECONDS)
        self._round -= 1
        return self._share

    def _put(self, job: Job) -> Ranking:
        try:
            for _ in range(TRIES):
                try:
                    reply = self.worker.ask(job)
                except Lost:
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


def _made(match: Match, seat: int) -> int:
    """Return how many moves of its present turn a seat has made."""
    made, ply = 0, match.ply
    while ply and match.turn == seat and not match.turns_ended(ply):
        made += match.steps[ply - 1].seat == seat
        ply -= 1
    return made


class _Question:
    """A job and whoever waits for its answer."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.answer: asyncio.Future[Ranking] = asyncio.get_running_loop().create_future()

    def settle(self, found: Ranking) -> None:
        """Give the answer, unless there is one or nobody waits any more."""
        if not self.answer.done():
            self.answer.set_result(found)
