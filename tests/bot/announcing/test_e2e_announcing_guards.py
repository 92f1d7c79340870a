"""Posts that Discord refuses for good, messages by other authors, and changes during an announcement."""

from __future__ import annotations

import asyncio
from typing import Any

import discord
import pytest

from bot.announcing.posting import MessagePoster
from bot.kit.failpoints import STORED_FAILPOINT, arm_failpoint
from bot.storage.messages import BOARD_MESSAGE, REMINDER_MESSAGE
from tests.bot.announcing.answers import FakeResponse
from tests.bot.faults.dying import simulate_kill
from tests.support.at_table import press_at_table
from tests.support.harbour import Harbour, list_controls
from tests.support.playing import check_board, list_continuing_buttons
from tests.support.reading import get_reply, list_sent_payloads, read_text

POST_PATH = "/channels/*/messages"


def forge_message(harbour: Harbour, *custom_ids: str) -> int:
    """As Dana, post a message with the given buttons, and return its ID."""
    buttons = [{"type": 2, "style": 2, "label": "Press me", "custom_id": identity} for identity in custom_ids]
    rows = [{"type": 1, "components": buttons[start : start + 5]} for start in range(0, len(buttons), 5)]
    backend = harbour.env.backend
    return int(backend.create_message(harbour.channel.id, harbour.dana.id, "I", components=rows).id)


async def list_unconfirmed_rows(harbour: Harbour, purpose: str) -> list[int]:
    """Return the row IDs of the first table's messages that are recorded but not confirmed as posted."""
    return [
        row.id
        for row in await harbour.store.messages.list_live_messages(1, purpose)
        if row.message_id is None
    ]


@pytest.mark.parametrize(
    ("status", "code", "unconfirmed"), [(403, 50013, 0), (400, 50035, 0), (404, 10003, 0), (500, 0, 1)]
)
async def test_only_a_post_that_may_have_arrived_is_searched_for(
    harbour: Harbour, status: int, code: int, unconfirmed: int
) -> None:
    await harbour.begin_match()
    harbour.env.inject_error("POST", POST_PATH, status=status, code=code)
    await harbour.type_move("end")
    found = await list_unconfirmed_rows(harbour, BOARD_MESSAGE)
    assert len(found) == unconfirmed, "a post that may have arrived is looked for"
    await (await harbour.find_player()).click(harbour.board, label="My view")
    assert await list_unconfirmed_rows(harbour, BOARD_MESSAGE) == []
    await check_board(harbour)


async def test_a_failed_announcement_is_reported_once_even_if_a_later_one_succeeds(harbour: Harbour) -> None:
    await harbour.begin_match()
    harbour.env.inject_error("POST", POST_PATH, status=500)
    await harbour.type_move("end")
    harbour.bot.announcer.announce_table(1)
    assert await harbour.bot.announcer.pop_interrupted_table_ids() == [1]
    assert await harbour.bot.announcer.pop_interrupted_table_ids() == []


async def test_an_announcement_in_progress_is_reported_even_if_it_succeeds(harbour: Harbour) -> None:
    await harbour.begin_match()
    harbour.bot.announcer.announce_table(1)
    assert await harbour.bot.announcer.pop_interrupted_table_ids() == [1]
    assert await harbour.bot.announcer.pop_interrupted_table_ids() == []


async def test_a_board_by_another_author_is_not_mistaken_for_the_lost_one(harbour: Harbour) -> None:
    await harbour.begin_match()
    harbour.env.inject_error("POST", POST_PATH, status=500)
    await harbour.type_move("end")
    assert len(await list_unconfirmed_rows(harbour, BOARD_MESSAGE)) == 1
    # Forge the buttons that the board of the current position would have.
    seq = (await harbour.find_match()).seq
    carried = [part["custom_id"].split(":") for part in list_controls(harbour.board)]
    stolen = [":".join([*identity[:3], str(seq), *identity[4:]]) for identity in carried if len(identity) > 3]
    forged = forge_message(harbour, *stolen)
    harbour.bot.announcer.announce_table(1)
    await harbour.bot.announcer.wait_until_idle()
    await harbour.env.settle()
    rows = await harbour.store.messages.list_live_messages(1, BOARD_MESSAGE)
    assert forged not in [row.message_id for row in rows]
    boards = [post for post in harbour.list_posts() if list_continuing_buttons(post) and post.id != forged]
    assert [row.message_id for row in rows] == [post.id for post in boards]
    assert boards[-1].id > forged and {i.split(":")[3] for i in list_continuing_buttons(boards[-1])} == {
        str(seq)
    }


