"""The notice *You're next* is sent once a turn to players who want it and chose direct messages."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.model.hours import REMIND_BY_KEY, REMIND_DIRECTLY
from tests.support.harbour import Harbour
from tests.support.reading import check_limits, get_reply, read_answer
from tests.support.toy import TOYS


@pytest.fixture
async def harbour(tmp_path: Path) -> AsyncIterator[Harbour]:
    """A match of Anna, Ben and Dana, in this turn order. It is Anna's turn."""
    harbour = await Harbour.open(tmp_path, TOYS)
    await harbour.turn_guide_off()
    lobby = await harbour.open_lobby("toy", seats=3, options="goal=40")
    await harbour.ben.click(lobby, label="Join")
    await harbour.dana.click(harbour.board, label="Join")
    await harbour.anna.click(harbour.board, label="Start")
    assert [(await harbour.find_player(seat)).id for seat in range(3)] == [
        harbour.anna.id, harbour.ben.id, harbour.dana.id,
    ]  # fmt: skip
    yield harbour
    await harbour.close()


async def set_notice(harbour: Harbour, label: str = "Tell me when I'm next") -> str:
    page = get_reply(await harbour.press_tool_button(harbour.dana, "Prepare…"))
    check_limits(page)
    answer = await harbour.dana.click(page, label=label)
    check_limits(get_reply(answer))
    return read_answer(answer)


def list_direct_messages(harbour: Harbour) -> list[str]:
    """Return the texts of the direct messages to Dana."""
    channel = harbour.dana.user.dm_channel
    return [] if channel is None else [message.content for message in channel.history()]


async def make_move(harbour: Harbour, token: str = "roll:0") -> None:
    await harbour.type_move(token)
    await harbour.bot.features.wait_until_idle()
    await harbour.settle()


async def test_a_player_is_notified_once_each_turn_during_the_previous_players_turn(
    harbour: Harbour,
) -> None:
    await harbour.store.preferences.set(harbour.dana.id, REMIND_BY_KEY, REMIND_DIRECTLY)
    assert "direct message" in await set_notice(harbour)
    assert list_direct_messages(harbour) == []
    await make_move(harbour)
    (text,) = list_direct_messages(harbour)
    assert "You're next in Toy, after Ben" in text and "discord.com/channels" in text
    await make_move(harbour, "add:1")
    await harbour.kill()
    await make_move(harbour, "add:1")
    assert len(list_direct_messages(harbour)) == 1, "once a turn"
    for _ in range(3):
        await make_move(harbour)
    await make_move(harbour)
    assert len(list_direct_messages(harbour)) == 2, "and again in the next one"


async def test_a_player_who_chose_no_notice_or_no_direct_messages_is_not_notified(harbour: Harbour) -> None:
    assert "choose direct messages" in await set_notice(harbour)
    await make_move(harbour)
    assert list_direct_messages(harbour) == []
    await harbour.store.preferences.set(harbour.dana.id, REMIND_BY_KEY, REMIND_DIRECTLY)
    assert "Changed." in await set_notice(harbour, "Don't tell me I'm next")
    for _ in range(3):
        await make_move(harbour)
    assert list_direct_messages(harbour) == []


async def test_a_player_in_quiet_hours_is_not_notified(harbour: Harbour) -> None:
    await harbour.store.preferences.set(harbour.dana.id, REMIND_BY_KEY, REMIND_DIRECTLY)
    await set_notice(harbour)
    await harbour.bot.tables.times.set_vacation_end(harbour.dana.id, harbour.now + 3 * 86_400)
    await make_move(harbour)
    assert list_direct_messages(harbour) == []


async def test_refused_direct_messages_do_not_affect_the_match(harbour: Harbour) -> None:
    await harbour.store.preferences.set(harbour.dana.id, REMIND_BY_KEY, REMIND_DIRECTLY)
    await set_notice(harbour)
    harbour.env.inject_error("POST", "/users/@me/channels", status=403, code=50007)
    await make_move(harbour)
    await make_move(harbour)
    assert (await harbour.find_match()).seq == 2
