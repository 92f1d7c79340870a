"""The worker process in which computer players think. It uses the games, but not the bot.

It imports neither Discord nor drawing, and reads jobs from its standard input. It ends when its input is
closed, so it never outlives the bot.
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
from games.core.values import value_class
from games.players import find_search_settings, think
from games.players.judge import Judge
from games.players.marks import measure_move_loss
from games.players.puzzles import judge_answer
from games.players.suggesting import cap_rarely_visited_values, reconsider_abandoned_actions
from games.players.tree import CountLeft
from games.registry import GAMES
from games.review.answers import AnswerSlice
from games.review.slices import MatchSlice, ReviewFinding, StartSlice, review_slice

NO_CHOICE = -1.0
"""Returned instead of a lost win chance if the judged move had no alternative."""

Ranking = tuple[tuple[str, float], ...]
"""Tokens with their values for the seat, from 0 to 1, best first."""


MAX_SPEEDUP = 1.5
"""Assumed maximum factor by which a search gets faster, used to estimate the remaining iterations."""
MAX_ITERATIONS_LEFT = 1_000_000

HINT_SEARCH_SHARE = 2 / 3
"""Share of a hint's time for the search, in games that then compare the actions that it abandoned."""

MAX_SLICE_SECONDS = 5.0
"""A slice of a review usually takes a tenth of this."""

ReviewSlice = MatchSlice | StartSlice | AnswerSlice


@value_class
class Job:
    """A position to think about."""

    game: str
    version: int
    view: ViewLike
    seat: int
    level: str
    seed: bytes
    """32 bytes that determine the random numbers, together with ``ply``."""
    ply: int
    seconds: float
    """Time limit, unless ``iterations`` is set."""
    iterations: int | None = None
    """Set if the result must not depend on the machine's speed."""
    judged_token: str = ""
    """Token of a move to judge. If set, the answer contains only this token, with the win chance it loses."""
    solution: str = ""
    """Token that solves a puzzle. If set, ``judged_token`` is compared with it."""
    is_hint: bool = False
    """Whether a person gets the result, so that abandoned actions must be judged fairly too."""
    stops_early: bool = False
    """Whether to stop the search as soon as the best token can no longer change."""


def rank_actions(job: Job) -> Ranking:
    """Return the best tokens of a position, best first, or judge ``job.judged_token`` if it is set."""
    game = GAMES[job.game]
    rules = game.rules[job.version]
    began = time.monotonic()
    seconds = job.seconds if job.iterations is None else inf
    until = began + seconds
    comparison_walks = game.computer_settings.hint_comparison_walks if job.is_hint else 0
    search_until = began + seconds * HINT_SEARCH_SHARE if comparison_walks else until
    chance = Chance(job.seed, job.ply)
    if job.solution:
        about = (game, job.version, job.view, job.seat, job.solution, job.judged_token, job.seed, job.ply)
        return ((job.judged_token, judge_answer(*about)),)
    if job.judged_token:
        lost = measure_move_loss(game, job.version, job.view, job.seat, job.judged_token, chance)
        return ((job.judged_token, NO_CHOICE if lost is None else lost),)
    candidates = rules.list_candidates(rules.sample(job.view, chance), job.seat)
    if len(candidates) == 1:
        return ((candidates[0].token, 0.5),)
    thoughts = think(
        game,
        job.version,
        job.view,
        job.seat,
        job.level,
        chance,
        lambda: time.monotonic() >= search_until,
        job.iterations,
        make_iterations_estimator(until) if job.stops_early else None,
    )
    if comparison_walks:
        thoughts = reconsider_abandoned_actions(
            Judge(game, job.version, find_search_settings(game, job.level)),
            job.view,
            job.seat,
            thoughts,
            lambda: Chance(job.seed, job.ply),
            comparison_walks,
            lambda: time.monotonic() >= until,
        )
    return tuple((thought.action.token, thought.value) for thought in cap_rarely_visited_values(thoughts))


def make_iterations_estimator(until: float) -> CountLeft:
    """Return a function that estimates how many iterations a search can still do.

    :param until: the value of :func:`time.monotonic` at which the search ends.
    """
    began = 0.0

    def count_left(done: int) -> int:
        nonlocal began
        now = time.monotonic()
        if not done:
            began = now
            return MAX_ITERATIONS_LEFT
        pace = done / max(now - began, 1e-6)
        return int(min(max(until - now, 0.0) * pace * MAX_SPEEDUP, MAX_ITERATIONS_LEFT))

    return count_left


def run_job(work: Job | ReviewSlice) -> Ranking | ReviewFinding:
    """Rank the actions of a job, or evaluate a slice of a review."""
    return rank_actions(work) if isinstance(work, Job) else review_slice(GAMES[work.game], work)


def serve_jobs(niceness: int) -> None:
    """Read pickled jobs until the input ends. Write each result, or an error message as text.

    :param niceness: added to the process's nice value.
    """
    # Ctrl-C is sent to all processes of a terminal, but only the bot's process should end a worker.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(niceness)
    while True:
        try:
            job = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        try:
            reply: Ranking | ReviewFinding | str = run_job(job)
        except Exception as error:
            reply = repr(error)
        try:
            pickle.dump(reply, sys.stdout.buffer)
            sys.stdout.buffer.flush()
        except OSError:
            # The parent process has ended. A normal exit would flush the buffer again and fail again.
            os._exit(0)
