import itertools
from dataclasses import replace

import pytest

from games.australis.events import ReefScored, RoundPointsScored
from games.australis.parts import (
    FIRST_PLACE_POINTS,
    REEF_NUMBERS,
    SCHOOL_FISH,
    SCHOOL_POINTS,
    SECOND_PLACE_POINTS,
)
from games.australis.score import award_reef, score_school
from games.australis.view import TURTLE_SOURCE
from tests.games.australis.build import make_board, play_last_pick
from tests.games.clauses import select_events


def test_au_3_1_allows_points_for_second_place_from_reef_5_on() -> None:
    _, events = play_last_pick(
        make_board(corals="3:2 5:1 8:1"), make_board(corals="3:1 5:2", space=1), take="y40"
    )
    assert select_events(events, ReefScored) == [
        ReefScored(3, ((0, 1),)),
        ReefScored(5, ((1, 2), (0, 1))),
        ReefScored(8, ((0, 4),)),
    ]


def test_au_3_1_allows_the_turtle_ahead_to_win_a_tie_and_the_other_to_be_second() -> None:
    _, events = play_last_pick(
        make_board(corals="4:1 6:2", space=3), make_board(corals="4:1 6:2", space=9), take="y40"
    )
    assert select_events(events, ReefScored) == [ReefScored(4, ((1, 2),)), ReefScored(6, ((1, 3), (0, 1)))]


def test_au_3_1_allows_the_rulebooks_example_of_a_tie_for_second_place() -> None:
    orange, green, blue = 0, 1, 2
    assert award_reef(2, (3, 1, 1), (blue, orange, green)) == ((orange, 2), (blue, 1))


def test_au_3_1_forbids_points_without_a_coral_and_for_second_place_on_reefs_3_and_4() -> None:
    assert award_reef(2, (0, 0), (0, 1)) == ()
    assert award_reef(2, (1, 0), (1, 0)) == ((0, 2),)
    assert award_reef(0, (1, 2), (0, 1)) == ((1, 1),)
    assert award_reef(1, (1, 2), (0, 1)) == ((1, 2),)


def compute_reef_points_literally(
    index: int, corals: tuple[int, ...], turtle_order: tuple[int, ...]
) -> dict[int, int]:
    """Apply AU-3.1 literally: more corals win, and ties go to the turtle further ahead."""
    points = {}
    for seat, own in enumerate(corals):
        better = sum(
            1
            for other, count in enumerate(corals)
            if count > own or (count == own and turtle_order.index(other) < turtle_order.index(seat))
        )
        worth = (FIRST_PLACE_POINTS[index], SECOND_PLACE_POINTS[index], 0, 0)[better]
        if own and worth:
            points[seat] = worth
    return points


@pytest.mark.parametrize("seat_count", [2, 3, 4])
def test_reefs_score_as_the_literal_clause_says(seat_count: int) -> None:
    for corals in itertools.product(range(3), repeat=seat_count):
        for turtle_order in itertools.permutations(range(seat_count)):
            for index in range(len(REEF_NUMBERS)):
                assert dict(award_reef(index, corals, turtle_order)) == compute_reef_points_literally(
                    index, corals, turtle_order
                )


def test_au_3_2_allows_the_highest_level_that_cubes_and_fish_both_fill() -> None:
    assert score_school(2, 7) == 3
    assert score_school(3, 15) == 7
    assert score_school(6, 28) == 31
    assert score_school(4, 9) == 3


def test_au_3_2_forbids_a_level_without_its_cubes_or_its_fish() -> None:
    assert score_school(1, 2) == 0
    for cubes in range(7):
        for fish in range(40):
            levels = [i for i in range(6) if i < cubes and SCHOOL_FISH[i] <= fish]
            assert score_school(cubes, fish) == max((SCHOOL_POINTS[i] for i in levels), default=0)


def test_au_3_2_forbids_using_up_fish() -> None:
    after, _ = play_last_pick(make_board(fish=7, food="oo"), make_board(space=1), take="y40")
    assert after.boards[0].fish == 7


def test_au_3_3_allows_a_turtle_as_many_points_as_its_space_says() -> None:
    after, events = play_last_pick(
        make_board(space=13, fish=6, food="oo"), make_board(space=1, corals="5:1"), take="y40"
    )
    assert RoundPointsScored(0, 0, 3, 6, 13) in events
    assert after.boards[0].points == 16
    assert RoundPointsScored(1, 2, 1, 3, 1) in events


def test_au_3_3_allows_a_turtle_the_points_of_the_same_space_in_each_round() -> None:
    first, _ = play_last_pick(make_board(space=13), make_board(space=1), take="y40")
    again, _ = play_last_pick(
        replace(make_board(space=13), ledger=first.boards[0].ledger), make_board(space=1), take="y40"
    )
    assert first.boards[0].ledger[TURTLE_SOURCE] == 13
    assert again.boards[0].ledger[TURTLE_SOURCE] == 26


def test_au_3_3_forbids_points_on_space_0() -> None:
    after, _ = play_last_pick(make_board(space=0), make_board(space=1), take="y40")
    assert after.boards[0].points == 0
