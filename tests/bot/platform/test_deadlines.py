"""A press is acknowledged by two concurrent tries, and one success is enough."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from bot.platform import deadlines
from bot.platform.deadlines import acknowledge, retry_if_unanswered

UNREACHED_TIMEOUT_SECONDS = 60.0
"""A time limit that no test reaches, even on a busy machine."""

Call = Callable[[], Awaitable[object]]


class AlreadyAcknowledgedError(Exception):
    """Discord's error for an interaction that an earlier try acknowledged."""


class RefusedError(Exception):
    """Discord's error for a refused request."""


@pytest.fixture(autouse=True)
def fast_second_try(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the second try begin soon, and wait for its confirmation as long as necessary."""
    monkeypatch.setattr(deadlines, "SECOND_TRY_DELAY_SECONDS", 0.01)
    monkeypatch.setattr(deadlines, "LATE_CONFIRMATION_SECONDS", UNREACHED_TIMEOUT_SECONDS)


class FakeDiscord:
    """A simulated Discord that answers tries to acknowledge a press.

    :param tries: for each try to acknowledge, the function that answers it.
    """

    def __init__(self, *tries: Call) -> None:
        self._tries = list(tries)
        self.cancelled_count = 0

    async def call(self) -> object:
        try:
            return await self._tries.pop(0)()
        except asyncio.CancelledError:
            self.cancelled_count += 1
            raise

    async def acknowledge(self) -> None:
        await acknowledge(self.call, lambda error: isinstance(error, AlreadyAcknowledgedError))


async def wait_forever() -> None:
    await asyncio.Event().wait()


async def answer_immediately() -> None:
    pass


def make_failing_call(error: Exception) -> Call:
    async def raise_error() -> None:
        raise error

    return raise_error


@pytest.mark.parametrize("second", [answer_immediately, make_failing_call(AlreadyAcknowledgedError())])
async def test_the_answer_to_the_second_try_counts_and_the_first_is_dropped(second: Call) -> None:
    discord = FakeDiscord(wait_forever, second)
    await discord.acknowledge()
    assert discord.cancelled_count == 1


@pytest.mark.parametrize(
    "second", [wait_forever, make_failing_call(ConnectionError()), make_failing_call(RefusedError())]
)
async def test_a_slow_first_try_still_counts_after_the_second_began(second: Call) -> None:
    begun = asyncio.Event()

    async def answer_after_second() -> None:
        await begun.wait()

    async def begin_second_try() -> object:
        begun.set()
        return await second()

    await FakeDiscord(answer_after_second, begin_second_try).acknowledge()


async def test_a_lost_connection_is_retried_immediately(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deadlines, "SECOND_TRY_DELAY_SECONDS", UNREACHED_TIMEOUT_SECONDS)
    await FakeDiscord(make_failing_call(ConnectionError()), answer_immediately).acknowledge()


async def test_a_refusal_is_not_tried_again() -> None:
    discord = FakeDiscord(make_failing_call(RefusedError()), answer_immediately)
    with pytest.raises(RefusedError):
        await discord.acknowledge()
    assert len(discord._tries) == 1


async def test_acknowledging_fails_if_no_try_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    # Simulated time passes only while a try waits, so the deadline can't pass early on a slow computer.
    seconds = 0.0
    monkeypatch.setattr(asyncio.get_running_loop(), "time", lambda: seconds)

    async def wait_for_most_of_the_time() -> None:
        nonlocal seconds
        seconds += 0.7 * (deadlines.ACKNOWLEDGE_DEADLINE_SECONDS + deadlines.LATE_CONFIRMATION_SECONDS)
        await wait_forever()

    discord = FakeDiscord(wait_for_most_of_the_time, wait_for_most_of_the_time)
    with pytest.raises(TimeoutError):
        await discord.acknowledge()
    assert discord.cancelled_count == 2


@pytest.mark.parametrize(
    ("cuts", "expected"), [(0, "done"), (1, "done"), (2, "cut")], ids=["answered", "cut once", "cut twice"]
)
async def test_an_unanswered_repeatable_request_is_repeated_once(cuts: int, expected: str) -> None:
    tries: list[int] = []

    async def fail_then_succeed() -> str:
        tries.append(1)
        if len(tries) <= cuts:
            raise ConnectionResetError
        return "done"

    try:
        came = await retry_if_unanswered(fail_then_succeed)
    except ConnectionResetError:
        came = "cut"
    assert (came, len(tries)) == (expected, min(cuts + 1, 2))


async def test_a_refused_request_is_not_repeated() -> None:
    tries: list[int] = []

    async def raise_refusal() -> None:
        tries.append(1)
        raise RefusedError

    with pytest.raises(RefusedError):
        await retry_if_unanswered(raise_refusal)
    assert len(tries) == 1
