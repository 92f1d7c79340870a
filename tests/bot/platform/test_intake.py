"""Work for a person waits for their presses, except for slow ones."""

from __future__ import annotations

import asyncio

import pytest

from bot.platform import intake
from bot.platform.intake import OpenPresses


async def is_waiting(presses: OpenPresses, user_id: int) -> bool:
    """Return whether work for a person would have to wait now."""
    waiting = asyncio.ensure_future(presses.wait_until_answered(user_id))
    for _ in range(10):
        await asyncio.sleep(0)
    return waiting.cancel()


async def test_work_waits_until_all_presses_of_the_person_are_answered() -> None:
    presses = OpenPresses()
    with presses.mark(1):
        with presses.mark(1):
            assert await is_waiting(presses, 1) and not await is_waiting(presses, 2)
        assert await is_waiting(presses, 1) and 1 in presses
    assert not await is_waiting(presses, 1) and 1 not in presses


async def test_a_new_press_is_waited_for_although_an_earlier_one_is_slow(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    presses = OpenPresses()
    with monkeypatch.context() as patched:
        patched.setattr(intake, "MAX_ANSWER_WAIT_SECONDS", 0)
        slow = presses.mark(1)
        slow.__enter__()
    assert not await is_waiting(presses, 1) and 1 in presses
    with presses.mark(1):
        assert await is_waiting(presses, 1)
    assert not await is_waiting(presses, 1)
    slow.__exit__(None, None, None)
    assert 1 not in presses
