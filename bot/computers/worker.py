"""The worker process of computer players. It knows rules and views, but not the bot.

It imports neither Discord nor drawing, and reads jobs from its standard input. It ends when its input is
closed, so it never outlives the host.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import time
from math import inf

from games.core.rng import Chance
from games.core.shapes import ViewLike
from games.core.values import value
from games.players import think
from games.players.marks import find_loss
from games.players.puzzles import judge_answer
from games.players.suggesting import cap_unvisited
from games.players.tree import CountLeft
from games.registry import GAMES
from games.review.slices import Finding, Slice, StartSlice, review_slice

NO_CHOICE = -1.0
"""Reported in place of a lost win chance if the move had no alternative."""

Ranking = tuple[tuple[str, float], ...]
"""Tokens with their value to the seat, from 0 to 1; best first."""


MAX_SPEEDUP = 1.5
"""Assumed maximum factor by which the search gets faster; used to estimate how many iterations still fit."""
MAX_LEFT = 1_000_000
"""Maximum estimate of the remaining iterations."""

SLICE_SECONDS = 5.0
"""Seconds within which a worker should evaluate a slice of a review. It usually takes a tenth of that."""

Piece = Slice | StartSlice
"""A slice of a review, of either kind."""


@value
class Job:
    """A position to think about."""

    game: str
    version: int
    view: ViewLike
    """What ``seat`` sees."""
    seat: int
    level: str
    seed: bytes
    """32 bytes that, together with ``ply``, determine the random numbers."""
    ply: int
    seconds: float
    """Time limit, which applies if ``iterations`` is ``None``."""
    iterations: int | None = None
    """Number of iterations to do instead, so that the result doesn't depend on the machine."""
    played: str = ""
    """A token to judge. If given, the answer contains only this token, with the win chance it lost."""
    best: str = ""
    """The solution of a puzzle. If given, ``played`` is compared with this token."""
    choosing: bool = False
    """Whether to stop as soon as the best token can't change any more."""


def rank_actions(job: Job) -> Ranking:
    """Return the tokens worth playing in a position, best first; only that of ``job.played`` if given."""
    game = GAMES[job.game]
    rules = game.rules[job.version]
    until = time.monotonic() + (job.seconds if job.iterations is None else inf)
    chance = Chance(job.seed, job.ply)
    if job.best:
        about = (game, job.version, job.view, job.seat, job.best, job.played, job.seed, job.ply)
        return ((job.played, judge_answer(*about)),)
    if job.played:
        lost = find_loss(game, job.version, job.view, job.seat, job.played, chance)
        return ((job.played, NO_CHOICE if lost is None else lost),)
    candidates = rules.candidates(rules.sample(job.view, chance), job.seat)
    if len(candidates) == 1:
        return ((candidates[0].token, 0.5),)
    thoughts = think(
        game,
        job.version,
        job.view,
        job.seat,
        job.level,
        chance,
        lambda: time.monotonic() >= until,
        job.iterations,
        make_left_estimator(until) if job.choosing else None,
    )
    return tuple((thought.action.token, thought.value) for thought in cap_unvisited(thoughts))


def make_left_estimator(until: float) -> CountLeft:
    """Return a function that estimates, from the pace so far, how many iterations follow until a time."""
    began = 0.0

    def count_left(done: int) -> int:
        nonlocal began
        now = time.monotonic()
        if not done:
            began = now
            return MAX_LEFT
        pace = done / max(now - began, 1e-6)
        return int(min(max(until - now, 0.0) * pace * MAX_SPEEDUP, MAX_LEFT))

    return count_left


def run_job(work: Job | Piece) -> Ranking | Finding:
    """Run a job, or a slice of a review."""
    return rank_actions(work) if isinstance(work, Job) else review_slice(GAMES[work.game], work)


def serve_jobs(niceness: int) -> None:
    """Read pickled jobs until the input ends; write each result, or an error message as text.

    :param niceness: added to the process's nice value.
    """
    # Ctrl-C reaches all processes of a terminal, but the host decides when this one ends.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(niceness)
    while True:
        try:
            job = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        try:
            reply: Ranking | Finding | str = run_job(job)
        except Exception as error:
            reply = repr(error)
        try:
            pickle.dump(reply, sys.stdout.buffer)
            sys.stdout.buffer.flush()
        except OSError:
            # The host is gone. Exit without flushing the buffer, which would fail again.
            os._exit(0)
