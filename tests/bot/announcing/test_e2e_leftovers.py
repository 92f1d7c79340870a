"""Old messages that Discord refuses to edit or delete are tidied later."""

from __future__ import annotations

from typing import Any

import pytest

from bot.announcing.posting import MAX_REFUSALS
from bot.kit.retries import RETRY_DELAYS_SECONDS
from bot.storage.messages import BOARD_MESSAGE, LOBBY_MESSAGE
from bot.tables.feed import Change, ChangeKind
from bot.ui.play import board
from bot.ui.scenes import require_match
from games.core.words import load_words
from tests.support.at_table import press_at_table
from tests.support.harbour import Harbour, list_controls
from tests.support.playing import check_board, list_continuing_buttons
from tests.support.reading import get_reply, read_answer

MESSAGE_PATH = "/channels/*/messages/*"
REFUSAL_STATUSES_AND_CODES = [(403, 50013), (404, 10003), (404, 0), (400, 30046), (400, 50083)]
"""Pairs of an HTTP status and a Discord error code with which Discord can refuse an edit."""
FIRST_RETRY_HOURS = (RETRY_DELAYS_SECONDS[0] + 1) / 3600
"""Hours until the first retry is over."""


async def leave_outdated_board(harbour: Harbour, status: int, code: int) -> int:
    """Begin a match and end a turn whose board can't be edited. Return the board's message ID."""
    await harbour.begin_match()
    await harbour.answer_questions()
    old = harbour.board.id
    harbour.env.inject_error("PATCH", MESSAGE_PATH, status=status, code=code)
    with harbour.env.time_context():
        await harbour.type_move("end")
    assert [bool(list_continuing_buttons(m)) for m in harbour.list_posts() if m.id == old] == [True]
    return old


async def assert_board_is_closed(harbour: Harbour, old: int) -> None:
    """Assert that an old board has lost its buttons and is no longer stored as live."""
    assert not [m for m in harbour.list_posts() if m.id == old and list_controls(m)]
    rows = await harbour.store.messages.list_live_messages(1, BOARD_MESSAGE)
    assert [row.message_id for row in rows] == [harbour.board.id]
    await check_board(harbour)


@pytest.mark.parametrize(("status", "code"), REFUSAL_STATUSES_AND_CODES)
async def test_an_old_board_loses_its_buttons_automatically_a_little_later(
    harbour: Harbour, status: int, code: int
) -> None:
    old = await leave_outdated_board(harbour, status, code)
    await harbour.pass_time(FIRST_RETRY_HOURS)
    await assert_board_is_closed(harbour, old)


@pytest.mark.parametrize(("status", "code"), REFUSAL_STATUSES_AND_CODES)
async def test_an_old_board_loses_its_buttons_with_the_next_move(
    harbour: Harbour, status: int, code: int
) -> None:
    old = await leave_outdated_board(harbour, status, code)
    match = await harbour.find_match()
    await harbour.type_move(
        match.legal_actions(match.to_act[0])[0].token, await harbour.find_player(match.to_act[0])
    )
    await assert_board_is_closed(harbour, old)


async def test_an_old_board_loses_its_buttons_at_the_next_start(harbour: Harbour) -> None:
    old = await leave_outdated_board(harbour, 403, 50013)
    await harbour.restart()
    await assert_board_is_closed(harbour, old)


async def test_late_edits_by_a_process_that_was_replaced_are_undone(harbour: Harbour) -> None:
    """A process is suspended while it edits boards, and its edits arrive after another has taken over."""
    await harbour.begin_match()
    old, table, w = harbour.board.id, await harbour.find_table(), load_words("en")
    late = board.make_buttons(table, require_match(table), w)
    await harbour.answer_questions()
    await harbour.type_move("end")
    channel: Any = harbour.bot.get_channel(harbour.channel.id)
    newest = harbour.board.id
    for message in (old, newest):
        await channel.get_partial_message(message).edit(content="late", view=late)
    assert [m.id for m in harbour.list_posts() if list_continuing_buttons(m)] == [old, newest]
    harbour.bot.tables.feed.publish_locally(Change(table.id, 0, ChangeKind.INTERRUPTED))
    await harbour.bot.announcer.wait_until_idle()
    assert [m.id for m in harbour.list_posts() if list_continuing_buttons(m)] == [newest]
    await assert_board_is_closed(harbour, old)


