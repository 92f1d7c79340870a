"""The first press of *Play again* asks the other players. The match starts once all have pressed."""

from __future__ import annotations

from tests.bot.ui.waiting import is_shown
from tests.support.at_table import press_at_table
from tests.support.harbour import Harbour, find_custom_id, list_buttons
from tests.support.reading import KeptMessage, check_limits, get_reply, list_notified_people, read_answer


async def end_match(harbour: Harbour) -> KeptMessage:
    """Begin a match, resign as Ben, and return the last board as a message that can be pressed later."""
    await harbour.begin_match()
    reply = get_reply(await press_at_table(harbour.ben, harbour.channel, "resign"))
    await harbour.ben.click(reply, label="Resign")
    assert "Play again" in list_buttons(harbour.board).values()
    check_limits(harbour.board)
    return KeptMessage(harbour, harbour.board)


async def test_a_rematch_starts_when_all_players_have_pressed(harbour: Harbour) -> None:
    kept_message = await end_match(harbour)
    old = await harbour.find_table()
    again = next(i for i, label in list_buttons(harbour.board).items() if label == "Play again")
    assert "no seat" in read_answer(await kept_message.press(harbour.dana, again))
    assert "asked the others" in read_answer(await kept_message.press(harbour.ben, again))
    assert list_notified_people(harbour) == [harbour.anna.id]
    lobby = await harbour.find_table()
    assert (lobby.rematch_of, lobby.status, lobby.options) == (old.id, "lobby", old.options)
    assert "already have a seat" in read_answer(await kept_message.press(harbour.ben, again))
    await harbour.restart()
    assert "begins" in read_answer(await kept_message.press(harbour.anna, again))
    new = await harbour.find_table()
    assert (new.id, new.status, new.user_ids) == (lobby.id, "playing", (harbour.ben.id, harbour.anna.id))
    assert new.match is not None and new.match.active_seat is not None
    assert "already begun" in read_answer(await kept_message.press(harbour.anna, again))
    assert "hasn't ended" in read_answer(await press_at_table(harbour.anna, harbour.channel, "rematch"))


def list_join_requests(harbour: Harbour) -> list[str]:
    """Return the texts of the posts that ask people to join a table or rematch."""
    return [post.content for post in harbour.list_posts() if "Press **Join**" in post.content]


async def test_the_post_that_asks_for_a_rematch_is_deleted_when_it_starts(harbour: Harbour) -> None:
    kept_message = await end_match(harbour)
    again = next(i for i, label in list_buttons(harbour.board).items() if label == "Play again")
    await kept_message.press(harbour.ben, again)
    (line,) = list_join_requests(harbour)
    await press_at_table(harbour.anna, harbour.channel, "show")
    await harbour.restart()
    assert list_join_requests(harbour) == [line], "Anna hasn't joined yet"
    await kept_message.press(harbour.anna, again)
    assert list_join_requests(harbour) == []


async def test_the_post_that_asks_for_a_rematch_is_deleted_when_it_is_cancelled(harbour: Harbour) -> None:
    await end_match(harbour)
    await harbour.ben.click(harbour.board, label="Play again")
    assert len(list_join_requests(harbour)) == 1
    await harbour.ben.click(harbour.board, label="Cancel")
    assert list_join_requests(harbour) == []


async def test_a_rematch_against_a_computer_starts_immediately(harbour: Harbour) -> None:
    await harbour.begin_match()
    reply = get_reply(await press_at_table(harbour.ben, harbour.channel, "leave"))
    await harbour.ben.click(reply, label="Leave: easy")
    reply = get_reply(await press_at_table(harbour.anna, harbour.channel, "resign"))
    await harbour.anna.click(reply, label="Resign")
    assert "begins" in read_answer(await harbour.anna.click(harbour.board, label="Play again"))
    table = await harbour.find_table()
    assert (table.status, table.user_ids, len(table.computer_seats)) == ("playing", (harbour.anna.id,), 1)
    lobby = await harbour.store.messages.find_last_message(table.id, "lobby")
    row = await harbour.store.matches.find_table(table.id)
    assert lobby is not None and row is not None
    assert row.start_press == lobby.message_id


async def test_a_player_who_left_the_server_is_not_invited(harbour: Harbour) -> None:
    await end_match(harbour)
    harbour.guild.remove_member(harbour.ben)
    await harbour.pass_time(0.1)
    await harbour.anna.click(harbour.board, label="Play again")
    assert (await harbour.find_table()).invited_ids == ()


async def test_the_command_joins_a_rematch_and_reports_a_channel_in_use(harbour: Harbour) -> None:
    kept_message = await end_match(harbour)
    again = next(i for i, label in list_buttons(harbour.board).items() if label == "Play again")
    await harbour.open_lobby()
    assert "already a table" in read_answer(await kept_message.press(harbour.ben, again))
    await harbour.anna.click(harbour.board, label="Cancel")
    await kept_message.press(harbour.anna, again)
    assert "begins" in read_answer(await press_at_table(harbour.ben, harbour.channel, "rematch"))
    assert (await harbour.find_table()).status == "playing"


async def test_repeated_presses_leave_one_report_of_a_channel_in_use(harbour: Harbour) -> None:
    kept_message = await end_match(harbour)
    again = next(i for i, label in list_buttons(harbour.board).items() if label == "Play again")
    await harbour.open_lobby()
    reports = [get_reply(await kept_message.press(harbour.ben, again)) for _ in range(4)]
    assert all("already a table" in report.content for report in reports)
    assert [is_shown(harbour, report) for report in reports] == [False, False, False, True]
    other = get_reply(await kept_message.press(harbour.anna, again))
    assert is_shown(harbour, reports[-1]) and is_shown(harbour, other), "each person has their own"
    # A message in which a button has opened a question is no longer replaced by the next report.
    question = get_reply(await harbour.anna.click(other, custom_id=find_custom_id(other, "em")))
    latest = get_reply(await kept_message.press(harbour.anna, again))
    assert is_shown(harbour, question) and is_shown(harbour, latest)


async def test_a_report_too_old_to_be_deleted_stays(harbour: Harbour) -> None:
    kept_message = await end_match(harbour)
    again = next(i for i, label in list_buttons(harbour.board).items() if label == "Play again")
    await harbour.open_lobby()
    first = get_reply(await kept_message.press(harbour.ben, again))
    await harbour.pass_time(0.3)
    second = get_reply(await kept_message.press(harbour.ben, again))
    assert is_shown(harbour, first) and is_shown(harbour, second)
