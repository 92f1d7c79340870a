"""Quick reviews for tests.

Each process evaluates a slice only once, because many tests review the same match. A finding depends only on
its slice.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any, Final

from bot.computers.worker import Job, Ranking, ReviewSlice
from bot.kit.cache import Cache
from games.review.slices import ReviewFinding

QUICK_REVIEW_SETTINGS: Final[dict[str, Any]] = {
    "MAX_DEALS": 1,
    "MIN_DEALS": 1,
    "MAX_WALKS": 2,
    "MIN_WALKS": 2,
}
"""Replacements for constants of :mod:`games.review.slices`. Texts stay as long as in full reviews."""

_findings: Cache[bytes, ReviewFinding] = Cache(4000)
_rankings: Cache[bytes, Ranking] = Cache(4000)


def evaluate_slice_once(
    piece: ReviewSlice, evaluate: Callable[[], ReviewFinding | str]
) -> ReviewFinding | str:
    """Return the cached finding of a slice, calling ``evaluate`` if it is new. Error texts aren't cached."""
    key = pickle.dumps(piece)
    found: ReviewFinding | str | None = _findings.get(key)
    if found is None:
        found = evaluate()
        if isinstance(found, ReviewFinding):
            _findings.put(key, found)
    return found


def rank_moves_once(job: Job, think: Callable[[], Ranking | str]) -> Ranking | str:
    """Return the cached ranking of a job, calling ``think`` if it is new or has a time limit.

    Error texts aren't cached.
    """
    if job.stops_early or (job.iterations is None and not job.judged_token):
        return think()
    key = pickle.dumps(job)
    found: Ranking | str | None = _rankings.get(key)
    if found is None:
        found = think()
        if isinstance(found, tuple):
            _rankings.put(key, found)
    return found
