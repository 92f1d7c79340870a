"""Until a person has won, the bot proposes longer matches of Coral Reef against the easy computer."""

from __future__ import annotations

from typing import Any

import pytest

from bot.ui.ids import make_custom_id
from games.registry import GAMES
from tests.support.cases import join_cases
from tests.support.harbour import Harbour, find_custom_id, find_menu
from tests.support.reading import KeptMessage, get_reply, read_text
from tests.support.winning import win_as_anna


async def open_question(harbour: Harbour) -> Any:
    """Press the game in /help as Anna, and return the question how to play it."""
    page = get_reply(await harbour.anna.slash(harbour.channel, "help"))
    return get_reply(await harbour.anna.click(page, label="Coral Reef"))


async def begin_by_button(harbour: Harbour) -> None:
    question = await open_question(harbour)
    await harbour.anna.click(question, custom_id=find_custom_id(question, "pw"))


async def begin_by_level(harbour: Harbour, level: str = "easy") -> None:
    question = await open_question(harbour)
    menu = find_menu(question, "pv")
    await KeptMessage(harbour, question).forge_press(harbour.anna, menu, values=[level])


async def begin_by_command(harbour: Harbour) -> None:
    await harbour.anna.slash(harbour.channel, "play", game="coral_reef")


async def begin_after_lesson(harbour: Harbour) -> None:
    question = await open_question(harbour)
    lesson_end = make_custom_id("b", "lec", "coral_reef")
    await KeptMessage(harbour, question).forge_press(harbour.anna, lesson_end)


async def begin_in_thread(harbour: Harbour) -> None:
    await harbour.ben.slash(harbour.channel, "play", game="reef")
    question = await open_question(harbour)
    taken = get_reply(await harbour.anna.click(question, custom_id=find_custom_id(question, "pw")))
    await harbour.anna.click(taken, custom_id=find_custom_id(taken, "th"))


async def find_rounds_to_win(harbour: Harbour) -> str:
    (table,) = await harbour.bot.tables.list_active_tables(harbour.anna.id)
    return table.options["rounds_to_win"]


@pytest.mark.parametrize(
    "begin", [begin_by_button, begin_by_level, begin_by_command, begin_after_lesson, begin_in_thread]
)
async def test_a_first_match_has_two_rounds_however_it_begins(harbour: Harbour, begin: Any) -> None:
    await begin(harbour)
    assert await find_rounds_to_win(harbour) == "2"


async def test_the_first_post_of_a_first_match_names_the_rounds(harbour: Harbour) -> None:
    await begin_by_button(harbour)
    assert any("Rounds to win: two rounds" in read_text(post) for post in harbour.list_posts())


@pytest.mark.parametrize("begin", [begin_by_button, begin_by_command, begin_after_lesson])
async def test_after_a_win_a_match_has_the_usual_rounds(harbour: Harbour, begin: Any) -> None:
    await win_as_anna(harbour, "coral_reef")
    await begin(harbour)
    assert await find_rounds_to_win(harbour) == "1"


async def test_chosen_rounds_levels_and_opponents_are_kept(harbour: Harbour) -> None:
    for options, expected in (
        ({"options": "rounds_to_win=1"}, "1"),
        ({"options": "corals=tiles"}, "2"),
        ({"against": "hard"}, "1"),
        ({"against": "people"}, "1"),
        ({"opponent": harbour.ben}, "1"),
    ):
        await harbour.anna.slash(harbour.channel, "play", game="coral_reef", **options)
        assert await find_rounds_to_win(harbour) == expected, options
        await harbour.bot.tables.play.close_table((await harbour.find_table()).id, harbour.anna.id)


@join_cases([(key,) for key in GAMES])
def test_the_options_of_first_matches_can_be_played(key: str) -> None:
    game = GAMES[key]
    chosen = game.complete_options(min(game.seat_counts), game.first_match_options)
    assert game.first_match_options.items() <= chosen.items()
