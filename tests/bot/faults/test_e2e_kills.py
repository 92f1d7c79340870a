"""If the process is killed between storing and announcing a change, the next start announces it."""

from __future__ import annotations

from typing import Any

import pytest

from bot.announcing.board_post import BoardPost
from bot.announcing.call_line import CallLine
from bot.announcing.posting import MessagePoster
from bot.kit.failpoints import STORED_FAILPOINT, arm_failpoint
from bot.storage.messages import Messages
from tests.bot.faults.dying import ProcessKilled, simulate_kill
from tests.support.at_table import press_at_table
from tests.support.harbour import Harbour, list_buttons, list_controls
from tests.support.playing import check_board, list_choices, list_continuing_buttons, press_choice, read_log
from tests.support.reading import KeptMessage, get_reply, list_sent_payloads, read_answer, read_text


async def kill_bot_once_stored(harbour: Harbour, action: Any) -> None:
    """Await an action, and kill the process as soon as the action is stored."""
    with arm_failpoint(STORED_FAILPOINT, simulate_kill):
        await action
    await harbour.kill()


async def test_a_move_stored_but_not_announced_is_on_the_board_after_the_restart(harbour: Harbour) -> None:
    board = await harbour.begin_match()
    await kill_bot_once_stored(harbour, harbour.type_move("end"))
    match = await check_board(harbour)
    assert match.rows[-1].text == "end"
    assert harbour.board.id != board.id
    assert len([m for m in harbour.list_posts() if list_controls(m)]) == 1


async def test_a_move_within_a_turn_is_shown_after_the_restart(harbour: Harbour) -> None:
    await harbour.begin_match()
    token = await choose_continuing_move(harbour)
    board = harbour.board
    await kill_bot_once_stored(harbour, harbour.type_move(token))
    match = await check_board(harbour)
    assert match.rows[-1].text == token
    assert harbour.board.id == board.id


async def choose_continuing_move(harbour: Harbour) -> str:
    """Decline an offered worm if there is one, and return a move that continues the turn."""
    match = await harbour.find_match()
    if match.to_act != (match.active_seat,):
        await harbour.type_move("worm:-", await harbour.find_player(match.to_act[0]))
        match = await harbour.find_match()
    return next(a.token for a in match.legal_actions(match.to_act[0]) if a.token != "end")


async def test_a_start_stored_but_not_announced_is_shown_after_the_restart(harbour: Harbour) -> None:
    lobby = await harbour.open_lobby()
    await harbour.ben.click(lobby, label="Join")
    await kill_bot_once_stored(harbour, harbour.anna.click(harbour.board, label="Start"))
    await check_board(harbour)
    (old,) = [message for message in harbour.list_posts() if message.id == lobby.id]
    assert not list_controls(old)


async def test_a_table_opened_but_not_announced_is_shown_after_the_restart(harbour: Harbour) -> None:
    await kill_bot_once_stored(
        harbour, harbour.anna.slash(harbour.channel, "play", game="das_riff", against="people", wait=True)
    )
    assert "Join" in list_buttons(harbour.board).values()


async def test_a_join_stored_but_not_announced_is_shown_at_the_next_press(harbour: Harbour) -> None:
    lobby = await harbour.open_lobby()
    await kill_bot_once_stored(harbour, harbour.ben.click(lobby, label="Join"))
    assert (await harbour.find_table()).user_ids == (harbour.anna.id, harbour.ben.id)
    if harbour.ben.mention not in read_text(harbour.board):
        await harbour.ben.click(harbour.board, label="Join")
    assert harbour.ben.mention in read_text(harbour.board)
    await harbour.anna.click(harbour.board, label="Start")
    await check_board(harbour)


@pytest.mark.parametrize("command", ["resign", "close"])
async def test_an_end_stored_but_not_announced_is_shown_after_the_restart(
    harbour: Harbour, command: str
) -> None:
    await harbour.begin_match()
    result = await press_at_table(harbour.anna, harbour.channel, command)
    yes, _ = list_buttons(get_reply(result))
    await kill_bot_once_stored(harbour, harbour.anna.click(get_reply(result), custom_id=yes))
    assert (await harbour.find_table()).status == "over"
    await check_board(harbour)


@pytest.mark.parametrize("was_announced", [False, True])
async def test_an_end_is_announced_once_although_another_table_is_played(
    harbour: Harbour, *, was_announced: bool
) -> None:
    await harbour.begin_match()
    first, other = await harbour.find_table(), harbour.guild.create_text_channel("bay")
    await harbour.anna.slash(other, "play", game="reef")
    assert len(await harbour.store.matches.list_all_active_table_ids()) == 2
    reply = get_reply(await press_at_table(harbour.anna, harbour.channel, "resign"))
    yes, _ = list_buttons(reply)
    resigning = harbour.anna.click(reply, custom_id=yes)
    if was_announced:
        await resigning
        await harbour.kill()
    else:
        await kill_bot_once_stored(harbour, resigning)
    (result,) = list_results(harbour)
    assert f"b:rem:{first.id}" in list_buttons(result)
    await harbour.kill()
    assert [one.id for one in list_results(harbour)] == [result.id]


