"""Ending a match and undoing a step require permission, and the agreement of the players concerned."""

from __future__ import annotations

from bot.ui.ids import make_custom_id
from tests.bot.ui.table.endings import end_turn, find_proposal_message
from tests.bot.ui.waiting import is_shown, list_private_messages
from tests.support.at_table import press_at_table
from tests.support.harbour import Harbour, list_buttons, list_controls
from tests.support.playing import check_board, export_record, list_continuing_buttons, read_log
from tests.support.reading import KeptMessage, get_reply, read_answer, read_text


async def test_resigning_is_confirmed_and_names_the_winner(harbour: Harbour) -> None:
    await harbour.begin_match()
    result = await press_at_table(harbour.ben, harbour.channel, "resign")
    assert (await harbour.find_table()).status == "playing"
    yes, _ = list_buttons(get_reply(result))
    assert list(list_buttons(get_reply(result)).values()) == ["Resign", "Keep playing"]
    kept_message = KeptMessage(harbour, get_reply(result))
    done = await harbour.ben.click(get_reply(result), custom_id=yes)
    assert read_answer(done)
    match = await check_board(harbour)
    assert match.outcome is not None and match.outcome.ending == "resigned"
    assert "Anna" in read_text(harbour.board)
    assert not list_continuing_buttons(harbour.board)
    assert "resigns" in read_answer(await press_at_table(harbour.dana, harbour.channel, "log"))
    file = await export_record(harbour)
    assert file.secret is not None
    file.verify(harbour.games)
    assert "ended" in read_answer(await kept_message.press(harbour.ben, yes))


async def test_a_confirmed_resignation_is_answered_even_if_the_bot_cannot_post(harbour: Harbour) -> None:
    await harbour.begin_match()
    reply = get_reply(await press_at_table(harbour.ben, harbour.channel, "resign"))
    harbour.deny_permissions("send_messages")
    await harbour.ben.click(reply, label="Resign")
    assert "The match has ended.\nI need the permission **Send Messages**" in reply.content
    assert not list_buttons(reply)


async def test_spectators_cannot_resign_undo_draw_or_close(harbour: Harbour) -> None:
    await harbour.begin_match()
    await end_turn(harbour)
    before = await read_log(harbour, 1)
    for command in ("resign", "undo", "draw", "close"):
        answer = await press_at_table(harbour.dana, harbour.channel, command)
        assert read_answer(answer)
        for identity in list_buttons(get_reply(answer)):
            if not any(one.startswith("b:tb:") for one in list_buttons(get_reply(answer))):
                await harbour.dana.click(get_reply(answer), custom_id=identity)
    assert await read_log(harbour, 1) == before
    assert (await harbour.find_table()).proposal is None
    assert (await harbour.find_table()).status == "playing"


async def test_a_person_without_permission_is_refused_before_any_confirmation(harbour: Harbour) -> None:
    await harbour.begin_match()
    assert "no seat" in read_answer(await press_at_table(harbour.dana, harbour.channel, "resign"))
    assert "host" in read_answer(await press_at_table(harbour.ben, harbour.channel, "close"))


async def test_a_draw_requires_everybodys_agreement(harbour: Harbour) -> None:
    await harbour.begin_match()
    await press_at_table(harbour.anna, harbour.channel, "draw")
    assert (await harbour.find_table()).status == "playing"
    assert "Anna" in find_proposal_message(harbour).content
    assert "no seat" in read_answer(await harbour.dana.click(find_proposal_message(harbour), label="Agree"))
    await harbour.anna.click(find_proposal_message(harbour), label="Agree")
    assert (await harbour.find_table()).status == "playing"
    kept_message = KeptMessage(harbour, find_proposal_message(harbour))
    agree = next(i for i, label in list_buttons(find_proposal_message(harbour)).items() if label == "Agree")
    await harbour.ben.click(find_proposal_message(harbour), label="Agree")
    match = await check_board(harbour)
    assert match.outcome is not None and match.outcome.ending == "agreed_draw"
    assert not [m for m in harbour.list_posts() if any(i.startswith("b:vt") for i in list_buttons(m))]
    assert "ended" in read_answer(await kept_message.press(harbour.ben, agree))


