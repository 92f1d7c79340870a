"""Moves can be pressed or typed, with any payment, and late presses make no move."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pytest
from simcord import SetupError

from bot.platform.limits import MAX_CHOICES, MAX_SELECT_OPTIONS
from bot.ui.play.asking import MAX_BUTTONS
from bot.ui.play.move_reader import name_moves
from games.core.match import Match, would_seal
from games.core.shapes import ActionLike
from games.core.words import load_words
from tests.proof.words.table import MAX_WORDS_BY_KIND, REFUSAL
from tests.support.at_table import press_at_table
from tests.support.harbour import Harbour, list_buttons, list_controls, list_menus
from tests.support.reading import KeptMessage, check_limits, get_reply, read_answer
from tests.support.words import count_words


def list_move_buttons(message: Any) -> list[str]:
    """Return the custom_ids of the buttons that continue a move."""
    return [i for i in list_buttons(message) if i.startswith("b:go")]


def find_button(message: Any, label: str) -> str:
    (identity,) = [i for i, text in list_buttons(message).items() if text == label]
    return identity


def find_pick_list(message: Any) -> tuple[str, list[str]]:
    """Return the custom_id and the values of a message's only list of picks."""
    ((identity, values),) = [(i, v) for i, v in list_menus(message).items() if i.startswith("s:pk")]
    return identity, values


async def open_flip_payment(harbour: Harbour) -> tuple[Any, Any]:
    """Press buttons until the panel asks how to pay for turning up a card; return the panel and the cell."""
    panel = await harbour.press_action_kind("flip")
    chosen, *_ = list_value_buttons(get_reply(panel))
    person = await harbour.find_player()
    return await person.click(get_reply(panel), custom_id=chosen), chosen.rpartition("/")[2]


def list_value_buttons(message: Any) -> list[str]:
    """Return the custom_ids of the buttons that choose a value, leaving out *Back*."""
    return [i for i, text in list_buttons(message).items() if i.startswith("b:go") and text != "Back"]


async def test_the_suggested_payment_needs_three_presses(harbour: Harbour) -> None:
    await harbour.begin_match()
    await harbour.turn_guide_off()
    panel, cell = await open_flip_payment(harbour)
    check_limits(get_reply(panel))
    (confirm,) = [i for i in list_buttons(get_reply(panel)) if i.startswith("b:ac")]
    done = await (await harbour.find_player()).click(get_reply(panel), custom_id=confirm)
    assert (await harbour.find_match()).rows[-1].text.startswith(f"flip:{cell}:")
    assert f"turns up {cell}" in read_answer(done)
    assert get_reply(done).id == get_reply(panel).id, "the panel continues in the same private message"


async def test_another_payment_is_chosen_with_one_press(harbour: Harbour) -> None:
    await harbour.begin_match()
    await harbour.turn_guide_off()
    panel, cell = await open_flip_payment(harbour)
    other = list_value_buttons(get_reply(panel))[-1]
    (suggested,) = [i for i in list_buttons(get_reply(panel)) if i.startswith("b:ac")]
    way = other.rpartition("/")[2]
    assert not suggested.endswith(f":{way}")
    await (await harbour.find_player()).click(get_reply(panel), custom_id=other)
    assert (await harbour.find_match()).rows[-1].text == f"flip:{cell}:{way}"


async def test_unlikely_payments_are_in_a_list(harbour: Harbour) -> None:
    await harbour.begin_match()
    match = await harbour.play_random_moves(200, has_many_boat_payments)
    await harbour.turn_guide_off()
    panel = get_reply(await harbour.press_action_kind("boat"))
    check_limits(panel)
    identity, listed = find_pick_list(panel)
    ways = [action.token.partition(":")[2] for action in list_boats(match)]
    suggested = next(i for i in list_buttons(panel) if i.startswith("b:ac")).rpartition(":")[2]
    likely = [suggested, *(button.rpartition("/")[2] for button in list_value_buttons(panel))]
    assert [way.replace("+", "") for way in (*likely, *listed)] == ways and len(likely) == 5
    await (await harbour.find_player()).select(panel, [listed[-1]], custom_id=identity)
    assert (await harbour.find_match()).rows[-1].text == f"boat:{ways[-1]}"


def list_boats(match: Match) -> list[ActionLike]:
    """Return the active seat's ways to buy a boat, the likeliest payment first."""
    assert match.active_seat is not None
    legal: Sequence[ActionLike] = match.legal_actions(match.active_seat)
    return [action for action in legal if action.token.startswith("boat:")]


