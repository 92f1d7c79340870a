"""Ways to end a match and to take a step back: who may, who must agree, and what everybody sees then."""

from __future__ import annotations

from bot.ui.ids import custom_id
from tests.bot.ui.table.endings import moved, question
from tests.support.at_table import at_table
from tests.support.harbour import Harbour, buttons, parts
from tests.support.playing import goes, log, recorded, whole
from tests.support.reading import Kept, said, shown, written


async def test_resigning_is_confirmed_and_names_the_winner(harbour: Harbour) -> None:
    await harbour.begin()
    asked = await at_table(harbour.ben, harbour.channel, "resign")
    assert (await harbour.table()).status == "playing"
    yes, _ = buttons(shown(asked))
    assert list(buttons(shown(asked)).values()) == ["Resign", "Keep playing"]
    kept = Kept(harbour, shown(asked))
    done = await harbour.ben.click(shown(asked), custom_id=yes)
    assert said(done)
    match = await whole(harbour)
    assert match.outcome is not None and match.outcome.ending == "resigned"
    assert "Anna" in written(harbour.board)
    assert not goes(harbour.board)
    assert "resigns" in said(await at_table(harbour.dana, harbour.channel, "log"))
    file = await recorded(harbour)
    assert file.secret is not None
    file.verify(harbour.games)
    assert "ended" in said(await kept.press(harbour.ben, yes))


async def test_a_question_is_settled_even_if_the_channel_cannot_be_posted_to(harbour: Harbour) -> None:
    await harbour.begin()
    asked = shown(await at_table(harbour.ben, harbour.channel, "resign"))
    harbour.deny("send_messages")
    await harbour.ben.click(asked, label="Resign")
    assert "The match has ended.\nI need the permission **Send Messages**" in asked.content
    assert not buttons(asked)


async def test_spectators_do_not_resign_undo_draw_or_close(harbour: Harbour) -> None:
    await harbour.begin()
    await moved(harbour)
    before = await log(harbour, 1)
    for command in ("resign", "undo", "draw", "close"):
        answer = await at_table(harbour.dana, harbour.channel, command)
        assert said(answer)
        for identity in buttons(shown(answer)):
            if not any(one.startswith("b:tb:") for one in buttons(shown(answer))):
                await harbour.dana.click(shown(answer), custom_id=identity)
    assert await log(harbour, 1) == before
    assert (await harbour.table()).proposal is None
    assert (await harbour.table()).status == "playing"


async def test_a_person_without_the_right_is_refused_before_any_confirmation(harbour: Harbour) -> None:
    await harbour.begin()
    assert "no seat" in said(await at_table(harbour.dana, harbour.channel, "resign"))
    assert "host" in said(await at_table(harbour.ben, harbour.channel, "close"))


async def test_a_draw_requires_everybody(harbour: Harbour) -> None:
    await harbour.begin()
    await at_table(harbour.anna, harbour.channel, "draw")
    assert (await harbour.table()).status == "playing"
    assert "Anna" in question(harbour).content
    assert "no seat" in said(await harbour.dana.click(question(harbour), label="Agree"))
    await harbour.anna.click(question(harbour), label="Agree")
    assert (await harbour.table()).status == "playing"
    kept = Kept(harbour, question(harbour))
    agree = next(i for i, label in buttons(question(harbour)).items() if label == "Agree")
    await harbour.ben.click(question(harbour), label="Agree")
    match = await whole(harbour)
    assert match.outcome is not None and match.outcome.ending == "agreed_draw"
    assert not [m for m in harbour.posts() if any(i.startswith("b:vt") for i in buttons(m))]
    assert "ended" in said(await kept.press(harbour.ben, agree))


async def test_the_other_person_is_called_to_a_question(harbour: Harbour) -> None:
    await harbour.begin()
    await at_table(harbour.anna, harbour.channel, "draw")
    assert harbour.ben.mention in question(harbour).content


