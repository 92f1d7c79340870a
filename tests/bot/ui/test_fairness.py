"""What is dear: each person's one at a time, and others come in between."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot.ui.fairness import EXPENSIVE, EXPENSIVE_COMMAND, MAX_PRESSES, Fairness, OneAtATime, TooOften
from bot.ui.presses import Router
from bot.ui.texts import Texts
from bot.ui.verbs import PRESSES
from tests.support.patience import ENOUGH_SECONDS
from tests.support.stores import opened_store

COMES_ABOUT = ENOUGH_SECONDS
ANNA, BEN = 11, 22
ROUTER = Router(PRESSES)


@pytest.fixture
async def fairness(tmp_path: Path) -> AsyncIterator[Fairness]:
    async with opened_store(tmp_path / "reefs.db") as store:
        made = Fairness(store.mention_requests, lambda: 1000.0)
        yield made


@pytest.fixture
def texts() -> Iterator[Texts]:
    made = Texts()
    yield made
    made.close()


async def passes(times: int = 20) -> None:
    """Let everything go on that is not waiting for anybody."""
    for _ in range(times):
        await asyncio.sleep(0)


class Press:
    """A press on a button or a typed command, as far as it is looked at."""

    def __init__(self, what: str, person: int = ANNA) -> None:
        self.command = (
            None
            if ":" in what
            else SimpleNamespace(name=what, extras={} if what == "move" else EXPENSIVE_COMMAND)
        )
        self.data = {"custom_id": what} if ":" in what else None
        self.client = SimpleNamespace(services=SimpleNamespace(router=ROUTER))
        self.user = SimpleNamespace(id=person)
        self.extras: dict[str, Any] = {}


def press(what: str, person: int = ANNA) -> Any:
    return Press(what, person)


async def test_expensive_requests_of_one_person_queue_and_others_go_between(
    fairness: Fairness, texts: Texts
) -> None:
    order: list[str] = []
    first_may_end, first_begun = threading.Event(), threading.Event()

    def make(name: str) -> str:
        if not order:
            first_begun.set()
            first_may_end.wait(COMES_ABOUT)
        order.append(name)
        return name

    async def ask(person: int, name: str) -> None:
        interaction = press("log", person)
        with fairness.count_press(interaction):
            await fairness.wait_for_turn(interaction)
            await texts.get(name, lambda: make(name))

    much = [asyncio.create_task(ask(ANNA, f"anna {number}")) for number in range(5)]
    await asyncio.to_thread(first_begun.wait, COMES_ABOUT)
    other = asyncio.create_task(ask(BEN, "ben"))
    await passes()
    first_may_end.set()
    await asyncio.gather(*much, other)
    assert order == ["anna 0", "ben", "anna 1", "anna 2", "anna 3", "anna 4"]


async def test_expensive_presses_are_answered_one_by_one_and_moves_do_not_wait(
    fairness: Fairness,
) -> None:
    busy: list[tuple[int, bool]] = []
    most = 0

    async def answer(what: str, person: int) -> None:
        nonlocal most
        interaction, dear = press(what, person), what != "move"
        with fairness.count_press(interaction):
            await fairness.wait_for_turn(interaction)
            assert not dear or (person, dear) not in busy
            busy.append((person, dear))
            most = max(most, len(busy))
            await passes(3)
            busy.remove((person, dear))

    presses = (("log", ANNA), ("b:hi:1", ANNA), ("log", BEN), ("move", ANNA), ("catchup", ANNA), ("log", BEN))
    await asyncio.gather(*(answer(*each) for each in presses))
    assert most == 3, "of two people one dear press each, and the move"


async def test_a_cancelled_request_blocks_nobody(fairness: Fairness) -> None:
    async def answer() -> None:
        interaction = press("log")
        with fairness.count_press(interaction):
            await fairness.wait_for_turn(interaction)
            await asyncio.Event().wait()

    tasks = [asyncio.create_task(answer()) for _ in range(2)]
    await passes()
    for task in tasks[::-1]:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    interaction = press("log")
    with fairness.count_press(interaction):
        await fairness.wait_for_turn(interaction)
    assert not fairness._pressing


def test_further_presses_of_impatient_people_are_refused(fairness: Fairness) -> None:
    with ExitStack() as pressing:
        for _ in range(MAX_PRESSES):
            pressing.enter_context(fairness.count_press(press("b:go:1")))
            fairness.check_press(press("b:go:1"))
        with fairness.count_press(press("b:go:1")), pytest.raises(OneAtATime):
            fairness.check_press(press("b:go:1"))
        fairness.check_press(press("b:go:1", BEN))
    fairness.check_press(press("b:go:1"))
    assert not fairness._pressing


@pytest.mark.parametrize("dear", ["b:lg:1:2", "b:hi:1:2:f", "log"])
def test_expensive_presses_are_limited(fairness: Fairness, dear: str) -> None:
    (most,) = EXPENSIVE.limits
    for _ in range(most.times):
        fairness.check_press(press(dear))
    with pytest.raises(TooOften):
        fairness.check_press(press(dear))
    for other in (press("b:go:1"), press("move"), press("b:lg:1:2", BEN)):
        fairness.check_press(other)