def has_many_boat_payments(match: Match) -> bool:
    return match.active_seat is not None and len(list_boats(match)) > 6


async def test_a_move_without_payment_needs_two_presses(harbour: Harbour) -> None:
    await harbour.begin_match()
    match = await harbour.play_random_moves(200, has_choice_of_prey)
    assert has_choice_of_prey(match), "the walk must reach a position with two prey"
    panel = await harbour.press_action_kind("shark")
    assert (await harbour.find_match()).seq == match.seq
    identity, prey = find_pick_list(get_reply(panel))
    await (await harbour.find_player()).select(get_reply(panel), [prey[0]], custom_id=identity)
    assert (await harbour.find_match()).rows[-1].text == f"shark:{prey[0]}"


async def test_all_prey_of_a_shark_is_on_buttons_and_in_one_list(harbour: Harbour) -> None:
    await harbour.begin_match()
    match = await harbour.play_random_moves(400, has_more_prey_than_a_list_holds)
    assert has_more_prey_than_a_list_holds(match), "the walk must reach a position with much prey"
    await harbour.turn_guide_off()
    panel = get_reply(await harbour.press_action_kind("shark"))
    check_limits(panel)
    _, listed = find_pick_list(panel)
    buttons = list_value_buttons(panel)
    assert len(listed) <= MAX_SELECT_OPTIONS and len(buttons) in (4, 8, 12)
    shown = [button.rpartition("/")[2] for button in buttons]
    assert sorted([*shown, *listed]) == sorted(list_prey(match))
    assert [list_buttons(panel)[button] for button in buttons] == shown, "short labels"
    await (await harbour.find_player()).click(panel, custom_id=buttons[0])
    assert (await harbour.find_match()).rows[-1].text == f"shark:{shown[0]}"


async def test_prey_that_fits_into_one_list_is_named_there_in_few_words(harbour: Harbour) -> None:
    await harbour.begin_match()
    match = await harbour.play_random_moves(400, has_prey_for_one_list)
    assert has_prey_for_one_list(match), "the walk must reach a position with more prey than buttons"
    await harbour.turn_guide_off()
    panel = get_reply(await harbour.press_action_kind("shark"))
    _, listed = find_pick_list(panel)
    assert sorted(listed) == sorted(list_prey(match)) and not list_value_buttons(panel)
    (choices,) = [part["options"] for part in list_controls(panel) if "options" in part]
    assert all(len(one["label"].split()) <= 6 for one in choices)


def list_prey(match: Match) -> list[str]:
    """Return the targets of the active seat's shark."""
    assert match.active_seat is not None
    legal: Sequence[ActionLike] = match.legal_actions(match.active_seat)
    return [action.token.partition(":")[2] for action in legal if action.token.startswith("shark:")]


def has_more_prey_than_a_list_holds(match: Match) -> bool:
    return match.active_seat is not None and len(list_prey(match)) > MAX_SELECT_OPTIONS


def has_prey_for_one_list(match: Match) -> bool:
    return match.active_seat is not None and MAX_BUTTONS < len(list_prey(match)) <= MAX_SELECT_OPTIONS


def has_choice_of_prey(match: Match) -> bool:
    """Return whether the active seat can choose what its shark drives off."""
    assert match.active_seat is not None
    return sum(a.token.startswith("shark") for a in match.legal_actions(match.active_seat)) > 1


async def test_a_button_of_the_board_does_no_more_than_it_says(harbour: Harbour) -> None:
    await harbour.begin_match()
    match = await harbour.play_random_moves(300, has_only_card_to_take)
    assert has_only_card_to_take(match), "the walk must reach a position with a single way to take a card"
    panel = get_reply(await harbour.press_action_kind("take"))
    assert (await harbour.find_match()).seq == match.seq and "Take " in panel.content
    identity = next(i for i in list_buttons(panel) if i.startswith("b:ac"))
    await (await harbour.find_player()).click(panel, custom_id=identity)
    assert (await harbour.find_match()).rows[-1].text.startswith("take:")


def has_only_card_to_take(match: Match) -> bool:
    """Return whether the active seat has a single way to take a card, which it could undo."""
    if match.active_seat is None:
        return False
    takes = [a.token for a in match.legal_actions(match.active_seat) if a.token.startswith("take")]
    return len(takes) == 1 and not would_seal(match, match.active_seat, takes[0])


