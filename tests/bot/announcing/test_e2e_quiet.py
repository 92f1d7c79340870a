"""A quiet channel's board is short however long the match is. Its last line says whose turn it is."""

from __future__ import annotations

import pytest

from bot.ui.play.story import sum_up_steps
from games.core.words import load_words
from games.registry import GAMES
from tests.bot.cogs.choosing import choose_setting
from tests.support.at_table import press_at_table
from tests.support.harbour import Harbour
from tests.support.nightly import defer_to_ci
from tests.support.playing import list_continuing_buttons
from tests.support.reading import read_text

MAX_MOVES = 6
MAX_LENGTH = 900
"""Maximum number of characters of a board that describes one turn."""


def strip_bold(lines: list[str]) -> list[str]:
    return [line.replace("**", "") for line in lines]


async def make_move(harbour: Harbour, choice_index: int) -> None:
    """Type a legal move for the player who must act. ``choice_index`` selects one of several legal moves."""
    match = await harbour.find_match()
    seat = match.to_act[0]
    legal = match.legal_actions(seat)
    await harbour.type_move(legal[choice_index % len(legal)].token, await harbour.find_player(seat))


async def describe_newest_turn(harbour: Harbour) -> list[str]:
    table, match = await harbour.find_table(), await harbour.find_match()
    first = match.ply
    while first > 1 and not match.count_ended_turns(first - 1):
        first -= 1
    return sum_up_steps(table, match, load_words("en"), first - 1)


def list_story_lines(content: str) -> list[str]:
    """Return the lines of a board's text except the last line, which says whose turn it is."""
    return content.splitlines()[:-1]


@pytest.mark.parametrize("game", defer_to_ci(GAMES, "das_riff", "reef"))
async def test_the_board_describes_the_newest_turn_and_ends_with_whose_turn_it_is(
    harbour: Harbour, game: str
) -> None:
    await harbour.begin_match(game)
    await choose_setting(harbour, harbour.anna, "quiet")
    board = harbour.board
    for number in range(MAX_MOVES):
        table, match = await harbour.find_table(), await harbour.find_match()
        if match.outcome is not None:
            break
        text = read_text(harbour.board)
        last = text.splitlines()[-1]
        awaited = [table.names[seat] for seat in (match.active_seat, *match.to_act) if seat is not None]
        assert last.startswith("**") and text.count("**'s turn") + text.count("'s turn**") == 1, text
        assert any(name in last for name in awaited), text
        assert len(text) <= MAX_LENGTH, text
        if match.ply:
            assert strip_bold(list_story_lines(text)) == strip_bold(await describe_newest_turn(harbour))
            assert text.splitlines()[-2].startswith("**"), "the newest change is in bold"
        await make_move(harbour, number)
    is_over = (await harbour.find_match()).outcome is not None
    continuing = [message.id for message in harbour.list_posts() if list_continuing_buttons(message)]
    assert continuing == ([] if is_over else [board.id])


async def test_a_replaced_board_stays_short(harbour: Harbour) -> None:
    await harbour.begin_match("reef")
    await choose_setting(harbour, harbour.anna, "quiet")
    older = harbour.board
    for number in range(MAX_MOVES):
        await make_move(harbour, number)
    await press_at_table(harbour.anna, harbour.channel, "show")
    text = next(message.content for message in harbour.list_posts() if message.id == older.id)
    assert older.id != harbour.board.id and len(text) <= MAX_LENGTH
    assert len(read_text(harbour.board)) <= MAX_LENGTH


async def test_the_turns_of_several_computers_are_described_together(harbour: Harbour) -> None:
    await harbour.open_lobby("reef")
    table = await harbour.find_table()
    for seat in (1, 2):
        await harbour.bot.tables.lobby.add_computer(table.id, harbour.anna.id, "easy", f"Fish {seat}", seat)
    await choose_setting(harbour, harbour.anna, "quiet")
    await press_at_table(harbour.anna, harbour.channel, "start")
    for _ in range(3):
        legal = (await harbour.find_match()).legal_actions(0)
        await harbour.type_move(legal[0].token, harbour.anna)
        table, match = await harbour.find_table(), await harbour.find_match()
        story = sum_up_steps(table, match, load_words("en"), match.ply - 2)
        assert strip_bold(list_story_lines(read_text(harbour.board))) == strip_bold(story)
        assert "Anna" in read_text(harbour.board).splitlines()[-1]


async def test_a_channel_made_quiet_during_a_turn_changes_its_board_immediately(harbour: Harbour) -> None:
    await harbour.begin_match("reef")
    assert read_text(harbour.board).splitlines()[-1].startswith("**Your turn, <@")
    await choose_setting(harbour, harbour.anna, "quiet")
    assert "'s turn** – " in read_text(harbour.board).splitlines()[-1]
    await choose_setting(harbour, harbour.anna, "normal")
    assert read_text(harbour.board).splitlines()[-1].startswith("**Your turn, <@")
