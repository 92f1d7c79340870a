"""Premoves, pressed or typed, are played when their turn comes, or dropped with one notice."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.features.premoves.runner import has_kept_seat
from bot.storage.seats import SeatRow
from bot.ui.ids import make_custom_id
from games.core.match import LoggedRow
from games.core.premoves import MAX_TEXT_LENGTH
from tests.bot.ui.waiting import is_shown, settle_panels
from tests.support.harbour import Harbour, list_buttons, list_controls, list_menus
from tests.support.playing import read_log
from tests.support.reading import (
    KeptMessage,
    check_limits,
    get_reply,
    list_logged_lines,
    list_sent_payloads,
    read_answer,
)
from tests.support.toy import TOYS

DROPPED_TEXT = "I dropped what you had prepared"


@pytest.fixture
async def toy_match(tmp_path: Path) -> AsyncIterator[Harbour]:
    """A toy match in which it is Anna's turn."""
    harbour = await Harbour.open(tmp_path, TOYS)
    await harbour.turn_guide_off()
    await harbour.begin_match("toy", options="goal=40")
    assert (await harbour.find_player()).id == harbour.anna.id
    yield harbour
    await harbour.close()


async def prepare_move(harbour: Harbour, move: str, person: Any = None, **options: Any) -> str:
    answer = await (person or harbour.ben).slash(harbour.channel, "move", prepare=move, **options)
    check_limits(get_reply(answer))
    return read_answer(answer)


async def open_premoves(harbour: Harbour, person: Any = None) -> Any:
    return get_reply(await harbour.press_tool_button(person or harbour.ben, "Prepare…"))


async def list_tokens(harbour: Harbour) -> list[str]:
    return [row.text for row in await read_log(harbour, (await harbour.find_table()).id)]


async def list_premoves(harbour: Harbour) -> list[str]:
    return [
        row.line
        for row in await harbour.store.premoves.list_premoves_for_table((await harbour.find_table()).id)
    ]


async def wait_until_settled(harbour: Harbour) -> None:
    await harbour.bot.features.wait_until_idle()
    await harbour.settle()


async def test_a_typed_premove_is_played_when_its_turn_comes(
    toy_match: Harbour, caplog: pytest.LogCaptureFixture
) -> None:
    assert "Prepared." in await prepare_move(toy_match, "Add:2 end:0")
    posts = len(list_sent_payloads(toy_match))
    await toy_match.type_move("add:1")
    await toy_match.type_move("end:0", toy_match.anna)
    await wait_until_settled(toy_match)
    rows = await read_log(toy_match, (await toy_match.find_table()).id)
    assert [(row.seat, row.text) for row in rows] == [
        (0, "add:1"), (0, "end:0"), (0, "gift:n"), (1, "add:2"), (1, "end:0"),
    ]  # fmt: skip
    assert await list_premoves(toy_match) == []
    new = [post["content"] for post in list_sent_payloads(toy_match)[posts:]]
    assert not any(f"<@{toy_match.ben.id}>" in text for text in new), (
        "a player whose move is already made isn't mentioned"
    )
    assert "Ben had prepared this." in toy_match.board.content
    assert not any("add:2" in line for line in list_logged_lines(caplog) if "seq=" not in line)


async def test_only_a_waiting_player_sees_the_prepare_button(toy_match: Harbour) -> None:
    for person, offered in ((toy_match.anna, False), (toy_match.ben, True), (toy_match.dana, False)):
        menu = get_reply(await person.click(toy_match.board, label="More…"))
        assert ("Prepare…" in list_buttons(menu).values()) == offered


async def test_on_a_players_own_turn_the_page_only_says_to_move_first(toy_match: Harbour) -> None:
    old = make_custom_id("b", "ah", (await toy_match.find_table()).id)
    own = get_reply(await KeptMessage(toy_match, toy_match.board).forge_press(toy_match.anna, old))
    heading, text = own.content.split("\n")[:2]
    assert "Prepared for your next turn" in heading and text == "It's your turn: make your move first."
    assert "Nothing yet" not in own.content
    assert (
        "Nothing yet. Choose when your next move is made for you." in (await open_premoves(toy_match)).content
    )


