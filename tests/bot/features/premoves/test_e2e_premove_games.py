"""In each game a move can be prepared with buttons alone, within Discord's limits."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from bot.ui.ids import make_custom_id
from bot.ui.play.move_words import LABEL_SEPARATOR, is_written_as_token
from games.registry import GAMES
from tests.support.harbour import Harbour, list_buttons, list_controls, list_menus
from tests.support.nightly import defer_to_ci
from tests.support.reading import check_limits, get_reply, read_answer

MAX_PRESSES = 16
OPENINGS = ("Whatever they do…", "If they…")
"""Labels of the buttons that begin to prepare a move."""


async def press_random_button(person: Any, message: Any, chance: Random) -> Any:
    """Press a random button other than *Back*, or choose a random list entry."""
    offered: list[tuple[str, str | None]] = [
        (part["custom_id"], None)
        for part in list_controls(message)
        if part["type"] == 2 and (part.get("emoji") or {}).get("name") != "◀️"
    ]
    offered += [(identity, value) for identity, values in list_menus(message).items() for value in values]
    identity, value = chance.choice(offered)
    if value is None:
        return get_reply(await person.click(message, custom_id=identity))
    return get_reply(await person.select(message, [value], custom_id=identity))


@pytest.mark.parametrize(
    ("key", "opening"),
    [
        *defer_to_ci(
            [(key, opening) for key in GAMES if key != "das_riff" for opening in OPENINGS],
            *(("coral_reef", OPENINGS[0]), ("australis", OPENINGS[1]), ("reef", OPENINGS[0])),
        ),
        *(pytest.param("das_riff", opening, marks=pytest.mark.nightly) for opening in OPENINGS),
    ],
)
async def test_a_move_is_prepared_by_presses(harbour: Harbour, key: str, opening: str) -> None:
    await harbour.turn_guide_off()
    await harbour.begin_match(key)
    chance = Random(len(key + opening))
    prepared = 0
    for plies in (3, 5, 4):
        match = await harbour.play_random_moves(plies, lambda match: False)
        if match.outcome is not None:
            break
        table, person = await harbour.find_table(), await harbour.find_opponent()
        page = get_reply(await harbour.press_tool_button(person, "Prepare…"))
        check_limits(page)
        message = get_reply(await person.click(page, label=opening))
        rows = await harbour.store.premoves.list_premoves_for_table(table.id)
        for _ in range(MAX_PRESSES):
            check_limits(message)
            if len(await harbour.store.premoves.list_premoves_for_table(table.id)) > len(rows):
                break
            if any(part.get("label") == opening for part in list_controls(message)):
                break  # The first page means that no move can be prepared.
            message = await press_random_button(person, message, chance)
        kept = await harbour.store.premoves.list_premoves_for_table(table.id)
        if kept:
            last = kept[-1]
            prepared += 1
            here = (table.id, (await harbour.find_match()).seq, last.seat)
            assert any(part.get("label") == "1: cancel" for part in list_controls(message))
            then = get_reply(await person.click(message, label="1: and then…"))
            check_limits(then)
            back = make_custom_id("b", "ah", *here)
            if any(part.get("custom_id") == back for part in list_controls(then)):
                check_limits(get_reply(await person.click(then, custom_id=back)))
            assert last.line not in harbour.board.content
    assert prepared


@pytest.mark.parametrize("key", GAMES)
async def test_a_pass_is_offered_only_if_the_game_has_one(harbour: Harbour, key: str) -> None:
    await harbour.turn_guide_off()
    await harbour.begin_match(key)
    person = await harbour.find_opponent()
    page = get_reply(await harbour.press_tool_button(person, "Prepare…"))
    knows = GAMES[key].rules[GAMES[key].version].find_pass_action() is not None
    assert ("Pass next" in list_buttons(page).values()) == knows
    answer = read_answer(await person.slash(harbour.channel, "move", prepare="pass"))
    rows = await harbour.store.premoves.list_premoves_for_table((await harbour.find_table()).id)
    assert [row.line for row in rows] == ["if any then pass"] * knows
    assert ("Prepared." in answer) == knows


@pytest.mark.parametrize("key", GAMES)
async def test_autocompletion_offers_possible_moves_and_events(harbour: Harbour, key: str) -> None:
    await harbour.turn_guide_off()
    await harbour.begin_match(key)
    match = await harbour.play_random_moves(4)
    if match.outcome is not None:
        return
    person = await harbour.find_opponent()
    moves = await person.autocomplete(harbour.channel, "move", "prepare", "")
    events = await person.autocomplete(harbour.channel, "move", "if", "")
    assert 0 < len(events) <= 25 and len(moves) <= 25
    names = (await harbour.find_table()).names
    assert all(one["name"].startswith(tuple(f"{name}: " for name in names)) for one in events)
    assert await harbour.mod.autocomplete(harbour.channel, "move", "prepare", "") == []
    if moves:
        first, when = _read_choice(moves[0]), _read_choice(events[-1])
        more = await person.autocomplete(harbour.channel, "move", "prepare", f"{first} ")
        assert all(_read_choice(one).startswith(f"{first} ") for one in more)
        await _check_completions_in_words(harbour, person, moves[0])
        answer = await person.slash(harbour.channel, "move", prepare=first, **{"if": when})
        check_limits(get_reply(answer))
        (row,) = await harbour.store.premoves.list_premoves_for_table((await harbour.find_table()).id)
        assert row.line == f"if {when} & any then {first}"
        await _check_move_in_words(harbour, person, moves)


async def _check_completions_in_words(harbour: Harbour, person: Any, move: Any) -> None:
    """Check that a move is found by its words, and that its token comes first only once one is typed."""
    token, phrase = _read_choice(move), move["name"].split(LABEL_SEPARATOR)[0]
    assert phrase != token and move["name"].startswith(phrase)
    words = phrase.partition("…")[0]
    for typed in (words, " ".join(reversed(words.split()))):
        assert move in await person.autocomplete(harbour.channel, "move", "prepare", typed), typed
    if is_written_as_token(token):
        (typed_move, *_) = await person.autocomplete(harbour.channel, "move", "prepare", token)
        assert typed_move["name"].startswith(f"{token}{LABEL_SEPARATOR}")


async def _check_move_in_words(harbour: Harbour, person: Any, moves: Any) -> None:
    """Check that a move typed in the words of its label is prepared, and other words are quoted whole."""
    phrases = {_read_choice(move): move["name"].split(LABEL_SEPARATOR)[0] for move in moves}
    token = next(one for one in phrases if "…" not in phrases[one])
    answer = await person.slash(harbour.channel, "move", prepare=phrases[token])
    assert "Prepared." in read_answer(answer), phrases[token]
    *_, row = await harbour.store.premoves.list_premoves_for_table((await harbour.find_table()).id)
    assert row.line == f"if any then {token}"
    answer = await person.slash(harbour.channel, "move", prepare="no, never")
    assert "“no, never”" in read_answer(answer) and "Try `" in read_answer(answer)


async def test_cards_typed_in_another_order_are_completed_but_not_prepared_unseen(harbour: Harbour) -> None:
    await harbour.begin_match("coral_reef")
    person = await harbour.find_opponent()
    table = await harbour.find_table()
    moves = await person.autocomplete(harbour.channel, "move", "prepare", "with on top")
    move = next(one for one in moves if re.fullmatch(r"play:1:\w\w>\w", _read_choice(one)))
    corals = _read_choice(move).split(":")[2]
    lower, higher = corals[0], corals[1]
    for typed in (f"{higher}, {lower}", f"{higher} and {lower} on stack 1", f"{higher}, {lower} on stack 1"):
        assert move in await person.autocomplete(harbour.channel, "move", "prepare", typed), typed
        answer = read_answer(await person.slash(harbour.channel, "move", prepare=typed))
        assert f"“{typed}”" in answer and "Try `Stack" in answer, answer
    assert await harbour.store.premoves.list_premoves_for_table(table.id) == []


def _read_choice(choice: Any) -> str:
    return str(choice["value"] if isinstance(choice, dict) else choice.value)
