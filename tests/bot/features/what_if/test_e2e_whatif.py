"""With *What if*, people try moves for all seats in private, without any effect elsewhere."""

from __future__ import annotations

import re
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from bot.features.what_if import fork_state
from bot.features.what_if.fork_state import ForkStart, read_fork_start
from bot.model.turns import list_step_numbers
from bot.ui.ids import MoveChoice, make_custom_id
from bot.ui.turn_numbers import write_turn_in_sentence
from games.core.fork import fork_match, format_steps, make_fork_key
from games.core.match import Match
from games.core.words import load_words
from games.registry import GAMES
from tests.support.harbour import Harbour, list_buttons
from tests.support.nightly import defer_to_night
from tests.support.pressing import (
    list_steps,
    list_tableless_choices,
    make_message_with_button,
    press_tableless_choice,
    press_until_step,
)
from tests.support.reading import KeptMessage, check_limits, get_reply, read_answer, read_picture


async def open_fork(harbour: Harbour, person: Any = None) -> Any:
    """From the board's menu, open *What if…* at the newest position."""
    return get_reply(await harbour.press_tool_button(person or harbour.anna, "What if…"))


async def name_start(harbour: Harbour, ply: int) -> str:
    """Return how a fork's message names the position after ``ply`` steps."""
    number = list_step_numbers(await harbour.find_match())[ply - 1]
    return f" after {write_turn_in_sentence(number, load_words())}. "


def find_asked_seat(message: Any) -> int:
    """Return the seat whose move a panel asks for."""
    identity = next(i for i, _ in list_tableless_choices(message))
    return MoveChoice.parse(identity.split(":")[2:]).seat


async def read_database(harbour: Harbour) -> list[tuple[Any, ...]]:
    """Return all rows of the database, except for rows that record when a person last viewed a match."""
    database = harbour.store._database
    names = await database.fetch_rows("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    return [
        (name, tuple(row))
        for (name,) in names
        if not name.startswith(("sqlite_", "look"))
        for row in await database.fetch_rows(f"SELECT * FROM {name}")
    ]


@pytest.mark.parametrize("key", defer_to_night(GAMES, "das_riff"))
async def test_moves_can_be_tried_for_all_seats_and_undone(harbour: Harbour, key: str) -> None:
    await harbour.begin_match(key)
    await harbour.turn_guide_off()
    before, posts = await harbour.find_match(), len(harbour.list_posts())
    message = await open_fork(harbour)
    assert "at the start." in message.content and "after step" not in message.content
    assert message.ephemeral and message.content.startswith(f"## What if · {GAMES[key].title}\n")
    await read_picture(message)
    names = (await harbour.find_table()).names
    seats = set()
    for number in range(8):
        if not list_tableless_choices(message):
            break
        assert f"**As {names[find_asked_seat(message)]}:**" in message.content
        seats.add(find_asked_seat(message))
        message = await press_until_step(harbour.anna, message, number)
        assert len(list_steps(message)) == number + 1
    assert seats == {0, 1}, "both seats were played by one person"
    listed = list_steps(message)
    message = get_reply(await harbour.anna.click(message, label="Undo"))
    assert "Taken back." in message.content and list_steps(message) == listed[:-1]
    await read_picture(message)
    assert await harbour.find_match() == before and len(harbour.list_posts()) == posts
    back = get_reply(await harbour.anna.click(message, label="Back to the match"))
    assert "What if" not in back.content and "Describe" in list_buttons(back).values()


async def test_a_fork_continues_from_its_message_after_a_restart(harbour: Harbour) -> None:
    await harbour.begin_match("reef")
    await harbour.turn_guide_off()
    message = await open_fork(harbour)
    for _ in range(3):
        message = await press_until_step(harbour.anna, message)
    listed, text = list_steps(message), message.content
    await harbour.restart()
    after = await press_until_step(harbour.anna, message)
    assert list_steps(after)[:3] == listed
    again = get_reply(await harbour.anna.click(after, label="Undo"))
    assert again.content.replace("Taken back.\n", "").splitlines()[-1] == text.splitlines()[-1]