async def test_a_move_is_prepared_by_presses(toy_match: Harbour) -> None:
    page = await open_premoves(toy_match)
    question = get_reply(await toy_match.ben.click(page, label="Whatever they do…"))
    check_limits(question)
    question = get_reply(await toy_match.ben.click(question, label="add"))
    page = get_reply(await toy_match.ben.click(question, label="2"))
    assert "Prepared: add:2" in page.content and "Whatever they do" in page.content
    question = get_reply(await toy_match.ben.click(page, label="1: and then…"))
    page = get_reply(await toy_match.ben.click(question, label="roll"))
    assert await list_premoves(toy_match) == ["if any & chance then add:2 roll:0"]
    await toy_match.type_move("roll:0", toy_match.anna)
    await wait_until_settled(toy_match)
    assert await list_tokens(toy_match) == ["roll:0", "add:2", "roll:0"]


async def test_the_page_no_longer_says_what_is_prepared_once_the_move_was_made(toy_match: Harbour) -> None:
    page = await open_premoves(toy_match)
    assert "only you" not in page.content, "Discord says so above"
    question = get_reply(await toy_match.ben.click(page, label="Whatever they do…"))
    question = get_reply(await toy_match.ben.click(question, label="end"))
    assert "Prepared: end:0" in question.content
    await toy_match.type_move("add:1", toy_match.anna)
    await wait_until_settled(toy_match)
    assert "Prepared: end:0" in question.content, "it isn't Ben's turn yet"
    await toy_match.type_move("end:0", toy_match.anna)
    await wait_until_settled(toy_match)
    assert (await list_tokens(toy_match))[-1] == "end:0" and await list_premoves(toy_match) == []
    assert "Prepared" not in question.content and not question.attachments


async def test_an_unanswered_question_is_replaced_when_the_turn_begins(toy_match: Harbour) -> None:
    question = get_reply(await toy_match.ben.click(await open_premoves(toy_match), label="Whatever they do…"))
    await toy_match.type_move("end:0", toy_match.anna)
    await wait_until_settled(toy_match)
    assert (await toy_match.find_player()).id == toy_match.ben.id
    assert "Whatever they do" not in question.content and not question.attachments


async def test_the_page_of_a_player_who_must_answer_stays_until_the_answer(toy_match: Harbour) -> None:
    await toy_match.type_move("end:0", toy_match.anna)
    assert (await toy_match.find_match()).active_seat == 1, "Anna must answer during Ben's turn"
    page = await open_premoves(toy_match, toy_match.anna)
    toy_match.bot.panels.refresh_table((await toy_match.find_table()).id)
    await settle_panels(toy_match)
    assert "Prepared for your next turn" in page.content
    await toy_match.type_move("gift:n", toy_match.anna)
    await settle_panels(toy_match)
    assert not is_shown(toy_match, page)


async def test_the_page_of_a_waiting_player_is_replaced_when_they_must_answer(tmp_path: Path) -> None:
    harbour = await Harbour.open(tmp_path, TOYS)
    await harbour.turn_guide_off()
    lobby = await harbour.open_lobby("toy", seats=3, options="goal=40")
    for person in (harbour.ben, harbour.dana):
        await person.click(lobby, label="Join")
    await harbour.anna.click(lobby, label="Start")
    asked = await harbour.find_player(2)
    page = await open_premoves(harbour, asked)
    await harbour.type_move("ring:0", await harbour.find_player(0))
    await settle_panels(harbour)
    match = await harbour.find_match()
    assert match.active_seat == 1 and 2 in match.to_act
    assert "Prepared for your next turn" not in page.content
    await harbour.close()


async def test_the_own_view_offers_to_prepare_a_move_only_while_waiting(toy_match: Harbour) -> None:
    for person, offered in ((toy_match.anna, False), (toy_match.ben, True), (toy_match.dana, False)):
        (label,) = {"My hand", "My view"} & set(list_buttons(toy_match.board).values())
        view = get_reply(await person.click(toy_match.board, label=label))
        assert ("Prepare…" in list_buttons(view).values()) == offered