async def test_a_declined_draw_continues_and_can_be_offered_again(harbour: Harbour) -> None:
    await harbour.begin()
    await at_table(harbour.anna, harbour.channel, "draw")
    first = question(harbour)
    await harbour.ben.click(first, label="Decline")
    settled = next(m for m in harbour.posts() if m.id == first.id)
    assert not parts(settled)
    assert (await harbour.table()).proposal is None
    await at_table(harbour.anna, harbour.channel, "draw")
    assert question(harbour).id != first.id


async def test_a_move_overtakes_a_question(harbour: Harbour) -> None:
    await harbour.begin()
    await at_table(harbour.anna, harbour.channel, "draw")
    kept = Kept(harbour, question(harbour))
    agree = next(i for i, label in buttons(question(harbour)).items() if label == "Agree")
    await moved(harbour)
    assert (await harbour.table()).proposal is None
    assert not [m for m in harbour.posts() if any(i.startswith("b:vt") for i in buttons(m))]
    assert "no longer" in said(await kept.press(harbour.ben, agree))


async def test_the_board_undoes_a_step_within_the_turn(harbour: Harbour) -> None:
    await harbour.begin()
    table, match = await harbour.table(), await harbour.match()
    assert match.turn is not None
    ready = await harbour.bot.tables.waiting.foresee(table, match.turn)
    boat = next(a.token for a in ready.legal_actions(match.turn) if a.token.startswith("boat"))
    await harbour.type(boat)
    before = await harbour.match()
    panel = await harbour.tool((await harbour.holder()), "Undo")
    after = await whole(harbour)
    assert after.ply == before.ply - 1 and after.seq == before.seq + 1
    assert after.state == before.state_at(before.ply - 1)
    assert "Undone" in said(panel)
    assert goes(shown(panel)), "the move goes on in the panel"
    assert "buys" not in written(harbour.board)


async def test_a_sealed_step_is_undone_only_by_consent(harbour: Harbour) -> None:
    await harbour.begin()
    mover, other = await harbour.holder(), await harbour.other()
    await moved(harbour)
    before = await harbour.match()
    assert said(await at_table(mover, harbour.channel, "undo"))
    assert (await harbour.match()).seq == before.seq
    assert "no seat" in said(await harbour.dana.click(question(harbour), label="Agree"))
    await other.click(question(harbour), label="Agree")
    after = await whole(harbour)
    assert after.ply == before.ply - 1
    assert not after.rated
    told = await at_table(harbour.dana, harbour.channel, "log")
    assert "unrated" in said(told)
    assert (await harbour.holder()).id == mover.id


async def test_undo_is_offered_only_after_an_action(harbour: Harbour) -> None:
    await harbour.begin()
    mover = await harbour.holder()
    for offered in (False, True):
        menu = shown(await mover.click(harbour.board, label="More…"))
        assert ("Undo" in buttons(menu).values()) == offered
        await moved(harbour)


async def test_an_undo_declined_changes_nothing(harbour: Harbour) -> None:
    await harbour.begin()
    mover, other = await harbour.holder(), await harbour.other()
    await moved(harbour)
    before, before_id = await harbour.match(), (await harbour.table()).id
    board = harbour.board
    asked = shown(await harbour.tool(mover, "Undo", board))
    assert (await harbour.table()).proposal is None, "a slip of the thumb calls nobody"
    await mover.click(asked, label="Ask them")
    menu = shown(await mover.click(board, label="More…"))
    assert "Undo" not in buttons(menu).values(), "one question at a time"
    again = await Kept(harbour, board).forge(mover, custom_id("b", "un", before_id, before.seq))
    told = f"{mover.mention} wants to take back a step. First I'm waiting for {other.mention} to answer that."
    assert told in said(again), "what and who, and not asked first whether to ask"
    await other.click(question(harbour), label="Decline")
    assert (await harbour.match()).rows == before.rows


async def test_closing_is_for_the_host_and_moderators_and_confirmed(harbour: Harbour) -> None:
    await harbour.begin()
    asked = await at_table(harbour.mod, harbour.channel, "close")
    assert (await harbour.table()).status == "playing"
    await harbour.mod.click(shown(asked), custom_id=next(iter(buttons(shown(asked)))))
    match = await whole(harbour)
    assert match.outcome is not None and match.outcome.ending == "closed"
    again = await harbour.open_lobby()
    assert buttons(again)


