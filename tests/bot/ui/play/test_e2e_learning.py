"""The page of /learn: one row of tabs, which each tab has."""

from __future__ import annotations

from tests.bot.ui.person.mine import beside
from tests.support.harbour import Harbour, buttons
from tests.support.learning import open_tab
from tests.support.reading import Kept, limits, said, shown, written
from tests.support.words import count_message

LABELS = ["Lessons", "Rules", "Puzzles", "Today's reef"]


async def test_each_tab_takes_the_place_of_the_last_and_leads_to_all_others(harbour: Harbour) -> None:
    page = first = shown(await harbour.anna.slash(harbour.channel, "learn"))
    for label in (*LABELS[1:], LABELS[0]):
        page = shown(await harbour.anna.click(page, label=label))
        limits(page)
        assert page.id == first.id and page.ephemeral
        assert list(buttons(page).values())[-len(LABELS) :] == LABELS
        assert count_message(page) <= 90
    assert [button["label"] for button in beside(page)] == [game.title for game in harbour.games.values()]


async def test_a_game_of_each_tab_opens_in_a_message_of_its_own(harbour: Harbour) -> None:
    """So the tabs stay at hand."""
    for tab in ("r", "p"):
        page = await open_tab(harbour.anna, harbour.channel, tab)
        opened = shown(await harbour.anna.click(page, label="Coral Reef"))
        assert opened.id != page.id and "Coral Reef" in written(opened)


async def test_a_tab_that_is_gone_is_out_of_date(harbour: Harbour) -> None:
    page = shown(await harbour.anna.slash(harbour.channel, "learn"))
    assert "out of date" in said(await Kept(harbour, page).forge(harbour.anna, "b:lrn:zz"))