async def test_a_premove_is_played_if_its_condition_is_met(toy_match: Harbour) -> None:
    page = await open_premoves(toy_match)
    question = get_reply(await toy_match.ben.click(page, label="If they…"))
    check_limits(question)
    ((identity, _),) = list_menus(question).items()
    offered = list_controls(question)[0]["options"]
    ring = next(option["value"] for option in offered if option["description"] == "ring:0")
    question = get_reply(await toy_match.ben.select(question, [ring], custom_id=identity))
    question = get_reply(await toy_match.ben.click(question, label="add"))
    page = get_reply(await toy_match.ben.click(question, label="1"))
    assert await list_premoves(toy_match) == ["if 1 ring:0 & any then add:1"]
    assert "If Anna does `ring:0`" in page.content
    await toy_match.type_move("add:1", toy_match.anna)
    await toy_match.type_move("ring:0", toy_match.anna)
    await wait_until_settled(toy_match)
    assert (await list_tokens(toy_match))[-1] == "add:1" and await list_premoves(toy_match) == []


async def test_a_failed_condition_is_reported_once_and_only_to_its_player(toy_match: Harbour) -> None:
    await prepare_move(toy_match, "if Anna ring:0 & any then add:1, else ask me")
    await toy_match.type_move("end:0", toy_match.anna)
    await wait_until_settled(toy_match)
    assert await list_tokens(toy_match) == ["end:0"]
    assert f"<@{toy_match.ben.id}>" in toy_match.board.content, "Ben is asked to move as usual"
    for person, told in (
        (toy_match.anna, False),
        (toy_match.dana, False),
        (toy_match.ben, True),
        (toy_match.ben, False),
    ):
        answer = await person.click(toy_match.board, label="My hand")
        assert (DROPPED_TEXT in read_answer(answer)) == told
    assert all(DROPPED_TEXT not in post.content for post in toy_match.list_posts())


@pytest.mark.parametrize(("move", "reason"), [
    ("add:1", "dice or cards came up"),
    ("if roll:0 & chance then gift:y", "it's not possible now"),
    ("if add:1 & chance then roll:0", "somebody did something"),
])  # fmt: skip
async def test_an_unexpected_event_drops_a_premove(toy_match: Harbour, move: str, reason: str) -> None:
    await prepare_move(toy_match, move)
    await toy_match.type_move("roll:0", toy_match.anna)
    await wait_until_settled(toy_match)
    assert await list_tokens(toy_match) == ["roll:0"]
    answer = read_answer(await toy_match.ben.click(toy_match.board, label="My hand"))
    assert DROPPED_TEXT in answer and reason in answer
    assert DROPPED_TEXT not in read_answer(await toy_match.ben.click(toy_match.board, label="My hand"))


async def test_an_undo_drops_a_premove(toy_match: Harbour) -> None:
    await toy_match.type_move("add:1")
    await prepare_move(toy_match, "add:2")
    await toy_match.press_tool_button(toy_match.anna, "Undo")
    await wait_until_settled(toy_match)
    assert await list_premoves(toy_match) == []
    await toy_match.type_move("end:0", toy_match.anna)
    await wait_until_settled(toy_match)
    assert (await list_tokens(toy_match))[-1] == "end:0"
    assert "a move was taken back" in read_answer(await toy_match.ben.click(toy_match.board, label="My hand"))


async def test_a_premove_can_be_changed_and_cancelled(toy_match: Harbour) -> None:
    await prepare_move(toy_match, "add:1")
    page = get_reply(
        await toy_match.ben.click(await open_premoves(toy_match), label="1: even if dice or cards come up")
    )
    assert await list_premoves(toy_match) == ["if any & chance then add:1"]
    page = get_reply(await toy_match.ben.click(page, label="1: not if dice or cards come up"))
    again = KeptMessage(toy_match, page)
    page = get_reply(await toy_match.ben.click(page, label="1: cancel"))
    assert "Cancelled." in page.content and await list_premoves(toy_match) == []
    for verb in ("ahx", "aht"):
        assert "no longer prepared" in read_answer(
            await again.forge_press(toy_match.ben, await make_premove_custom_id(toy_match, verb))
        )
    await toy_match.type_move("roll:0", toy_match.anna)
    await wait_until_settled(toy_match)
    assert await list_tokens(toy_match) == ["roll:0"]
    assert DROPPED_TEXT not in read_answer(await toy_match.ben.click(toy_match.board, label="My hand"))