async def test_the_last_step_stays_in_words_and_the_tokens_are_hidden(harbour: Harbour) -> None:
    await harbour.begin_match("das_riff")
    await harbour.turn_guide_off()
    message = await press_until_step(harbour.anna, await open_fork(harbour))
    (token,) = list_steps(message)
    told = [line for line in message.content.splitlines() if line.startswith("> ")]
    assert told and message.content.endswith(f"\n-# 👣 ||`{token}`||")
    reply = get_reply(await harbour.anna.click(message, label="Hint"))
    assert [line for line in reply.content.splitlines() if line.startswith("> ")] == told
    kept_message = KeptMessage(harbour, message)
    kept_message.payload["content"] = kept_message.payload["content"].replace("||", "")
    again = get_reply(await kept_message.press(harbour.anna, list_tableless_choices(message)[0][0]))
    assert token in list_steps(again), "messages of earlier versions can still be continued"


async def test_a_fork_stores_nothing(harbour: Harbour) -> None:
    await harbour.begin_match("das_riff")
    await harbour.turn_guide_off()
    before = await read_database(harbour)
    assert before
    message = await open_fork(harbour)
    for _ in range(3):
        message = await press_until_step(harbour.anna, message)
    message = get_reply(await harbour.anna.click(message, label="Undo"))
    message = get_reply(await harbour.anna.click(message, label="Hint"))
    await harbour.anna.click(message, label="Back to the match")
    assert await read_database(harbour) == before


def find_fork(message: Any, match: Match) -> Match:
    """Return the match from which a message's fork begins."""
    start = read_message_start(message)
    return fork_match(
        match, start.ply, start.viewer_seat, make_fork_key(start.table_id, start.ply, start.deal)
    )


def read_message_start(message: Any) -> ForkStart:
    """Return the start of a message's fork, as the bot reads it from the buttons."""
    row = SimpleNamespace(
        children=[SimpleNamespace(custom_id=identity) for identity in list_buttons(message)]
    )
    return read_fork_start(SimpleNamespace(components=[row]))


@pytest.mark.parametrize("key", ["reef", "coral_reef"])
async def test_the_hands_of_others_are_dealt_at_random(harbour: Harbour, key: str) -> None:
    await harbour.begin_match(key)
    await harbour.turn_guide_off()
    await harbour.play_random_moves(5)
    match, table = await harbour.find_match(), await harbour.find_table()
    own = table.find_acting_seat(harbour.anna.id)
    assert own is not None
    message = await open_fork(harbour)
    states = [find_fork(message, match).state]
    for _ in range(3):
        message = get_reply(await harbour.anna.click(message, label="Deal again"))
        assert "Dealt again." in message.content and list_steps(message) == []
        states.append(find_fork(message, match).state)
    views = [match.rules.view(state, own) for state in states]
    assert views == [match.rules.view(match.state, own)] * 4, "what the player sees stays the same"
    assert len({repr(state) for state in (*states, match.state)}) > 3
    if key == "coral_reef":
        others = {repr(match.rules.view(state, 1 - own)) for state in states}
        assert len(others) > 1 and repr(match.rules.view(match.state, 1 - own)) not in others


async def test_a_spectators_fork_deals_everything_hidden_at_random(harbour: Harbour) -> None:
    await harbour.begin_match("coral_reef")
    await harbour.play_random_moves(2)
    match = await harbour.find_match()
    message = await open_fork(harbour, harbour.dana)
    assert read_message_start(message).viewer_seat is None
    fork = find_fork(message, match)
    for seat in range(2):
        assert repr(match.rules.view(fork.state, seat)) != repr(match.rules.view(match.state, seat))
    message = await press_until_step(harbour.dana, message)
    assert len(list_steps(message)) == 1


async def test_an_outdated_menu_opens_the_newest_position(harbour: Harbour) -> None:
    await harbour.begin_match("das_riff")
    await harbour.turn_guide_off()
    await harbour.play_random_moves(3)
    menu = await harbour.open_page_with_button(harbour.anna, "What if…", harbour.board)
    page = get_reply(await harbour.press_tool_button(harbour.anna, "Turn by turn"))
    await harbour.play_random_moves(4)
    newest = get_reply(await harbour.anna.click(menu, label="What if…"))
    assert (
        await name_start(harbour, 7) in newest.content
        and len(list_steps(await press_until_step(harbour.anna, newest))) == 1
    )
    # On the page of an earlier position, *What if…* opens that position instead of the newest one.
    earlier = get_reply(await harbour.anna.click(page, label="What if…"))
    assert await name_start(harbour, 3) in earlier.content
    await harbour.play_random_moves(2000)
    ended = (await harbour.find_match()).ply
    last = get_reply(await harbour.anna.click(menu, label="What if…"))
    assert await name_start(harbour, ended - 1) in last.content


