"""Pages of a replay about points show their sources, and the last frame compares them."""

from __future__ import annotations

import pytest

from games.australis import GAME
from games.australis.draw_close_ups import FRAME_SIZE, SCORING_EVENTS
from games.core.match import view_at
from games.core.words import Msg, load_words
from games.drawing.replay_frames import Replay
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
def test_the_table_of_a_round_adds_up_above_each_plate(seat_count: int) -> None:
    match = Case(GAME, seat_count, GAME.get_default_options(), 7, rich=True).match
    replay, seen = Replay(match, make_names(seat_count), load_words()), 0
    scorings = [
        index
        for index, turn in enumerate(replay.turns)
        if isinstance(next(iter(replay.list_later_events(turn)), None), SCORING_EVENTS)
    ]
    shots = [shot for shot in replay.plan_shots([], scorings=scorings) if shot.since is not None]
    for shot in shots:
        written = [part for part in replay.list_close_ups(shot) if part.text]
        assert all(isinstance(part.text, Msg) or part.text.isdigit() for part in written)
        wide = FRAME_SIZE[0] // seat_count
        for seat, entry in enumerate(shot.entries):
            column = [
                int(part.text)
                for part in written
                if isinstance(part.text, str) and part.target.x == wide * seat
            ]
            assert sum(column) == entry.change
        assert max(part.target.y + part.target.h for part in written) <= FRAME_SIZE[1]
        seen += 1
    assert seen == len(scorings)
