"""At a tournament's table nobody gets help, and there is no rematch, not even by old buttons."""

from __future__ import annotations

from typing import Any

import pytest

from bot.computers.advice import ON
from bot.ui.ids import Choice, custom_id
from tests.bot.features.tournaments.steps import begin, finish, tables
from tests.support.at_table import at_table
from tests.support.harbour import Harbour, buttons, lists
from tests.support.reading import Kept, said, shown

REFUSED = "No help here: a tournament's match is played without hints, guide or *What if…*."


async def test_nobody_is_helped_at_a_table_of_a_tournament_while_it_is_played(harbour: Harbour) -> None:
    await begin(harbour, rounds=1)
    (table,) = await tables(harbour)
    assert table.arranged and table.match is not None
    (thread,) = harbour.channel.threads
    board = thread.history()[-1]
    assert not {"Hint", "Play again"} & set(buttons(board).values())
    menu = set(buttons(shown(await harbour.anna.click(board, label="More…"))).values())
    assert "What if…" not in menu and "Rules" in menu
    seat = table.match.to_act[0]
    person = harbour.anna if table.occupants[seat].user_id == harbour.anna.id else harbour.ben
    choice = Choice(table.id, table.match.seq, seat)
    # In a first match the guide is on by default, and it stays off if the player turns it off.
    for _ in range(2):
        asked = shown(await Kept(harbour, board).forge(person, custom_id("b", "go", *choice.parts())))
        labels = set(buttons(asked).values())
        assert labels and not {"Hint", "Guide me", "Stop the guide"} & labels and "💡" not in asked.content
        await harbour.bot.services.adviser.switch(person.id, ON)
    menu_of = await harbour.page_with(person, "Earlier positions", board)
    earlier = shown(await person.click(menu_of, label="Earlier positions"))
    assert not [label for label in buttons(earlier).values() if "what if" in label.casefold()]


@pytest.mark.parametrize("verb", ["hn", "gd", "ifo"])
async def test_old_buttons_say_why_nobody_is_helped(harbour: Harbour, verb: str) -> None:
    await begin(harbour, rounds=1)
    (table,) = await tables(harbour)
    assert table.match is not None
    (thread,) = harbour.channel.threads
    seat = table.match.to_act[0]
    person = harbour.anna if table.occupants[seat].user_id == harbour.anna.id else harbour.ben
    parts: list[Any] = list(Choice(table.id, table.match.seq, seat).parts())
    if verb == "gd":
        parts = [ON, *parts]
    old = Kept(harbour, thread.history()[-1])
    identity = custom_id("b", verb, *(parts[:1] if verb == "ifo" else parts))
    assert said(await old.forge(person, identity)) == REFUSED
    assert not await harbour.bot.services.adviser.is_guided(person.id)


async def mark(harbour: Harbour, table: Any, arranged: int) -> None:
    """Mark a table as one of a tournament, or unmark it as an earlier version would have."""
    database = harbour.store._database
    await database.run("UPDATE matches SET arranged = ? WHERE id = ?", (arranged, table.id))
    await harbour.bot.tables.core.renew(table.id)


async def test_a_fork_that_was_opened_before_goes_no_further_and_leads_back(harbour: Harbour) -> None:
    await begin(harbour, rounds=1)
    (table,) = await tables(harbour)
    (thread,) = harbour.channel.threads
    await mark(harbour, table, 0)
    fork = shown(await harbour.tool(harbour.anna, "What if…", thread.history()[-1]))
    await mark(harbour, table, 1)
    for label in ("Hint", "Deal again"):
        assert said(await harbour.anna.click(fork, label=label)) == REFUSED
    back = shown(await harbour.anna.click(fork, label="Back to the match"))
    assert "Describe" in buttons(back).values()


async def test_what_a_match_of_a_tournament_was_can_be_tried_once_it_has_ended(harbour: Harbour) -> None:
    await begin(harbour, rounds=1)
    (table,) = await tables(harbour)
    await finish(harbour, table)
    (thread,) = harbour.channel.threads
    board = next(m for m in reversed(thread.history()) if "More…" in buttons(m).values())
    assert "Play again" not in buttons(board).values() and "Post the replay" in buttons(board).values()
    page = await harbour.page_with(harbour.anna, "What if…", board)
    assert "What if…" in buttons(page).values()
    again = said(await Kept(harbour, board).forge(harbour.anna, custom_id("b", "rem", table.id)))
    assert "A tournament's match has no rematch." in again
    assert "A tournament's match has no rematch." in said(await at_table(harbour.anna, thread, "rematch"))
    assert await harbour.bot.tables.rematches.find(table.id) is None


async def test_no_reason_is_given_for_a_move_that_is_to_be_confirmed(harbour: Harbour) -> None:
    await begin(harbour, rounds=1, game="das_riff")
    (table,) = await tables(harbour)
    assert table.match is not None
    (thread,) = harbour.channel.threads
    seat = table.match.to_act[0]
    person = harbour.anna if table.occupants[seat].user_id == harbour.anna.id else harbour.ben
    await harbour.bot.services.adviser.switch(person.id, ON)
    choice = Choice(table.id, table.match.seq, seat)
    message = shown(
        await Kept(harbour, thread.history()[-1]).forge(person, custom_id("b", "go", *choice.parts()))
    )
    for _ in range(6):
        assert "💡" not in message.content
        if "You can't take this back." in message.content:
            return
        moves = [one for one in buttons(message) if one.startswith("b:go:")]
        if moves:
            message = shown(await person.click(message, custom_id=moves[0]))
        else:
            identity, values = next(iter(lists(message).items()))
            message = shown(await person.select(message, [values[0]], custom_id=identity))
    raise AssertionError(message.content)


async def test_the_weakest_computer_plays_for_who_leaves_and_nobody_else_takes_the_seat(
    harbour: Harbour,
) -> None:
    """A stronger computer's moves would be hints for a player who comes back."""
    await begin(harbour, rounds=1)
    (table,) = await tables(harbour)
    (thread,) = harbour.channel.threads
    board = Kept(harbour, thread.history()[-1])
    asked = shown(await at_table(harbour.anna, thread, "leave"))
    assert list(buttons(asked).values()) == ["Yes, leave", "Keep playing"]
    assert "the weakest computer player" in asked.content and "you count as absent" in asked.content
    # A button of an older question may name any computer.
    await board.forge(harbour.anna, custom_id("b", "lvy", table.id, "expert"))
    (seat,) = table.seats_of(harbour.anna.id)
    assert (await harbour.bot.tables.get(table.id)).occupants[seat].computer == "easy"
    refused = said(await board.forge(harbour.dana, custom_id("b", "tky", table.id, seat)))
    assert refused == "At a tournament's table only those who were drawn to it take a seat."
    await board.forge(harbour.anna, custom_id("b", "tky", table.id, seat))
    assert (await harbour.bot.tables.get(table.id)).occupants[seat].user_id == harbour.anna.id
