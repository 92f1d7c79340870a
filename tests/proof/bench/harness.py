"""Measures two implementations alternately, so that a slow phase of the machine affects both.

Absolute times differ between machines and from minute to minute, but a ratio of interleaved medians does not.
Comparisons of implementations are such ratios. Other figures have a fixed limit.
"""

from __future__ import annotations

import asyncio
import gc
import statistics
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

AT_MOST, AT_LEAST = "at most", "at least"
TICK_SECONDS = 0.001
"""Seconds between two ticks of the timer that measures lag."""


@dataclass(frozen=True, slots=True)
class Figure:
    name: str
    value: float
    """A ratio, unless the name states a unit."""
    bound: str
    """Whether ``goal`` is an upper limit (:data:`AT_MOST`) or a lower one (:data:`AT_LEAST`)."""
    goal: float

    @property
    def meets_goal(self) -> bool:
        return self.value <= self.goal if self.bound == AT_MOST else self.value >= self.goal

    def as_json(self) -> dict[str, Any]:
        return {**asdict(self), "value": round(self.value, 5), "meets_goal": self.meets_goal}


@dataclass(frozen=True, slots=True)
class Effort:
    is_quick: bool
    """Whether to measure only briefly, to try out the benchmark."""

    def count_rounds(self, full_rounds: int) -> int:
        """Return ``full_rounds`` or, in a quick run, a sixth of them, but at least 3."""
        return max(3, full_rounds // 6) if self.is_quick else full_rounds


def time_call(call: Callable[[], object]) -> float:
    began = time.perf_counter()
    call()
    return time.perf_counter() - began


async def time_await(work: Awaitable[object]) -> float:
    began = time.perf_counter()
    await work
    return time.perf_counter() - began


def measure_medians(sides: Iterable[Callable[[], object]], round_count: int) -> list[float]:
    """Call the sides alternately, after one warm-up call each. Return the median seconds of each side.

    Garbage is collected only between the rounds.
    """
    calls = list(sides)
    taken: list[list[float]] = [[] for _ in calls]
    for call in calls:
        call()
    gc.collect()
    gc.disable()
    try:
        for _ in range(round_count):
            for times, call in zip(taken, calls, strict=True):
                times.append(time_call(call))
            gc.collect(0)
    finally:
        gc.enable()
    return [statistics.median(times) for times in taken]


def measure_ratio(ours: Callable[[], object], other: Callable[[], object], round_count: int) -> float:
    one, two = measure_medians((ours, other), round_count)
    return one / two


def find_percentile(values: Sequence[float], percent: int) -> float:
    """Return the ``percent``-th percentile of at least two values."""
    return statistics.quantiles(values, n=100)[percent - 1]


async def measure_lags(work: Callable[[], Awaitable[None]]) -> list[float]:
    """Return the delays, in seconds, of one-millisecond timer ticks during ``work`` and just before it."""
    late: list[float] = []
    over = False

    async def record_ticks() -> None:
        while not over:
            began = time.perf_counter()
            await asyncio.sleep(TICK_SECONDS)
            late.append(time.perf_counter() - began - TICK_SECONDS)

    ticking = asyncio.create_task(record_ticks())
    await asyncio.sleep(5 * TICK_SECONDS)
    await work()
    over = True
    await ticking
    return late
