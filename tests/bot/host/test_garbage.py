"""Garbage collections scan only new objects, no matter how many older objects are alive."""

from __future__ import annotations

import asyncio
import gc
import weakref

import pytest

from bot.host import garbage
from bot.host.garbage import (
    COLLECTIONS_PER_FREEZE,
    MIDDLE_GENERATION_THRESHOLD,
    NEVER_COLLECT,
    YOUNG_GENERATION_THRESHOLD,
    shorten_collection_pauses,
)

OBJECT_COUNT = 6 * YOUNG_GENERATION_THRESHOLD * MIDDLE_GENERATION_THRESHOLD
"""Number of objects to keep alive, enough to trigger six collections of the middle generation."""
BATCH_SIZE = YOUNG_GENERATION_THRESHOLD


@pytest.fixture(autouse=True)
def freeze_objects_of_other_tests() -> None:
    """Freeze what other tests left, so that the first collection doesn't scan it."""
    gc.freeze()


async def test_a_collection_scans_few_objects_even_if_many_are_alive() -> None:
    kept: list[list[object]] = []
    most = 0
    stops: list[float] = []
    with shorten_collection_pauses(stops.append):
        frozen = gc.get_freeze_count()
        while len(kept) < OBJECT_COUNT:
            kept.extend([kept] for _ in range(BATCH_SIZE))
            await asyncio.sleep(0)
            most = max(most, len(gc.get_objects(generation=2)))
        assert gc.get_freeze_count() - frozen > OBJECT_COUNT / 2
    assert most <= (COLLECTIONS_PER_FREEZE + 1) * YOUNG_GENERATION_THRESHOLD * MIDDLE_GENERATION_THRESHOLD * 2
    assert len(stops) >= OBJECT_COUNT // (YOUNG_GENERATION_THRESHOLD * MIDDLE_GENERATION_THRESHOLD) / 2
    assert min(stops) >= 0


async def test_python_never_runs_a_full_collection_automatically() -> None:
    before, heard = gc.get_threshold(), len(gc.callbacks)
    with shorten_collection_pauses():
        assert gc.get_threshold() == (YOUNG_GENERATION_THRESHOLD, MIDDLE_GENERATION_THRESHOLD, NEVER_COLLECT)
    assert gc.get_threshold() == before
    assert len(gc.callbacks) == heard


async def test_frozen_garbage_is_collected_once_a_day() -> None:
    class SelfReference:
        """An object that refers to itself."""

        def __init__(self) -> None:
            self.itself = self

    loop = asyncio.get_running_loop()
    later: list[object] = []
    call_later = loop.call_later

    def record_call(seconds: float, call: object, *args: object) -> asyncio.TimerHandle:
        later.append(call)
        return call_later(seconds, lambda: None)

    loop.call_later = record_call  # type: ignore[assignment,method-assign]
    try:
        with shorten_collection_pauses():
            part = SelfReference()
            gc.freeze()
            find_part = weakref.ref(part)
            del part
            gc.collect()
            assert find_part() is not None
            (collect_all_garbage,) = later
            assert callable(collect_all_garbage)
            collect_all_garbage()
            assert find_part() is None
            assert len(later) == 2, "and again a day later"
    finally:
        loop.call_later = call_later  # type: ignore[method-assign]


async def test_the_middle_generation_is_collected_only_if_it_is_large_enough() -> None:
    collected = gc.get_stats()[2]["collections"]
    gc.collect()
    garbage.freeze_survivors()
    assert gc.get_stats()[2]["collections"] == collected + 1