async def test_a_reminder_by_another_author_is_not_mistaken_for_the_lost_one(harbour: Harbour) -> None:
    await harbour.begin_match()
    await harbour.pass_time(24.5)
    (row,) = await harbour.store.messages.list_live_messages(1, REMINDER_MESSAGE)
    (reminder,) = [post for post in harbour.list_posts() if post.id == row.message_id]
    carried = [part["custom_id"] for part in list_controls(reminder)]
    await harbour.mod.delete(reminder)
    await harbour.store.messages.confirm_message(row.id, None, row.posted_at)  # type: ignore[arg-type]  # as if Discord's response were lost
    forged = forge_message(harbour, *carried)
    await harbour.kill()
    await harbour.pass_time(1)
    (found,) = await harbour.store.messages.list_live_messages(1, REMINDER_MESSAGE)
    assert found.message_id not in (None, row.message_id, forged)
    assert "is waiting for you:" in list_sent_payloads(harbour)[-1]["content"]


async def test_changes_during_a_failing_announcement_are_announced(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    await harbour.begin_match()
    before, post = harbour.board.id, MessagePoster.post_message

    async def announce_and_refuse(self: MessagePoster, *_: Any, **__: Any) -> Any:
        monkeypatch.setattr(MessagePoster, "post_message", post)
        harbour.bot.announcer.announce_table(1)
        # Fail with a permanent refusal, so that the bot doesn't retry on its own.
        raise discord.HTTPException(FakeResponse(403), "no")

    monkeypatch.setattr(MessagePoster, "post_message", announce_and_refuse)
    await harbour.type_move("end")
    assert harbour.board.id != before
    await check_board(harbour)


async def test_a_table_is_announced_by_one_task_at_a_time(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    await harbour.begin_match()
    before, post = len(list_sent_payloads(harbour)), MessagePoster.post_message

    async def announce_and_post(self: MessagePoster, *args: Any, **kwargs: Any) -> Any:
        monkeypatch.setattr(MessagePoster, "post_message", post)
        harbour.bot.announcer.announce_table(1)
        for _ in range(50):
            await asyncio.sleep(0)
        return await post(self, *args, **kwargs)

    monkeypatch.setattr(MessagePoster, "post_message", announce_and_post)
    await harbour.type_move("end")
    assert len(list_sent_payloads(harbour)) == before + 1
    await check_board(harbour)


def list_edited_channels(harbour: Harbour, request_count: int) -> set[str]:
    """Return the channels whose messages were edited after the first ``request_count`` requests."""
    requests = harbour.env.http_requests[request_count:]
    return {r.path.split("/")[2] for r in requests if r.method == "PATCH" and r.path.startswith("/channels/")}


async def test_tables_that_change_at_the_same_time_are_all_announced(harbour: Harbour) -> None:
    await harbour.begin_match()
    first, harbour.channel = harbour.channel, harbour.guild.create_text_channel("second")
    await harbour.begin_match()
    before = len(harbour.env.http_requests)
    for table_id in (1, 2):
        harbour.bot.announcer.announce_table(table_id, has_new_text=True)
    await harbour.settle()
    assert list_edited_channels(harbour, before) == {str(first.id), str(harbour.channel.id)}


async def test_a_permanent_refusal_is_not_retried_automatically(harbour: Harbour) -> None:
    await harbour.begin_match()
    harbour.env.inject_error("POST", POST_PATH, status=403, code=50013, times=None)
    await harbour.type_move("end")
    tried = len(list_sent_payloads(harbour))
    await harbour.pass_time(2)
    assert len(list_sent_payloads(harbour)) == tried
    harbour.env.backend.faults.clear()
    await (await harbour.find_player()).click(harbour.board, label="My view")
    await check_board(harbour)


async def test_a_board_is_updated_when_a_player_leaves_even_if_nobody_must_move(
    harbour: Harbour,
) -> None:
    await harbour.begin_match()
    await harbour.answer_questions()
    leaving = await harbour.find_opponent()
    reply = get_reply(await press_at_table(leaving, harbour.channel, "leave"))
    with arm_failpoint(STORED_FAILPOINT, simulate_kill):
        await leaving.click(reply, label="Leave: easy")
    assert " now plays " not in read_text(harbour.board)
    await harbour.kill()
    assert " now plays " in read_text(harbour.board)
    assert await harbour.store.messages.list_outdated_table_ids() == []
