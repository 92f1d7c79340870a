"""A seat's nearness to a brood covers every way to complete one in its turn with face-up cards."""

from __future__ import annotations

from games.das_riff.nearness import NO_BROOD_POSSIBLE, measure_brood_nearness
from games.das_riff.view import Reef
from tests.games.das_riff.build import make_position, make_reef, play_moves
from tests.support.cases import join_cases

RIVAL_REEF = make_reef("r")


@join_cases(
    [
        (make_reef("r", corals="bm"), "rf wa wa", (0, 1)),
        (make_reef("b", corals="bm"), "rf wa wa", (1, 1)),
        (make_reef("b", corals="bm", pearls=1), "rf wa wa", (0, 1)),
        (make_reef("rbbb", corals="bm"), "wa rf wa", (0, 2)),
        (make_reef("rbb", corals="bm"), "wa rf wa", (1, 2)),
        (make_reef("rb", boats=2, corals="."), "rf bm wa", (0, 2)),
        (make_reef("rb", boats=2), "rf bm wa", NO_BROOD_POSSIBLE),
        (make_reef("rby", boats=3), "rf bm co", (0, 3)),
        (make_reef("rb", boats=3), "rf bm co", (1, 3)),
        (make_reef("rb", boats=2, corals="pm", sharks=1), "rf bm wa", (0, 3)),
        (make_reef("rbg", boats=3, corals="pm"), "rf bm sh", (0, 4)),
        (make_reef("rb", boats=3, corals="pm"), "rf bm sh", (1, 4)),
        (make_reef("rb", boats=3, corals="gg! yw! pp! rr! wm"), "rf bm co", NO_BROOD_POSSIBLE),
        (make_reef("rrbb", boats=2, corals="."), "rf bf wa", NO_BROOD_POSSIBLE),
        (make_reef("g", boats=2, corals="bm"), "rf pe wa", (0, 2)),
        (make_reef("g", corals="bm"), "rf pe wa", (1, 1)),
        (make_reef("", boats=2, corals="bm"), "rf pe wa", (1, 1)),
    ]
)
def test_nearness_is_the_fewest_missing_worms_and_actions(
    own: Reef, row: str, expected: tuple[int, int]
) -> None:
    state = make_position(own, RIVAL_REEF, a=row, broods="br yb rg rr")
    assert measure_brood_nearness(state, 0) == expected


def test_a_fish_just_turned_up_is_cheaper() -> None:
    state = make_position(make_reef("rg", corals="bm"), RIVAL_REEF, b="?rf wa wa", broods="br yb rg rr")
    assert measure_brood_nearness(state, 0) == NO_BROOD_POSSIBLE
    assert measure_brood_nearness(play_moves(state, "flip:B1:g"), 0) == (0, 1)
