"""Failed and overlapping announcements aren't lost, and no table waits for another table's announcement."""

from __future__ import annotations

import asyncio
from typing import Any

import aiohttp
import discord
import pytest

from bot.announcing.board_post import BoardPost
from bot.announcing.posting import MessagePoster
from bot.storage.messages import BOARD_MESSAGE
from tests.bot.announcing.answers import FakeResponse
from tests.support.at_table import press_at_table
from tests.support.harbour import Harbour, list_buttons, list_controls
from tests.support.patience import HANG_TIMEOUT_SECONDS
from tests.support.playing import check_board
from tests.support.reading import list_notified_people, list_sent_payloads, read_answer

FIRST_RETRY_SECONDS = 61
"""Seconds after which the first retry has been made."""


@pytest.mark.parametrize(
    "fault",
    [aiohttp.ServerDisconnectedError(), TimeoutError(), discord.HTTPException(FakeResponse(429), "slower")],
    ids=["cut off", "no answer", "too many"],
)
async def test_a_failed_post_is_retried_automatically(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    await harbour.begin_match()
    before = harbour.board.id
    with harbour.env.time_context():
        with monkeypatch.context() as patch:

            async def fail_to_post(*_: Any, **__: Any) -> Any:
                raise fault

            patch.setattr(MessagePoster, "post_message", fail_to_post)
            await harbour.type_move("end")
        assert harbour.board.id == before
        await harbour.env.advance_time(FIRST_RETRY_SECONDS)
    assert harbour.board.id != before
    await check_board(harbour)


async def test_an_invitation_waits_only_for_the_lobby_of_its_own_table(harbour: Harbour) -> None:
    announcer = harbour.bot.announcer
    elsewhere = asyncio.create_task(asyncio.Event().wait())
    announcer._tasks[99] = elsewhere  # type: ignore[assignment]
    try:
        opening = harbour.anna.slash(harbour.channel, "play", game="das_riff", opponent=harbour.ben)
        await asyncio.wait_for(opening, HANG_TIMEOUT_SECONDS)
    finally:
        elsewhere.cancel()
        del announcer._tasks[99]
    lobby, call = harbour.list_posts()[-2:]
    assert list_controls(lobby) and harbour.ben.mention in call.content


async def test_a_language_chosen_during_an_announcement_is_not_lost(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    await harbour.begin_match()
    announcer = harbour.bot.announcer
    asked: list[bool] = []
    post = BoardPost.show_board

    async def record_rewording(self: BoardPost, *args: Any, has_new_text: bool) -> None:
        asked.append(has_new_text)
        if len(asked) == 1:
            announcer.announce_table(1, has_new_text=True)
        await post(self, *args, has_new_text=has_new_text)

    monkeypatch.setattr(BoardPost, "show_board", record_rewording)
    announcer.announce_table(1)
    await announcer.wait_until_idle()
    assert asked == [False, True]
    announcer.announce_table(1)
    await announcer.wait_until_idle()
    assert asked == [False, True, False]


async def test_the_next_attempt_rewords_a_board_after_a_failure(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    await harbour.begin_match()
    announcer = harbour.bot.announcer
    asked: list[bool] = []

    async def record_rewording(self: BoardPost, *args: Any, has_new_text: bool) -> None:
        asked.append(has_new_text)
        if len(asked) == 1:
            raise RuntimeError("broken")

    monkeypatch.setattr(BoardPost, "show_board", record_rewording)
    announcer.announce_table(1, has_new_text=True)
    await announcer.wait_until_idle()
    announcer.announce_table(1)
    await announcer.wait_until_idle()
    assert asked == [True, True]


@pytest.mark.parametrize(
    ("status", "code"), [(400, 30046), (429, 30046), (400, 50083), (403, 50013), (404, 10008)]
)
async def test_an_old_board_that_cannot_be_edited_does_not_block_a_new_one(
    harbour: Harbour, status: int, code: int
) -> None:
    await harbour.begin_match()
    before = harbour.board.id
    harbour.env.inject_error("PATCH", "/channels/*/messages/*", status=status, code=code)
    assert "Posted again" in read_answer(await press_at_table(harbour.anna, harbour.channel, "show"))
    assert harbour.board.id != before
    await harbour.type_move("end")
    await harbour.ben.click(harbour.board, label="My view")


async def test_a_recorded_board_is_not_mistaken_for_an_unconfirmed_one(harbour: Harbour) -> None:
    await harbour.begin_match()
    messages, table = harbour.store.messages, await harbour.find_table()
    board = harbour.board
    # Record a second post, which shows the same position but never reached Discord.
    await messages.reserve_message(table.id, BOARD_MESSAGE, harbour.channel.id, "1.0.0.0.9", 0, 0)
    harbour.bot.announcer.announce_table(table.id)
    await harbour.bot.announcer.wait_until_idle()
    assert [row.message_id for row in await messages.list_live_messages(table.id, BOARD_MESSAGE)] == [
        board.id
    ]
    assert harbour.board.id == board.id
    await check_board(harbour)


async def test_a_repost_never_has_the_nonce_of_an_earlier_post(harbour: Harbour) -> None:
    # If a nonce were used again, Discord would return the earlier post, which has lost its buttons.
    await harbour.open_lobby()
    await press_at_table(harbour.anna, harbour.channel, "show")
    await press_at_table(harbour.ben, harbour.channel, "join")
    await press_at_table(harbour.anna, harbour.channel, "start")
    await press_at_table(harbour.anna, harbour.channel, "draw")
    for _ in range(2):
        await press_at_table(harbour.dana, harbour.channel, "show")
    nonces = [post["nonce"] for post in list_sent_payloads(harbour)]
    assert len(set(nonces)) == len(nonces) and all(0 < len(nonce) <= 25 for nonce in nonces)
    assert list_notified_people(harbour) == []
    asked = [message for message in harbour.list_posts() if "Agree" in list_buttons(message).values()]
    assert [message.id for message in asked] == [harbour.list_posts()[-1].id]
    await harbour.ben.click(asked[0], label="Agree")
    assert (await harbour.find_table()).status == "over"