async def test_a_fork_opens_at_an_earlier_position_and_after_the_end(harbour: Harbour) -> None:
    await harbour.begin_match("australis")
    await harbour.turn_guide_off()
    await harbour.play_random_moves(6)
    page = get_reply(await harbour.press_tool_button(harbour.anna, "Turn by turn"))
    page = get_reply(await harbour.anna.click(page, label="Back"))
    message = get_reply(await harbour.anna.click(page, label="What if…"))
    assert message.id != page.id and await name_start(harbour, 5) in message.content
    await harbour.play_random_moves(500)
    match = await harbour.find_match()
    assert match.outcome is not None
    still = await press_until_step(harbour.anna, message)
    assert len(list_steps(still)) == 1
    message = await open_fork(harbour)
    assert await name_start(harbour, match.ply - 1) in message.content
    ended = get_reply(await harbour.press_tool_button(harbour.anna, "Turn by turn"))
    assert "What if…" not in list_buttons(ended).values()
    refused = await KeptMessage(harbour, message).forge_press(
        harbour.anna, make_custom_id("b", "ifo", (await harbour.find_table()).id, match.seq, match.ply)
    )
    assert "over at that point" in read_answer(refused)


async def test_after_the_end_a_fork_begins_with_the_view_of_the_seat_to_act(harbour: Harbour) -> None:
    """A review shows that seat's hand at a turning point, so that everybody can try better moves."""
    await harbour.begin_match("coral_reef")
    await harbour.turn_guide_off()
    await harbour.play_random_moves(500)
    match, table = await harbour.find_match(), await harbour.find_table()
    newest = await open_fork(harbour)
    for ply in (2, 3):
        seat = match.rules.to_act(match.state_at(ply))[0]
        for person in (harbour.anna, harbour.ben, harbour.dana):
            identity = make_custom_id("b", "ifo", table.id, match.seq, ply)
            message = get_reply(
                await make_message_with_button(harbour, newest, identity).press(person, identity)
            )
            assert f"What {table.names[seat]} couldn't see is dealt at random" in message.content
            fork = find_fork(message, match)
            assert match.rules.view(fork.state, seat) == match.rules.view(match.state_at(ply), seat)
            others = match.rules.view(match.state_at(ply), 1 - seat)
            assert match.rules.view(fork.state, 1 - seat) != others
            assert len(list_steps(await press_until_step(person, message))) == 1


async def test_a_fork_can_be_played_to_its_end(harbour: Harbour) -> None:
    await harbour.begin_match("coral_reef")
    await harbour.turn_guide_off()
    await harbour.play_random_moves(500)
    match = await harbour.find_match()
    table = await harbour.find_table()
    identity = make_custom_id("b", "ifo", table.id, match.seq, match.ply - 1)
    message = get_reply(
        await KeptMessage(harbour, await open_fork(harbour)).forge_press(harbour.anna, identity)
    )
    for _ in range(60):
        if not list_tableless_choices(message):
            break
        message = await press_until_step(harbour.anna, message)
    assert not list_tableless_choices(message) and {"Undo", "Back to the match"} <= set(
        list_buttons(message).values()
    )
    await read_picture(message)
    check_limits(message)
    before = len(list_steps(message))
    assert len(list_steps(get_reply(await harbour.anna.click(message, label="Undo")))) == before - 1


async def test_a_hint_names_the_best_moves_and_they_can_be_played(harbour: Harbour) -> None:
    await harbour.begin_match("reef")
    await harbour.turn_guide_off()
    message = await open_fork(harbour)
    hinted = get_reply(await harbour.anna.click(message, label="Hint"))
    check_limits(hinted)
    assert re.search(r"💡 (?:1 )?\*\*.+\*\*: .+\.$", hinted.content, re.MULTILINE)
    # A sole suggestion has no number.
    names = ("1", "Do it")
    label = next(i for i, name in list_buttons(hinted).items() if name in names and i.startswith("b:ifa"))
    assert len(list_steps(get_reply(await harbour.anna.click(hinted, custom_id=label)))) == 1


