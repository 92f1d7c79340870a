"""Errors from Discord, deleted messages and channels, and missing permissions."""

from __future__ import annotations

from typing import Any

import pytest

from bot.announcing.posting import MessagePoster
from bot.computers.due_seats import find_due_computer
from tests.support.at_table import press_at_table
from tests.support.filling import fill_form, open_form
from tests.support.harbour import Harbour, find_custom_id, list_buttons, list_controls
from tests.support.playing import check_board, list_choices, list_continuing_buttons, press_choice, read_log
from tests.support.reading import get_reply, read_answer, read_text

POST_PATH = "/channels/*/messages"
EDIT_PATH = "/channels/*/messages/*"
CALLBACK_PATH = "/interactions/*/*/callback"
ANSWER_PATH = "/webhooks/*/messages/@original"
FIRST_RETRY_SECONDS = 61
"""Seconds until the first retry is over."""

ERROR_RESPONSES = [(500, 0), (503, 0), (403, 50013), (404, 10008)]
"""HTTP statuses and Discord error codes of failed requests."""


@pytest.mark.parametrize(("status", "code"), ERROR_RESPONSES)
async def test_a_board_that_failed_to_post_is_posted_at_the_next_press(
    harbour: Harbour, status: int, code: int
) -> None:
    await harbour.begin_match()
    harbour.env.inject_error("POST", POST_PATH, status=status, code=code)
    await harbour.type_move("end")
    assert (await read_log(harbour, 1))[-1].text == "end"
    holder = await harbour.find_player()
    await holder.slash(harbour.channel, "hand")
    if list_continuing_buttons(harbour.board)[0].split(":")[3] == "0":
        await holder.click(harbour.board, label="My view")
    await check_board(harbour)


@pytest.mark.parametrize(("status", "code"), ERROR_RESPONSES[:3])
async def test_a_failed_edit_is_repeated_at_the_next_press(harbour: Harbour, status: int, code: int) -> None:
    await harbour.begin_match()
    harbour.env.inject_error("PATCH", EDIT_PATH, status=status, code=code)
    panel: Any = get_reply(await harbour.press_action_kind("boat"))
    identity, value, _ = next(iter(list_choices(panel)))
    panel = await press_choice(await harbour.find_player(), panel, identity, value)
    before = await read_log(harbour, 1)
    assert before
    await (await harbour.find_player()).click(harbour.board, label="My view")
    await check_board(harbour)
    assert (await read_log(harbour, 1))[: len(before)] == before


@pytest.mark.parametrize(("status", "code"), ERROR_RESPONSES)
async def test_a_board_that_failed_to_post_is_posted_at_the_next_start(
    harbour: Harbour, status: int, code: int
) -> None:
    await harbour.begin_match()
    harbour.env.inject_error("POST", POST_PATH, status=status, code=code)
    await harbour.type_move("end")
    await harbour.restart()
    await check_board(harbour)


async def test_a_board_that_failed_to_post_is_retried_automatically(harbour: Harbour) -> None:
    await harbour.begin_match()
    harbour.env.inject_error("POST", POST_PATH, status=500)
    with harbour.env.time_context():
        await harbour.type_move("end")
        await harbour.env.advance_time(FIRST_RETRY_SECONDS)
    await check_board(harbour)


@pytest.mark.parametrize(("status", "code"), [(500, 0), (404, 10062), (403, 50001)])
async def test_a_press_that_cannot_be_acknowledged_does_nothing(
    harbour: Harbour, status: int, code: int
) -> None:
    await harbour.begin_match()
    await harbour.answer_questions()
    panel: Any = get_reply(await harbour.press_action_kind("boat"))
    identity = next(i for i in list_buttons(panel) if i.startswith("b:ac"))
    before = await read_log(harbour, 1)
    harbour.env.inject_error("POST", CALLBACK_PATH, status=status, code=code, times=None)
    await (await harbour.find_player()).click(panel, custom_id=identity)
    harbour.env.backend.faults.clear()
    assert await read_log(harbour, 1) == before
    await press_choice(await harbour.find_player(), panel, identity, None)
    assert len(await read_log(harbour, 1)) == len(before) + 1
    await check_board(harbour)


