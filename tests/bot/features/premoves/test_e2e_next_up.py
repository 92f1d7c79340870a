"""*You're next* is sent once a turn to players who asked for it and chose direct messages."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.model.hours import DIRECT, REMIND_BY_KEY
from tests.support.harbour import Harbour
from tests.support.reading import limits, said, shown
from tests.support.toy import TOYS


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Harbour]:
    """A match of three in turn order: Anna, Ben, Dana. It is Anna's turn."""
    harbour = await Harbour.open(tmp_path, TOYS)
    await harbour.unguided()
    lobby = await harbour.open_lobby("toy", seats=3, options="goal=40")
    await harbour.ben.click(lobby, label="Join")
    await harbour.dana.click(harbour.board, label="Join")
    await harbour.anna.click(harbour.board, label="Start")
    assert [(await harbour.holder(seat)).id for seat in range(3)] == [
        harbour.anna.id, harbour.ben.id, harbour.dana.id,
    ]  # fmt: skip
    yield harbour
    await harbour.close()


async def ask(hall: Harbour, label: str = "Tell me when I'm next") -> str:
    page = shown(await hall.tool(hall.dana, "Prepare…"))
    limits(page)
    answer = await hall.dana.click(page, label=label)
    limits(shown(answer))
    return said(answer)


def told(hall: Harbour) -> list[str]:
    """Return the direct messages to Dana."""
    channel = hall.dana.user.dm_channel
    return [] if channel is None else [message.content for message in channel.history()]


async def move(hall: Harbour, token: str = "roll:0") -> None:
    await hall.type(token)
    await hall.bot.features.settle()
    await hall.settle()


async def test_who_asked_for_it_is_told_once_when_the_seat_before_is_in_turn(hall: Harbour) -> None:
    await hall.store.preferences.set(hall.dana.id, REMIND_BY_KEY, DIRECT)
    assert "direct message" in await ask(hall)
    assert told(hall) == []
    await move(hall)
    (text,) = told(hall)
    assert "You're next in Toy, after Ben" in text and "discord.com/channels" in text
    await move(hall, "add:1")
    await hall.kill()
    await move(hall, "add:1")
    assert len(told(hall)) == 1, "once a turn"
    for _ in range(3):
        await move(hall)
    await move(hall)
    assert len(told(hall)) == 2, "and again in the next one"


async def test_who_has_not_asked_or_wants_no_direct_messages_is_not_told(hall: Harbour) -> None:
    assert "choose direct messages" in await ask(hall)
    await move(hall)
    assert told(hall) == []
    await hall.store.preferences.set(hall.dana.id, REMIND_BY_KEY, DIRECT)
    assert "Changed." in await ask(hall, "Don't tell me I'm next")
    for _ in range(3):
        await move(hall)
    assert told(hall) == []


async def test_nobody_is_woken_in_their_quiet_hours(hall: Harbour) -> None:
    await hall.store.preferences.set(hall.dana.id, REMIND_BY_KEY, DIRECT)
    await ask(hall)
    await hall.bot.tables.times.set_away(hall.dana.id, hall.now + 3 * 86_400)
    await move(hall)
    assert told(hall) == []


async def test_a_closed_door_harms_nothing(hall: Harbour) -> None:
    await hall.store.preferences.set(hall.dana.id, REMIND_BY_KEY, DIRECT)
    await ask(hall)
    hall.env.inject_error("POST", "/users/@me/channels", status=403, code=50007)
    await move(hall)
    await move(hall)
    assert (await hall.match()).seq == 2
