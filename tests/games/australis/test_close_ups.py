"""The last frame of a replay compares the sources of the points."""

from __future__ import annotations

import pytest

from games.australis import GAME
from games.core.match import view_at
from games.core.words import load_words
from tools.walks import Case


@pytest.mark.parametrize("seat_count", [2, 4])
def test_the_compared_sources_add_up_to_the_points_of_all_seats(seat_count: int) -> None:
    match = Case(GAME, seat_count, GAME.get_default_options(), 7, rich=True).match
    assert match.outcome is not None
    sources = GAME.list_sources(view_at(match, match.ply, None), (), load_words())
    totals = [sum(source.values[seat] for source in sources) for seat in range(seat_count)]
    assert totals == list(match.outcome.scores)
    assert all(any(source.values) for source in sources)