@pytest.mark.parametrize(("status", "code"), [(500, 0), (404, 10015), (403, 50013)])
async def test_a_lost_answer_does_not_lose_the_move(harbour: Harbour, status: int, code: int) -> None:
    await harbour.begin_match()
    await harbour.answer_questions()
    panel: Any = get_reply(await harbour.press_action_kind("boat"))
    identity = next(i for i in list_buttons(panel) if i.startswith("b:ac"))
    before = await read_log(harbour, 1)
    harbour.env.inject_error("PATCH", ANSWER_PATH, status=status, code=code)
    await (await harbour.find_player()).click(panel, custom_id=identity)
    assert len(await read_log(harbour, 1)) == len(before) + 1
    await check_board(harbour)


@pytest.mark.parametrize("status", [500, 403, 404])
async def test_a_lobby_that_failed_to_post_is_posted_at_the_next_press(harbour: Harbour, status: int) -> None:
    harbour.env.inject_error("POST", POST_PATH, status=status)
    await harbour.anna.slash(harbour.channel, "play", game="das_riff", against="people", wait=True)
    assert harbour.list_posts() == []
    await press_at_table(harbour.ben, harbour.channel, "join")
    assert harbour.ben.mention in read_text(harbour.board)


async def test_a_board_deleted_by_a_moderator_is_reposted(harbour: Harbour) -> None:
    await harbour.begin_match()
    await harbour.mod.delete(harbour.board)
    await (await harbour.find_player()).slash(harbour.channel, "move", action="end")
    await check_board(harbour)
    await harbour.mod.delete(harbour.board)
    await press_at_table(harbour.anna, harbour.channel, "show")
    await check_board(harbour)


async def test_a_deleted_board_is_reposted_when_it_should_be_edited(harbour: Harbour) -> None:
    await harbour.begin_match()
    await harbour.answer_questions()
    await harbour.mod.delete(harbour.board)
    match = await harbour.find_match()
    assert match.active_seat is not None
    boat = next(a.token for a in match.legal_actions(match.active_seat) if a.token.startswith("boat"))
    await harbour.type_move(boat)
    await check_board(harbour)


async def test_the_result_is_shown_even_if_its_first_post_failed(harbour: Harbour) -> None:
    await harbour.begin_match()
    reply = get_reply(await press_at_table(harbour.anna, harbour.channel, "resign"))
    harbour.env.inject_error("POST", POST_PATH, status=500)
    await harbour.anna.click(reply, custom_id=next(iter(list_buttons(reply))))
    assert (await harbour.find_table()).status == "over"
    await harbour.restart()
    assert "Ben" in read_text(harbour.board)
    await check_board(harbour)


async def test_a_deleted_channel_neither_ends_matches_nor_blocks_people(harbour: Harbour) -> None:
    await harbour.open_lobby()
    offer = await harbour.ben.slash(harbour.channel, "play", game="das_riff", against="people", wait=True)
    await harbour.ben.click(get_reply(offer), custom_id=find_custom_id(get_reply(offer), "th"))
    (thread,) = harbour.channel.threads
    lobby = [message for message in thread.history() if list_controls(message)][-1]
    await harbour.dana.click(lobby, label="Join")
    harbour.env.backend.delete_channel(thread.id)
    table = next(t for t in await harbour.bot.tables.list_active_tables(harbour.ben.id))
    await harbour.bot.tables.lobby.start_match(table.id, harbour.ben.id, 1)
    await harbour.bot.announcer.wait_until_idle()
    await harbour.restart()
    answer = read_answer(await harbour.ben.slash(harbour.channel, "mine"))
    assert "Das Riff" in answer
    await harbour.ben.click(harbour.board, label="Join")
    assert harbour.ben.mention in read_text(harbour.board)


async def test_a_board_names_the_missing_permission_to_attach_files(harbour: Harbour) -> None:
    harbour.deny_permissions("attach_files")
    board = await harbour.begin_match()
    assert "Attach Files" in board.content
    assert not board.attachments
    assert list_continuing_buttons(board)
    await harbour.type_move("end")
    assert "Attach Files" in read_text(harbour.board)
    harbour.restore_permissions()
    await harbour.type_move("end")
    assert harbour.board.attachments and "Attach Files" not in read_text(harbour.board)


