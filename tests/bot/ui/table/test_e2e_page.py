"""The ``/table`` page offers players, hosts, spectators and moderators only working buttons."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.model.clocks import CLOCK_PRESETS
from games.core.match import LoggedRow
from tests.support.at_table import press_at_table
from tests.support.harbour import TAB_LABELS, Harbour, list_buttons
from tests.support.reading import check_limits, get_reply, read_answer, read_text, set_languages

MAX_WORDS = 60
FRONT_TAB, HISTORY_TAB, PEOPLE_TAB, SETTINGS_TAB, END_TAB = TAB_LABELS
HISTORY_LABELS = ["Catch me up", "Turn by turn", "Replay", "More…"]
"""Labels of the buttons on the tab *History*."""


def count_words(message: Any) -> int:
    return len(re.findall(r"[\w'’]+", read_text(message)))


async def list_buttons_by_tab(harbour: Harbour, person: Any) -> dict[str, list[str]]:
    """Open each tab of the page, and return the labels of its buttons other than the tabs."""
    page = get_reply(await person.slash(harbour.channel, "table"))
    found = {}
    for tab in [label for label in list_buttons(page).values() if label in TAB_LABELS]:
        if tab != FRONT_TAB:
            page = get_reply(await person.click(page, label=tab))
        check_limits(page)
        assert page.ephemeral and count_words(page) <= MAX_WORDS, page.content
        found[tab] = list_own_labels(page)
    return found


def list_own_labels(page: Any) -> list[str]:
    return [label for label in list_buttons(page).values() if label not in TAB_LABELS]


async def test_a_lobby_can_be_joined_and_started_on_the_page(harbour: Harbour) -> None:
    await harbour.open_lobby()
    assert await list_buttons_by_tab(harbour, harbour.anna) == {
        FRONT_TAB: ["Rules", "Show again", "My tables"],
        PEOPLE_TAB: ["Seats…", "Leave…"],
        SETTINGS_TAB: ["Options…", "Clock", "This channel…"],
        END_TAB: ["Close…"],
    }
    buttons_by_tab = await list_buttons_by_tab(harbour, harbour.ben)
    assert buttons_by_tab[FRONT_TAB] == ["Join", "Rules", "Show again", "My tables"]
    assert buttons_by_tab[SETTINGS_TAB] == ["Clock", "This channel…"] and END_TAB not in buttons_by_tab
    page = get_reply(await harbour.ben.slash(harbour.channel, "table"))
    assert "You're in" in read_answer(await harbour.ben.click(page, label="Join"))
    page = get_reply(await harbour.anna.slash(harbour.channel, "table"))
    assert "begins" in read_answer(await harbour.anna.click(page, label="Start"))
    assert (await harbour.find_table()).status == "playing"


async def test_the_page_offers_a_player_moves_leaving_a_draw_and_resigning(harbour: Harbour) -> None:
    await harbour.begin_match("reef")
    holder, other = await harbour.find_player(), await harbour.find_opponent()
    buttons_by_tab = await list_buttons_by_tab(harbour, holder)
    assert buttons_by_tab[FRONT_TAB][:2] == ["Move…", "My hand"]
    assert buttons_by_tab[FRONT_TAB][-4:] == ["Rules", "Show again", "Export", "My tables"]
    assert buttons_by_tab[HISTORY_TAB] == HISTORY_LABELS
    assert "Leave…" in buttons_by_tab[PEOPLE_TAB] and "Take a seat…" not in buttons_by_tab[PEOPLE_TAB]
    assert buttons_by_tab[END_TAB][:2] == ["Draw…", "Resign"]
    theirs = await list_buttons_by_tab(harbour, other)
    assert "Move…" not in theirs[FRONT_TAB]
    for label in ("Undo", "Time's up…"):
        assert label not in [*theirs[FRONT_TAB], *theirs[END_TAB]]


async def test_a_spectator_gets_no_buttons_to_end_the_match(harbour: Harbour) -> None:
    await harbour.begin_match()
    found = await list_buttons_by_tab(harbour, harbour.dana)
    assert END_TAB not in found
    assert found[FRONT_TAB] == ["My view", "Rules", "Show again", "Export", "My tables"]
    assert found[PEOPLE_TAB] == ["Follow…", "Predict…", "Play along"]
    assert found[HISTORY_TAB] == HISTORY_LABELS


async def test_a_moderator_can_only_close_other_peoples_matches(harbour: Harbour) -> None:
    await harbour.begin_match()
    assert (await list_buttons_by_tab(harbour, harbour.mod))[END_TAB] == ["Close…"]
    page = get_reply(await harbour.mod.slash(harbour.channel, "table"))
    page = get_reply(await harbour.mod.click(page, label=END_TAB))
    reply = get_reply(await harbour.mod.click(page, label="Close…"))
    await harbour.mod.click(reply, label="End it")
    assert (await harbour.find_table()).status == "over"


async def test_a_player_against_computers_cannot_offer_a_draw(harbour: Harbour) -> None:
    await harbour.anna.slash(harbour.channel, "play", game="das_riff")
    found = await list_buttons_by_tab(harbour, harbour.anna)
    assert "Draw…" not in found[END_TAB] and "Invite…" in found[PEOPLE_TAB]
    assert "Take a seat…" in (await list_buttons_by_tab(harbour, harbour.ben))[PEOPLE_TAB]


async def test_expired_time_can_be_claimed_on_the_page(harbour: Harbour) -> None:
    await harbour.begin_match("reef", clock=CLOCK_PRESETS[-1].text)
    late, other = await harbour.find_player(), await harbour.find_opponent()
    await harbour.pass_time(24)
    assert "Time's up…" not in (await list_buttons_by_tab(harbour, late))[END_TAB]
    page = get_reply(await other.slash(harbour.channel, "table"))
    page = get_reply(await other.click(page, label=END_TAB))
    assert "What now?" in read_answer(await other.click(page, label="Time's up…"))


async def test_an_ended_match_offers_its_history_and_a_rematch(harbour: Harbour) -> None:
    await harbour.begin_match()
    await harbour.play_random_moves(6)
    reply = get_reply(await press_at_table(harbour.anna, harbour.channel, "resign"))
    await harbour.anna.click(reply, label="Resign")
    for person in (harbour.anna, harbour.dana):
        found = await list_buttons_by_tab(harbour, person)
        assert END_TAB not in found and found[FRONT_TAB][0] == "Play again"
        assert found[HISTORY_TAB] == HISTORY_LABELS
        assert PEOPLE_TAB not in found, "nobody can leave, be invited or predict"
    assert "Review" in list_buttons(harbour.board).values()
    menu = get_reply(await harbour.dana.click(harbour.board, label="More…"))
    assert not {"Predictions", "Play along"} & set(list_buttons(menu).values()), "nobody used them"


async def test_rarely_used_pages_of_the_history_are_behind_the_more_button(harbour: Harbour) -> None:
    await harbour.begin_match("reef")
    page = get_reply(await harbour.anna.slash(harbour.channel, "table"))
    page = get_reply(await harbour.anna.click(page, label=HISTORY_TAB))
    told = page.content
    page = get_reply(await harbour.anna.click(page, label="More…"))
    check_limits(page)
    known = ["Log", "Describe", "Note…", "What if…", "Fairness"]
    # A new feature may add another entry.
    assert [label for label in list_own_labels(page) if label in known] == known
    assert page.content == told
    page = get_reply(await harbour.anna.click(page, label=HISTORY_TAB))
    assert list_own_labels(page) == HISTORY_LABELS


async def test_a_table_closed_before_its_match_offers_only_rules_and_settings(harbour: Harbour) -> None:
    lobby = await harbour.open_lobby()
    await harbour.anna.click(lobby, label="Cancel")
    found = await list_buttons_by_tab(harbour, harbour.anna)
    assert found == {FRONT_TAB: ["Rules", "My tables"], SETTINGS_TAB: ["This channel…"]}


async def test_a_frozen_table_can_be_saved_left_and_closed(harbour: Harbour) -> None:
    await harbour.begin_match()
    await harbour.store.matches.append_rows(1, 0, [LoggedRow("act", 1, "nonsense")], 1, is_over=False)
    await harbour.restart()
    page = get_reply(await harbour.anna.slash(harbour.channel, "table"))
    assert "frozen" in page.content
    found = await list_buttons_by_tab(harbour, harbour.anna)
    assert (
        found[FRONT_TAB] == ["Rules", "Export", "My tables"]
        and found[END_TAB] == ["Close…"]
        and "Leave…" in found[PEOPLE_TAB]
    )


async def test_a_channel_without_a_table_offers_its_settings(harbour: Harbour) -> None:
    page = get_reply(await harbour.mod.slash(harbour.channel, "table"))
    assert "/play" in page.content
    assert "Settings" in read_answer(await harbour.mod.click(page, label="This channel…"))


async def test_a_tab_that_has_become_empty_shows_the_first_tab(harbour: Harbour) -> None:
    lobby = await harbour.open_lobby()
    page = get_reply(await harbour.anna.slash(harbour.channel, "table"))
    await harbour.anna.click(lobby, label="Cancel")
    again = get_reply(await harbour.anna.click(page, label=END_TAB))
    assert list(list_buttons(again).values()) == [FRONT_TAB, SETTINGS_TAB, "Rules", "My tables"]


@pytest.mark.parametrize("locale", ["de", "nl"])
async def test_the_page_is_short_in_other_languages_too(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch, locale: str
) -> None:
    set_languages(monkeypatch, {}, others=locale)
    await harbour.begin_match("australis")
    await harbour.play_random_moves(10)
    page = get_reply(await harbour.anna.slash(harbour.channel, "table"))
    for tab in list(list_buttons(page))[1:5]:
        page = get_reply(await harbour.anna.click(page, custom_id=tab))
        check_limits(page)
        assert count_words(page) <= MAX_WORDS, page.content