async def list_legal_actions(harbour: Harbour) -> tuple[Any, ...]:
    """Return the legal actions that the active seat will have once the offered worm is taken or declined."""
    table, match = await harbour.find_table(), await harbour.find_match()
    assert match.active_seat is not None
    prepared = await harbour.bot.tables.wait_finder.apply_standing_orders(table, match.active_seat)
    return prepared.legal_actions(match.active_seat)


async def test_back_returns_to_the_previous_question_without_a_move(harbour: Harbour) -> None:
    await harbour.begin_match()
    person = await harbour.find_player()
    panel, _ = await open_flip_payment(harbour)
    before = (await harbour.find_match()).seq
    cells = await person.click(get_reply(panel), label="Back")
    assert "turn up" in read_answer(cells)
    kinds = await person.click(get_reply(cells), label="Back")
    assert find_button(get_reply(kinds), "End the turn")
    with pytest.raises(SetupError):
        await person.click(get_reply(kinds), label="Back")
    assert (await harbour.find_match()).seq == before


async def test_the_end_of_a_turn_is_confirmed(harbour: Harbour) -> None:
    await harbour.begin_match()
    await harbour.turn_guide_off()
    person = await harbour.find_player()
    panel = await harbour.press_action_kind("end")
    assert not any(row.text == "end" for row in (await harbour.find_match()).rows)
    (confirm,) = [i for i in list_buttons(get_reply(panel)) if i.startswith("b:ac")]
    await person.click(get_reply(panel), custom_id=confirm)
    assert (await harbour.find_match()).rows[-1].text == "end"


async def test_a_refusal_names_the_clause_and_what_is_missing(harbour: Harbour) -> None:
    await harbour.begin_match()
    person = await harbour.find_player()
    await list_legal_actions(harbour)
    before = (await harbour.find_match()).seq
    told = {
        "take:D8:rrr": ("DR-3.1", "out of reach"),
        "take:B1:r": ("DR-3.3", "face down"),
        "shark:A1": ("DR-3.9", "no shark"),
        "boat:rrr": ("DR-3.4", "red"),
        "worm:r": ("DR-2.3", "worms"),
    }
    for token, (clause, missing) in told.items():
        answer = read_answer(await harbour.type_move(token, person))
        assert clause in answer and missing in answer, f"{token}: {answer}"
    assert (await harbour.find_match()).seq == before


async def test_an_unreadable_move_is_answered_with_possible_moves(harbour: Harbour) -> None:
    await harbour.begin_match()
    await harbour.answer_questions()
    answers = {
        typed: read_answer(await harbour.type_move(typed, await harbour.find_player()))
        for typed in ("I take the red fish", "")
    }
    assert "I take the red fish" in answers["I take the red fish"]
    for answer in answers.values():
        named = re.findall("`(.*?)`", answer)
        assert named and all(" " in move for move in named), "moves in words"
        assert count_words(answer) <= MAX_WORDS_BY_KIND[REFUSAL]


async def test_autocomplete_suggests_nothing_for_a_text_that_matches_no_move(harbour: Harbour) -> None:
    await harbour.begin_match()
    person = await harbour.find_player()
    assert await person.autocomplete(harbour.channel, "move", "action", "") != []
    for typed in ("I take the red fish", "take D8", "take:D8"):
        assert await person.autocomplete(harbour.channel, "move", "action", typed) == [], typed