@pytest.mark.parametrize("permission", ["send_messages", "view_channel"])
async def test_the_missing_permission_to_post_is_named(harbour: Harbour, permission: str) -> None:
    harbour.deny_permissions(permission)
    named = {"send_messages": "Send Messages", "view_channel": "View Channel"}[permission]
    assert named in read_answer(
        await harbour.anna.slash(harbour.channel, "play", game="das_riff", against="people", wait=True)
    )
    assert named in read_answer(await press_at_table(harbour.ben, harbour.channel, "join"))
    assert named in read_answer(await press_at_table(harbour.anna, harbour.channel, "start"))
    assert named in read_answer(await harbour.type_move("end"))
    assert named in read_answer(await press_at_table(harbour.anna, harbour.channel, "show"))
    harbour.restore_permissions()
    await press_at_table(harbour.anna, harbour.channel, "show")
    await check_board(harbour)


async def test_pressing_start_reports_a_match_that_cannot_be_posted(harbour: Harbour) -> None:
    lobby = await harbour.open_lobby()
    await harbour.ben.click(lobby, label="Join")
    harbour.deny_permissions("send_messages")
    assert "Send Messages" in read_answer(await harbour.anna.click(harbour.board, label="Start"))


async def test_the_doctor_names_missing_permissions_and_the_fix(harbour: Harbour) -> None:
    well = read_answer(await harbour.anna.slash(harbour.channel, "reefs doctor"))
    assert "❌" not in well
    harbour.deny_permissions("attach_files", "read_message_history", "create_public_threads", "embed_links")
    ill = read_answer(await harbour.anna.slash(harbour.channel, "reefs doctor"))
    for name in ("Attach Files", "Read Message History", "Create Public Threads", "Embed Links"):
        assert f"❌ **{name}**" in ill
    assert "channel settings" in ill


async def test_the_missing_permission_to_create_threads_is_named(harbour: Harbour) -> None:
    await harbour.open_lobby()
    harbour.deny_permissions("create_public_threads")
    offer = await harbour.ben.slash(harbour.channel, "play", game="das_riff", against="people", wait=True)
    answer = await harbour.ben.click(get_reply(offer), custom_id=find_custom_id(get_reply(offer), "th"))
    assert "Create Public Threads" in read_answer(answer)


