import pytest

from games.core.errors import MatchOver, RuleError
from games.core.match import UNDO_KIND
from games.core.outcome import AGREED_DRAW_ENDING, RESIGNED_ENDING
from games.das_riff.act import FIVE_BROODS_ENDING
from games.das_riff.turn import NO_PROGRESS_ENDING
from tests.games.das_riff.golden import RECORDER


def test_there_is_a_golden_match_for_each_ending() -> None:
    matches = RECORDER.read_matches()
    endings = {match.outcome.ending for match in matches if match.outcome}
    assert endings == {FIVE_BROODS_ENDING, NO_PROGRESS_ENDING, RESIGNED_ENDING, AGREED_DRAW_ENDING}
    undone = [match for match in matches if any(row.kind == UNDO_KIND for row in match.rows)]
    assert [match.is_rated for match in undone] == [False]
    assert {match.options["deck"] for match in matches} == {"a", "b"}
    assert {match.options["reshuffle"] for match in matches} == {"discard_seven", "deck_below_eight"}
    for match in matches:
        with pytest.raises(MatchOver):
            match.act(0, "end")


def test_a_changed_event_is_noticed() -> None:
    text = RECORDER.read_text("no_progress").replace("flow 1", "flow 2", 1)
    assert RECORDER.format_match(RECORDER.load_match(text)) != text


def test_a_changed_deck_is_noticed() -> None:
    text = RECORDER.read_text("no_progress").replace("deck=a", "deck=b", 1)
    with pytest.raises(RuleError):
        RECORDER.load_match(text)