async def test_a_question_survives_a_restart(harbour: Harbour) -> None:
    await harbour.begin()
    await at_table(harbour.anna, harbour.channel, "draw")
    await harbour.restart()
    await harbour.ben.click(question(harbour), label="Agree")
    assert (await harbour.table()).status == "over"


async def test_offering_a_draw_in_return_agrees(harbour: Harbour) -> None:
    await harbour.begin()
    await at_table(harbour.anna, harbour.channel, "draw")
    assert "draw" in said(await at_table(harbour.ben, harbour.channel, "draw"))
    assert (await harbour.table()).status == "over"


async def test_a_question_that_could_not_be_posted_is_posted_when_asked_again(harbour: Harbour) -> None:
    await harbour.begin()
    harbour.env.inject_error("POST", "/channels/*/messages", status=403, code=50013)
    await at_table(harbour.anna, harbour.channel, "draw")
    assert said(await at_table(harbour.anna, harbour.channel, "draw"))
    await harbour.ben.click(question(harbour), label="Agree")
    assert (await harbour.table()).status == "over"


async def test_a_press_updates_a_question_whose_end_was_not_shown(harbour: Harbour) -> None:
    await harbour.begin()
    await at_table(harbour.anna, harbour.channel, "draw")
    harbour.env.inject_error("PATCH", "/channels/*/messages/*", status=500)
    await harbour.ben.click(question(harbour), label="Decline")
    assert "no longer open" in said(await harbour.ben.click(question(harbour), label="Decline"))
    assert not [m for m in harbour.posts() if any(i.startswith("b:vt") for i in buttons(m))]


async def test_keep_playing_cancels_a_resignation(harbour: Harbour) -> None:
    await harbour.begin()
    asked = shown(await at_table(harbour.ben, harbour.channel, "resign"))
    assert asked.content == "Resign this match? You can't take it back."
    await harbour.ben.click(asked, label="Keep playing")
    assert not buttons(asked) and "Nothing has changed" in asked.content
    assert (await harbour.table()).status == "playing"


async def test_a_declined_question_names_what_was_asked_and_who_said_no(harbour: Harbour) -> None:
    await harbour.begin()
    told = []
    for person, label in ((harbour.ben, "Decline"), (harbour.anna, "Decline")):
        await at_table(harbour.anna, harbour.channel, "draw")
        first = question(harbour)
        await harbour.restart()
        await person.click(question(harbour), label=label)
        told += [m.content for m in harbour.posts() if m.id == first.id]
    assert told == ["Ben declined the draw.", "Anna withdrew the draw offer."]
    mover, other = await harbour.holder(), await harbour.other()
    await moved(harbour)
    asked = shown(await harbour.tool(mover, "Undo"))
    await mover.click(asked, label="Ask them")
    first = question(harbour)
    await other.click(first, label="Decline")
    (text,) = [m.content for m in harbour.posts() if m.id == first.id]
    assert text == f"{other.name.title()} said no to taking the step back."


async def test_a_draw_is_offered_under_more_and_confirmed_first(harbour: Harbour) -> None:
    await harbour.begin()
    board = harbour.board
    asked = shown(await harbour.tool(harbour.anna, "Draw…", board))
    assert (await harbour.table()).proposal is None, "a slip of the thumb calls nobody"
    await harbour.anna.click(asked, label="Offer a draw")
    assert harbour.ben.mention in question(harbour).content
    answer = await harbour.page_with(harbour.ben, "Draw…", board)
    await harbour.ben.click(shown(await harbour.ben.click(answer, label="Draw…")), label="Agree")
    assert (await harbour.table()).status == "over"


async def test_nobody_offers_a_draw_to_computers_or_from_outside(harbour: Harbour) -> None:
    await harbour.anna.slash(harbour.channel, "play", game="das_riff")
    for person in (harbour.anna, harbour.ben):
        menu = shown(await person.click(harbour.board, label="More…"))
        assert "Draw…" not in buttons(menu).values()
