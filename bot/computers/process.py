"""A worker process as the host holds it: started when needed, ended when it hangs, replaced when it died."""

from __future__ import annotations

import contextlib
import pickle
import subprocess
import sys
import threading

from bot import config
from bot.computers.worker import Job, Piece, Ranking
from games.review.slices import Finding

GRACE_SECONDS = 60.0
"""How much longer than it was given a thought may take, the worker's start included, before it is ended.

The worker steps back behind everything else that runs: on a busy computer its start alone takes ten seconds.
"""


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

        :raises Lost: the process ended.
        """
        reply = self._send(job)
        return reply if not isinstance(reply, Finding) else ()

    def weigh(self, piece: Piece) -> Finding | str:
        """Return what a slice of a review finds, or what went wrong; otherwise as :meth:`ask`.

        :raises Lost: the process ended.
        """
        reply = self._send(piece)
        return reply if not isinstance(reply, tuple) else "not a finding"

    def _send(self, job: Job | Piece) -> Ranking | Finding | str:
        process = self._running()
        assert process.stdin is not None and process.stdout is not None
        try:
            process.stdin.write(pickle.dumps(job))
            process.stdin.flush()
            reply: Ranking | Finding | str = pickle.load(process.stdout)
        except (EOFError, OSError, ValueError, pickle.UnpicklingError) as error:
            self._end()
            raise Lost from error
        return reply

    def kill(self) -> None:
        """End the process in mid-thought: whoever waits for its answer hears that it is lost."""
        process = self._process
        if process is not None:
            process.kill()

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
