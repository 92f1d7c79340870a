"""Seats change hands when players leave, come back, are invited to a seat, or are replaced when absent."""

from __future__ import annotations

from typing import Any

import pytest

from bot.platform.attendance import CACHE_LIFETIME_SECONDS
from games.core.match import LoggedRow
from tests.support.at_table import press_at_table
from tests.support.harbour import Harbour, find_menu, list_buttons, list_controls, list_menus
from tests.support.playing import list_continuing_buttons, read_log
from tests.support.reading import (
    KeptMessage,
    check_limits,
    get_reply,
    list_notified_people,
    list_sent_payloads,
    read_answer,
    read_picture,
    read_text,
)


async def leave_seat(harbour: Harbour, person: Any, level: str = "normal") -> Any:
    """Leave a seat with the board's menu, and return the answer to the confirmation."""
    reply = get_reply(await harbour.press_tool_button(person, "Leave…"))
    check_limits(reply)
    (done,) = [i for i, label in list_buttons(reply).items() if level in label or label == "Yes, leave"]
    return await person.click(reply, custom_id=done)


async def test_the_last_player_must_confirm_because_leaving_ends_the_match(harbour: Harbour) -> None:
    await harbour.begin_match()
    old = get_reply(await press_at_table(harbour.anna, harbour.channel, "leave"))
    assert "A computer plays on" in old.content
    await leave_seat(harbour, harbour.ben)
    again = get_reply(await harbour.anna.click(old, label="Leave: easy"))
    assert "the match ends without a result" in again.content
    assert (await harbour.find_table()).status == "playing"
    await harbour.anna.click(again, label="Yes, leave")
    assert (await harbour.find_table()).status == "over"


async def test_a_player_can_leave_and_come_back(harbour: Harbour) -> None:
    await harbour.begin_match()
    await harbour.play_random_moves(6)
    kept_message = KeptMessage(harbour, harbour.board)
    go = list_continuing_buttons(harbour.board)[-1]
    holder, other = await harbour.find_player(), await harbour.find_opponent()
    seat = (await harbour.find_table()).list_seats(holder.id)[0]
    assert "a computer plays on" in read_answer(await leave_seat(harbour, holder, "hard"))
    table = await harbour.find_table()
    assert (table.computer_seats, table.host_id, table.occupants[seat].computer) == (
        (seat,),
        other.id,
        "hard",
    )
    assert "Orca (computer, hard) now plays" in read_text(harbour.board)
    assert f"<@{holder.id}>" not in read_text(harbour.board)
    before = await read_log(harbour, table.id)
    assert "Orca" in read_answer(await kept_message.press(holder, go))
    for command in ("undo", "resign", "leave"):
        assert "no seat" in read_answer(await press_at_table(holder, harbour.channel, command))
    assert await read_log(harbour, table.id) == before
    assert "From turn 2, Orca plays" in read_answer(await press_at_table(other, harbour.channel, "log"))

    await harbour.restart()
    assert await harbour.find_table() == table
    offered = get_reply(await press_at_table(holder, harbour.channel, "take"))
    assert list(list_buttons(offered)) == [f"b:tky:{table.id}:{seat}"]
    assert "no seat here" in read_answer(await press_at_table(other, harbour.channel, "take"))
    assert "no such seat" in read_answer(await press_at_table(holder, harbour.channel, "take", seat="9"))
    assert "You can only take over" in read_answer(
        await press_at_table(harbour.dana, harbour.channel, "take", seat=str(2 - seat))
    )
    card = get_reply(await press_at_table(holder, harbour.channel, "take", seat=str(seat + 1)))
    check_limits(card)
    await read_picture(card)
    assert "You're now playing Orca's seat." in card.content and "What happened last" in card.content
    match = await harbour.find_match()
    assert ("Move…" in list_buttons(card).values()) == (seat in (match.active_seat, *match.to_act))
    assert (await harbour.find_table()).list_seats(holder.id) == (seat,)
    assert "'s seat." not in read_text(harbour.board)