async def test_a_failed_picture_does_not_stop_a_match(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    await harbour.begin_match()

    async def fail_to_draw(*_: Any) -> Any:
        raise OSError("no such sprite")

    with monkeypatch.context() as patch:
        patch.setattr(harbour.bot.pictures, "render_view", fail_to_draw)
        await harbour.type_move("end")
        board = harbour.board
        assert list_continuing_buttons(board) and not board.attachments
        assert "picture" in board.content
        described = get_reply(await harbour.anna.click(board, label="Describe"))
        assert "Anna" in described.content and "Ben" in described.content
    await harbour.type_move("end")
    assert "Describe" not in list_buttons(harbour.board).values()
    await check_board(harbour)


async def test_an_ended_board_without_its_picture_offers_its_description(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    await harbour.begin_match()

    async def fail_to_draw(*_: Any) -> Any:
        raise OSError("no such sprite")

    monkeypatch.setattr(harbour.bot.pictures, "render_view", fail_to_draw)
    await harbour.play_random_moves(1000)
    assert (await harbour.find_match()).outcome is not None
    ended = next(
        post for post in reversed(harbour.list_posts()) if "Play again" in list_buttons(post).values()
    )
    described = get_reply(await harbour.anna.click(ended, label="Describe"))
    assert "Anna" in described.content and "Ben" in described.content


async def test_settings_are_stored_even_if_the_answer_fails(harbour: Harbour) -> None:
    await harbour.begin_match()
    form = await open_form(harbour, harbour.anna, "table settings")
    harbour.env.inject_error("PATCH", ANSWER_PATH, status=500)
    await fill_form(harbour.anna, form, {"verbosity": "quiet"})
    assert await harbour.bot.tables.channels.get_verbosity(harbour.channel.id) == "quiet"


async def test_an_ended_match_gets_its_board_after_a_crash_between_two_posts(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail_to_post(*_: Any, **__: Any) -> None:
        raise OSError

    await harbour.begin_match()
    reply = get_reply(await press_at_table(harbour.anna, harbour.channel, "resign"))
    await harbour.anna.click(reply, custom_id=next(iter(list_buttons(reply))))
    before = harbour.board.id
    with monkeypatch.context() as patch:
        patch.setattr(MessagePoster, "post_message", fail_to_post)
        await press_at_table(harbour.ben, harbour.channel, "show")
    assert [message.id for message in harbour.list_posts() if list_controls(message)] == [before]
    await harbour.kill()
    await check_board(harbour)


@pytest.mark.parametrize(("seq", "has_arrived"), [("seq", True), ("seq", False), ("seq, stale = 1", False)])
async def test_a_board_that_may_not_have_arrived_is_reposted(
    harbour: Harbour, seq: str, has_arrived: bool
) -> None:
    await harbour.begin_match()
    if not has_arrived:
        await harbour.mod.delete(harbour.board)
    await harbour.store._database.run(
        f"UPDATE messages SET message_id = NULL, seq = {seq} WHERE purpose = 'board' AND NOT retired"
    )
    await press_at_table(harbour.ben, harbour.channel, "show")
    await check_board(harbour)


async def test_a_lobby_whose_confirmation_was_lost_loses_its_buttons_at_the_start(harbour: Harbour) -> None:
    lobby = await harbour.open_lobby()
    table = await harbour.find_table()
    database = harbour.store._database
    await database.run("UPDATE messages SET message_id = NULL WHERE match_id = ?", (table.id,))
    await harbour.ben.click(lobby, label="Join")
    await press_at_table(harbour.anna, harbour.channel, "start")
    assert (await harbour.find_table()).status == "playing"
    found = [message for message in harbour.channel.history() if message.id == lobby.id]
    assert not list_buttons(found[0])
    await check_board(harbour)


async def test_an_answer_does_not_claim_that_an_unposted_question_was_asked(harbour: Harbour) -> None:
    await harbour.begin_match()
    harbour.env.inject_error("POST", POST_PATH, status=403, code=50013)
    answer = read_answer(await press_at_table(harbour.anna, harbour.channel, "draw"))
    assert "couldn't ask the others yet" in answer and "won't let me post" in answer


async def test_the_command_reports_a_match_that_cannot_be_posted(harbour: Harbour) -> None:
    lobby = await harbour.open_lobby()
    await harbour.ben.click(lobby, label="Join")
    harbour.env.inject_error("POST", POST_PATH, status=403, code=50013)
    result = await harbour.anna.click(lobby, label="Start")
    assert "won't let me post" in result.followups[0].content
    assert (await harbour.find_table()).status == "playing"


async def test_a_board_is_reposted_with_a_computers_move(harbour: Harbour) -> None:
    await harbour.anna.slash(harbour.channel, "play", game="das_riff")
    driver = harbour.bot.driver
    driver._resumed = False
    before = harbour.board.id
    table = await harbour.find_table()
    while await find_due_computer(harbour.bot.tables.wait_finder, table) is None:
        assert table.match is not None
        await harbour.type_move(table.match.legal_actions(table.match.to_act[0])[-1].token, harbour.anna)
        table = await harbour.find_table()
    assert "is thinking" in read_answer(await press_at_table(harbour.anna, harbour.channel, "show"))
    assert [message.id for message in harbour.list_posts()[1:] if list_controls(message)] == [before]
    driver._resumed = True
    driver.wake(table.id)
    await driver.wait_until_idle()
    await harbour.bot.announcer.wait_until_idle()
    (live,) = [message.id for message in harbour.list_posts()[1:] if list_controls(message)]
    assert live != before


async def test_a_board_is_reposted_only_once_if_the_old_one_cannot_be_edited(harbour: Harbour) -> None:
    await harbour.begin_match()
    harbour.env.inject_error("PATCH", EDIT_PATH, status=500)
    with harbour.env.time_context():
        assert "Posted again" in read_answer(await press_at_table(harbour.anna, harbour.channel, "show"))
        newest = harbour.list_posts()[-1].id
        await harbour.env.advance_time(FIRST_RETRY_SECONDS)
    assert [message.id for message in harbour.list_posts() if list_controls(message)] == [newest]
    assert harbour.list_posts()[-1].id == newest
