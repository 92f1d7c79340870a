"""Private panels that wait for others are updated as long as Discord accepts edits."""

from __future__ import annotations

import logging
from typing import Any

import pytest
from simcord.backend.errors import BackendError

from bot.model.table import Person
from bot.ui import panels
from bot.ui.ids import make_custom_id
from tests.bot.ui.waiting import (
    act_elsewhere,
    is_shown,
    list_private_messages,
    make_move,
    open_question,
    open_waiting_panel,
    settle_panels,
)
from tests.support.at_table import press_at_table
from tests.support.harbour import Harbour, find_table_board, list_buttons, list_menus
from tests.support.reading import (
    KeptMessage,
    check_limits,
    get_reply,
    list_logged_lines,
    read_picture,
    read_text,
)

ANSWER_PATH = "/webhooks/*/messages/@original"
EDITABLE_HOURS, EXPIRED_HOURS = 0.2, 0.24
"""Hours after an answer at which Discord still accepts edits, and at which the bot no longer tries."""


def list_request_kinds(harbour: Harbour) -> list[str]:
    """Return ``board`` for each request about a channel's messages, ``private`` for each edited answer."""
    made = []
    for request in harbour.env.http_requests:
        if request.path.endswith("@original") and request.method == "PATCH":
            made.append("private")
        elif "/messages" in request.path and request.path.startswith("/channels"):
            made.append("board")
    return made


async def test_your_view_reports_when_the_turn_comes(harbour: Harbour) -> None:
    await open_waiting_panel(harbour)
    view = get_reply(await harbour.anna.click(harbour.board, label="My hand"))
    assert "Waiting for Ben" in view.content and "Move…" not in list_buttons(view).values()
    await make_move(harbour)
    assert "Waiting" not in view.content and "Move…" in list_buttons(view).values()


async def test_the_board_is_updated_first_and_each_panel_once_a_step(harbour: Harbour) -> None:
    await open_waiting_panel(harbour)
    before = len(list_request_kinds(harbour))
    await make_move(harbour)
    # Ben's answer, the new board and the old board's buttons are updated first, and Anna's panel last.
    told = list_request_kinds(harbour)[before:]
    assert told.count("private") == 2 and told[-1] == "private", told


async def test_a_panel_is_not_updated_while_in_use(harbour: Harbour) -> None:
    panel = await open_waiting_panel(harbour)
    await make_move(harbour)
    pressed = make_custom_id("b", "ah", (await harbour.find_table()).id)
    page = get_reply(await KeptMessage(harbour, panel).forge_press(harbour.anna, pressed))
    assert page.id == panel.id and "make your move first" in page.content
    content = page.content
    await make_move(harbour)
    assert page.content == content and is_shown(harbour, page)


@pytest.mark.parametrize(("hours", "is_updated"), [(EDITABLE_HOURS, True), (EXPIRED_HOURS, False)])
async def test_a_panel_is_updated_as_long_as_discord_accepts_edits(
    harbour: Harbour, hours: float, is_updated: bool
) -> None:
    panel = await open_waiting_panel(harbour)
    await harbour.pass_time(hours)
    await make_move(harbour)
    assert ("Your turn" in panel.content) is is_updated


@pytest.mark.parametrize(("status", "code"), [(404, 10008), (401, 50027)])
async def test_a_deleted_panel_causes_no_error(
    harbour: Harbour, caplog: pytest.LogCaptureFixture, status: int, code: int
) -> None:
    panel = await open_waiting_panel(harbour)
    match = await harbour.find_match()
    table = await harbour.find_table()
    harbour.env.inject_error("PATCH", ANSWER_PATH, status=status, code=code)
    token = match.legal_actions(1)[0].token
    with caplog.at_level(logging.INFO):
        await harbour.bot.tables.play.perform_action(table.id, harbour.ben.id, token, match.seq, seat=1)
        await harbour.settle()
        await harbour.bot.panels.wait_until_idle()
    assert "Waiting for Ben" in panel.content
    assert [record for record in caplog.records if record.levelno > logging.INFO] == []
    assert any("panel left as it is" in line for line in list_logged_lines(caplog))