async def test_a_spectator_can_take_a_seat_with_the_menu(harbour: Harbour) -> None:
    await harbour.begin_match("coral_reef", options="rounds_to_win=5")
    await harbour.play_random_moves(2)
    await leave_seat(harbour, harbour.ben)
    table = await harbour.find_table()
    menu = await harbour.open_page_with_button(harbour.dana, "Take a seat…", harbour.board)
    reply = get_reply(await harbour.dana.click(menu, label="Take a seat…"))
    (identity,) = [i for i in list_buttons(reply) if i.startswith("b:tky")]
    assert "was Ben" in list_buttons(reply)[identity]
    kept_message = KeptMessage(harbour, reply)
    card = get_reply(await harbour.dana.click(reply, custom_id=identity))
    assert "> Dana" not in card.content and "> Ben" in card.content, "each step names the player who made it"
    hidden = card.content.partition("Only you see this:")[2].partition("What happened")[0]
    assert hidden.strip("* \n")
    public = get_reply(await harbour.press_tool_button(harbour.mod, "Describe")).content
    assert not any(line in public for line in hidden.strip("* \n").split("\n"))
    assert "now plays Ben's seat." in read_text(harbour.board)
    assert "already have a seat" in read_answer(await kept_message.press(harbour.dana, identity))
    menu = await harbour.open_page_with_button(harbour.dana, "Invite…", harbour.board)
    assert "Take a seat…" not in list_buttons(menu).values()
    assert "Only you" not in read_text(harbour.board)
    assert "Dana's seat" in read_answer(await press_at_table(harbour.ben, harbour.channel, "take", seat="2"))
    assert (await harbour.find_table()).user_ids == (harbour.anna.id, harbour.dana.id)
    assert (await harbour.find_table()).id == table.id


async def open_invitations(harbour: Harbour, person: Any) -> tuple[Any, str, str]:
    """Open the page of invitations to computers' seats; return it with its two lists' custom_ids."""
    board = next(m for m in reversed(harbour.list_posts()) if "More…" in list_buttons(m).values())
    menu = await harbour.open_page_with_button(person, "Invite…", board)
    panel = get_reply(await person.click(menu, label="Invite…"))
    invites, *withdraws = list_menus(panel)
    return panel, invites, "".join(withdraws)


async def invite_to_seat(harbour: Harbour, person: Any, inviter: Any = None) -> Any:
    """Invite a person to a computer's seat, by default as Anna."""
    panel, invites, _ = await open_invitations(harbour, inviter or harbour.anna)
    return await (inviter or harbour.anna).select(panel, [person], custom_id=invites)


def list_invitations(harbour: Harbour) -> list[str]:
    """Return the texts of the posts that invite somebody to a computer's seat."""
    return [post.content for post in harbour.list_posts() if "asks you to take over" in post.content]


async def test_a_person_is_invited_to_a_seat_once(harbour: Harbour) -> None:
    await harbour.begin_match()
    await leave_seat(harbour, harbour.ben)
    posts = len(list_sent_payloads(harbour))
    assert "is invited" in read_answer(await invite_to_seat(harbour, harbour.dana))
    assert (len(list_sent_payloads(harbour)), list_notified_people(harbour)) == (posts + 1, [harbour.dana.id])
    assert "is invited" in read_answer(await invite_to_seat(harbour, harbour.dana))
    assert "no seat here for them to" in read_answer(await invite_to_seat(harbour, harbour.anna))
    assert len(list_sent_payloads(harbour)) == posts + 1
    call = next(m for m in harbour.list_posts() if "asks you to take over" in m.content)
    seats = get_reply(await harbour.dana.click(call, label="Take a seat…"))
    await harbour.dana.click(seats, custom_id=next(iter(list_buttons(seats))))
    table = await harbour.find_table()
    assert (table.user_ids, table.invited_ids) == ((harbour.anna.id, harbour.dana.id), ())


@pytest.mark.parametrize("typed", [True, False])
async def test_an_invitation_to_a_seat_can_be_declined(harbour: Harbour, typed: bool) -> None:
    await harbour.begin_match()
    await leave_seat(harbour, harbour.ben)
    await invite_to_seat(harbour, harbour.dana)
    (call,) = [m for m in harbour.list_posts() if "asks you to take over" in m.content]
    if typed:
        answer = await press_at_table(harbour.dana, harbour.channel, "leave")
    else:
        answer = await harbour.dana.click(call, label="No, thanks")
    assert "Whoever asked you sees it under *Invite…*." in read_answer(answer)
    assert list_invitations(harbour) == []
    panel, _, withdraws = await open_invitations(harbour, harbour.anna)
    assert f"Not coming: {harbour.dana.mention}." in panel.content and not withdraws
    await invite_to_seat(harbour, harbour.dana)
    table = await harbour.find_table()
    assert (table.invited_ids, table.declined_ids) == ((harbour.dana.id,), ())


