"""Golden matches of Reef cover every ending, number of seats and option, and detect changes."""

from __future__ import annotations

import pytest

from games.core.errors import MatchOver, RuleError
from games.core.match import UNDO_KIND
from games.core.outcome import AGREED_DRAW_ENDING, RESIGNED_ENDING
from games.reef import GAME
from games.reef.ending import DECK_RAN_OUT_ENDING, SUPPLY_RAN_OUT_ENDING
from tests.games.reef.golden import RECORDER


def test_there_is_a_golden_match_for_each_ending_seat_count_and_option() -> None:
    matches = RECORDER.read_matches()
    endings = {(match.outcome.ending, match.seat_count) for match in matches if match.outcome}
    # With two or three seats, the supply always runs out long before the deck.
    assert endings >= {
        (SUPPLY_RAN_OUT_ENDING, 2),
        (SUPPLY_RAN_OUT_ENDING, 3),
        (SUPPLY_RAN_OUT_ENDING, 4),
        (DECK_RAN_OUT_ENDING, 4),
    }
    assert {ending for ending, _ in endings} == {
        SUPPLY_RAN_OUT_ENDING,
        DECK_RAN_OUT_ENDING,
        RESIGNED_ENDING,
        AGREED_DRAW_ENDING,
    }
    for option in GAME.options:
        assert {match.options[option.name] for match in matches} == set(option.values)
    assert any(row.kind == UNDO_KIND for match in matches for row in match.rows)
    for match in matches:
        with pytest.raises(MatchOver):
            match.act(0, "take:1")


def test_a_changed_score_is_noticed() -> None:
    text = RECORDER.read_text("supply_out_2")
    assert RECORDER.format_match(RECORDER.load_match(text.replace("+4 ", "+5 ", 1))) != text.replace(
        "+4 ", "+5 ", 1
    )


def test_a_changed_deal_is_noticed() -> None:
    text = RECORDER.read_text("supply_out_2")
    with pytest.raises(RuleError):
        RECORDER.load_match(text.replace("key 00", "key 01", 1))
