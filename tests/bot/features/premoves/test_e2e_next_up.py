"""*You're next* is sent once a turn to players who asked for it and chose direct messages."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.model.hours import DIRECT, REMIND_BY_KEY
from tests.support.harbour import Harbour
from tests.support.reading import check_limits, get_reply, read_answer
from tests.support.toy import TOYS


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Harbour]:
    """A match of Anna, Ben and Dana, in this turn order. It is Anna's turn."""
    harbour = await Harbour.open(tmp_path, TOYS)
    await harbour.turn_guide_off()
    lobby = await harbour.open_lobby("toy", seats=3, options="goal=40")
    await harbour.ben.click(lobby, label="Join")
    await harbour.dana.click(harbour.board, label="Join")
    await harbour.anna.click(harbour.board, label="Start")
    assert [(await harbour.holder(seat)).id for seat in range(3)] == [
        harbour.anna.id, harbour.ben.id, harbour.dana.id,
    ]  # fmt: skip
    yield harbour
    await harbour.close()


async def choose_notice(hall: Harbour, label: str = "Tell me when I'm next") -> str:
    page = get_reply(await hall.press_tool(hall.dana, "Prepare…"))
    check_limits(page)
    answer = await hall.dana.click(page, label=label)
    check_limits(get_reply(answer))
    return read_answer(answer)


def list_direct_messages(hall: Harbour) -> list[str]:
    """Return the texts of the direct messages to Dana."""
    channel = hall.dana.user.dm_channel
    return [] if channel is None else [message.content for message in channel.history()]


async def make_move(hall: Harbour, token: str = "roll:0") -> None:
    await hall.type(token)
    await hall.bot.features.settle()
    await hall.settle()


async def test_a_player_is_notified_once_each_turn_when_the_previous_player_is_in_turn(hall: Harbour) -> None:
    await hall.store.preferences.set(hall.dana.id, REMIND_BY_KEY, DIRECT)
    assert "direct message" in await choose_notice(hall)
    assert list_direct_messages(hall) == []
    await make_move(hall)
    (text,) = list_direct_messages(hall)
    assert "You're next in Toy, after Ben" in text and "discord.com/channels" in text
    await make_move(hall, "add:1")
    await hall.kill()
    await make_move(hall, "add:1")
    assert len(list_direct_messages(hall)) == 1, "once a turn"
    for _ in range(3):
        await make_move(hall)
    await make_move(hall)
    assert len(list_direct_messages(hall)) == 2, "and again in the next one"


async def test_a_player_who_chose_no_notice_or_no_direct_messages_is_not_notified(hall: Harbour) -> None:
    assert "choose direct messages" in await choose_notice(hall)
    await make_move(hall)
    assert list_direct_messages(hall) == []
    await hall.store.preferences.set(hall.dana.id, REMIND_BY_KEY, DIRECT)
    assert "Changed." in await choose_notice(hall, "Don't tell me I'm next")
    for _ in range(3):
        await make_move(hall)
    assert list_direct_messages(hall) == []


async def test_a_player_in_quiet_hours_is_not_notified(hall: Harbour) -> None:
    await hall.store.preferences.set(hall.dana.id, REMIND_BY_KEY, DIRECT)
    await choose_notice(hall)
    await hall.bot.tables.times.set_away(hall.dana.id, hall.now + 3 * 86_400)
    await make_move(hall)
    assert list_direct_messages(hall) == []


async def test_refused_direct_messages_do_not_affect_the_match(hall: Harbour) -> None:
    await hall.store.preferences.set(hall.dana.id, REMIND_BY_KEY, DIRECT)
    await choose_notice(hall)
    hall.env.inject_error("POST", "/users/@me/channels", status=403, code=50007)
    await make_move(hall)
    await make_move(hall)
    assert (await hall.match()).seq == 2