async def test_the_sender_or_the_host_withdraws_an_invitation_to_a_seat(harbour: Harbour) -> None:
    lobby = await harbour.open_lobby("australis")
    for person in (harbour.ben, harbour.dana):
        await person.click(lobby, label="Join")
    await harbour.anna.click(lobby, label="Start")
    await leave_seat(harbour, harbour.dana)
    mo, eve, finn = harbour.mod, harbour.add_member("Eve"), harbour.add_member("Finn")
    _, _, withdraws = await open_invitations(harbour, harbour.ben)
    assert not withdraws, "nobody is invited"
    for guest, by in ((eve, harbour.ben), (finn, harbour.ben), (mo, harbour.anna)):
        await invite_to_seat(harbour, guest, by)
    named = zip((eve, finn, mo), list_invitations(harbour), strict=True)
    assert all(guest.mention in line for guest, line in named)
    await harbour.restart()
    panel, _, withdraws = await open_invitations(harbour, harbour.ben)
    assert all(guest.mention in panel.content for guest in (eve, finn, mo))
    refused = read_answer(await harbour.ben.select(panel, [mo], custom_id=withdraws))
    assert refused == "Only the host, Anna, or whoever sent this invitation can withdraw it."
    answer = read_answer(await harbour.ben.select(panel, [eve], custom_id=find_menu(panel, "ivx")))
    assert f"{eve.mention} is no longer invited." in answer and mo.mention in answer
    assert (await harbour.find_table()).invited_ids == tuple(sorted((finn.id, mo.id)))
    assert [eve.mention in line for line in list_invitations(harbour)] == [False, False]
    panel, _, withdraws = await open_invitations(harbour, harbour.ben)
    assert "isn't invited" in read_answer(await harbour.ben.select(panel, [eve], custom_id=withdraws))
    for guest in (finn, mo):
        panel, _, withdraws = await open_invitations(harbour, harbour.anna)
        await harbour.anna.select(panel, [guest], custom_id=withdraws)
    assert (await harbour.find_table()).invited_ids == () and list_invitations(harbour) == []


async def test_the_last_player_to_leave_ends_the_match(harbour: Harbour) -> None:
    await harbour.begin_match()
    await leave_seat(harbour, harbour.ben)
    reply = get_reply(await press_at_table(harbour.anna, harbour.channel, "leave"))
    assert "ends without a result" in reply.content
    kept_message = KeptMessage(harbour, reply)
    assert list(list_buttons(reply).values()) == ["Yes, leave", "Keep playing"]
    yes, _ = list_buttons(reply)
    await harbour.anna.click(reply, custom_id=yes)
    assert (await harbour.find_table()).status == "over"
    assert "ended" in read_answer(await kept_message.press(harbour.anna, yes))
    assert "ended" in read_answer(await press_at_table(harbour.ben, harbour.channel, "take"))


@pytest.mark.parametrize("is_alone", [True, False])
async def test_keep_playing_cancels_leaving(harbour: Harbour, is_alone: bool) -> None:
    await harbour.begin_match()
    if is_alone:
        await leave_seat(harbour, harbour.ben)
    reply = get_reply(await press_at_table(harbour.anna, harbour.channel, "leave"))
    check_limits(reply)
    kept = get_reply(await harbour.anna.click(reply, label="Keep playing"))
    assert kept.content == "Nothing has changed. Play on!" and not list_buttons(kept)
    table = await harbour.find_table()
    assert table.status == "playing" and table.list_seats(harbour.anna.id)


async def test_a_player_who_left_the_server_is_replaced(harbour: Harbour) -> None:
    await harbour.begin_match()
    harbour.guild.remove_member(harbour.ben)
    assert (await harbour.find_table()).computer_seats == ()
    await harbour.anna.click(harbour.board, label="More…")
    table = await harbour.find_table()
    assert table.user_ids == (harbour.anna.id,)
    assert "now plays Ben's seat." in read_text(harbour.board)


async def test_a_lobby_does_not_wait_for_a_player_who_left_the_server(harbour: Harbour) -> None:
    await harbour.open_lobby("australis")
    await harbour.ben.click(harbour.board, label="Join")
    await harbour.dana.click(harbour.board, label="Join")
    assert "Only the host, Anna" in read_answer(await harbour.ben.click(harbour.board, label="Start"))
    harbour.guild.remove_member(harbour.anna)
    await harbour.pass_time(CACHE_LIFETIME_SECONDS / 3600)
    assert "Only the host, Ben" in read_answer(await harbour.dana.click(harbour.board, label="Start"))
    assert (await harbour.find_table()).user_ids == (harbour.ben.id, harbour.dana.id)
    await harbour.ben.click(harbour.board, label="Start")
    assert (await harbour.find_table()).status == "playing"


@pytest.mark.parametrize(("status", "code"), [(500, 0), (404, 10004), (403, 50001)])
async def test_an_inconclusive_membership_check_does_not_replace_a_player(
    harbour: Harbour, status: int, code: int
) -> None:
    await harbour.begin_match()
    harbour.env.inject_error("GET", "/guilds/*/members/*", status=status, code=code, message="oops")
    await harbour.anna.click(harbour.board, label="More…")
    assert (await harbour.find_table()).computer_seats == ()