async def test_the_panel_of_a_player_who_lost_the_seat_is_not_updated(harbour: Harbour) -> None:
    panel = await open_waiting_panel(harbour)
    content, images = panel.content, [file.id for file in panel.attachments]
    await press_at_table(harbour.anna, harbour.channel, "leave")
    table = await harbour.find_table()
    await harbour.bot.tables.seats.leave_table(table.id, harbour.anna.id, "easy")
    await harbour.settle()
    await harbour.bot.driver.wait_until_idle()
    await make_move(harbour)
    assert panel.content == content
    assert [file.id for file in panel.attachments] == images


async def test_only_the_newest_panels_of_a_person_are_kept_current(harbour: Harbour) -> None:
    await open_waiting_panel(harbour)
    views = [get_reply(await harbour.anna.click(harbour.board, label="My hand")) for _ in range(3)]
    await make_move(harbour)
    assert ["Your turn" in view.content for view in views] == [False, True, True]
    assert [is_shown(harbour, view) for view in views] == [False, True, True], "the oldest is deleted"


async def test_the_oldest_panel_of_all_is_dropped_if_there_are_too_many(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel = await open_waiting_panel(harbour)
    monkeypatch.setattr(panels, "MAX_PANELS", 1)
    view = get_reply(await harbour.ben.click(harbour.board, label="My hand"))
    await harbour.bot.tables.play.resign_match((await harbour.find_table()).id, harbour.ben.id)
    await settle_panels(harbour)
    assert "The match has ended." in view.content and "Waiting for Ben" in panel.content


async def test_a_list_of_tables_does_not_delete_a_panel(harbour: Harbour) -> None:
    person, panel = await open_question(harbour)
    view = get_reply(await person.click(harbour.board, label="My hand"))
    await person.slash(harbour.channel, "mine")
    await settle_panels(harbour)
    assert is_shown(harbour, panel) and is_shown(harbour, view)


async def test_a_second_equal_question_replaces_the_first(harbour: Harbour) -> None:
    """Whoever presses the board's button twice doesn't get two panels."""
    await harbour.begin_match("australis")
    person = await harbour.find_player()
    move = next(identity for identity in list_buttons(harbour.board) if identity.startswith("b:go"))
    first, second = [get_reply(await person.click(harbour.board, custom_id=move)) for _ in range(2)]
    await settle_panels(harbour)
    assert first.id != second.id and second.content.count("💡") == 1
    assert [is_shown(harbour, panel) for panel in (first, second)] == [False, True]
    other = get_reply(await person.click(harbour.board, label="My view"))
    await settle_panels(harbour)
    assert is_shown(harbour, second) and is_shown(harbour, other)


async def test_a_question_answered_elsewhere_becomes_the_status(harbour: Harbour) -> None:
    person, panel = await open_question(harbour)
    await act_elsewhere(harbour)
    assert "Waiting for" in panel.content and "What now?" in list_buttons(panel).values()
    assert not panel.attachments and "Anna plays" in panel.content
    await act_elsewhere(harbour)
    hint = list_private_messages(harbour, person)[-1]
    assert hint.content.startswith("💡") and "Do it" in list_buttons(hint).values()
    assert not is_shown(harbour, panel), "the hint is below the new board"


async def test_a_question_answered_by_a_typed_move_disappears(harbour: Harbour) -> None:
    _, panel = await open_question(harbour)
    answer = await make_move(harbour)
    await settle_panels(harbour)
    assert "Waiting for" in answer.content and not is_shown(harbour, panel)


async def test_a_question_that_others_do_not_change_stays(harbour: Harbour) -> None:
    _, panel = await open_question(harbour)
    content, buttons = panel.content, list_buttons(panel)
    before = len(list_request_kinds(harbour))
    table = await harbour.find_table()
    await harbour.bot.tables.play.propose_draw(table.id, harbour.ben.id)
    await settle_panels(harbour)
    assert (panel.content, list_buttons(panel)) == (content, buttons)
    assert "private" not in list_request_kinds(harbour)[before:]


async def test_every_button_of_an_old_question_shows_the_current_state(harbour: Harbour) -> None:
    person, panel = await open_question(harbour)
    table, kept = await harbour.find_table(), KeptMessage(harbour, panel)
    undo = make_custom_id("b", "un", table.id, 0)
    identities = [i for i in list_buttons(panel) if not i.startswith("b:cla")]
    await harbour.pass_time(EXPIRED_HOURS)
    await act_elsewhere(harbour)
    assert "Waiting for" not in panel.content, "Discord accepts no more edits"
    for identity in (*identities, undo):
        shown = await kept.forge_press(person, identity)
        assert get_reply(shown).id == panel.id and not shown.followups, identity
        assert "Waiting for Ben" in get_reply(shown).content and "What now?" in list_buttons(panel).values()
    await harbour.bot.tables.play.resign_match(table.id, harbour.ben.id)
    await settle_panels(harbour)
    for identity in (*identities, undo):
        shown = await kept.forge_press(person, identity)
        # The answer to switching the guide also names the result.
        ended = "Anna wins!" if ":gd:" in identity else "The match has ended."
        assert ended in get_reply(shown).content and not shown.followups, identity


async def test_an_old_question_of_a_lost_seat_is_replaced_by_the_refusal(harbour: Harbour) -> None:
    person, panel = await open_question(harbour)
    button = next(i for i in list_buttons(panel) if i.startswith("b:go"))
    await harbour.bot.tables.seats.leave_table((await harbour.find_table()).id, person.id, "easy")
    await harbour.settle()
    result = await person.click(panel, custom_id=button)
    assert get_reply(result).id == panel.id and not result.followups
    assert not list_buttons(panel) and panel.content.startswith("You're watching")


async def test_after_the_end_one_private_message_says_where_the_result_is(harbour: Harbour) -> None:
    panel = await open_waiting_panel(harbour)
    view = get_reply(await harbour.anna.click(harbour.board, label="My hand"))
    table = await harbour.find_table()
    await harbour.bot.tables.play.resign_match(table.id, harbour.ben.id)
    await settle_panels(harbour)
    assert view.content == f"The match has ended. The result is in {harbour.channel.mention}."
    assert view.attachments, "the last picture of the hand stays"
    with pytest.raises(BackendError):
        harbour.env.backend.get_message(harbour.channel.id, panel.id)


async def invite_to_lobby(harbour: Harbour, guest: Any) -> Any:
    """Invite somebody as Anna on the seats page of a lobby, and return the panel."""
    seats = get_reply(await harbour.anna.click(harbour.board, label="Seats…"))
    (invites,) = [identity for identity in list_menus(seats) if ":in:" in identity]
    panel = get_reply(await harbour.anna.select(seats, [guest], custom_id=invites))
    assert f"{guest.mention} is invited." in panel.content
    return panel


async def test_the_seats_panel_drops_an_invitation_once_the_person_has_joined(harbour: Harbour) -> None:
    await harbour.open_lobby("reef", seats=3)
    panel = await invite_to_lobby(harbour, harbour.ben)
    await harbour.ben.click(harbour.board, label="Join")
    assert "nvited" not in panel.content and f"2. {harbour.ben.mention}" in panel.content
    await harbour.dana.click(harbour.board, label="Join")
    await harbour.anna.click(harbour.board, label="Start")
    assert panel.content == "The match has begun." and not list_buttons(panel) and not list_menus(panel)


async def test_the_seats_panel_drops_a_declined_invitation(harbour: Harbour) -> None:
    await harbour.open_lobby("reef")
    panel = await invite_to_lobby(harbour, harbour.ben)
    await press_at_table(harbour.ben, harbour.channel, "leave")
    assert "nvited" not in panel.content and "2. free" in panel.content
    await harbour.bot.tables.lobby.cancel_lobby((await harbour.find_table()).id, harbour.anna.id)
    await settle_panels(harbour)
    assert panel.content == "The table is closed."


@pytest.mark.parametrize("joins", [True, False])
async def test_the_inviter_sees_the_answer_to_an_invitation(harbour: Harbour, joins: bool) -> None:
    await harbour.begin_match("reef")
    table = await harbour.find_table()
    await harbour.bot.tables.seats.leave_table(table.id, harbour.ben.id, "easy")
    await harbour.settle()

    async def open_invitations() -> Any:
        return get_reply(await harbour.press_tool_button(harbour.anna, "Invite…", find_table_board(harbour)))

    asking = await open_invitations()
    panel = get_reply(
        await harbour.anna.select(asking, [harbour.dana], custom_id=next(iter(list_menus(asking))))
    )
    assert panel.content == f"{harbour.dana.mention} is invited."
    again = await open_invitations()
    assert f"Invited: {harbour.dana.mention}" in again.content
    if joins:
        await harbour.bot.tables.seats.take_over_seat(table.id, Person(harbour.dana.id, "Dana"), 1)
    else:
        await harbour.bot.tables.seats.withdraw_invitation(table.id, harbour.anna.id, harbour.dana.id)
    await settle_panels(harbour)
    answer = "Joined" if joins else "Not coming"
    assert panel.content == f"{answer}: {harbour.dana.mention}."
    assert again.content == "Who takes over a computer's seat?"
    await harbour.bot.tables.play.close_table(table.id, harbour.anna.id)
    await settle_panels(harbour)
    assert again.content == "The match has ended."


async def test_the_mine_page_is_updated_when_the_tables_change(harbour: Harbour) -> None:
    await harbour.begin_match("coral_reef")
    await harbour.turn_guide_off()
    other = harbour.guild.create_text_channel("lagoon")
    await harbour.anna.slash(other, "play", game="reef", against="people", wait=True)
    reply = get_reply(await harbour.anna.slash(harbour.channel, "mine"))
    assert "Your turn" in read_text(reply) and "Move" in list_buttons(reply).values() and reply.attachments
    await make_move(harbour)
    assert "Your turn" not in read_text(reply) and "Waiting for Ben" in read_text(reply)
    assert "Move" not in list_buttons(reply).values() and not reply.attachments
    check_limits(reply)
    second = await harbour.bot.tables.find_latest_table(other.id)
    assert second is not None and f"table {second.id}" in read_text(reply)
    await harbour.bot.tables.lobby.cancel_lobby(second.id, harbour.anna.id)
    await settle_panels(harbour)
    assert f"table {second.id}" not in read_text(reply) and "Waiting for Ben" in read_text(reply)
    await harbour.bot.tables.play.resign_match((await harbour.find_table()).id, harbour.ben.id)
    await settle_panels(harbour)
    assert "You're not at any table." in read_text(reply) and "Move" not in list_buttons(reply).values()


async def test_a_later_mine_page_is_updated_when_a_table_closes(harbour: Harbour) -> None:
    for number in range(8):
        channel = harbour.guild.create_text_channel(f"bay-{number}")
        await harbour.anna.slash(channel, "play", game="das_riff", against="people", wait=True)
    reply = get_reply(await harbour.anna.slash(harbour.channel, "mine"))
    second = get_reply(await harbour.anna.click(reply, label="Next"))
    assert second.id == reply.id and "page 2 of 2" in read_text(second)
    (table_id,) = [n for n in range(1, 9) if f"table {n}]" in read_text(second)]
    await harbour.bot.tables.lobby.cancel_lobby(table_id, harbour.anna.id)
    await settle_panels(harbour)
    assert f"table {table_id}]" not in read_text(second) and "page" not in read_text(second)


async def test_the_panel_of_a_taken_seat_is_updated_until_the_seat_is_lost(
    harbour: Harbour,
) -> None:
    await open_waiting_panel(harbour)
    table = await harbour.find_table()
    await harbour.bot.tables.seats.leave_table(table.id, harbour.anna.id, "easy")
    await harbour.settle()
    card = get_reply(await press_at_table(harbour.anna, harbour.channel, "take", seat="1"))
    assert "You're now playing" in card.content and "Waiting for Ben" in card.content
    await make_move(harbour)
    assert "You're now playing" in card.content and "Waiting for Ben" not in card.content
    assert "Move…" in list_buttons(card).values()
    await read_picture(card)
    await harbour.bot.tables.seats.leave_table(table.id, harbour.anna.id, "easy")
    await settle_panels(harbour)
    assert card.content == "You no longer play this seat."
    assert not list_buttons(card) and not card.attachments