def find_undoable_token(match: Match) -> str:
    """Return the token of a move that can be undone."""
    (seat,) = match.to_act
    free = [a.token for a in match.legal_actions(seat) if not match.act(seat, a.token).steps[-1].is_sealed]
    assert free
    return free[0]


async def test_a_fork_of_an_undone_position_is_refused_with_the_reason(harbour: Harbour) -> None:
    await harbour.begin_match("australis")
    await harbour.turn_guide_off()
    match = await harbour.find_match()
    person = await harbour.find_player()
    table = await harbour.find_table()
    token = find_undoable_token(match)
    await harbour.type_move(token, person)
    menu = await harbour.open_page_with_button(person, "What if…", harbour.board)
    page = KeptMessage(harbour, get_reply(await harbour.press_tool_button(person, "Turn by turn")))
    message = await open_fork(harbour, person)
    kept_message = KeptMessage(harbour, message)
    identity, value = list_tableless_choices(message)[0]
    opener = make_custom_id("b", "ifo", table.id, match.seq + 1, match.ply + 1)
    await harbour.bot.tables.play.undo_step(table.id, person.id, match.seq + 1)
    values = None if value is None else [value]
    assert "That position was taken back" in read_answer(await kept_message.press(person, identity, values))
    assert "That position was taken back" in read_answer(await page.press(person, opener))
    assert "What if" in get_reply(await person.click(menu, label="What if…")).content
    back = next(i for i in list_buttons(message) if i.startswith("b:ifb"))
    assert "What if" not in get_reply(await kept_message.press(person, back)).content


async def test_nobody_can_continue_another_players_fork(harbour: Harbour) -> None:
    await harbour.begin_match("reef")
    await harbour.turn_guide_off()
    message = await open_fork(harbour)
    kept_message = KeptMessage(harbour, message)
    identity = list_tableless_choices(message)[0][0]
    assert "seat has changed" in read_answer(await kept_message.press(harbour.ben, identity))


async def test_a_double_press_makes_one_step(harbour: Harbour) -> None:
    await harbour.begin_match("australis")
    await harbour.turn_guide_off()
    message = await open_fork(harbour)
    first = await press_until_step(harbour.anna, message)
    second = await press_until_step(harbour.anna, first)
    undo = next(i for i, label in list_buttons(second).items() if label == "Undo")
    once = get_reply(await harbour.anna.click(second, custom_id=undo))
    again = get_reply(await make_message_with_button(harbour, once, undo).press(harbour.anna, undo))
    assert list_steps(again) == list_steps(once) == list_steps(first)
    assert "gone on since then" in again.content
    for stale in (
        list_tableless_choices(once)[0][0],
        make_custom_id("b", "ifa", 1, 0, 0, list_steps(first)[0]),
    ):
        # Buttons from before the first step no longer work.
        old = ":".join(("b", stale.split(":")[1], "1", "0", *stale.split(":")[4:]))
        pressed = get_reply(await make_message_with_button(harbour, once, old).press(harbour.anna, old))
        assert list_steps(pressed) == list_steps(first) and "gone on since then" in pressed.content


async def test_the_text_of_a_forks_steps_has_a_maximum_length(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fork_state, "MAX_STEPS_LENGTH", 20)
    await harbour.begin_match("australis")
    await harbour.turn_guide_off()
    message = await open_fork(harbour)
    for _ in range(30):
        message = await press_tableless_choice(harbour.anna, message)
        if "as far as" in message.content:
            break
    assert "as far as a *What if* goes" in message.content and 0 < len(" ".join(list_steps(message))) <= 20
    before = list_steps(message)
    assert list_steps(get_reply(await harbour.anna.click(message, label="Undo"))) == before[:-1]


