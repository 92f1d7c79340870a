"""For each key, the earlier of two timers wins. A worker stops its timers together with its tasks."""

from __future__ import annotations

import asyncio

from bot.kit.keyed_tasks import KeyedTasks, TaskWorker
from bot.kit.timers import KeyedTimers

TIMER_SECONDS = 0.01
"""Seconds after which the timers of the tests fire."""


async def ignore_key(key: int) -> None:
    """Do nothing, in place of work that never starts."""


async def test_a_timer_fires_once_at_the_earlier_of_two_times() -> None:
    acted: list[int] = []
    timers = KeyedTimers(acted.append, lambda: 0)
    timers.set_timer(1, 60)
    timers.set_timer(1, TIMER_SECONDS)
    timers.set_timer(1, 60)
    timers.set_timer(2, 60)
    await asyncio.sleep(5 * TIMER_SECONDS)
    assert acted == [1]
    timers.stop()


async def test_a_restarted_timer_forgets_the_earlier_time() -> None:
    acted: list[int] = []
    timers = KeyedTimers(acted.append, lambda: 0)
    timers.set_timer(1, TIMER_SECONDS)
    timers.restart_timer(1, 60)
    await asyncio.sleep(5 * TIMER_SECONDS)
    assert acted == []
    timers.restart_timer(1, 0)
    await asyncio.sleep(TIMER_SECONDS)
    assert acted == [1]
    timers.stop()


async def test_an_action_may_set_its_timer_again() -> None:
    acted: list[int] = []

    def act_and_set_timer(key: int) -> None:
        acted.append(key)
        if len(acted) < 3:
            timers.set_timer(key, 0)

    timers = KeyedTimers(act_and_set_timer, lambda: 0)
    timers.set_timer(1, 0)
    for _ in range(10):
        await asyncio.sleep(0)
    assert acted == [1, 1, 1]


async def test_a_stopped_worker_has_no_timers_and_starts_no_tasks() -> None:
    acted: list[int] = []
    timers = KeyedTimers(acted.append, lambda: 0)
    worker = TaskWorker(KeyedTasks("test", ignore_key, lambda key, error: False), timers)
    timers.set_timer(1, TIMER_SECONDS)
    worker.stop()
    timers.set_timer(2, TIMER_SECONDS)
    await asyncio.sleep(5 * TIMER_SECONDS)
    await worker.wait_until_idle()
    assert acted == []
