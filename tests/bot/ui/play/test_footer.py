"""The last row of a panel never offers two ways to take something back."""

from __future__ import annotations

import pytest

from bot.ui.ids import MoveChoice
from bot.ui.play.footer import can_undo_freely, make_footer
from games.core.words import load_words
from tests.support.short_boards import CASES, make_plain_table, play_match


@pytest.mark.parametrize(("key", "seat_count"), CASES)
def test_back_and_undo_are_never_side_by_side(key: str, seat_count: int) -> None:
    w, undone = load_words("en"), 0
    for match in play_match(key, seat_count, 5):
        if match.outcome is not None or not match.to_act:
            continue
        seat = match.to_act[0]
        action = match.legal_actions(seat)[0]
        firsts = ("first", "second")
        table, whole = make_plain_table(match, ()), MoveChoice(1, match.seq, seat)
        labels = [
            [str(getattr(item.item, "label", "")) for item in make_footer(table, choice, firsts, w)]
            for choice in (whole, whole.add_picks(str(action.path[0].value)))
        ]
        free = can_undo_freely(match, seat)
        assert labels == [["Undo"] * free, ["Back"]]
        undone += free
    assert undone or key not in ("das_riff", "australis"), "some step could be taken back"
