"""Expensive requests of one person are handled one at a time, with other people's in between."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot.ui.action_limits import (
    EXPENSIVE_COMMAND_EXTRAS,
    EXPENSIVE_LIMIT,
    MAX_CONCURRENT_PRESSES,
    ActionLimits,
    ActionTooOften,
    TooManyPresses,
)
from bot.ui.presses import Router
from bot.ui.texts import TextCache
from bot.ui.verbs import PRESS_HANDLERS
from tests.support.patience import HANG_TIMEOUT_SECONDS
from tests.support.stores import keep_store_open

TIMEOUT_SECONDS = HANG_TIMEOUT_SECONDS
ANNA_ID, BEN_ID = 11, 22
ROUTER = Router(PRESS_HANDLERS)


@pytest.fixture
async def action_limits(tmp_path: Path) -> AsyncIterator[ActionLimits]:
    async with keep_store_open(tmp_path / "reefs.db") as store:
        made = ActionLimits(store.mention_requests, lambda: 1000.0)
        yield made


@pytest.fixture
def texts() -> Iterator[TextCache]:
    cache = TextCache()
    yield cache
    cache.close()


async def run_ready_tasks(times: int = 20) -> None:
    """Let the other tasks run until they wait for something."""
    for _ in range(times):
        await asyncio.sleep(0)


class FakeInteraction:
    """A press of a button or a typed command, with the attributes that the checks read."""

    def __init__(self, control: str, person: int = ANNA_ID) -> None:
        self.command = (
            None
            if ":" in control
            else SimpleNamespace(name=control, extras={} if control == "move" else EXPENSIVE_COMMAND_EXTRAS)
        )
        self.data = {"custom_id": control} if ":" in control else None
        self.client = SimpleNamespace(services=SimpleNamespace(router=ROUTER))
        self.user = SimpleNamespace(id=person)
        self.extras: dict[str, Any] = {}


def make_press(control: str, person: int = ANNA_ID) -> Any:
    """Return a press of a button, by its ID, or a typed command, by its name."""
    return FakeInteraction(control, person)


async def test_expensive_requests_of_one_person_wait_for_each_other_but_do_not_block_others(
    action_limits: ActionLimits, texts: TextCache
) -> None:
    order: list[str] = []
    first_may_end, first_begun = threading.Event(), threading.Event()

    def make_text(name: str) -> str:
        if not order:
            first_begun.set()
            first_may_end.wait(TIMEOUT_SECONDS)
        order.append(name)
        return name

    async def request_text(person: int, name: str) -> None:
        interaction = make_press("log", person)
        with action_limits.count_press(interaction):
            await action_limits.wait_for_earlier_presses(interaction)
            await texts.get(name, lambda: make_text(name))

    requests = [asyncio.create_task(request_text(ANNA_ID, f"anna {number}")) for number in range(5)]
    await asyncio.to_thread(first_begun.wait, TIMEOUT_SECONDS)
    other = asyncio.create_task(request_text(BEN_ID, "ben"))
    await run_ready_tasks()
    first_may_end.set()
    await asyncio.gather(*requests, other)
    assert order == ["anna 0", "ben", "anna 1", "anna 2", "anna 3", "anna 4"]


async def test_expensive_presses_are_answered_one_by_one_and_moves_do_not_wait(
    action_limits: ActionLimits,
) -> None:
    busy: list[tuple[int, bool]] = []
    most = 0

    async def answer_press(control: str, person: int) -> None:
        nonlocal most
        interaction, expensive = make_press(control, person), control != "move"
        with action_limits.count_press(interaction):
            await action_limits.wait_for_earlier_presses(interaction)
            assert not expensive or (person, expensive) not in busy
            busy.append((person, expensive))
            most = max(most, len(busy))
            await run_ready_tasks(3)
            busy.remove((person, expensive))

    presses = (
        ("log", ANNA_ID),
        ("b:hi:1", ANNA_ID),
        ("log", BEN_ID),
        ("move", ANNA_ID),
        ("catchup", ANNA_ID),
        ("log", BEN_ID),
    )
    await asyncio.gather(*(answer_press(*each) for each in presses))
    assert most == 3, "one expensive press of each person, and the move"


async def test_a_cancelled_request_does_not_block_the_next(action_limits: ActionLimits) -> None:
    async def answer_press() -> None:
        interaction = make_press("log")
        with action_limits.count_press(interaction):
            await action_limits.wait_for_earlier_presses(interaction)
            await asyncio.Event().wait()

    tasks = [asyncio.create_task(answer_press()) for _ in range(2)]
    await run_ready_tasks()
    for task in tasks[::-1]:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    interaction = make_press("log")
    with action_limits.count_press(interaction):
        await action_limits.wait_for_earlier_presses(interaction)
    assert not action_limits._pressing


def test_too_many_unanswered_presses_of_a_person_are_refused(action_limits: ActionLimits) -> None:
    with ExitStack() as pressing:
        for _ in range(MAX_CONCURRENT_PRESSES):
            pressing.enter_context(action_limits.count_press(make_press("b:go:1")))
            action_limits.check_press(make_press("b:go:1"))
        with action_limits.count_press(make_press("b:go:1")), pytest.raises(TooManyPresses):
            action_limits.check_press(make_press("b:go:1"))
        action_limits.check_press(make_press("b:go:1", BEN_ID))
    action_limits.check_press(make_press("b:go:1"))
    assert not action_limits._pressing


@pytest.mark.parametrize("expensive", ["b:lg:1:2", "b:hi:1:2:f", "log"])
def test_expensive_presses_are_limited(action_limits: ActionLimits, expensive: str) -> None:
    (most,) = EXPENSIVE_LIMIT.limits
    for _ in range(most.max_uses):
        action_limits.check_press(make_press(expensive))
    with pytest.raises(ActionTooOften):
        action_limits.check_press(make_press(expensive))
    for other in (make_press("b:go:1"), make_press("move"), make_press("b:lg:1:2", BEN_ID)):
        action_limits.check_press(other)