async def test_an_outdated_page_does_not_change_newer_premoves(toy_match: Harbour) -> None:
    await prepare_move(toy_match, "add:1")
    page = get_reply(
        await toy_match.ben.click(await open_premoves(toy_match), label="1: even if dice or cards come up")
    )
    before, gone = (
        KeptMessage(toy_match, page),
        [await make_premove_custom_id(toy_match, verb) for verb in ("ahx", "aht")],
    )
    for token in ("roll:0", "roll:0"):
        match = await toy_match.find_match()
        await toy_match.type_move(token, toy_match.anna if match.active_seat == 0 else toy_match.ben)
        await wait_until_settled(toy_match)
    while (await toy_match.find_match()).active_seat != 0:
        await toy_match.type_move("roll:0", toy_match.ben)
        await wait_until_settled(toy_match)
    # On SQLite, the new premove reuses the row ID of the deleted one.
    await prepare_move(toy_match, "add:2")
    (line,) = await list_premoves(toy_match)
    for identity in gone:
        assert "no longer prepared" in read_answer(await before.forge_press(toy_match.ben, identity))
    assert await list_premoves(toy_match) == [line]


async def make_premove_custom_id(harbour: Harbour, verb: str) -> str:
    return make_custom_id(
        "b", verb, (await harbour.find_table()).id, (await harbour.find_match()).seq, 1, 1, 1
    )


async def test_a_restart_and_a_crash_neither_lose_nor_repeat_a_premove(toy_match: Harbour) -> None:
    await prepare_move(toy_match, "if any & chance then add:2")
    await toy_match.restart()
    with toy_match.pause_subscribers():
        await toy_match.type_move("roll:0", toy_match.anna)
        await wait_until_settled(toy_match)
        assert await list_tokens(toy_match) == ["roll:0"]
        await toy_match.kill()
    await wait_until_settled(toy_match)
    assert await list_tokens(toy_match) == ["roll:0", "add:2"]
    await toy_match.kill()
    await wait_until_settled(toy_match)
    assert await list_tokens(toy_match) == ["roll:0", "add:2"]


async def test_a_premove_is_dropped_when_its_seat_changes_hands(toy_match: Harbour) -> None:
    await prepare_move(toy_match, "if any & chance then add:2")
    table = await toy_match.find_table()
    with toy_match.pause_subscribers():
        await toy_match.bot.tables.seats.leave_table(table.id, toy_match.ben.id)
        await toy_match.bot.tables.play.perform_action(table.id, toy_match.anna.id, "add:1", 0)
        # Ben gets his seat back, but the move that he prepared before he left no longer counts.
        (row,) = await toy_match.store.premoves.list_premoves_for_table(table.id)
        await toy_match.store.seats.hand_over(
            table.id, [SeatRow(1, toy_match.ben.id, "Ben", 0)], toy_match.anna.id, 1
        )
        await toy_match.bot.tables.core.invalidate_table(table.id)
        assert not has_kept_seat(await toy_match.find_table(), row)
    await toy_match.type_move("roll:0", toy_match.anna)
    await wait_until_settled(toy_match)
    assert await list_premoves(toy_match) == [] and await list_tokens(toy_match) == ["add:1", "roll:0"]
    assert DROPPED_TEXT not in read_answer(await toy_match.ben.click(toy_match.board, label="My hand"))


async def test_the_end_of_a_match_deletes_its_premoves(toy_match: Harbour) -> None:
    await prepare_move(toy_match, "add:2")
    await toy_match.bot.tables.play.resign_match((await toy_match.find_table()).id, toy_match.anna.id)
    await wait_until_settled(toy_match)
    assert await list_premoves(toy_match) == []


