"""A tournament's match offers no help and no rematch, not even through outdated buttons."""

from __future__ import annotations

from typing import Any

import pytest

from bot.computers.advice import GUIDE_ON
from bot.ui.ids import MoveChoice, make_custom_id
from tests.bot.features.tournaments.steps import begin_tournament, finish_table, list_tables
from tests.support.at_table import press_at_table
from tests.support.harbour import Harbour, list_buttons, list_menus
from tests.support.reading import KeptMessage, get_reply, read_answer

NO_HELP_TEXT = "No help here: a tournament's match is played without hints, guide or *What if…*."


async def test_a_tournaments_table_offers_no_help_during_its_match(harbour: Harbour) -> None:
    await begin_tournament(harbour, rounds=1)
    (table,) = await list_tables(harbour)
    assert table.is_arranged and table.match is not None
    (thread,) = harbour.channel.threads
    board = thread.history()[-1]
    assert not {"Hint", "Play again"} & set(list_buttons(board).values())
    menu = set(list_buttons(get_reply(await harbour.anna.click(board, label="More…"))).values())
    assert "What if…" not in menu and "Rules" in menu
    seat = table.match.to_act[0]
    person = harbour.anna if table.occupants[seat].user_id == harbour.anna.id else harbour.ben
    choice = MoveChoice(table.id, table.match.seq, seat)
    # At first, the guide is on by default, as in every first match. Then the player turns it on explicitly.
    for _ in range(2):
        reply = get_reply(
            await KeptMessage(harbour, board).forge_press(
                person, make_custom_id("b", "go", *choice.list_parts())
            )
        )
        labels = set(list_buttons(reply).values())
        assert labels and not {"Hint", "Guide me", "Stop guide"} & labels and "💡" not in reply.content
        await harbour.bot.services.adviser.set_guide(person.id, GUIDE_ON)
    menu_of = await harbour.open_page_with_button(person, "Turn by turn", board)
    earlier = get_reply(await person.click(menu_of, label="Turn by turn"))
    assert not [label for label in list_buttons(earlier).values() if "what if" in label.casefold()]


@pytest.mark.parametrize("verb", ["hn", "gd", "ifo"])
async def test_outdated_help_buttons_are_refused_with_the_reason(harbour: Harbour, verb: str) -> None:
    await begin_tournament(harbour, rounds=1)
    (table,) = await list_tables(harbour)
    assert table.match is not None
    (thread,) = harbour.channel.threads
    seat = table.match.to_act[0]
    person = harbour.anna if table.occupants[seat].user_id == harbour.anna.id else harbour.ben
    parts: list[Any] = list(MoveChoice(table.id, table.match.seq, seat).list_parts())
    if verb == "gd":
        parts = [GUIDE_ON, *parts]
    old = KeptMessage(harbour, thread.history()[-1])
    identity = make_custom_id("b", verb, *(parts[:1] if verb == "ifo" else parts))
    assert read_answer(await old.forge_press(person, identity)) == NO_HELP_TEXT
    assert not await harbour.bot.services.adviser.has_guide_enabled(person.id)


async def set_arranged(harbour: Harbour, table: Any, arranged: int) -> None:
    """Mark a table as a tournament's (1), or as any other table (0), as earlier versions of the bot did."""
    database = harbour.store._database
    await database.run("UPDATE matches SET arranged = ? WHERE id = ?", (arranged, table.id))
    await harbour.bot.tables.core.invalidate_table(table.id)


async def test_an_outdated_what_if_page_is_refused_but_leads_back_to_the_match(harbour: Harbour) -> None:
    await begin_tournament(harbour, rounds=1)
    (table,) = await list_tables(harbour)
    (thread,) = harbour.channel.threads
    await set_arranged(harbour, table, 0)
    fork = get_reply(await harbour.press_tool_button(harbour.anna, "What if…", thread.history()[-1]))
    await set_arranged(harbour, table, 1)
    for label in ("Hint", "Deal again"):
        assert read_answer(await harbour.anna.click(fork, label=label)) == NO_HELP_TEXT
    back = get_reply(await harbour.anna.click(fork, label="Back to the match"))
    assert "Describe" in list_buttons(back).values()


