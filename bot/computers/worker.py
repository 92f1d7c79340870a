"""What computer players think with: a process of its own, which knows rules and views and no bot.

It imports neither Discord nor drawing, is asked through its standard input, and ends when that does: so it
outlives no host, however that one came to its end.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import time
from dataclasses import dataclass
from math import inf

from games.core.rng import Chance
from games.core.shapes import ViewLike
from games.players import think
from games.players.marks import find_loss
from games.players.puzzles import judge_answer
from games.players.suggesting import cap_unvisited
from games.registry import GAMES
from games.review.slices import Finding, Slice, StartSlice, review_slice

NICENESS = 10
"""How far the process steps back behind the host's own."""

NO_CHOICE = -1.0
"""What a move lost that was the only one."""

Ranking = tuple[tuple[str, float], ...]
"""Tokens with what each is worth to the seat, from 0 to 1; the best first."""


SLICE_SECONDS = 5.0
"""What a slice of a review may take; it usually takes a tenth of that, and knows no clock."""

Piece = Slice | StartSlice
"""A slice of a review, which has a name of its own for those who hand it on."""


@dataclass(frozen=True, slots=True)
class Job:
    """A position to think about.

    ``view`` is what ``seat`` sees, ``seed`` (32 bytes) and ``ply`` key the chance that is thought with, and
    ``seconds`` are for the thinking alone, counted from when it begins. With ``iterations`` it takes as long
    as these do, so that the answer is the same wherever and whenever it is thought. With ``played`` the
    answer is not what to play, but what that token lost: it comes back alone. With ``best`` it is the answer
    to a puzzle, set beside that token.
    """

    game: str
    version: int
    view: ViewLike
    seat: int
    level: str
    seed: bytes
    ply: int
    seconds: float
    iterations: int | None = None
    played: str = ""
    best: str = ""


def answer(job: Job) -> Ranking:
    """Return the tokens worth playing in a position, the best first."""
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
    )
    return tuple((thought.action.token, thought.value) for thought in cap_unvisited(thoughts))


def do(work: Job | Piece) -> Ranking | Finding:
    """Answer a job, or do a slice of a review."""
    return answer(work) if isinstance(work, Job) else review_slice(GAMES[work.game], work)


def serve() -> None:
    """Answer what comes pickled until there is no more, or say as text what went wrong."""
    # Ctrl-C reaches every process of a terminal; the host says when this one ends.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    while True:
        try:
            job = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        try:
            reply: Ranking | Finding | str = do(job)
        except Exception as error:
            reply = repr(error)
        try:
            pickle.dump(reply, sys.stdout.buffer)
            sys.stdout.buffer.flush()
        except OSError:
            # Nobody reads it any more. What is left in the buffer must not be tried again at the exit.
            os._exit(0)
