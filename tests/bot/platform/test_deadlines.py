"""The first answer to a press: two concurrent tries, of which one is enough."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from bot.platform import deadlines
from bot.platform.deadlines import acknowledge, retry_if_cut

ENOUGH = 60.0
"""More seconds than any test takes, however busy the machine is."""

Call = Callable[[], Awaitable[object]]


class Taken(Exception):
    """Discord's error for an interaction that an earlier try acknowledged."""


class Refused(Exception):
    """Discord's refusal."""


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deadlines, "SECOND_TRY_SECONDS", 0.01)
    monkeypatch.setattr(deadlines, "LATE_SECONDS", ENOUGH)


class Discord:
    """Answers each try as the test says."""

    def __init__(self, *tries: Call) -> None:
        self._tries = list(tries)
        self.left_off = 0

    async def call(self) -> object:
        try:
            return await self._tries.pop(0)()
        except asyncio.CancelledError:
            self.left_off += 1
            raise

    async def acknowledged(self) -> None:
        await acknowledge(self.call, lambda error: isinstance(error, Taken))


async def never() -> None:
    await asyncio.Event().wait()


async def done() -> None:
    pass


def make_failing_call(error: Exception) -> Call:
    async def call() -> None:
        raise error

    return call


@pytest.mark.parametrize("second", [done, make_failing_call(Taken())])
async def test_the_answer_to_the_second_try_counts_and_the_first_is_dropped(second: Call) -> None:
    discord = Discord(never, second)
    await discord.acknowledged()
    assert discord.left_off == 1


@pytest.mark.parametrize(
    "second", [never, make_failing_call(ConnectionError()), make_failing_call(Refused())]
)
async def test_a_slow_first_try_still_counts_beside_the_second(second: Call) -> None:
    begun = asyncio.Event()

    async def after_the_second() -> None:
        await begun.wait()

    async def noted() -> object:
        begun.set()
        return await second()

    await Discord(after_the_second, noted).acknowledged()


async def test_a_broken_try_is_repeated_immediately(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deadlines, "SECOND_TRY_SECONDS", ENOUGH)
    await Discord(make_failing_call(ConnectionError()), done).acknowledged()


async def test_a_refusal_is_not_tried_again() -> None:
    discord = Discord(make_failing_call(Refused()), done)
    with pytest.raises(Refused):
        await discord.acknowledged()
    assert len(discord._tries) == 1


async def test_without_any_answer_it_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deadlines, "ACKNOWLEDGE_SECONDS", 0.02)
    monkeypatch.setattr(deadlines, "LATE_SECONDS", 0.0)
    discord = Discord(never, never)
    with pytest.raises(TimeoutError):
        await discord.acknowledged()
    assert discord.left_off == 2


@pytest.mark.parametrize(
    ("cuts", "comes"), [(0, "done"), (1, "done"), (2, "cut")], ids=["answered", "cut once", "cut twice"]
)
async def test_an_unanswered_repeatable_request_is_repeated_once(cuts: int, comes: str) -> None:
    tries: list[int] = []

    async def call() -> str:
        tries.append(1)
        if len(tries) <= cuts:
            raise ConnectionResetError
        return "done"

    try:
        came = await retry_if_cut(call)
    except ConnectionResetError:
        came = "cut"
    assert (came, len(tries)) == (comes, min(cuts + 1, 2))


async def test_a_refused_request_is_not_repeated() -> None:
    tries: list[int] = []

    async def call() -> None:
        tries.append(1)
        raise Refused

    with pytest.raises(Refused):
        await retry_if_cut(call)
    assert len(tries) == 1
