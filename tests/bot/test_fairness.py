"""Dear texts: made off the event loop, once, of each person one at a time, and others come in between."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from bot.storage import Store
from bot.ui.fairness import AT_ONCE, DEAR, Fairness, OneAtATime, TooOften

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
    made: list[int] = []

    def make() -> str:
        made.append(1)
        return "text"

    texts = [fairness.text(ANNA, "key", make) for _ in range(5)]
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


class Command:
    """A typed command, as far as it is looked at."""

    def __init__(self, name: str, person: int = ANNA) -> None:
        self.command = self if name else None
        self.name = name
        self.user = self
        self.id = person
        self.data = None


def press(custom_id: str, person: int = ANNA) -> Any:
    made: Any = Command("", person)
    made.data = {"custom_id": custom_id}
    return made


def test_of_those_who_do_not_wait_for_answers_no_more_is_taken(fairness: Fairness) -> None:
    with ExitStack() as pressing:
        for _ in range(AT_ONCE):
            pressing.enter_context(fairness.pressing(ANNA))
            fairness.admit(press("b:go:1"))
        with fairness.pressing(ANNA), pytest.raises(OneAtATime):
            fairness.admit(press("b:go:1"))
        fairness.admit(press("b:go:1", BEN))
    fairness.admit(press("b:go:1"))
    assert not fairness._pressing


@pytest.mark.parametrize("dear", [press("b:lg:1:2"), press("b:hi:1:2:f"), Command("log")])
def test_what_is_dear_is_not_pressed_without_end(fairness: Fairness, dear: Any) -> None:
    (most,) = DEAR.limits
    for _ in range(most.times):
        fairness.admit(dear)
    with pytest.raises(TooOften):
        fairness.admit(dear)
    others: tuple[Any, ...] = (press("b:go:1"), Command("move"), press("b:lg:1:2", BEN))
    for other in others:
        fairness.admit(other)
