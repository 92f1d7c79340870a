"""A review's curve labels where turns begin, and numbers its turning points without overlaps."""

from __future__ import annotations

from itertools import combinations, pairwise
from math import dist

import pytest

from bot.features.review.picture import list_places, list_ticks
from bot.model.turns import find_turn_number
from games.core.words import load_words
from games.drawing import palette
from games.drawing.curve import NOTE_HEIGHT, draw_curve
from games.drawing.curve_areas import AreaPlot, get_seat_colour
from games.drawing.curve_field import CURVE_AXIS, LABEL_SIZE, CurveEnding, CurveFlag, CurveLine, find_axis_x
from games.drawing.curve_style import NUMBER_RADIUS
from games.drawing.text import measure_width
from games.registry import GAMES
from tests.games.drawing.written import record_lines
from tests.proof.whatif import play_match_to_ply
from tests.support.cases import join_cases

MATCH_CASES = [
    (key, seats, number) for key in GAMES for seats in GAMES[key].seat_counts for number in range(2)
]
MATCH_CASES += [("coral_reef", 2, number) for number in range(2, 12)]
"""Coral Reef gets more cases, because many of its turns pass automatically."""


MARKED_POINTS = ((1, 20), (2, 21), (3, 39))
"""Number and position of each marked point on a curve. The first two are next to each other."""


@join_cases(MATCH_CASES)
def test_a_point_is_placed_between_the_right_labels(key: str, seat_count: int, number: int) -> None:
    for plies in (3, 8, 20, 1000):
        match = play_match_to_ply(GAMES[key], seat_count, number, plies)
        places = list_places(match, match.ply + 2)
        assert places == sorted(places)
        ticks = list_ticks(match, places, load_words())
        for ply in range(match.ply):
            turn, place = find_turn_number(match, ply), places[ply + 1]
            assert turn <= place <= turn + 1
            for at, label in ticks:
                assert label == "start" or (at <= place) == (int(label) <= turn), (ply, turn, ticks)


@join_cases(MATCH_CASES)
def test_labels_are_evenly_spaced_and_do_not_touch(key: str, seat_count: int, number: int) -> None:
    for plies in (3, 8, 20, 1000):
        match = play_match_to_ply(GAMES[key], seat_count, number, plies)
        places = list_places(match, match.ply + 2)
        ticks = list_ticks(match, places, load_words())
        spans = [(find_axis_x(at, places[-1]), measure_width(label, LABEL_SIZE) / 2) for at, label in ticks]
        assert all(right - left > one + other for (left, one), (right, other) in pairwise(spans)), ticks
        numbers = [int(label) for _, label in ticks if label != "start"]
        assert numbers == [numbers[0] * n for n in range(1, len(numbers) + 1)]
        gaps = [right - left for (left, _), (right, _) in pairwise(spans[-len(numbers) :])]
        assert not gaps or max(gaps) - min(gaps) <= 1, "turns that end together must not crowd the labels"


def test_the_picture_names_the_unit_of_its_labels() -> None:
    lines = [CurveLine("Ann", (0.5, 0.6, 1.0)), CurveLine("Ben", (0.5, 0.4, 0.0))]
    plain, told = draw_curve("", lines, [(1, "1")]), draw_curve("", lines, [(1, "1")], "turn")
    assert plain.tobytes() != told.tobytes()


@pytest.mark.parametrize("count", [2, 3, 5])
def test_a_curve_explains_its_numbers_below_the_names(count: int) -> None:
    lines = [CurveLine(f"Player {seat}", [1 / count] * 40) for seat in range(count)]
    flags = [
        CurveFlag(at, 0, str(n), "Ann", lambda name: f"Turn 4: {name} gives away 9%")
        for n, at in MARKED_POINTS
    ]
    plain = draw_curve("Reef", lines, [(0, "start")], "turn")
    picture = draw_curve("Reef", lines, [(0, "start")], "turn", flags)
    assert picture.height == plain.height + len(flags) * NOTE_HEIGHT
    places = AreaPlot(lines, (), flags, None).numbers
    assert all(dist(*pair) > 2 * NUMBER_RADIUS for pair in combinations(places, 2)), "numbers are apart"


@pytest.mark.parametrize("count", [2, 40, 400])
def test_equal_places_take_the_same_width(count: int) -> None:
    places = [find_axis_x(at, count - 1) for at in range(count)]
    assert places[0] == CURVE_AXIS.left and places[-1] == CURVE_AXIS.right - CURVE_AXIS.result_width
    steps = [right - left for left, right in pairwise(places)]
    assert max(steps) - min(steps) <= 1, "a sudden change doesn't look like a slow one"


def test_a_note_shows_the_colour_of_its_seat() -> None:
    lines = [CurveLine(f"Player {seat}", [1 / 3] * 40) for seat in range(3)]
    flags = [CurveFlag(9 + seat, seat, str(seat), "Ann", str) for seat in range(3)]
    picture = draw_curve("Reef", lines, [(0, "start")], "turn", flags)
    top = AreaPlot(lines, (), flags, None).notes_top
    for seat in range(3):
        row = (0, top + NOTE_HEIGHT * seat, picture.width, top + NOTE_HEIGHT * (seat + 1))
        counts = picture.crop(row).histogram()
        found = [counts[palette.find_index(get_seat_colour(other))] for other in range(3)]
        assert found[seat] > 500 and sum(found) == found[seat]


def test_the_winner_is_written_larger_than_the_title() -> None:
    lines = [CurveLine("Ann", (0.5, 0.6, 1.0)), CurveLine("Ben", (0.5, 0.4, 0.0))]
    with record_lines() as written:
        draw_curve("Reef · win chances", lines, (), "turn", (), CurveEnding("Ann wins", 1))
    heights = {line.content: line.bottom - line.top for line in written}
    assert heights["Ann wins"] > heights["Reef · win chances"]


def test_percentages_in_the_curve_are_written_as_in_the_readers_language() -> None:
    lines = [CurveLine("Ann", (0.5, 0.6, 1.0)), CurveLine("Ben", (0.5, 0.4, 0.0))]
    with record_lines() as written:
        draw_curve("", lines, (), "", (), CurveEnding("", 1), percent=load_words("de")("{percent}%"))
    assert {"50 %", "100 %"} <= {line.content for line in written}
