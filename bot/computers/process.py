"""Controls a worker process: starts it on demand, kills it if it hangs, and restarts it if it has ended."""

from __future__ import annotations

import contextlib
import pickle
import subprocess
import sys
import threading
from typing import ClassVar

from bot import config
from bot.computers.worker import Job, Ranking, ReviewSlice
from games.review.slices import ReviewFinding

GRACE_PERIOD_SECONDS = 60.0
"""Seconds by which a worker may exceed its time limit before it is killed.

They include the start of the process, which can take ten seconds on a busy computer.
"""


class WorkerLost(Exception):
    """The worker process ended without an answer."""


class WorkerProcess:
    """A worker process that is started on demand. Use it in only one thread at a time."""

    niceness: ClassVar[int] = 10
    """Value added to the process's nice value, so that the bot's other work takes precedence."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        self._closed = False

    @property
    def pid(self) -> int | None:
        """Process ID; ``None`` if no process is running."""
        process = self._process
        return process.pid if process is not None and process.poll() is None else None

    def ask(self, job: Job) -> Ranking | str:
        """Return the ranking for a job, or an error message. Block while the worker thinks.

        :raises WorkerLost: the process ended.
        """
        reply = self._send_work(job)
        return reply if not isinstance(reply, ReviewFinding) else ()

    def evaluate(self, review_slice: ReviewSlice) -> ReviewFinding | str:
        """Return the finding of a review's slice, or an error message. Block while the worker thinks.

        :raises WorkerLost: the process ended.
        """
        reply = self._send_work(review_slice)
        return reply if not isinstance(reply, tuple) else "not a finding"

    def _send_work(self, job: Job | ReviewSlice) -> Ranking | ReviewFinding | str:
        process = self._ensure_process()
        assert process.stdin is not None and process.stdout is not None
        try:
            process.stdin.write(pickle.dumps(job))
            process.stdin.flush()
            reply: Ranking | ReviewFinding | str = pickle.load(process.stdout)
        except (EOFError, OSError, ValueError, pickle.UnpicklingError) as error:
            self._kill_process()
            raise WorkerLost from error
        return reply

    def kill(self) -> None:
        """Kill the process while it is thinking, which raises :class:`WorkerLost` in the waiting thread."""
        process = self._process
        if process is not None:
            process.kill()

    def _ensure_process(self) -> subprocess.Popen[bytes]:
        with self._lock:
            if self._closed:
                raise WorkerLost
            if self._process is None:
                # Don't fork, because a fork would copy locks that other threads hold.
                start = (
                    f"import sys; sys.path[:] = {sys.path!r}; "
                    "from bot.computers.worker import serve_jobs; "
                    f"serve_jobs({self.niceness})"
                )
                self._process = subprocess.Popen(
                    [sys.executable, "-c", start],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    env=config.pick_inherited_variables(),
                )
            return self._process

    def close(self) -> None:
        """Kill the process. This loses nothing, because workers store no data."""
        self._closed = True
        self._kill_process()

    def _kill_process(self) -> None:
        with self._lock:
            process, self._process = self._process, None
            if process is None:
                return
            process.kill()
            # Leaving the context closes the pipes and waits for the process to end.
            with contextlib.suppress(BrokenPipeError), process:
                pass