async def test_moves_are_only_named_if_they_are_listed(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    await harbour.begin_match("reef")
    person, table, match = await harbour.find_player(), await harbour.find_table(), await harbour.find_match()
    assert match.active_seat is not None
    every = name_moves(table, match, match.active_seat, load_words())
    assert len(every) > MAX_CHOICES
    named: list[Any] = []
    describe = match.game.texts.describe_action

    def count_and_describe(*args: Any) -> str:
        named.append(args)
        return describe(*args)

    monkeypatch.setattr(match.game.texts, "describe_action", count_and_describe)
    for text in ("", " "):
        listed = await person.autocomplete(harbour.channel, "move", "action", text)
        assert [choice["value"] for choice in listed] == [token for _, token in every[:MAX_CHOICES]]
    assert len(named) == 2 * MAX_CHOICES
    last = every[-1][1]
    assert last in [c["value"] for c in await person.autocomplete(harbour.channel, "move", "action", last)]


async def test_typing_the_words_of_a_suggested_move_makes_it(harbour: Harbour) -> None:
    await harbour.begin_match("australis")
    person, before = await harbour.find_player(), (await harbour.find_match()).seq
    offered = await person.autocomplete(harbour.channel, "move", "action", "take the")
    # Phones cut labels off, so the words come first.
    assert all(choice["name"].startswith("Take the ") for choice in offered)
    words = [choice["name"].removesuffix(f" · {choice['value']}") for choice in offered]
    words = [name.partition("Take the ")[2] for name in words]
    chosen, typed = next(
        (choice, text) for choice, text in zip(offered, words, strict=True) if words.count(text) == 1
    )
    found = await person.autocomplete(harbour.channel, "move", "action", typed)
    assert [choice["value"] for choice in found] == [chosen["value"]]
    # Several moves match this text, so none is made.
    assert "I can't read “take the”" in read_answer(await harbour.type_move("take the", person))
    assert (await harbour.find_match()).seq == before
    await harbour.type_move(typed.upper(), person)
    assert (await harbour.find_match()).rows[-1].text == chosen["value"]


async def test_typing_the_start_of_a_move_shows_how_to_continue(harbour: Harbour) -> None:
    await harbour.begin_match()
    token = next(a.token for a in await list_legal_actions(harbour) if a.token.startswith("flip"))
    begun = token.rpartition(":")[0][:-1]
    before = (await harbour.find_match()).seq
    answer = read_answer(await harbour.type_move(begun, await harbour.find_player()))
    assert f"“{begun}” only begins a move. Type a whole one, such as" in answer and f"`{token}`" in answer
    # No legal move begins with this text, so the answer names the word that fits none.
    answer = read_answer(await harbour.type_move("flip:Z", await harbour.find_player()))
    assert "“z” doesn't fit after “flip”" in answer and f"`{token}`" in answer
    # Spectators aren't shown a player's legal moves.
    assert "only begins" not in read_answer(await harbour.type_move(begun, harbour.dana))
    assert (await harbour.find_match()).seq == before


async def test_a_typed_move_may_begin_with_a_capital_letter(harbour: Harbour) -> None:
    await harbour.begin_match()
    token = next(a.token for a in await list_legal_actions(harbour) if a.token.startswith("flip"))
    await harbour.type_move(f" {token.capitalize()} ", await harbour.find_player())
    assert (await harbour.find_match()).rows[-1].text == token


async def test_a_player_out_of_turn_is_refused_with_the_reason(harbour: Harbour) -> None:
    await harbour.begin_match()
    await harbour.answer_questions()
    other = await harbour.find_opponent()
    before = (await harbour.find_match()).seq
    assert "'s turn" in read_answer(await harbour.type_move("end", other))
    pressed = await other.click(harbour.board, custom_id=list_move_buttons(harbour.board)[0])
    assert (await harbour.find_player()).name.lower() in read_answer(pressed).lower()
    assert (await harbour.find_match()).seq == before


async def test_a_spectator_cannot_move_but_can_open_the_public_view(harbour: Harbour) -> None:
    await harbour.begin_match()
    before = (await harbour.find_match()).seq
    for identity in list_move_buttons(harbour.board):
        answer = read_answer(await harbour.dana.click(harbour.board, custom_id=identity))
        assert answer.startswith("You're watching, so only ") and "*More…*" in answer
    assert "no seat" in read_answer(await harbour.dana.slash(harbour.channel, "move", action="end"))
    assert "no seat" in read_answer(await press_at_table(harbour.dana, harbour.channel, "undo"))
    view = await harbour.dana.click(harbour.board, label="My view")
    assert get_reply(view).attachments and get_reply(view).ephemeral
    assert not list_move_buttons(get_reply(view))
    assert (await harbour.find_match()).seq == before


async def test_autocomplete_reaches_every_legal_move(harbour: Harbour) -> None:
    await harbour.begin_match()
    actions = await list_legal_actions(harbour)
    person = await harbour.find_player()
    anything = await person.autocomplete(harbour.channel, "move", "action", "")
    assert 1 <= len(anything) <= 25
    assert all(len(choice["name"]) <= 100 for choice in anything)
    for action in actions[:: max(1, len(actions) // 12)]:
        found = await person.autocomplete(harbour.channel, "move", "action", action.token)
        assert action.token in [choice["value"] for choice in found]
    by_phrase = await person.autocomplete(harbour.channel, "move", "action", "buy a boat")
    assert by_phrase and all(choice["value"].startswith("boat:") for choice in by_phrase)
    assert await harbour.dana.autocomplete(harbour.channel, "move", "action", "") == []


async def test_autocomplete_offers_moves_before_the_other_seat_has_answered(harbour: Harbour) -> None:
    await harbour.begin_match()
    assert (await harbour.find_match()).to_act != ((await harbour.find_match()).active_seat,)
    found = await (await harbour.find_player()).autocomplete(harbour.channel, "move", "action", "end")
    assert [choice["value"] for choice in found] == ["end"]
    waiting = await (await harbour.find_opponent()).autocomplete(harbour.channel, "move", "action", "worm")
    assert {choice["value"] for choice in waiting} >= {"worm:-"}


async def test_a_double_press_acts_once(harbour: Harbour) -> None:
    await harbour.begin_match()
    await harbour.answer_questions()
    await harbour.turn_guide_off()
    panel, _ = await open_flip_payment(harbour)
    kept_message = KeptMessage(harbour, get_reply(panel))
    (confirm,) = [i for i in list_buttons(get_reply(panel)) if i.startswith("b:ac")]
    person = await harbour.find_player()
    before = (await harbour.find_match()).seq
    kept_message.press_without_waiting(person, confirm)
    kept_message.press_without_waiting(person, confirm)
    await harbour.env.settle()
    assert (await harbour.find_match()).seq == before + 1
    late = await kept_message.press(person, confirm)
    assert "moved on" in read_answer(late)
    assert (await harbour.find_match()).seq == before + 1


async def test_only_one_of_two_concurrent_moves_is_made(harbour: Harbour) -> None:
    await harbour.begin_match()
    await harbour.answer_questions()
    await harbour.turn_guide_off()
    panel, _ = await open_flip_payment(harbour)
    kept_message = KeptMessage(harbour, get_reply(panel))
    person = await harbour.find_player()
    before = (await harbour.find_match()).seq
    for way in list_value_buttons(get_reply(panel))[:2]:
        kept_message.press_without_waiting(person, way)
    await harbour.env.settle()
    assert (await harbour.find_match()).seq == before + 1


async def test_buttons_of_an_outdated_board_do_not_make_moves(harbour: Harbour) -> None:
    board = await harbour.begin_match()
    old, identities = KeptMessage(harbour, board), list_move_buttons(board)
    panel, _ = await open_flip_payment(harbour)
    old_panel, inside = KeptMessage(harbour, get_reply(panel)), list_buttons(get_reply(panel))
    holder, other = await harbour.find_player(), await harbour.find_opponent()
    # Later, Discord no longer lets the bot delete the panel, so its buttons can still be pressed.
    await harbour.pass_time(0.3)
    await harbour.type_move("end", holder)
    seq = (await harbour.find_match()).seq
    for person in (holder, other):
        for identity in identities:
            read_answer(await old.press(person, identity))
            after = await harbour.find_match()
            assert all(row.kind == "act" and row.text.startswith("worm:") for row in after.rows[seq:])
        for identity in inside:
            read_answer(await old_panel.press(person, identity))
            after = await harbour.find_match()
            assert all(row.text.startswith("worm:") for row in after.rows[seq:]), identity


async def test_the_only_legal_move_is_made_by_its_button_but_not_by_an_outdated_one(harbour: Harbour) -> None:
    board = await harbour.begin_match()
    old = KeptMessage(harbour, board)
    end = next(i for i in list_move_buttons(board) if i.endswith(":end"))
    person = await harbour.find_player()
    while True:
        left = [a.token for a in await list_legal_actions(harbour) if a.token != "end"]
        if not left:
            break
        await harbour.type_move(left[-1], person)
        assert (await harbour.find_match()).rows[-1].text != "end"
    await old.press(person, end)
    assert (await harbour.find_match()).rows[-1].text != "end"
    await harbour.press_action_kind("end")
    assert (await harbour.find_match()).rows[-1].text == "end"


async def test_the_answer_says_what_a_move_cost(harbour: Harbour) -> None:
    """A green button makes a payment that its label doesn't name."""
    await harbour.begin_match()
    await harbour.answer_questions()
    match, person = await harbour.find_match(), await harbour.find_player()
    token = next(
        action.token
        for action in match.legal_actions(match.to_act[0])
        if action.token.startswith(("take:", "flip:", "boat:"))
    )
    answer = read_answer(await harbour.type_move(token, person))
    assert re.search(r"\bPaid: (\d (red|yellow|blue|green|purple|white|pearls?)(, )?)+\.", answer), answer
