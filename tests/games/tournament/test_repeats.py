"""In Swiss tournaments with more than two seats, people rarely meet again.

Measured over 1,000 tournaments of 6 to 24 people with three or four seats (``python -m tests.proof.tournament
--repeats 1000``): 4,620 repeats in 4,549 rounds, 2,350 of which no pairing could avoid. With few people each
round is optimal.
"""

from __future__ import annotations

from random import Random

import pytest

from games.tournament.groups import seat_players
from games.tournament.state import count_pairings
from tests.proof.tournament.repeats import (
    count_rematches,
    draw_rounds,
    find_least_cost,
    find_rematch_cost,
    measure_rematches,
)


@pytest.mark.parametrize("seed", range(12))
def test_with_few_people_repeats_are_minimal(seed: int) -> None:
    for before, drawn in draw_rounds(Random(seed), max_people=9):
        met, tables = count_pairings(before), [table.entries for table in drawn.tables]
        people = [entry for table in tables for entry in table]
        assert find_rematch_cost(tables, met) == find_least_cost(
            people, [len(table) for table in tables], met
        )


def test_repeats_are_as_rare_as_documented() -> None:
    found = measure_rematches(40, seed=5)
    assert found.rematch_count <= 1.4 * found.unavoidable_rematch_count
    assert found.points_difference < 0.6


def test_among_pairings_without_repeats_the_closest_points_are_chosen() -> None:
    points = {entry: 120 * (6 - entry) for entry in range(1, 7)}
    assert seat_players(list(points), (3, 3), {entry: {} for entry in points}, points) == [
        [1, 2, 3],
        [4, 5, 6],
    ]
    met = {entry: dict[int, int]() for entry in points}
    met[1][2] = met[2][1] = 1
    tables = seat_players(list(points), (3, 3), met, points)
    assert count_rematches(tables, met) == 0
    assert sum(max(table) - min(table) for table in tables) == 7, "no way without repeats has less"


def test_a_large_round_is_paired_the_same_way_each_time() -> None:
    people = list(range(128))
    met = {one: {other: 1 for other in people if other // 4 == one // 4 and other != one} for one in people}
    points = {one: 120 * (one // 20) for one in people}
    first = seat_players(people, (4,) * 32, met, points)
    assert first == seat_players(people, (4,) * 32, met, points) and count_rematches(first, met) == 0