async def test_nobody_else_sees_or_changes_a_premove(
    toy_match: Harbour, caplog: pytest.LogCaptureFixture
) -> None:
    await prepare_move(toy_match, "peek:0 add:2")
    table = await toy_match.find_table()
    theirs = KeptMessage(
        toy_match,
        get_reply(
            await KeptMessage(toy_match, toy_match.board).forge_press(
                toy_match.anna, make_custom_id("b", "ah", table.id)
            )
        ),
    )
    for verb in ("ah", "ahx", "aht"):
        answer = read_answer(
            await theirs.forge_press(toy_match.anna, await make_premove_custom_id(toy_match, verb))
        )
        assert "peek" not in answer and "seat" in answer
    # The custom_id names Anna's own seat, but the premove is Ben's.
    for verb in ("ahx", "aht"):
        own = make_custom_id("b", verb, table.id, 0, 0, 1, 1)
        assert "no longer prepared" in read_answer(await theirs.forge_press(toy_match.anna, own))
    answer = read_answer(
        await theirs.forge_press(toy_match.anna, make_custom_id("b", "ahg", table.id, 0, 0, "l1", ""))
    )
    assert "no longer prepared" in answer
    assert await list_premoves(toy_match) == ["if any then peek:0 add:2"]
    assert "peek" not in await toy_match.bot.tables.exports.export_json(table.id)
    assert "peek" not in str(await toy_match.store.people.collect_data(toy_match.anna.id))
    assert "peek:0 add:2" in str(await toy_match.store.people.collect_data(toy_match.ben.id))
    assert not any("peek" in line for line in list_logged_lines(caplog))
    assert all("peek" not in str(post) for post in list_sent_payloads(toy_match))


async def test_unreadable_and_surplus_premoves_are_refused(toy_match: Harbour) -> None:
    assert "can't read" in await prepare_move(toy_match, "what")
    assert "can't read" in await prepare_move(toy_match, "if then add:1")
    assert "can't read" in await prepare_move(toy_match, "if Anna jump then add:1")
    assert "your turn" in await prepare_move(toy_match, "add:1", toy_match.anna)
    for move in ("add:1", "add:2", "roll:0", "peek:0"):
        await prepare_move(toy_match, move)
    assert "Cancel one first" in await prepare_move(toy_match, "end:0")
    assert len(await list_premoves(toy_match)) == 4
    answer = await toy_match.dana.slash(toy_match.channel, "move", prepare="add:1")
    assert "seat" in read_answer(answer)


async def test_a_change_that_makes_a_premove_too_long_is_refused(toy_match: Harbour) -> None:
    line = f"if {' & '.join([*['1 ring:0'] * 33, 'ring:0', 'ring:0'])} & any then add:1"
    assert MAX_TEXT_LENGTH - len(" & chance") < len(line) <= MAX_TEXT_LENGTH
    assert "Prepared." in await prepare_move(toy_match, line)
    page = await open_premoves(toy_match)
    answer = await toy_match.ben.click(page, label="1: even if dice or cards come up")
    assert "can't read" in read_answer(answer)
    assert await list_premoves(toy_match) == [line]


async def test_a_player_cannot_prepare_a_move_on_their_own_turn(toy_match: Harbour) -> None:
    await toy_match.type_move("end:0", toy_match.anna)
    assert (await toy_match.find_match()).active_seat == 1
    assert "your turn" in await prepare_move(toy_match, "add:1")
    assert LoggedRow("act", 1, "add:1") not in await read_log(toy_match, (await toy_match.find_table()).id)


async def test_one_press_prepares_a_pass_of_the_next_turn(toy_match: Harbour) -> None:
    page = await open_premoves(toy_match)
    page = get_reply(await toy_match.ben.click(page, label="Pass next"))
    check_limits(page)
    assert "You pass your next turn." in page.content and "1. Pass, unless" in page.content
    assert await list_premoves(toy_match) == ["if any then pass"]
    assert (
        "Pass next" not in list_buttons(page).values() and "1: and then…" not in list_buttons(page).values()
    )
    again = make_custom_id(
        "b", "ahp", (await toy_match.find_table()).id, (await toy_match.find_match()).seq, 1
    )
    await KeptMessage(toy_match, page).forge_press(toy_match.ben, again)
    assert await list_premoves(toy_match) == ["if any then pass"], "a second press adds no second pass"
    await toy_match.type_move("end:0", toy_match.anna)
    await wait_until_settled(toy_match)
    rows = await read_log(toy_match, (await toy_match.find_table()).id)
    assert [(row.seat, row.text) for row in rows if row.text == "end:0"] == [(0, "end:0"), (1, "end:0")]
    assert await list_premoves(toy_match) == [] and "Ben had prepared this." in toy_match.board.content


