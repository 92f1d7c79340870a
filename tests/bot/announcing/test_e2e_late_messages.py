"""Messages that a former host sent after a takeover lose their buttons, even if that fails at first.

The tests send such messages with the bot under test, because Discord doesn't know which process a request
comes from.
"""

from __future__ import annotations

from typing import Any

import discord

from bot.kit.retries import RETRY_DELAYS_SECONDS
from bot.platform.permissions import HISTORY_PERMISSION
from bot.storage.messages import LATE_MESSAGE
from bot.tables.feed import Change, ChangeKind
from bot.ui.play import board
from bot.ui.scenes import require_match
from games.core.words import load_words
from tests.support.harbour import Harbour, list_controls
from tests.support.playing import check_board

MESSAGES_PATH = "/channels/*/messages"
FIRST_RETRY_HOURS = (RETRY_DELAYS_SECONDS[0] + 1) / 3600
"""Hours until the first retry is over."""


def find_channel(harbour: Harbour) -> Any:
    return harbour.bot.get_channel(harbour.channel.id)


async def post_late_board(harbour: Harbour) -> int:
    """Post an unrecorded message with the current board's buttons. Return the message's ID."""
    table = await harbour.find_table()
    view = board.make_buttons(table, require_match(table), load_words("en"))
    return int((await find_channel(harbour).send("late", view=view)).id)


async def report_late_messages(harbour: Harbour) -> None:
    """Report that messages of the table may have arrived late, and wait for the announcement."""
    with harbour.env.time_context():
        harbour.bot.tables.feed.publish_locally(Change(1, 0, ChangeKind.INTERRUPTED))
        await harbour.bot.announcer.wait_until_idle()


async def begin_match_with_late_board(harbour: Harbour) -> int:
    """Begin a match, and report a late board that Discord never lets the bot change; return its ID."""
    await harbour.begin_match()
    await harbour.answer_questions()
    late = await post_late_board(harbour)
    harbour.env.inject_error("PATCH", f"/channels/*/messages/{late}", status=403, code=50013, times=None)
    await report_late_messages(harbour)
    assert late in list_messages_with_buttons(harbour)
    return late


def accept_requests(harbour: Harbour) -> None:
    """Make Discord accept every request again."""
    harbour.env.backend.faults.clear()


def list_messages_with_buttons(harbour: Harbour) -> list[int]:
    """Return the IDs of the channel's messages that have buttons."""
    return [post.id for post in harbour.list_posts() if list_controls(post)]


async def assert_only_current_buttons(harbour: Harbour) -> None:
    """Assert that only the current message has buttons, and that nothing remains to be done."""
    (row,) = await harbour.store.messages.list_live_messages(1)
    assert list_messages_with_buttons(harbour) == [row.message_id]
    assert await harbour.store.messages.list_outdated_table_ids() == []


async def test_a_refused_late_board_loses_its_buttons_at_the_next_start(harbour: Harbour) -> None:
    late = await begin_match_with_late_board(harbour)
    assert [row.message_id for row in await harbour.store.messages.list_live_messages(1, LATE_MESSAGE)] == [
        late
    ]
    accept_requests(harbour)
    await harbour.kill()
    await assert_only_current_buttons(harbour)
    await check_board(harbour)


async def test_a_late_board_that_a_start_could_not_change_is_tried_again_soon(harbour: Harbour) -> None:
    late = await begin_match_with_late_board(harbour)
    await harbour.kill()
    assert late in list_messages_with_buttons(harbour)
    accept_requests(harbour)
    await harbour.pass_time(FIRST_RETRY_HOURS)
    await assert_only_current_buttons(harbour)


async def test_a_refused_late_board_loses_its_buttons_with_the_next_move(harbour: Harbour) -> None:
    late = await begin_match_with_late_board(harbour)
    await harbour.type_move("end")
    assert late in list_messages_with_buttons(harbour)
    accept_requests(harbour)
    match = await harbour.find_match()
    await harbour.type_move(
        match.legal_actions(match.to_act[0])[0].token, await harbour.find_player(match.to_act[0])
    )
    await assert_only_current_buttons(harbour)
    await check_board(harbour)


async def test_a_late_board_that_is_always_refused_is_tried_only_a_few_times(harbour: Harbour) -> None:
    late = await begin_match_with_late_board(harbour)
    await harbour.kill()
    await harbour.pass_time(2)
    requests = [(r.method, r.path) for r in harbour.env.http_requests]
    edited = requests.count(("PATCH", f"/channels/{harbour.channel.id}/messages/{late}"))
    # Two attempts come before the delayed retries: one when Discord reported the late board, and one after
    # the restart.
    assert edited == 2 + len(RETRY_DELAYS_SECONDS)
    read = requests.count(("GET", f"/channels/{harbour.channel.id}/messages"))
    assert read == 1, "a board that was found isn't searched for again"


async def test_a_failed_search_for_late_boards_is_repeated_at_the_next_start(harbour: Harbour) -> None:
    await harbour.begin_match()
    await harbour.answer_questions()
    current, late = harbour.board, await post_late_board(harbour)
    harbour.env.inject_error("GET", MESSAGES_PATH, status=500, times=None)
    await report_late_messages(harbour)
    assert late in list_messages_with_buttons(harbour)
    await find_channel(harbour).get_partial_message(current.id).edit(content="late", view=None)
    accept_requests(harbour)
    await harbour.kill()
    assert list_messages_with_buttons(harbour) == [current.id], "the board got its buttons back"
    await assert_only_current_buttons(harbour)


async def test_a_search_for_late_boards_waits_for_the_permission_to_read_the_channel(
    harbour: Harbour,
) -> None:
    await harbour.begin_match()
    await harbour.answer_questions()
    late = await post_late_board(harbour)
    harbour.deny_permissions(HISTORY_PERMISSION)
    await report_late_messages(harbour)
    assert late in list_messages_with_buttons(harbour)
    harbour.restore_permissions()
    await harbour.kill()
    await assert_only_current_buttons(harbour)


async def test_a_refused_late_board_is_not_mistaken_for_one_that_may_have_arrived(harbour: Harbour) -> None:
    await begin_match_with_late_board(harbour)
    harbour.env.inject_error("POST", MESSAGES_PATH, status=500)
    await harbour.bot.announcer.repost_table(1)
    accept_requests(harbour)
    await harbour.kill()
    await assert_only_current_buttons(harbour)
    await check_board(harbour)


async def test_a_late_lobby_loses_its_buttons(harbour: Harbour) -> None:
    lobby = await harbour.open_lobby()
    message = await find_channel(harbour).fetch_message(lobby.id)
    late = await find_channel(harbour).send(view=discord.ui.LayoutView.from_message(message))
    assert list_messages_with_buttons(harbour) == [lobby.id, late.id]
    await report_late_messages(harbour)
    assert list_messages_with_buttons(harbour) == [lobby.id]
    await assert_only_current_buttons(harbour)
