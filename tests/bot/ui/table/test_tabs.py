"""The texts of the tabs on a table's page."""

from __future__ import annotations

import re

import pytest

from bot.model.turns import find_turn_number
from bot.ui.play.pages import make_log_button
from bot.ui.play.story import sum_up_steps
from bot.ui.table.page import EMOJI_BY_TAB, name_tab
from bot.ui.table.tabs import MAX_STEPS_OF_SHORT_MATCH, list_history_buttons, write_history_lines
from games.core.match import Match
from games.core.words import list_locales, load_words
from tests.support.short_boards import CASES, make_plain_table, play_match
from tests.support.thinking import make_computer_table


@pytest.mark.parametrize(("key", "seat_count"), CASES[:1])
def test_the_history_tab_describes_the_three_newest_turns(key: str, seat_count: int) -> None:
    w = load_words("en")
    for match in play_match(key, seat_count, 5):
        table = make_plain_table(match, ())
        newest = sum_up_steps(table, match, w, find_start_of_newest_turns(match)) if match.ply else []
        assert write_history_lines(table, w)[1:] == [f"> {line}" for line in newest]


def find_start_of_newest_turns(match: Match) -> int:
    """Return the ply at which the three newest turns began, or 0 if there are fewer."""
    turns = [find_turn_number(match, ply) for ply in range(match.ply)]
    return turns.index(turns[-1] - 2) if turns[-1] > 2 else 0


@pytest.mark.parametrize("ply_count", [4, 24])
def test_all_steps_of_a_short_match_are_described_at_its_end(ply_count: int) -> None:
    w, (key, seat_count) = load_words("en"), CASES[0]
    match = next(one for one in play_match(key, seat_count, 5) if one.ply == ply_count).resign(0)
    since = find_start_of_newest_turns(match) if ply_count > MAX_STEPS_OF_SHORT_MATCH else 0
    table = make_plain_table(match, ())
    count, *story = write_history_lines(table, w)
    assert re.fullmatch(r"\d+ turns?", count)
    assert story == [f"> {line}" for line in sum_up_steps(table, match, w, since)]


@pytest.mark.parametrize("locale", list_locales())
def test_no_button_of_the_history_has_the_name_of_a_tab(locale: str) -> None:
    w = load_words(locale)
    table, match, _ = make_computer_table()
    buttons = [*list_history_buttons(table, w), make_log_button(table, match, w)]
    labels = [button.to_component_dict()["label"] for button in buttons] + [
        name_tab(tab, w) for tab in EMOJI_BY_TAB
    ]
    assert len(set(labels)) == len(labels)
