import pytest

from games.australis.events import CubeCollected, TurtleMoved
from games.australis.rules import RULES
from games.australis.view import list_turtle_order
from tests.games.australis.build import make_board, make_position, play_moves, take_step
from tests.games.clauses import select_events


def test_au_2_10_allows_a_turtle_past_occupied_spaces_to_the_next_free_one() -> None:
    state = make_position(make_board(space=0), make_board(space=5), make_board(space=6))
    after, events = take_step(state, "die:b5")
    assert after.boards[0].space == 7
    assert select_events(events, TurtleMoved) == [TurtleMoved(0, 0, 7, True)]


def test_au_2_10_allows_several_turtles_on_the_last_space_in_the_order_of_arrival() -> None:
    state = make_position(make_board(space=22), make_board(space=25), make_board(space=24), arrived=(1,))
    after = play_moves(state, "die:b5")
    assert after.boards[0].space == 25
    assert after.arrived == (1, 0)
    assert RULES.view(after, None).turtle_order == (1, 0, 2)
    has_moved_further = play_moves(
        make_position(make_board(space=19), make_board(space=25), make_board(space=24), arrived=(1,)),
        "die:b5",
    )
    assert has_moved_further.boards[0].space == 25


def test_au_2_10_forbids_swimming_past_the_last_space_and_overtaking_there() -> None:
    state = make_position(make_board(space=25), make_board(space=25), arrived=(1, 0))
    after, events = take_step(state, "die:b5")
    assert after.arrived == (1, 0)
    assert select_events(events, TurtleMoved) == [TurtleMoved(0, 25, 25, False)]
    short = make_position(make_board(space=16), make_board(space=1), track_end=18)
    assert play_moves(short, "die:b5").boards[0].space == 18


def test_au_2_10_forbids_two_turtles_on_any_other_space() -> None:
    after = play_moves(make_position(make_board(space=19), make_board(space=24)), "die:b5")
    assert after.boards[0].space == 25
    assert list_turtle_order([3, 7, 5], ()) == (1, 2, 0)


def test_au_2_11_allows_taking_its_own_cube_when_a_turtle_reaches_or_passes_it() -> None:
    after, events = take_step(
        make_position(make_board(space=4), make_board(space=1), offer="b7 y40"), "die:b7"
    )
    assert select_events(events, CubeCollected) == [
        CubeCollected(0, False, 5, True),
        CubeCollected(0, False, 11, True),
    ]
    assert after.boards[0].food == (False,) * 3


@pytest.mark.parametrize(("space", "die"), [(14, "b3"), (16, "b5")])
def test_au_2_11_allows_the_first_turtle_at_space_17_a_grey_cube(space: int, die: str) -> None:
    state = make_position(make_board(space=space), make_board(space=1), offer=f"{die} y40")
    after = play_moves(state, f"die:{die}")
    assert after.boards[0].food[-1] is True
    assert after.grey_track == 0


def test_au_2_11_allows_two_turtles_a_grey_cube_with_four_seats() -> None:
    state = make_position(make_board(space=16), make_board(space=15), offer="b5 b6 b7", grey_track=2)
    after = play_moves(state, "die:b5", "die:b6")
    assert [sum(b.food) for b in after.boards] == [1, 1]


def test_au_2_11_forbids_a_grey_cube_for_the_second_turtle_and_a_seventh_cube() -> None:
    state = make_position(make_board(space=16, food="ooogggg"[:6]), make_board(space=15), offer="b5 b6 b7")
    after, events = take_step(state, "die:b5")
    assert select_events(events, CubeCollected) == [CubeCollected(0, True, 17, False)]
    assert (len(after.boards[0].food), after.boards[0].discarded_food) == (6, (True,))
    late, events = take_step(after, "die:b6")
    assert select_events(events, CubeCollected) == []
    assert late.boards[1].food == (False,)


def test_au_2_11_forbids_a_second_cube_from_the_same_space() -> None:
    assert play_moves(make_position(make_board(space=5), make_board(space=1)), "die:b5").boards[0].food == (
        False,
    )