async def test_an_agreed_undo_mentions_the_active_player_once(harbour: Harbour) -> None:
    await harbour.begin_match()
    await harbour.play_random_moves(
        30, lambda match: match.ply > 0 and match.steps[-1].is_sealed and match.steps[-1].used_chance
    )
    match = await harbour.find_match()
    asker = await harbour.find_player(match.steps[-1].seat)
    answerer = harbour.ben if asker.id == harbour.anna.id else harbour.anna
    await press_at_table(asker, harbour.channel, "undo")
    question = next(m for m in harbour.list_posts() if any(i.startswith("b:vt") for i in list_buttons(m)))
    assert "move and what it revealed; the match is unrated then" in question.content, (
        "the question says it before anybody agrees"
    )
    posts = len(list_sent_payloads(harbour))
    before = next(m.id for m in reversed(harbour.list_posts()) if "My view" in list_buttons(m).values())
    await answerer.click(question, label="Agree")
    (undone,) = [message for message in harbour.list_posts() if message.id == before]
    assert undone.content.endswith("-# This was taken back.")
    after = await harbour.find_match()
    assert (after.ply, after.is_rated) == (match.ply - 1, False)
    assert len(list_sent_payloads(harbour)) == posts + 1
    assert list_notified_people(harbour) == [(await harbour.find_player()).id]
    assert "took back a move" in read_text(harbour.board)
    assert "unrated" in read_text(harbour.board)
    await harbour.restart()
    assert len(list_sent_payloads(harbour)) == posts + 1


async def test_a_question_is_settled_when_a_seat_changes_hands(harbour: Harbour) -> None:
    await harbour.begin_match()
    # Let the waiting player leave, because a computer that must act could move before the check below.
    asking, leaving = await harbour.find_player(), await harbour.find_opponent()
    await press_at_table(asking, harbour.channel, "draw")
    question = next(m for m in harbour.list_posts() if any(i.startswith("b:vt") for i in list_buttons(m)))
    kept_message = KeptMessage(harbour, question)
    agree = next(i for i, label in list_buttons(question).items() if label == "Agree")
    reply = get_reply(await press_at_table(leaving, harbour.channel, "leave"))
    await leaving.click(reply, label="Leave: easy")
    (settled,) = [m for m in harbour.list_posts() if m.id == question.id]
    assert "changed hands" in settled.content and not list_controls(settled)
    assert "no seat" in read_answer(await kept_message.press(leaving, agree))
    assert "no longer open" in read_answer(await kept_message.press(asking, agree))


async def test_the_mine_page_lets_a_player_leave_a_frozen_table(harbour: Harbour) -> None:
    await harbour.begin_match()
    table = await harbour.find_table()
    await harbour.store.matches.append_rows(table.id, 0, [LoggedRow("act", 1, "nonsense")], 1, is_over=False)
    await harbour.restart()
    reply = get_reply(await harbour.ben.slash(harbour.channel, "mine"))
    assert "Frozen" in read_text(reply)
    asked = get_reply(await harbour.ben.click(reply, label="Leave table 1"))
    check_limits(asked)
    await harbour.ben.click(asked, label="Yes, leave")
    assert "not at any table" in read_answer(await harbour.ben.slash(harbour.channel, "mine"))
    assert (await harbour.find_table()).user_ids == (harbour.anna.id,)
    asked = get_reply(await press_at_table(harbour.anna, harbour.channel, "leave"))
    await harbour.anna.click(asked, label="Yes, leave")
    assert (await harbour.find_table()).status == "over"


async def test_the_mine_page_lets_a_player_end_a_table_of_a_removed_game(harbour: Harbour) -> None:
    await harbour.begin_match()
    harbour.games = {"reef": harbour.games["reef"]}
    await harbour.restart()
    assert "no longer here" in read_answer(await harbour.anna.slash(harbour.channel, "move", action="x"))
    assert "no longer here" in read_answer(await harbour.anna.slash(harbour.channel, "play", game="reef"))
    stranger = get_reply(await press_at_table(harbour.dana, harbour.channel, "close"))
    assert "no seat" in read_answer(await harbour.dana.click(stranger, label="End it"))
    reply = get_reply(await harbour.ben.slash(harbour.channel, "mine"))
    assert "no longer here" in read_text(reply)
    await harbour.ben.click(reply, label="End table 1")
    assert "not at any table" in read_answer(await harbour.ben.slash(harbour.channel, "mine"))
    opened = await harbour.anna.slash(harbour.channel, "play", game="reef", opponent=harbour.ben)
    assert "to join" in read_answer(opened)