async def test_a_draw_proposal_mentions_the_other_player(harbour: Harbour) -> None:
    await harbour.begin_match()
    await press_at_table(harbour.anna, harbour.channel, "draw")
    assert harbour.ben.mention in find_proposal_message(harbour).content


async def test_a_declined_draw_can_be_offered_again(harbour: Harbour) -> None:
    await harbour.begin_match()
    await press_at_table(harbour.anna, harbour.channel, "draw")
    first = find_proposal_message(harbour)
    await harbour.ben.click(first, label="Decline")
    settled = next(m for m in harbour.list_posts() if m.id == first.id)
    assert not list_controls(settled)
    assert (await harbour.find_table()).proposal is None
    await press_at_table(harbour.anna, harbour.channel, "draw")
    assert find_proposal_message(harbour).id != first.id


async def test_a_move_withdraws_an_open_draw_proposal(harbour: Harbour) -> None:
    await harbour.begin_match()
    await press_at_table(harbour.anna, harbour.channel, "draw")
    kept_message = KeptMessage(harbour, find_proposal_message(harbour))
    agree = next(i for i, label in list_buttons(find_proposal_message(harbour)).items() if label == "Agree")
    await end_turn(harbour)
    assert (await harbour.find_table()).proposal is None
    assert not [m for m in harbour.list_posts() if any(i.startswith("b:vt") for i in list_buttons(m))]
    assert "no longer" in read_answer(await kept_message.press(harbour.ben, agree))


async def test_the_board_undoes_a_step_within_the_turn(harbour: Harbour) -> None:
    await harbour.begin_match()
    table, match = await harbour.find_table(), await harbour.find_match()
    assert match.active_seat is not None
    ready = await harbour.bot.tables.wait_finder.apply_standing_orders(table, match.active_seat)
    boat = next(a.token for a in ready.legal_actions(match.active_seat) if a.token.startswith("boat"))
    await harbour.type_move(boat)
    before = await harbour.find_match()
    panel = await harbour.press_tool_button((await harbour.find_player()), "Undo")
    after = await check_board(harbour)
    assert after.ply == before.ply - 1 and after.seq == before.seq + 1
    assert after.state == before.state_at(before.ply - 1)
    assert "Undone" in read_answer(panel)
    assert list_continuing_buttons(get_reply(panel)), "the panel offers the next move"
    assert "buys" not in read_text(harbour.board)


async def test_a_sealed_step_is_undone_only_by_agreement(harbour: Harbour) -> None:
    await harbour.begin_match()
    mover, other = await harbour.find_player(), await harbour.find_opponent()
    await end_turn(harbour)
    before = await harbour.find_match()
    assert read_answer(await press_at_table(mover, harbour.channel, "undo"))
    assert (await harbour.find_match()).seq == before.seq
    assert "no seat" in read_answer(await harbour.dana.click(find_proposal_message(harbour), label="Agree"))
    await other.click(find_proposal_message(harbour), label="Agree")
    after = await check_board(harbour)
    assert after.ply == before.ply - 1
    assert not after.is_rated
    result = await press_at_table(harbour.dana, harbour.channel, "log")
    assert "unrated" in read_answer(result)
    assert (await harbour.find_player()).id == mover.id