async def test_a_prepared_pass_can_be_changed_and_is_dropped_by_a_random_event_or_an_undo(
    toy_match: Harbour,
) -> None:
    page = get_reply(await toy_match.ben.click(await open_premoves(toy_match), label="Pass next"))
    page = get_reply(await toy_match.ben.click(page, label="1: cancel"))
    assert await list_premoves(toy_match) == [] and "Pass next" in list_buttons(page).values()
    page = get_reply(await toy_match.ben.click(page, label="Pass next"))
    page = get_reply(await toy_match.ben.click(page, label="1: even if dice or cards come up"))
    assert (
        await list_premoves(toy_match) == ["if any & chance then pass"]
        and "Pass, whatever comes up" in page.content
    )
    await toy_match.ben.click(page, label="1: not if dice or cards come up")
    await toy_match.type_move("add:1")
    await toy_match.press_tool_button(toy_match.anna, "Undo")
    await wait_until_settled(toy_match)
    assert await list_premoves(toy_match) == []
    assert "a move was taken back" in read_answer(await toy_match.ben.click(toy_match.board, label="My hand"))
    await toy_match.ben.click(await open_premoves(toy_match), label="Pass next")
    await toy_match.type_move("roll:0", toy_match.anna)
    await wait_until_settled(toy_match)
    assert "end:0" not in await list_tokens(toy_match) and await list_premoves(toy_match) == []
    shows = read_answer(await toy_match.ben.click(toy_match.board, label="My hand"))
    assert "I don't pass your turn" in shows and "dice or cards came up" in shows
    assert "if any" not in shows, "the notation isn't shown, because Ben pressed a button and typed nothing"


async def test_a_premove_for_a_named_move_takes_priority_over_a_pass(toy_match: Harbour) -> None:
    await toy_match.ben.click(await open_premoves(toy_match), label="Pass next")
    assert "Prepared." in await prepare_move(toy_match, "if Anna add:2 & any then add:1")
    await toy_match.type_move("add:2")
    await toy_match.type_move("end:0", toy_match.anna)
    await wait_until_settled(toy_match)
    assert (await list_tokens(toy_match))[-1] == "add:1"


async def test_a_stale_press_and_one_by_the_active_player_do_not_prepare_a_pass(toy_match: Harbour) -> None:
    table, seq = (await toy_match.find_table()).id, (await toy_match.find_match()).seq
    old = make_custom_id("b", "ahp", table, seq, 1)
    page = KeptMessage(toy_match, await open_premoves(toy_match))
    await toy_match.type_move("add:1")
    assert "You pass" not in read_answer(await page.forge_press(toy_match.ben, old))
    own = make_custom_id("b", "ahp", table, seq + 1, 0)
    assert "your turn" in read_answer(
        await KeptMessage(toy_match, toy_match.board).forge_press(toy_match.anna, own)
    )
    assert "seat" in read_answer(
        await KeptMessage(toy_match, toy_match.board).forge_press(
            toy_match.anna, make_custom_id("b", "ahp", table, seq + 1, 1)
        )
    )
    assert await list_premoves(toy_match) == []


async def test_a_typed_pass_survives_a_crash(toy_match: Harbour) -> None:
    assert "Prepared." in await prepare_move(toy_match, "Pass")
    assert await list_premoves(toy_match) == ["if any then pass"]
    with toy_match.pause_subscribers():
        await toy_match.type_move("end:0", toy_match.anna)
        await wait_until_settled(toy_match)
        await toy_match.kill()
    await wait_until_settled(toy_match)
    assert (await list_tokens(toy_match)).count("end:0") == 2
    await toy_match.kill()
    await wait_until_settled(toy_match)
    assert (await list_tokens(toy_match)).count("end:0") == 2
