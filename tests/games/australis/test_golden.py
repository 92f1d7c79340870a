import pytest

from games.australis.score import MOST_POINTS_ENDING, TURTLE_AHEAD_ENDING
from games.core.errors import MatchOver, RuleError
from games.core.match import UNDO_KIND
from games.core.outcome import AGREED_DRAW_ENDING, RESIGNED_ENDING
from tests.games.australis.golden import RECORDER


def test_there_is_a_golden_match_for_each_ending_with_each_number_of_seats() -> None:
    matches = RECORDER.read_matches()
    endings = {(match.outcome.ending, match.seat_count) for match in matches if match.outcome}
    assert endings >= {
        (name, seats) for name in (MOST_POINTS_ENDING, TURTLE_AHEAD_ENDING) for seats in (2, 3, 4)
    }
    assert {name for name, _ in endings} == {
        MOST_POINTS_ENDING,
        TURTLE_AHEAD_ENDING,
        RESIGNED_ENDING,
        AGREED_DRAW_ENDING,
    }
    undone = [match for match in matches if any(row.kind == UNDO_KIND for row in match.rows)]
    assert [match.is_rated for match in undone] == [False]
    assert {match.options["track_end"] for match in matches} == {"18", "25"}
    for match in matches:
        with pytest.raises(MatchOver):
            match.act(0, "gold")


def test_a_changed_event_is_noticed() -> None:
    text = RECORDER.read_text("most_points_2").replace("low 3", "low 2", 1)
    assert RECORDER.format_match(RECORDER.load_match(text)) != text


def test_a_changed_key_is_noticed() -> None:
    text = RECORDER.read_text("most_points_2")
    key = text.splitlines()[2]
    with pytest.raises(RuleError):
        RECORDER.load_match(text.replace(key, key[:-1] + ("0" if key[-1] != "0" else "1"), 1))