async def test_a_solo_player_is_warned_that_an_undo_makes_the_match_unrated(harbour: Harbour) -> None:
    await harbour.anna.slash(harbour.channel, "play", game="reef")
    match = await harbour.find_match()
    seat = (await harbour.find_table()).list_seats(harbour.anna.id)[0]
    take = next(one.token for one in match.legal_actions(seat) if one.token.startswith("take:"))
    await harbour.type_move(take, harbour.anna)
    reply = get_reply(await harbour.press_tool_button(harbour.anna, "Undo"))
    assert "Since your last move, cards have come up." in reply.content
    assert "If you take that move back, this match won't change your rating." in reply.content
    assert (await harbour.find_match()).is_rated and "Undo" not in list_buttons(reply).values()
    before = await harbour.find_match()
    kept = get_reply(await harbour.anna.click(reply, label="Cancel"))
    assert "Nothing has changed. Play on!" in kept.content and await harbour.find_match() == before
    assert any(identity.startswith("b:go:") for identity in list_buttons(kept)), "the panel is shown again"
    reply = get_reply(await harbour.press_tool_button(harbour.anna, "Undo"))
    await harbour.anna.click(reply, label="Undo anyway")
    question = list_private_messages(harbour, harbour.anna)[-1]
    assert question.content.startswith("Undone.") and not is_shown(harbour, reply)
    assert question.id > harbour.board.id, "the question isn't above the new board"
    after = await harbour.find_match()
    assert (after.ply, after.is_rated) == (match.ply, False)
    text = read_text(harbour.board) + read_answer(await press_at_table(harbour.anna, harbour.channel, "log"))
    assert text.count("after cards had come up, so this match is unrated") == 2 and "Everybody" not in text
    await harbour.type_move(take, harbour.anna)
    again = read_answer(await harbour.press_tool_button(harbour.anna, "Undo"))
    assert "unrated" not in again.split("Undone.")[0], "an unrated match has nothing left to lose"


async def test_undo_is_offered_only_after_an_action(harbour: Harbour) -> None:
    await harbour.begin_match()
    mover = await harbour.find_player()
    for offered in (False, True):
        menu = get_reply(await mover.click(harbour.board, label="More…"))
        assert ("Undo" in list_buttons(menu).values()) == offered
        await end_turn(harbour)


async def test_a_declined_undo_changes_nothing(harbour: Harbour) -> None:
    await harbour.begin_match()
    mover, other = await harbour.find_player(), await harbour.find_opponent()
    await end_turn(harbour)
    before, before_id = await harbour.find_match(), (await harbour.find_table()).id
    board = harbour.board
    reply = get_reply(await harbour.press_tool_button(mover, "Undo", board))
    assert (await harbour.find_table()).proposal is None, "the others are asked only after a confirmation"
    await mover.click(reply, label="Ask them")
    menu = get_reply(await mover.click(board, label="More…"))
    assert "Undo" not in list_buttons(menu).values(), "only one proposal can be open"
    again = await KeptMessage(harbour, board).forge_press(
        mover, make_custom_id("b", "un", before_id, before.seq)
    )
    told = f"{mover.mention} wants to take back a move. I'm waiting for {other.mention} to answer that first."
    assert told in read_answer(again), (
        "the answer names the open proposal instead of asking for a confirmation"
    )
    await other.click(find_proposal_message(harbour), label="Decline")
    assert (await harbour.find_match()).rows == before.rows


async def test_only_the_host_and_moderators_can_close_after_a_confirmation(harbour: Harbour) -> None:
    await harbour.begin_match()
    result = await press_at_table(harbour.mod, harbour.channel, "close")
    assert (await harbour.find_table()).status == "playing"
    await harbour.mod.click(get_reply(result), custom_id=next(iter(list_buttons(get_reply(result)))))
    match = await check_board(harbour)
    assert match.outcome is not None and match.outcome.ending == "closed"
    again = await harbour.open_lobby()
    assert list_buttons(again)


async def test_a_draw_proposal_survives_a_restart(harbour: Harbour) -> None:
    await harbour.begin_match()
    await press_at_table(harbour.anna, harbour.channel, "draw")
    await harbour.restart()
    await harbour.ben.click(find_proposal_message(harbour), label="Agree")
    assert (await harbour.find_table()).status == "over"


