"""Two people play from the lobby to their first moves, and the board follows."""

from __future__ import annotations

from games.core.shapes import ActionLike
from tests.support.harbour import Harbour, list_buttons, list_controls
from tests.support.reading import get_reply, read_answer, read_text


async def test_a_lobby_becomes_a_match_with_a_picture_and_one_mention(harbour: Harbour) -> None:
    lobby = await harbour.open_lobby()
    table = await harbour.find_table()
    assert table.commitment not in read_text(lobby), "the hash is shown only behind a button"
    assert table.commitment in read_answer(await harbour.ben.click(lobby, label="Fairness"))
    await harbour.ben.click(lobby, label="Join")
    await harbour.anna.click(lobby, label="Start")
    board = harbour.board
    match = await harbour.find_match()
    assert board.attachments[0].description
    assert match.active_seat is not None
    holder = table_user = (await harbour.find_table()).occupants[match.active_seat].user_id
    assert f"<@{holder}>" in board.content
    sent = [r for r in harbour.env.http_requests if r.method == "POST" and r.path.endswith("/messages")][-1]
    assert sent.json is not None
    assert [int(user) for user in sent.json["allowed_mentions"]["users"]] == [table_user]
    assert not list_controls(harbour.list_posts()[0])


async def test_a_usual_move_takes_three_presses_in_the_same_panel(harbour: Harbour) -> None:
    await harbour.begin_match()
    before = await harbour.find_match()
    panel = await harbour.press_action_kind("flip")
    chosen = next(i for i in list_buttons(panel.response) if i.startswith("b:go"))
    holder = await harbour.find_player()
    panel = get_reply(await holder.click(panel.response, custom_id=chosen))
    confirm = next(i for i in list_buttons(panel) if i.startswith("b:ac"))
    result = await holder.click(panel, custom_id=confirm)
    match = await harbour.find_match()
    assert match.steps[-1].action.token.startswith("flip:")
    assert match.ply > before.ply
    assert any(i.startswith("b:go") for i in list_buttons(result.response))


async def test_the_board_is_edited_within_a_turn_and_reposted_for_the_next(harbour: Harbour) -> None:
    first = await harbour.begin_match()
    holder = await harbour.find_player()
    await harbour.type_move("end", holder)
    second = harbour.board
    assert second.id != first.id
    old = next(message for message in harbour.list_posts() if message.id == first.id)
    assert not list_controls(old)
    assert "Your turn" not in old.content
    flip = next(a.token for a in (await list_actions_after_answers(harbour)) if a.token.startswith("flip"))
    await harbour.type_move(flip)
    assert harbour.board.id == second.id
    assert read_text(harbour.board) != second.content


async def list_actions_after_answers(harbour: Harbour) -> tuple[ActionLike, ...]:
    table = await harbour.find_table()
    match = await harbour.find_match()
    assert match.active_seat is not None
    prepared = await harbour.bot.tables.wait_finder.apply_standing_orders(table, match.active_seat)
    return prepared.legal_actions(match.active_seat)


async def test_a_player_who_ends_a_turn_is_asked_for_a_worm_in_the_same_panel(harbour: Harbour) -> None:
    await harbour.begin_match()
    await harbour.type_move("end")
    table = await harbour.find_table()
    match = await harbour.find_match()
    asked_seat = match.to_act[0]
    assert asked_seat != match.active_seat
    panel = await harbour.press_action_kind("worm", asked_seat)
    answers = [i for i in list_buttons(panel.response) if i.startswith("b:go")]
    assert len(answers) >= 2
    person = await harbour.find_player(asked_seat)
    await person.click(panel.response, custom_id=answers[0])
    assert (await harbour.find_match()).to_act == (match.active_seat,)
    assert table.id == (await harbour.find_table()).id


async def test_a_turn_does_not_wait_until_the_other_player_takes_a_worm(harbour: Harbour) -> None:
    await harbour.begin_match()
    await harbour.type_move("end")
    match = await harbour.find_match()
    assert match.to_act != (match.active_seat,)
    flip = next(a.token for a in (await list_actions_after_answers(harbour)) if a.token.startswith("flip"))
    await harbour.type_move(flip)
    after = await harbour.find_match()
    assert [row.seat for row in after.rows[match.seq :]] == [match.to_act[0], match.active_seat]
