"""The texts of the tabs on a table's page."""

from __future__ import annotations

import pytest

from bot.ui.play.story import sum_up_steps
from bot.ui.table.tabs import MAX_RECENT_STEPS, write_history_lines
from games.core.words import load_words
from tests.support.short_boards import CASES, make_plain_table, play_match


@pytest.mark.parametrize(("key", "seat_count"), CASES[:1])
def test_the_history_tab_describes_the_three_newest_steps(key: str, seat_count: int) -> None:
    w = load_words("en")
    for match in play_match(key, seat_count, 5):
        if match.ply < MAX_RECENT_STEPS:
            continue
        table = make_plain_table(match, ())
        newest = sum_up_steps(table, match, w, match.ply - 3)
        assert write_history_lines(table, w)[1:] == [f"> {line}" for line in newest]
