"""Dear texts: made off the event loop, once, of each person one at a time, and others come in between."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.kit.turns import TooMany, Turns
from bot.storage import Store
from bot.ui.fairness import WAITING, Fairness, OneAtATime

COMES_ABOUT = 60.0
ANNA, BEN = 11, 22


@pytest.fixture
async def fairness(tmp_path: Path) -> AsyncIterator[Fairness]:
    store = await Store.open(tmp_path / "reefs.db")
    made = Fairness(store.asked, lambda: 1000.0)
    yield made
    made.close()
    await store.close()


async def passes(times: int = 20) -> None:
    """Let everything go on that is not waiting for anybody."""
    for _ in range(times):
        await asyncio.sleep(0)


async def test_a_text_is_made_in_another_thread_and_served_again_from_memory(fairness: Fairness) -> None:
    threads = []

    def make() -> str:
        threads.append(threading.get_ident())
        return "a long story"

    assert [await fairness.text(person, "key", make) for person in (ANNA, ANNA, BEN)] == ["a long story"] * 3
    assert len(threads) == 1 and threads[0] != threading.get_ident()
    fairness.forget()
    await fairness.text(ANNA, "key", make)
    assert len(threads) == 2


async def test_the_same_asked_for_twice_at_once_is_made_once(fairness: Fairness) -> None:
    made = []
    texts = [fairness.text(ANNA, "key", lambda: made.append(1) or "text") for _ in range(5)]
    assert await asyncio.gather(*texts) == ["text"] * 5
    assert len(made) == 1


async def test_who_asks_for_much_waits_for_themselves_and_others_come_in_between(fairness: Fairness) -> None:
    order: list[str] = []
    first_may_end, first_begun = threading.Event(), threading.Event()

    def make(name: str) -> str:
        if not order:
            first_begun.set()
            first_may_end.wait(COMES_ABOUT)
        order.append(name)
        return name

    def ask(person: int, name: str) -> asyncio.Task[str]:
        return asyncio.create_task(fairness.text(person, name, lambda: make(name)))

    much = [ask(ANNA, f"anna {number}") for number in range(5)]
    await asyncio.to_thread(first_begun.wait, COMES_ABOUT)
    other = ask(BEN, "ben")
    await passes()
    first_may_end.set()
    await asyncio.gather(*much, other)
    assert order == ["anna 0", "ben", "anna 1", "anna 2", "anna 3", "anna 4"]


async def test_a_person_s_presses_are_worked_at_one_by_one(fairness: Fairness) -> None:
    busy: list[int] = []
    most = 0

    async def press(person: int) -> None:
        nonlocal most
        async with fairness.turn(person):
            assert person not in busy
            busy.append(person)
            most = max(most, len(busy))
            await passes(3)
            busy.remove(person)

    await asyncio.gather(*(press(person) for person in (ANNA, ANNA, BEN, ANNA, BEN)))
    assert most == 2, "different people do not wait for each other"


async def test_more_than_some_that_wait_are_refused_at_once(fairness: Fairness) -> None:
    go = asyncio.Event()

    async def press() -> None:
        async with fairness.turn(ANNA):
            await go.wait()

    waiting = [asyncio.create_task(press()) for _ in range(1 + WAITING)]
    await passes()
    with pytest.raises(OneAtATime):
        await press()
    async with fairness.turn(BEN):
        pass
    go.set()
    await asyncio.gather(*waiting)
    await press()


async def test_nothing_is_kept_of_who_is_done_or_gave_up() -> None:
    turns = Turns(1)

    async def work() -> None:
        async with turns.of(ANNA):
            await asyncio.Event().wait()

    tasks = [asyncio.create_task(work()) for _ in range(2)]
    await passes()
    with pytest.raises(TooMany):
        await work()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert not turns._waiting
    tasks.clear()
    async with turns.of(ANNA):
        pass