async def test_a_deleted_board_is_not_requested_again(harbour: Harbour) -> None:
    await leave_outdated_board(harbour, 404, 10008)
    rows = await harbour.store.messages.list_live_messages(1, BOARD_MESSAGE)
    assert [row.message_id for row in rows] == [harbour.board.id]


async def test_edits_that_discord_always_refuses_are_tried_only_a_few_times(harbour: Harbour) -> None:
    await harbour.begin_match()
    harbour.env.inject_error("PATCH", MESSAGE_PATH, status=403, code=50013, times=None)
    for _ in range(8):
        await harbour.answer_questions()
        before = len(list_edits(harbour))
        await harbour.type_move("end")
        assert len(list_edits(harbour)) - before <= MAX_REFUSALS + 1
    assert len([m for m in harbour.list_posts() if list_continuing_buttons(m)]) > MAX_REFUSALS + 1
    before = len(list_edits(harbour))
    await harbour.pass_time(24)
    assert len(list_edits(harbour)) - before <= len(RETRY_DELAYS_SECONDS) * 8 * (MAX_REFUSALS + 1)


def list_edits(harbour: Harbour) -> list[str]:
    """Return the paths of all requests that edited public messages."""
    found = [r.path for r in harbour.env.http_requests if r.method == "PATCH"]
    return [path for path in found if path.startswith("/channels/")]


@pytest.mark.parametrize(("status", "code"), REFUSAL_STATUSES_AND_CODES)
async def test_a_started_lobby_loses_its_buttons_later(harbour: Harbour, status: int, code: int) -> None:
    lobby = await harbour.open_lobby()
    await harbour.ben.click(lobby, label="Join")
    harbour.env.inject_error("PATCH", MESSAGE_PATH, status=status, code=code)
    with harbour.env.time_context():
        await harbour.anna.click(lobby, label="Start")
    assert len([m for m in harbour.list_posts() if list_controls(m)]) == 2
    await harbour.pass_time(FIRST_RETRY_HOURS)
    assert len([m for m in harbour.list_posts() if list_controls(m)]) == 1
    assert not await harbour.store.messages.list_live_messages(1, LOBBY_MESSAGE)
    await check_board(harbour)


@pytest.mark.parametrize(("status", "code"), [(403, 50013), (404, 10003)])
async def test_a_closed_question_loses_its_buttons_later(harbour: Harbour, status: int, code: int) -> None:
    await harbour.begin_match()
    await press_at_table(harbour.anna, harbour.channel, "draw")
    question = harbour.board
    harbour.env.inject_error("PATCH", MESSAGE_PATH, status=status, code=code)
    with harbour.env.time_context():
        await harbour.ben.click(question, label="Decline")
    assert [m for m in harbour.list_posts() if m.id == question.id and list_controls(m)]
    await harbour.pass_time(FIRST_RETRY_HOURS)
    assert not [m for m in harbour.list_posts() if m.id == question.id and list_controls(m)]
    await check_board(harbour)


@pytest.mark.parametrize(("status", "code"), [(403, 50013), (404, 10003)])
async def test_an_answered_invitation_is_deleted_later(harbour: Harbour, status: int, code: int) -> None:
    await harbour.begin_match()
    reply = get_reply(await press_at_table(harbour.ben, harbour.channel, "leave"))
    await harbour.ben.click(reply, label="Leave: easy")
    table = await harbour.find_table()
    with harbour.env.time_context():
        invited = await harbour.bot.tables.seats.invite_to_take_over(
            table.id, harbour.anna.id, harbour.dana.id
        )
        assert await harbour.bot.invitations.invite_to_seat(invited, harbour.anna.id, harbour.dana.id) is None
        # Wait for the announcer inside the block, so that its delays run on the simulated clock.
        await harbour.bot.announcer.wait_until_idle()
    call = next(m for m in harbour.list_posts() if "take over a computer's seat" in m.content)
    harbour.env.inject_error("DELETE", MESSAGE_PATH, status=status, code=code)
    with harbour.env.time_context():
        took = await press_at_table(
            harbour.dana, harbour.channel, "take", seat=str(table.computer_seats[0] + 1)
        )
    assert "You're now playing" in read_answer(took)
    assert call.id in [m.id for m in harbour.list_posts()]
    await harbour.pass_time(FIRST_RETRY_HOURS)
    assert call.id not in [m.id for m in harbour.list_posts()]
