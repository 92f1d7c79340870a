"""Each tab of ``/learn`` shows the row of all tabs."""

from __future__ import annotations

from games.registry import GAMES
from tests.bot.ui.person.mine import list_section_buttons
from tests.support.game_parts import GAMES_WITH_LESSON, UNPUBLISHED_GAME_COUNT
from tests.support.harbour import Harbour, list_buttons
from tests.support.learning import open_tab
from tests.support.reading import KeptMessage, check_limits, get_reply, read_answer, read_text
from tests.support.words import count_message_words

MAX_WORDS_PER_GAME = 20
"""Maximum number of words about a game on a tab: its title and summary."""
TAB_LABELS = ["Lessons", "Rules", "Puzzles", "Today's reef"]


async def test_each_tab_replaces_the_page_and_shows_all_tabs(harbour: Harbour) -> None:
    page = first = get_reply(await harbour.anna.slash(harbour.channel, "learn"))
    for label in (*TAB_LABELS[1:], TAB_LABELS[0]):
        page = get_reply(await harbour.anna.click(page, label=label))
        check_limits(page)
        assert page.id == first.id and page.ephemeral
        assert list(list_buttons(page).values())[-len(TAB_LABELS) :] == TAB_LABELS
        assert count_message_words(page) <= 90 + UNPUBLISHED_GAME_COUNT * MAX_WORDS_PER_GAME
    assert [button["label"] for button in list_section_buttons(page)] == [
        GAMES[key].title for key in GAMES_WITH_LESSON
    ]


async def test_a_game_opens_in_a_new_message(harbour: Harbour) -> None:
    """The message with the tabs stays unchanged."""
    for tab in ("r", "p"):
        page = await open_tab(harbour.anna, harbour.channel, tab)
        opened = get_reply(await harbour.anna.click(page, label="Coral Reef"))
        assert opened.id != page.id and "Coral Reef" in read_text(opened)


async def test_an_unknown_tab_is_out_of_date(harbour: Harbour) -> None:
    page = get_reply(await harbour.anna.slash(harbour.channel, "learn"))
    assert "out of date" in read_answer(
        await KeptMessage(harbour, page).forge_press(harbour.anna, "b:lrn:zz")
    )
