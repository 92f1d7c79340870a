"""The gains and equal actions that decide which positions become puzzles."""

from __future__ import annotations

import pytest

from games.das_riff.player.kinds import are_alike, classify_action, measure_gain
from games.das_riff.rules import RULES
from tests.games.das_riff.build import make_position, make_reef, play_moves


def test_the_cheaper_of_two_fish_gains_more() -> None:
    state = make_position(make_reef("rbbb", corals="."), make_reef("r"), a="rm", d="bm")
    near, far = (play_moves(state, move) for move in ("take:A1:r>1", "take:D1:bbb>1"))
    assert measure_gain(near, 0) > measure_gain(far, 0) > measure_gain(state, 0)


@pytest.mark.parametrize(
    ("one", "other", "boats", "expected"),
    [
        ("flip:B1:r", "flip:C1:y", 1, True),
        ("flip:B1:r", "flip:B2:r", 2, True),
        ("flip:B1:r", "flip:B2:r", 1, False),
        ("flip:B1:r", "boat:rry", 1, False),
    ],
    ids=["same_column", "both_in_rival_reach", "one_in_rival_reach", "boat"],
)
def test_unseen_cards_are_alike_if_the_rival_reaches_both_or_neither(
    one: str, other: str, boats: int, expected: bool
) -> None:
    state = make_position(make_reef("rry", boats=2), make_reef("r", boats=boats))
    assert are_alike(state, RULES.read(one), RULES.read(other)) is expected


@pytest.mark.parametrize(
    ("cells", "worms", "expected"),
    [
        ({"a": "wa bm"}, "rrrb", "boat_to_mate"),
        ({"a": "bm bm"}, "rrrb", "boat_to_reach"),
        ({"a": "wa bm"}, "rrr", "boat_to_reach"),
        ({"a": "wa co"}, "rrrb", "boat_to_coral"),
        ({"d": "wa co"}, "rrrb", "boat_to_reach"),
    ],
    ids=["mate", "mate_in_reach", "no_worm_for_mate", "coral", "coral_too_dear"],
)
def test_the_kind_of_a_boat_names_its_purpose(cells: dict[str, str], worms: str, expected: str) -> None:
    state = make_position(make_reef(worms, corals="rf"), make_reef("r"), broods="br", **cells)
    assert classify_action(state, 0, RULES.read("boat:rrr")) == expected


@pytest.mark.parametrize(
    ("corals", "expected"), [(".", "boat_to_pair"), ("rf", "boat_to_mate"), ("rf .", "boat_to_mate")]
)
def test_the_kind_of_a_boat_says_whether_one_parent_is_there_already(corals: str, expected: str) -> None:
    state = make_position(make_reef("rrrrb", corals=corals), make_reef("r"), broods="br", a="rf bm")
    assert classify_action(state, 0, RULES.read("boat:rrr")) == expected


@pytest.mark.parametrize(
    ("token", "expected"), [("shark:A1", "shark_river"), ("shark:#1", "shark_own_parent")]
)
def test_the_kind_of_a_shark_is_what_it_removes(token: str, expected: str) -> None:
    state = make_position(make_reef("r", corals="rf", sharks=1), make_reef("r"), a="bm")
    assert classify_action(state, 0, RULES.read(token)) == expected
