"""The last frame of a replay compares the winner's points with those of the second seat."""

from __future__ import annotations

import pytest

from games.australis import GAME
from games.australis.draw_close_ups import SIGNS_BOX
from games.core.match import view_at
from tools.walks import Case


@pytest.mark.parametrize("seats", [2, 4])
def test_the_compared_sources_add_up_to_the_points_of_the_first_two_seats(seats: int) -> None:
    match = Case(GAME, seats, GAME.get_default_options(), 7, rich=True).match
    outcome = match.outcome
    assert outcome is not None and outcome.scores is not None and len(outcome.winners) == 1
    parts = GAME.list_final_parts(view_at(match, match.ply, None), outcome)
    rows: dict[int, list[str]] = {}
    for part in parts:
        if part.text:
            rows.setdefault(part.target.y, []).append(part.text)
            assert part.target.y >= SIGNS_BOX.y
            assert part.target.y + part.target.h <= SIGNS_BOX.y + SIGNS_BOX.h
    best = sorted(outcome.scores, reverse=True)
    places = [str(place) for place in sorted(outcome.placements)]
    assert [row[0] for _, row in sorted(rows.items())] == [f"{place}." for place in places[:2]]
    assert [sum(map(int, row[1:])) for _, row in sorted(rows.items())] == best[:2]
