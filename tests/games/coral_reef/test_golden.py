import pytest

from games.coral_reef import GAME
from games.coral_reef.view import DECK_SPENT_ENDING, HAND_EMPTY_ENDING
from games.core.errors import MatchOver, RuleError
from games.core.match import UNDO_KIND
from games.core.outcome import AGREED_DRAW_ENDING, RESIGNED_ENDING
from tests.games.coral_reef.golden import RECORDER


def test_there_is_a_golden_match_for_each_ending_seat_count_and_option() -> None:
    # All seats pass only if the deck is empty, there are no cards below the tops, and no seat can act. A
    # search found no such deal, so the tests of CR-3.2 use made-up positions for this ending.
    matches = RECORDER.read_matches()
    assert {match.outcome.ending for match in matches if match.outcome} == {
        HAND_EMPTY_ENDING,
        DECK_SPENT_ENDING,
        RESIGNED_ENDING,
        AGREED_DRAW_ENDING,
    }
    assert {match.seat_count for match in matches} == set(GAME.seat_counts)
    for option in GAME.options:
        assert {match.options[option.name] for match in matches} == set(option.values)
    undone = [match for match in matches if any(row.kind == UNDO_KIND for row in match.rows)]
    assert [match.is_rated for match in undone] == [False]
    for match in matches:
        with pytest.raises(MatchOver):
            match.act(0, "seed")


def test_a_changed_event_is_noticed() -> None:
    text = RECORDER.read_text("deck_spent_2").replace("deck 1 of", "deck 2 of", 1)
    assert RECORDER.format_match(RECORDER.load_match(text)) != text


def test_a_changed_option_is_noticed() -> None:
    text = RECORDER.read_text("hand_empty_4").replace("corals=cards", "corals=tiles", 1)
    with pytest.raises(RuleError):
        RECORDER.load_match(text)
