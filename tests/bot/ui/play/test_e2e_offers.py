"""A player who has ended a turn is offered a worm, and answers with buttons or a standing order."""

from __future__ import annotations

from typing import Any

from games.core.match import Match
from games.das_riff.actions import TakeWorm
from games.das_riff.view import View
from tests.support.filling import fill_form, open_form
from tests.support.harbour import Harbour, list_buttons
from tests.support.playing import list_continuing_buttons
from tests.support.reading import KeptMessage, get_reply, list_notified_people, read_answer, read_text


async def play_until_two_colours_are_offered(harbour: Harbour) -> tuple[Any, Any]:
    """End turns until a player is offered two colours; return that player and the active player."""
    while True:
        await harbour.type_move("end")
        match = await harbour.find_match()
        if match.to_act != (match.active_seat,) and len(match.legal_actions(match.to_act[0])) == 3:
            return await harbour.find_player(match.to_act[0]), await harbour.find_player()


async def set_order(harbour: Harbour, person: Any, name: str) -> Any:
    """Set a standing order with the settings form, and return the panel."""
    form = await open_form(harbour, person, "table settings")
    return get_reply(await fill_form(person, form, {"order:das_riff": name}))


def list_offered_colours(match: Match, seat: int) -> list[str]:
    """Return the colours of the worms that a seat may take."""
    legal = match.legal_actions(seat)
    return [action.colour for action in legal if isinstance(action, TakeWorm) and action.colour != "-"]


async def take_worm(person: Any, panel: Any) -> None:
    """Take the first worm that a panel offers."""
    await person.click(panel, custom_id=list_continuing_buttons(panel)[0])


async def test_the_offer_is_answered_in_the_panel_that_ended_the_turn(harbour: Harbour) -> None:
    await harbour.begin_match()
    asked, _ = await play_until_two_colours_are_offered(harbour)
    match = await harbour.find_match()
    panel = await harbour.press_action_kind("worm", match.to_act[0])
    colours = {i.rpartition("/")[2]: i for i in list_continuing_buttons(get_reply(panel))}
    await asked.click(get_reply(panel), custom_id=colours["-"])
    assert (await harbour.find_match()).rows[-1].text == "worm:-"


async def test_the_default_order_takes_the_colour_the_seat_has_least_of(harbour: Harbour) -> None:
    await harbour.begin_match()
    asked, holder = await play_until_two_colours_are_offered(harbour)
    before = await harbour.find_match()
    seat = before.to_act[0]
    view = before.rules.view(before.state, None)
    assert isinstance(view, View)
    worms = view.reefs[seat].worms
    choices = ["rybgpw".index(colour) for colour in list_offered_colours(before, seat)]
    await harbour.type_move("end", holder)
    row = (await harbour.find_match()).rows[before.seq]
    assert row.seat == seat and row.text.startswith("worm:")
    assert worms["rybgpw".index(row.text[-1])] == min(worms[c] for c in choices)
    assert asked.name.lower() in read_text(harbour.board).lower(), (
        "the board names the player who got the worm"
    )


async def test_a_personal_ranking_of_colours_is_assembled_press_by_press(harbour: Harbour) -> None:
    await harbour.begin_match()
    asked, holder = await play_until_two_colours_are_offered(harbour)
    panel = await set_order(harbour, asked, "mine")
    ranking = "wpgbyr"
    for letter in ranking[:-1]:
        identity = next(i for i in list_buttons(panel) if i.startswith("b:rk") and i.endswith(letter))
        panel = get_reply(await asked.click(panel, custom_id=identity))
    assert await harbour.bot.tables.wait_finder.get_standing_order(asked.id, "das_riff") == f"mine:{ranking}"
    match = await harbour.find_match()
    possible = list_offered_colours(match, match.to_act[0])
    await harbour.type_move("end", holder)
    assert (await harbour.find_match()).rows[match.seq].text == f"worm:{min(possible, key=ranking.index)}"


