"""Pages of a replay about points show few numbers, and the last frame compares their sources."""

from __future__ import annotations

import pytest

from games.australis import GAME
from games.australis.draw_close_ups import MAX_SCORE_SIGNS, SCORING_EVENTS
from games.core.match import view_at
from games.core.words import load_words
from games.drawing.replay_frames import NO_CAPTION, Replay, ReplayShot
from tests.games.contract.texts import make_names
from tools.walks import Case


@pytest.mark.parametrize("seat_count", [2, 4])
def test_the_compared_sources_add_up_to_the_points_of_all_seats(seat_count: int) -> None:
    match = Case(GAME, seat_count, GAME.get_default_options(), 7, rich=True).match
    assert match.outcome is not None
    sources = GAME.list_sources(view_at(match, match.ply, None), (), load_words())
    totals = [sum(source.values[seat] for source in sources) for seat in range(seat_count)]
    assert totals == list(match.outcome.scores)
    assert all(any(source.values) for source in sources)


@pytest.mark.parametrize("seat_count", [2, 3, 4])
def test_a_round_page_has_one_number_for_each_seat_and_few_signs(seat_count: int) -> None:
    match = Case(GAME, seat_count, GAME.get_default_options(), 7, rich=True).match
    replay, seen = Replay(match, make_names(seat_count), load_words()), 0
    for turn in replay.turns:
        if isinstance(next(iter(replay.list_later_events(turn)), None), SCORING_EVENTS):
            shot = ReplayShot(0, NO_CAPTION, turn.number, turn, is_aftermath=True, since=0)
            parts = replay.list_close_ups(shot)
            assert len([part for part in parts if part.text]) <= seat_count
            assert len([part for part in parts if part.sprite]) <= MAX_SCORE_SIGNS
            seen += 1
    assert seen