async def test_offering_a_draw_accepts_the_draw_offered_by_another_player(harbour: Harbour) -> None:
    await harbour.begin_match()
    await press_at_table(harbour.anna, harbour.channel, "draw")
    assert "draw" in read_answer(await press_at_table(harbour.ben, harbour.channel, "draw"))
    assert (await harbour.find_table()).status == "over"


async def test_a_draw_proposal_that_could_not_be_posted_is_posted_when_made_again(harbour: Harbour) -> None:
    await harbour.begin_match()
    harbour.env.inject_error("POST", "/channels/*/messages", status=403, code=50013)
    await press_at_table(harbour.anna, harbour.channel, "draw")
    assert read_answer(await press_at_table(harbour.anna, harbour.channel, "draw"))
    await harbour.ben.click(find_proposal_message(harbour), label="Agree")
    assert (await harbour.find_table()).status == "over"


async def test_pressing_a_settled_proposal_updates_a_message_that_could_not_be_edited(
    harbour: Harbour,
) -> None:
    await harbour.begin_match()
    await press_at_table(harbour.anna, harbour.channel, "draw")
    harbour.env.inject_error("PATCH", "/channels/*/messages/*", status=500)
    await harbour.ben.click(find_proposal_message(harbour), label="Decline")
    assert "no longer open" in read_answer(
        await harbour.ben.click(find_proposal_message(harbour), label="Decline")
    )
    assert not [m for m in harbour.list_posts() if any(i.startswith("b:vt") for i in list_buttons(m))]


async def test_keep_playing_cancels_a_resignation(harbour: Harbour) -> None:
    await harbour.begin_match()
    reply = get_reply(await press_at_table(harbour.ben, harbour.channel, "resign"))
    assert reply.content == "Resign this match? You can't take it back."
    await harbour.ben.click(reply, label="Keep playing")
    assert not list_buttons(reply) and "Nothing has changed" in reply.content
    assert (await harbour.find_table()).status == "playing"


async def test_a_declined_proposal_names_what_was_proposed_and_who_declined(harbour: Harbour) -> None:
    await harbour.begin_match()
    told = []
    for person, label in ((harbour.ben, "Decline"), (harbour.anna, "Decline")):
        await press_at_table(harbour.anna, harbour.channel, "draw")
        first = find_proposal_message(harbour)
        await harbour.restart()
        await person.click(find_proposal_message(harbour), label=label)
        told += [m.content for m in harbour.list_posts() if m.id == first.id]
    assert told == ["Ben declined the draw.", "Anna withdrew the draw offer."]
    mover, other = await harbour.find_player(), await harbour.find_opponent()
    await end_turn(harbour)
    reply = get_reply(await harbour.press_tool_button(mover, "Undo"))
    await mover.click(reply, label="Ask them")
    first = find_proposal_message(harbour)
    await other.click(first, label="Decline")
    (text,) = [m.content for m in harbour.list_posts() if m.id == first.id]
    assert text == f"{other.name.title()} said no to taking the move back."


async def test_a_draw_is_offered_under_more_and_confirmed_first(harbour: Harbour) -> None:
    await harbour.begin_match()
    board = harbour.board
    reply = get_reply(await harbour.press_tool_button(harbour.anna, "Draw…", board))
    assert (await harbour.find_table()).proposal is None, "the others are asked only after a confirmation"
    await harbour.anna.click(reply, label="Offer a draw")
    assert harbour.ben.mention in find_proposal_message(harbour).content
    answer = await harbour.open_page_with_button(harbour.ben, "Draw…", board)
    await harbour.ben.click(get_reply(await harbour.ben.click(answer, label="Draw…")), label="Agree")
    assert (await harbour.find_table()).status == "over"


async def test_a_draw_is_not_offered_against_computers_or_to_spectators(harbour: Harbour) -> None:
    await harbour.anna.slash(harbour.channel, "play", game="das_riff")
    for person in (harbour.anna, harbour.ben):
        menu = get_reply(await person.click(harbour.board, label="More…"))
        assert "Draw…" not in list_buttons(menu).values()
