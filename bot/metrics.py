"""Prometheus metrics of the host.

Outside :func:`start_measuring`, nothing is measured, and each call costs only a comparison. No label
identifies a person, a server or a channel.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import cache
from typing import TYPE_CHECKING

from bot.kit import timing

if TYPE_CHECKING:
    from bot.meters import Meters

OK_RESULT = "ok"
REFUSED_RESULT = "refused"
OUTDATED_RESULT = "outdated"
STOPPING_RESULT = "stopping"
REPEATED_RESULT = "repeated"
EXPIRED_RESULT = "expired"
FAILED_RESULT = "failed"

LOOP_DELAY_INTERVAL_SECONDS = 1.0

ANSWERED_RESULT, UNANSWERED_RESULT, UNREADABLE_RESULT = "answered", "unanswered", "unreadable"


_meters: Meters | None = None


def get_meters() -> Meters | None:
    """Return the metrics, or ``None`` while nothing is measured."""
    return _meters


@contextmanager
def start_measuring() -> Iterator[Meters]:
    """Collect metrics while the context is active, and yield them."""
    from bot.meters import Meters

    global _meters
    _meters = meters = Meters()
    find_meter = cache(meters.database.labels)
    timing.set_listener(lambda kind, seconds: find_meter(kind).observe(seconds))
    try:
        yield meters
    finally:
        timing.set_listener(None)
        _meters = None


def time_drawing(game_key: str) -> AbstractContextManager[object]:
    """Return a context manager that records how long the drawing of a picture takes."""
    return nullcontext() if _meters is None else _meters.pictures.labels(game_key).time()


def time_thought(purpose: str) -> AbstractContextManager[object]:
    """Return a context manager that records how long a computer player thinks.

    :param purpose: the label in the metrics, such as ``move`` or ``hint``.
    """
    return nullcontext() if _meters is None else _meters.thinking.labels(purpose).time()


def count_match_begun(game_key: str) -> None:
    """Increment the number of matches begun."""
    if _meters is not None:
        _meters.begun.labels(game_key).inc()


def count_match_ended(game_key: str) -> None:
    """Increment the number of matches ended, for whatever reason."""
    if _meters is not None:
        _meters.ended.labels(game_key).inc()


def set_waiting_thought_counts(move_count: int, hint_count: int) -> None:
    """Set the numbers of moves and hints waiting for a free worker process."""
    if _meters is not None:
        _meters.thoughts.labels("move").set(move_count)
        _meters.thoughts.labels("hint").set(hint_count)


def record_remote_question(waiting_count: int, result: str | None = None) -> None:
    """Set the number of questions waiting for remote thinkers, and count a finished question.

    :param result: the result of the finished question, if any.
    """
    if _meters is not None:
        _meters.remote_questions.set(waiting_count)
        if result is not None:
            _meters.remote_results.labels(result).inc()


def record_collection_pause(seconds: float) -> None:
    """Record a pause caused by a garbage collection."""
    if _meters is not None:
        _meters.pauses.observe(seconds)


@contextmanager
def measure_loop_delay(meters: Meters) -> Iterator[None]:
    """Measure the event loop's delay regularly while the context is active."""
    loop = asyncio.get_running_loop()

    timer: asyncio.TimerHandle

    def schedule_measurement() -> None:
        nonlocal timer
        due = loop.time() + LOOP_DELAY_INTERVAL_SECONDS
        timer = loop.call_at(due, measure_delay, due)

    def measure_delay(due: float) -> None:
        meters.lag.observe(max(0.0, loop.time() - due))
        schedule_measurement()

    schedule_measurement()
    try:
        yield
    finally:
        timer.cancel()
