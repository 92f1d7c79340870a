"""A quiet channel's board: short however long the match is, and whose turn it is at the very end."""

from __future__ import annotations

import pytest

from bot.ui.play.story import sum_up
from games.core.words import words
from games.registry import GAMES
from tests.bot.cogs.choosing import choose
from tests.support.harbour import Harbour
from tests.support.playing import goes
from tests.support.reading import written

MOVES = 20
LENGTH = 900
"""Characters of a board that tells one turn."""


async def move(harbour: Harbour, number: int) -> None:
    """Type some legal move for whoever is to act."""
    match = await harbour.match()
    seat = match.to_act[0]
    legal = match.legal_actions(seat)
    await harbour.type(legal[number % len(legal)].token, await harbour.holder(seat))


async def newest_turn(harbour: Harbour) -> list[str]:
    """Return what is told of the turn of the last step."""
    table, match = await harbour.table(), await harbour.match()
    first = match.ply
    while first > 1 and not match.turns_ended(first - 1):
        first -= 1
    return sum_up(table, match, words("en"), first - 1)


def story(content: str) -> list[str]:
    return content.splitlines()[:-1]


@pytest.mark.parametrize("game", GAMES)
async def test_the_board_tells_the_newest_turn_and_ends_with_whose_turn_it_is(
    harbour: Harbour, game: str
) -> None:
    await harbour.begin(game)
    await choose(harbour, harbour.anna, "quiet")
    board = harbour.board
    for number in range(MOVES):
        table, match = await harbour.table(), await harbour.match()
        if match.outcome is not None:
            break
        text = written(harbour.board)
        last = text.splitlines()[-1]
        awaited = [table.names[seat] for seat in (match.turn, *match.to_act) if seat is not None]
        assert last.startswith("**") and text.count("**'s turn") + text.count("'s turn**") == 1, text
        assert any(name in last for name in awaited), text
        assert len(text) <= LENGTH, text
        if match.ply:
            assert story(text) == await newest_turn(harbour)
        await move(harbour, number)
    assert [message.id for message in harbour.posts() if goes(message)] in ([board.id], [])


async def test_an_older_board_tells_no_more(harbour: Harbour) -> None:
    await harbour.begin("reef")
    await choose(harbour, harbour.anna, "quiet")
    older = harbour.board
    for number in range(MOVES):
        await move(harbour, number)
    await harbour.anna.slash(harbour.channel, "table show")
    text = next(message.content for message in harbour.posts() if message.id == older.id)
    assert older.id != harbour.board.id and len(text) <= LENGTH
    assert len(written(harbour.board)) <= LENGTH


async def test_what_several_computers_did_is_told_together(harbour: Harbour) -> None:
    await harbour.open_lobby("reef")
    table = await harbour.table()
    for seat in (1, 2):
        await harbour.bot.tables.lobby.add_computer(table.id, harbour.anna.id, "easy", f"Fish {seat}", seat)
    await choose(harbour, harbour.anna, "quiet")
    await harbour.anna.slash(harbour.channel, "table start")
    for _ in range(3):
        legal = (await harbour.match()).legal_actions(0)
        await harbour.type(legal[0].token, harbour.anna)
        table, match = await harbour.table(), await harbour.match()
        assert story(written(harbour.board)) == sum_up(table, match, words("en"), match.ply - 2)
        assert "Anna" in written(harbour.board).splitlines()[-1]


async def test_a_channel_made_quiet_in_mid_turn_says_so_on_its_board_at_once(harbour: Harbour) -> None:
    await harbour.begin("reef")
    assert written(harbour.board).splitlines()[-1].startswith("**Your turn, <@")
    await choose(harbour, harbour.anna, "quiet")
    assert "'s turn** – " in written(harbour.board).splitlines()[-1]
    await choose(harbour, harbour.anna, "normal")
    assert written(harbour.board).splitlines()[-1].startswith("**Your turn, <@")