def list_results(harbour: Harbour) -> list[Any]:
    return [message for message in harbour.list_posts() if "Ben wins" in read_text(message)]


@pytest.mark.parametrize("verbosity", ["normal", "story", "quiet"])
async def test_a_departure_stored_but_not_announced_is_shown_after_the_restart(
    harbour: Harbour, verbosity: str
) -> None:
    await harbour.store.channels.set(harbour.channel.id, "verbosity", verbosity)
    await harbour.begin_match()
    reply = get_reply(await press_at_table(harbour.ben, harbour.channel, "leave"))
    await kill_bot_once_stored(harbour, harbour.ben.click(reply, label="Leave: normal"))
    assert (await harbour.find_table()).user_ids == (harbour.anna.id,)
    assert any("now plays Ben's seat." in message.content for message in harbour.list_posts())
    assert len([message for message in harbour.list_posts() if list_controls(message)]) == 1
    assert await harbour.store.messages.list_outdated_table_ids() == []


async def test_a_match_that_ended_before_its_first_board_gets_one_after_the_restart(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    lobby = await harbour.open_lobby()
    await harbour.ben.click(lobby, label="Join")
    with monkeypatch.context() as patch:
        patch.setattr(BoardPost, "show_board", raise_killed)
        await harbour.anna.click(harbour.board, label="Start")
        # The lobby has lost its buttons, and neither the board nor the end of the match is posted.
        (there,) = [message for message in harbour.list_posts() if message.id == lobby.id]
        assert not list_controls(there)
        table = await harbour.find_table()
        await harbour.bot.tables.play.resign_match(table.id, harbour.anna.id)
    await harbour.kill()
    await check_board(harbour)


async def test_a_rematch_opened_but_not_announced_is_shown_after_the_restart(harbour: Harbour) -> None:
    await harbour.begin_match()
    reply = get_reply(await press_at_table(harbour.anna, harbour.channel, "resign"))
    await harbour.anna.click(reply, label="Resign")
    last = harbour.board
    await kill_bot_once_stored(harbour, harbour.ben.click(last, label="Play again"))
    assert "Join" in list_buttons(harbour.board).values()
    assert (await harbour.find_table()).invited_ids == (harbour.anna.id,)
    await harbour.anna.click(last, label="Play again")
    assert (await harbour.find_table()).status == "playing"
    await check_board(harbour)


async def test_a_panel_works_after_a_restart(harbour: Harbour) -> None:
    await harbour.begin_match()
    panel: Any = get_reply(await harbour.press_action_kind("flip"))
    person = await harbour.find_player()
    seq = (await harbour.find_match()).seq
    while (await harbour.find_match()).seq == seq:
        await harbour.kill()
        identity, value, _ = next(iter(list_choices(panel)))
        panel = await press_choice(person, panel, identity, value)
    assert (await harbour.find_match()).rows[-1].text.startswith("flip:")
    await check_board(harbour)


async def test_a_board_whose_confirmation_was_lost_is_found_and_not_posted_twice(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    await harbour.begin_match()

    with monkeypatch.context() as patch:
        patch.setattr(harbour.store.messages, "confirm_message", raise_killed)
        await harbour.type_move("end")
    await harbour.kill()
    match = await check_board(harbour)
    assert match.rows[-1].text == "end"
    assert len([m for m in harbour.list_posts() if m.attachments]) == 2


async def test_without_access_to_the_history_a_second_board_may_stay_until_the_older_is_pressed(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    await harbour.begin_match()

    with monkeypatch.context() as patch:
        patch.setattr(harbour.store.messages, "confirm_message", raise_killed)
        await harbour.type_move("end")
    stray = harbour.board
    harbour.deny_permissions("read_message_history")
    await harbour.kill()
    assert harbour.board.id != stray.id
    person = await harbour.find_player()
    seq = (await harbour.find_match()).seq
    await person.click(stray, label="My view")
    assert (await harbour.find_match()).seq == seq
    await check_board(harbour)


async def test_acknowledged_moves_are_stored_after_each_crash(harbour: Harbour) -> None:
    await harbour.begin_match()
    done: list[str] = []
    for _ in range(3):
        token = await choose_continuing_move(harbour)
        done.append(token)
        await harbour.type_move(token)
        await harbour.kill()
        await harbour.type_move("end")
        await harbour.kill()
    texts = [row.text for row in await read_log(harbour, 1)]
    assert [text for text in texts if text.partition(":")[0] not in ("end", "worm")] == done
    assert texts.count("end") == 3


async def test_buttons_from_before_a_crash_do_not_repeat_moves(harbour: Harbour) -> None:
    board = await harbour.begin_match()
    kept_message = KeptMessage(harbour, board)
    person = await harbour.find_player()
    await kill_bot_once_stored(harbour, harbour.type_move("end"))
    for identity in list_continuing_buttons(board):
        assert read_answer(await kept_message.press(person, identity))
    assert [row.text for row in (await harbour.find_match()).rows if row.text == "end"] == ["end"]


def list_questions(harbour: Harbour) -> list[Any]:
    """Return the public questions that still have buttons."""
    return [m for m in harbour.list_posts() if any(i.startswith("b:vt") for i in list_buttons(m))]


async def test_a_proposal_stored_but_not_posted_is_posted_after_the_restart(harbour: Harbour) -> None:
    await harbour.begin_match()
    await kill_bot_once_stored(harbour, press_at_table(harbour.anna, harbour.channel, "draw"))
    (question,) = list_questions(harbour)
    await harbour.ben.click(question, label="Agree")
    assert (await harbour.find_table()).status == "over"


async def test_a_closed_question_is_removed_after_the_restart(harbour: Harbour) -> None:
    await harbour.begin_match()
    await press_at_table(harbour.anna, harbour.channel, "draw")
    (question,) = list_questions(harbour)
    await kill_bot_once_stored(harbour, harbour.ben.click(question, label="Decline"))
    assert list_questions(harbour) == []


async def test_after_a_crash_a_quiet_channel_mentions_the_player_to_act(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    await harbour.begin_match()
    await harbour.store.channels.set(harbour.channel.id, "verbosity", "quiet")
    await harbour.type_move("end")

    with monkeypatch.context() as patch:
        patch.setattr(CallLine, "update_message", raise_killed)
        await harbour.type_move("end")
    await harbour.kill()
    holder = await harbour.find_player()
    lines = [
        m
        for m in harbour.list_posts()
        if not list_controls(m) and not m.attachments and "your turn" in m.content
    ]
    assert [holder.mention in line.content for line in lines] == [True]


@pytest.mark.parametrize("verbosity", ["quiet", "story"])
async def test_crashes_leave_one_current_board_at_every_verbosity(harbour: Harbour, verbosity: str) -> None:
    await harbour.begin_match()
    await harbour.store.channels.set(harbour.channel.id, "verbosity", verbosity)
    for _ in range(3):
        await kill_bot_once_stored(harbour, harbour.type_move(await choose_continuing_move(harbour)))
        await kill_bot_once_stored(harbour, harbour.type_move("end"))
        match = await harbour.find_match()
        assert match.rows[-1].text == "end"
        (live,) = [m for m in harbour.list_posts() if list_continuing_buttons(m)]
        assert live.id == harbour.board.id


async def raise_killed(*_: Any, **__: Any) -> None:
    raise ProcessKilled


@pytest.mark.parametrize(
    ("begun", "owner", "method"),
    [
        (True, MessagePoster, "send_message"),
        (True, Messages, "confirm_message"),
        (True, MessagePoster, "edit_message"),
        (True, Messages, "retire_messages"),
        (False, Messages, "confirm_message"),
        (False, MessagePoster, "strip_buttons"),
    ],
)
async def test_a_half_finished_repost_is_completed(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch, begun: bool, owner: Any, method: str
) -> None:
    before = await (harbour.begin_match() if begun else harbour.open_lobby())
    with monkeypatch.context() as patch:
        patch.setattr(owner, method, raise_killed)
        await press_at_table(harbour.anna, harbour.channel, "show")
    arrived = method != "send_message"
    assert (harbour.list_posts()[-1].id != before.id) == arrived
    await harbour.kill()
    (live,) = [message for message in harbour.list_posts() if list_controls(message)]
    assert live.id == harbour.list_posts()[-1].id
    assert (live.id != before.id) == arrived
    assert await harbour.store.messages.list_outdated_table_ids() == []


@pytest.mark.parametrize("begun", [True, False])
async def test_a_half_finished_repost_is_completed_if_the_history_cannot_be_read(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch, begun: bool
) -> None:
    before = await (harbour.begin_match() if begun else harbour.open_lobby())
    harbour.deny_permissions("read_message_history")
    with monkeypatch.context() as patch:
        patch.setattr(Messages, "confirm_message", raise_killed)
        await press_at_table(harbour.anna, harbour.channel, "show")
    await harbour.kill()
    # Both posts have the same nonce, so Discord returned the post that had arrived.
    first, second = (post["nonce"] for post in list_sent_payloads(harbour)[-2:])
    assert first == second
    assert before.id not in [message.id for message in harbour.list_posts() if list_controls(message)]
    assert await harbour.store.messages.list_outdated_table_ids() == []
