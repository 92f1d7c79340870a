"""*Catch me up* lists what happened since a person last viewed the match. Earlier positions can be viewed."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.model.seat_history import find_ply
from bot.model.turns import count_played_turns, find_turn_number, list_step_numbers
from bot.storage.looks import LastLook
from bot.ui.ids import OutdatedId, encode_number, make_custom_id
from bot.ui.play.catchup import _read_look
from bot.ui.play.history import NEWEST_PLY
from bot.ui.turn_numbers import write_turn_with_total
from games.core.words import load_words
from tests.support.at_table import press_at_table
from tests.support.harbour import Harbour, list_buttons, list_menus
from tests.support.jumping import jump_to
from tests.support.reading import KeptMessage, check_limits, get_reply, read_answer, read_picture


async def catch_up(harbour: Harbour, person: Any) -> str:
    answer = get_reply(await harbour.press_tool_button(person, "Catch me up"))
    check_limits(answer)
    await read_picture(answer)
    assert answer.ephemeral
    return answer.content


def write_turns(count: int) -> str:
    """Return a number of turns in words, such as ``2 turns``."""
    return f"{count} turn" + "s" * (count != 1)


async def test_a_catch_up_lists_what_happened_since_the_match_was_last_viewed(harbour: Harbour) -> None:
    await harbour.begin_match()
    first = await catch_up(harbour, harbour.ben)
    assert "Your first look at this match: nobody has moved" in first
    match = await harbour.play_random_moves(6)
    summary = await catch_up(harbour, harbour.ben)
    seen = count_played_turns(match)
    assert "Since you last looked (<t:" in summary and f"): {write_turns(seen)}.\n" in summary
    assert "> " in summary
    assert "Nothing new since you last looked" in await catch_up(harbour, harbour.ben)
    # The position that a spectator last viewed is stored separately, and a restart keeps it.
    assert f"match: {write_turns(seen)} so far" in await catch_up(harbour, harbour.dana)
    later = await harbour.play_random_moves(2)
    new = write_turns(count_played_turns(later) - find_turn_number(later, match.ply) + 1)
    await harbour.restart()
    assert f": {new}." in await catch_up(harbour, harbour.dana)
    assert f": {new}." in read_answer(await press_at_table(harbour.ben, harbour.channel, "catchup"))


async def test_private_views_moves_and_panels_count_as_viewing_the_match(harbour: Harbour) -> None:
    await harbour.begin_match()
    for number, label in enumerate(("My view", "Describe"), 1):
        await harbour.play_random_moves(number)
        await harbour.press_tool_button(harbour.dana, label)
        assert "Nothing new" in await catch_up(harbour, harbour.dana)
    await harbour.answer_questions()
    person, other = await harbour.find_player(), await harbour.find_opponent()
    await harbour.type_move("end", person)
    assert "Nothing new" in await catch_up(harbour, person)
    assert "Nothing new" not in await catch_up(harbour, other)
    # The panel with the choices shows the position as well.
    await harbour.answer_questions()
    await harbour.press_action_kind("flip")
    assert "Nothing new" in await catch_up(harbour, await harbour.find_player())


async def test_a_catch_up_does_not_report_undone_steps_as_new(harbour: Harbour) -> None:
    await harbour.begin_match()
    await harbour.answer_questions()
    actor = await harbour.find_player()
    ply = (await harbour.find_match()).ply
    await harbour.dana.click(harbour.board, label="My view")
    match = await harbour.find_match()
    token = next(
        a.token for a in match.legal_actions(match.active_seat or 0) if a.token.startswith(("boat", "take"))
    )
    await harbour.type_move(token, actor)
    await harbour.dana.click(harbour.board, label="My view")
    before = await harbour.find_match()
    await harbour.bot.tables.play.undo_step(1, actor.id)
    await harbour.settle()
    after = await harbour.find_match()
    assert find_ply(after, before.seq) == after.ply == ply
    assert "taken back" in await catch_up(harbour, harbour.dana)
    await harbour.type_move(token, actor)
    assert ": 1 turn." in await catch_up(harbour, harbour.dana)
    await harbour.bot.tables.play.undo_step(1, actor.id)
    again = await harbour.bot.tables.play.perform_action(1, actor.id, token, None)
    await harbour.settle()
    assert again.table.match is not None and again.table.match.ply == ply + 1
    summary = await catch_up(harbour, harbour.dana)
    assert ": 1 turn." in summary and "Other moves were taken back in the meantime." in summary


async def test_after_many_turns_your_view_offers_to_catch_up_from_the_last_look(harbour: Harbour) -> None:
    await harbour.begin_match("reef")
    await harbour.turn_guide_off()
    first = get_reply(await harbour.ben.click(harbour.board, label="My hand"))
    assert "Catch me up" not in list_buttons(first).values()
    await harbour.play_random_moves(2)
    again = get_reply(await harbour.ben.click(harbour.board, label="My hand"))
    assert "Catch me up" not in list_buttons(again).values(), "one round needs no summary"
    await harbour.play_random_moves(10)
    view = get_reply(await harbour.ben.click(harbour.board, label="My hand"))
    status = view.content
    match = await harbour.find_match()
    await harbour.type_move(match.legal_actions(match.active_seat or 0)[0].token, harbour.anna)
    assert view.content != status, "the view follows the match, and keeps the button"
    for _ in range(2):
        result = await harbour.ben.click(view, label="Catch me up")
        assert ": 11 turns." in read_answer(result), "the view itself isn't the last look"
    later = get_reply(await harbour.ben.click(harbour.board, label="My hand"))
    assert "Catch me up" not in list_buttons(later).values()


def test_a_button_carries_both_numbers_of_the_last_look_or_none() -> None:
    assert _read_look(["1", "9"]) is None
    assert _read_look(["1", "9", "4", "5"]) == LastLook(4, 5)
    for broken in (["1", "9", "4"], ["1", "9", "4", "?"]):
        with pytest.raises(OutdatedId):
            _read_look(broken)


async def test_earlier_positions_can_be_stepped_through(harbour: Harbour) -> None:
    await harbour.begin_match("reef")
    await harbour.play_random_moves(14)
    menu = await harbour.open_page_with_button(harbour.dana, "Turn by turn", harbour.board)
    page = get_reply(await harbour.dana.click(menu, label="Turn by turn"))
    check_limits(page)
    newest = await read_picture(page)
    assert re.search(r"Turn 14 of 14 · \w+\n> ", page.content)
    assert "`" not in page.content, "what happened is told in words"
    page = await jump_to(harbour.dana, page, "Turn 4")
    assert "Turn 4 of 14" in page.content
    assert (await read_picture(page)).tobytes() != newest.tobytes()
    page = await jump_to(harbour.dana, page, "First")
    assert "Before turn 1 of 14" in page.content
    page = get_reply(await harbour.dana.click(page, label="Forward"))
    assert "Turn 1 of 14" in page.content
    assert list(list_buttons(page).values()) == ["Back", "Forward", "What if…"]
    assert "Turn 14 of 14" in (await jump_to(harbour.dana, page, "Newest")).content
    page = await jump_to(harbour.dana, page, "Turn 1")
    # The buttons still work after a restart and an undo.
    await harbour.restart()
    seat = (await harbour.find_match()).steps[-1].seat
    after = (await harbour.find_match()).undo(seat, 0)
    await harbour.store.matches.append_rows(1, after.seq - 1, after.rows[-1:], 0, is_over=False)
    harbour.bot.tables.core._cache.drop(1)
    page = get_reply(await harbour.dana.click(page, label="Forward"))
    assert "The beginning: nobody has moved yet" in page.content


async def test_a_turn_can_be_chosen_again_and_earlier_versions_buttons_still_answer(harbour: Harbour) -> None:
    """A client ignores choosing the same option again in a select with the same custom_id."""
    await harbour.begin_match("reef")
    await harbour.play_random_moves(14)
    menu = await harbour.open_page_with_button(harbour.dana, "Turn by turn", harbour.board)
    page = get_reply(await harbour.dana.click(menu, label="Turn by turn"))
    seen = set[str]()
    for label in ("Turn 4", "Newest", "Turn 4", "Newest"):
        (identity,) = list_menus(page)
        assert identity not in seen
        seen.add(identity)
        page = await jump_to(harbour.dana, page, label)
    kept_message = KeptMessage(harbour, page)
    for mark, ply, shown in (("f", 0, "Before turn 1"), ("p", 4, "Turn 4"), ("l", NEWEST_PLY, "Turn 14")):
        pressed = await kept_message.forge_press(harbour.dana, f"b:hi:1:{encode_number(ply)}:{mark}")
        assert f"{shown} of 14" in get_reply(pressed).content


async def test_earlier_positions_do_not_show_a_players_own_hand(harbour: Harbour) -> None:
    await harbour.begin_match("coral_reef")
    match = await harbour.play_random_moves(3)
    pages = []
    for person in (harbour.anna, harbour.dana):
        menu = await harbour.open_page_with_button(person, "Turn by turn", harbour.board)
        page = get_reply(await person.click(menu, label="Turn by turn"))
        page = get_reply(await person.click(page, label="Back"))
        assert f"Turn {match.ply - 1} of {match.ply}" in page.content
        pages.append((page.content, page.attachments[0].description, (await read_picture(page)).tobytes()))
    assert pages[0] == pages[1]


async def test_a_catch_up_that_leaves_steps_out_says_so(harbour: Harbour) -> None:
    await harbour.begin_match()
    await harbour.play_random_moves(40)
    summary = await catch_up(harbour, harbour.dana)
    assert "> Among other things:\n> " in summary and "…" not in summary


async def test_catching_up_and_earlier_positions_work_after_the_end(harbour: Harbour) -> None:
    await harbour.begin_match()
    await harbour.play_random_moves(5)
    await catch_up(harbour, harbour.dana)
    ask = get_reply(await press_at_table(harbour.anna, harbour.channel, "resign"))
    await harbour.anna.click(ask, label="Resign")
    summary = await catch_up(harbour, harbour.dana)
    assert "the match has ended" in summary and "Ben" in summary
    page = get_reply(await harbour.press_tool_button(harbour.dana, "Catch me up"))
    earlier = make_custom_id("b", "hi", 1, 10**6)
    page = get_reply(await harbour.dana.click(page, custom_id=earlier))
    match = await harbour.find_match()
    turn = write_turn_with_total(list_step_numbers(match)[-1], count_played_turns(match), load_words())
    assert f"{turn} · " in page.content and "Ben" in page.content


async def test_catching_up_at_a_table_without_a_match_is_refused(harbour: Harbour) -> None:
    await harbour.open_lobby()
    assert "hasn't begun" in read_answer(await press_at_table(harbour.ben, harbour.channel, "catchup"))