async def test_a_tournaments_match_offers_what_if_but_no_rematch_after_its_end(harbour: Harbour) -> None:
    await begin_tournament(harbour, rounds=1)
    (table,) = await list_tables(harbour)
    await finish_table(harbour, table)
    (thread,) = harbour.channel.threads
    board = next(m for m in reversed(thread.history()) if "More…" in list_buttons(m).values())
    assert (
        "Play again" not in list_buttons(board).values() and "Post the replay" in list_buttons(board).values()
    )
    page = await harbour.open_page_with_button(harbour.anna, "What if…", board)
    assert "What if…" in list_buttons(page).values()
    again = read_answer(
        await KeptMessage(harbour, board).forge_press(harbour.anna, make_custom_id("b", "rem", table.id))
    )
    assert "A tournament's match has no rematch." in again
    assert "A tournament's match has no rematch." in read_answer(
        await press_at_table(harbour.anna, thread, "rematch")
    )
    assert await harbour.bot.tables.rematches.find_unfinished_rematch_id(table.id) is None


async def test_the_confirmation_of_a_move_gives_no_advice(harbour: Harbour) -> None:
    await begin_tournament(harbour, rounds=1, game="das_riff")
    (table,) = await list_tables(harbour)
    assert table.match is not None
    (thread,) = harbour.channel.threads
    seat = table.match.to_act[0]
    person = harbour.anna if table.occupants[seat].user_id == harbour.anna.id else harbour.ben
    await harbour.bot.services.adviser.set_guide(person.id, GUIDE_ON)
    choice = MoveChoice(table.id, table.match.seq, seat)
    message = get_reply(
        await KeptMessage(harbour, thread.history()[-1]).forge_press(
            person, make_custom_id("b", "go", *choice.list_parts())
        )
    )
    for _ in range(6):
        assert "💡" not in message.content
        if "You can't take your choice back." in message.content:
            return
        moves = [one for one in list_buttons(message) if one.startswith("b:go:")]
        if moves:
            message = get_reply(await person.click(message, custom_id=moves[0]))
        else:
            identity, values = next(iter(list_menus(message).items()))
            message = get_reply(await person.select(message, [values[0]], custom_id=identity))
    raise AssertionError(message.content)


async def test_the_easy_computer_replaces_a_player_and_nobody_else_can_take_the_seat(
    harbour: Harbour,
) -> None:
    """A stronger computer's moves would be hints for a player who comes back."""
    await begin_tournament(harbour, rounds=1)
    (table,) = await list_tables(harbour)
    (thread,) = harbour.channel.threads
    board = KeptMessage(harbour, thread.history()[-1])
    reply = get_reply(await press_at_table(harbour.anna, thread, "leave"))
    assert list(list_buttons(reply).values()) == ["Yes, leave", "Keep playing"]
    assert "the weakest computer player" in reply.content and "you count as absent" in reply.content
    # An outdated button may name a stronger computer. It must not replace the player.
    await board.forge_press(harbour.anna, make_custom_id("b", "lvy", table.id, "expert"))
    (seat,) = table.list_seats(harbour.anna.id)
    assert (await harbour.bot.tables.get(table.id)).occupants[seat].computer == "easy"
    refused = read_answer(await board.forge_press(harbour.dana, make_custom_id("b", "tky", table.id, seat)))
    assert refused == "Only the players drawn to a tournament's table can take its seats."
    await board.forge_press(harbour.anna, make_custom_id("b", "tky", table.id, seat))
    assert (await harbour.bot.tables.get(table.id)).occupants[seat].user_id == harbour.anna.id