@pytest.mark.parametrize("key", ["das_riff", "reef"])
async def test_a_long_list_of_steps_is_kept_completely(harbour: Harbour, key: str) -> None:
    await harbour.begin_match(key)
    await harbour.turn_guide_off()
    message = await press_until_step(harbour.anna, await open_fork(harbour))
    fork, chance = find_fork(message, await harbour.find_match()), Random(5)
    while fork.to_act and len(format_steps(fork)) < fork_state.MAX_STEPS_LENGTH - 40:
        (seat,) = fork.to_act
        fork = fork.act(seat, chance.choice(fork.rules.list_candidates(fork.state, seat)).token)
    listed = format_steps(fork)
    assert len(listed) > 300
    undo = next(i for i, label in list_buttons(message).items() if label == "Undo")
    kept_message = KeptMessage(harbour, message)
    kept_message.payload["content"] = kept_message.payload["content"].replace(list_steps(message)[0], listed)
    answer = get_reply(await kept_message.press(harbour.anna, undo))
    check_limits(answer)
    assert " ".join(list_steps(answer)) == listed


async def test_steps_that_cannot_be_replayed_are_refused(harbour: Harbour) -> None:
    await harbour.begin_match("reef")
    await harbour.turn_guide_off()
    message = await press_until_step(harbour.anna, await open_fork(harbour))
    kept_message = KeptMessage(harbour, message)
    kept_message.payload["content"] = kept_message.payload["content"].replace(
        list_steps(message)[0], "nonsense"
    )
    identity = list_tableless_choices(message)[0][0]
    assert "can't follow these moves" in read_answer(await kept_message.press(harbour.anna, identity))
    plain = KeptMessage(harbour, message)
    assert "out of date" in read_answer(await plain.forge_press(harbour.anna, identity)), (
        "no button of the message contains the start of the fork"
    )


async def test_a_fork_of_a_lobby_is_refused(harbour: Harbour) -> None:
    lobby = await harbour.open_lobby("reef")
    table = await harbour.find_table()
    answer = await KeptMessage(harbour, lobby).forge_press(
        harbour.anna, make_custom_id("b", "ifo", table.id, 0, 0)
    )
    assert "hasn't begun" in read_answer(answer)


async def test_a_fork_of_a_frozen_table_or_a_removed_game_is_refused(harbour: Harbour) -> None:
    await harbour.begin_match("reef")
    await harbour.play_random_moves(3)
    await harbour.turn_guide_off()
    message = await open_fork(harbour)
    kept, identity = KeptMessage(harbour, message), list_tableless_choices(message)[0][0]
    opener = make_custom_id("b", "ifo", (await harbour.find_table()).id, 3, 2)
    await harbour.store._database.run("UPDATE log SET text = 'x' WHERE match_id = 1 AND seq = 1")
    await harbour.restart()
    assert "frozen" in read_answer(await kept.press(harbour.anna, identity))
    menu = get_reply(await harbour.anna.click(harbour.board, label="More…"))
    assert "What if…" not in list_buttons(menu).values()
    assert "frozen" in read_answer(await kept.forge_press(harbour.anna, opener))
    await harbour.store._database.run("UPDATE matches SET game = 'gone' WHERE id = 1")
    await harbour.restart()
    assert "no longer here" in read_answer(await kept.forge_press(harbour.anna, opener))


async def test_each_tried_move_has_its_own_picture(harbour: Harbour) -> None:
    await harbour.begin_match("das_riff")
    await harbour.turn_guide_off()
    message = await open_fork(harbour)
    seen = [(await read_picture(message)).tobytes()]
    for which in (0, -1):
        message = await press_until_step(harbour.anna, message, which)
        seen.append((await read_picture(message)).tobytes())
        message = get_reply(await harbour.anna.click(message, label="Undo"))
        assert (await read_picture(message)).tobytes() == seen[0]
    assert len(set(seen)) == 3


async def test_the_picture_shows_the_current_deal(harbour: Harbour) -> None:
    await harbour.begin_match("coral_reef")
    await harbour.turn_guide_off()
    message = await open_fork(harbour, harbour.dana)
    seen = set()
    for _ in range(3):
        seen.add((await read_picture(message)).tobytes())
        message = get_reply(await harbour.dana.click(message, label="Deal again"))
    assert len(seen) == 3, "each deal gives the seat to act other cards"