async def test_a_turn_waits_for_a_player_who_wants_to_be_asked(harbour: Harbour) -> None:
    await harbour.begin_match()
    asked, holder = await play_until_two_colours_are_offered(harbour)
    await set_order(harbour, asked, "wait")
    before = await harbour.find_match()
    for answer in (
        await holder.click(
            harbour.board,
            custom_id=next(i for i in list_continuing_buttons(harbour.board) if i.endswith(":end")),
        ),
        await harbour.type_move("end", holder),
    ):
        assert asked.name.lower() in read_answer(answer).lower()
    assert (await harbour.find_match()).rows == before.rows
    panel = await harbour.press_action_kind("worm", before.to_act[0])
    await take_worm(asked, get_reply(panel))
    await harbour.type_move("end", holder)
    assert (await harbour.find_match()).rows[-1].text == "end"


async def test_a_player_who_must_answer_is_mentioned(harbour: Harbour) -> None:
    await harbour.begin_match()
    asked, _ = await play_until_two_colours_are_offered(harbour)
    await set_order(harbour, asked, "wait")
    panel = await harbour.press_action_kind("worm", (await harbour.find_match()).to_act[0])
    await take_worm(asked, get_reply(panel))
    await harbour.type_move("end")
    # Decline the other player's offer and end the turn, so that the next offer is for ``asked``.
    await harbour.type_move("worm:-", await harbour.find_player((await harbour.find_match()).to_act[0]))
    await harbour.type_move("end")
    match = await harbour.find_match()
    assert asked.id == (await harbour.find_player(match.to_act[0])).id
    assert asked.mention in read_text(harbour.board)
    assert asked.id in list_notified_people(harbour)


async def test_a_standing_order_survives_a_restart(harbour: Harbour) -> None:
    await harbour.begin_match()
    asked, holder = await play_until_two_colours_are_offered(harbour)
    await set_order(harbour, asked, "wait")
    await harbour.restart()
    assert asked.name.lower() in read_answer(await harbour.type_move("end", holder)).lower()


async def list_tokens_after_answer(harbour: Harbour) -> list[str]:
    """Return the tokens of the active seat's actions once the other seat has answered."""
    table, match = await harbour.find_table(), await harbour.find_match()
    assert match.active_seat is not None
    ahead = await harbour.bot.tables.wait_finder.apply_standing_orders(table, match.active_seat)
    return [action.token for action in ahead.legal_actions(match.active_seat)]


async def test_opening_a_panel_does_not_answer_an_offer(harbour: Harbour) -> None:
    await harbour.begin_match()
    asked, _ = await play_until_two_colours_are_offered(harbour)
    before = await harbour.find_match()
    panel = get_reply(await harbour.press_action_kind("boat"))
    assert any(identity.startswith("b:ac") for identity in list_buttons(panel))
    assert (await harbour.find_match()).rows == before.rows
    answer = await harbour.type_move(before.legal_actions(before.to_act[0])[0].token, asked)
    assert read_answer(answer)
    assert (await harbour.find_match()).rows[-1].seat == before.to_act[0]


async def test_an_offer_answered_by_a_standing_order_cannot_be_answered_again(harbour: Harbour) -> None:
    await harbour.begin_match()
    asked, holder = await play_until_two_colours_are_offered(harbour)
    match = await harbour.find_match()
    panel = get_reply(await harbour.press_action_kind("worm", match.to_act[0]))
    kept, button = KeptMessage(harbour, panel), list_continuing_buttons(panel)[0]
    boat = next(a for a in (await list_tokens_after_answer(harbour)) if a.startswith("boat"))
    await harbour.type_move(boat, holder)
    before = (await harbour.find_match()).rows
    late = read_answer(await kept.press(asked, button))
    assert "moved on" in late and "choices now" not in late
    assert (await harbour.find_match()).rows == before
