"""A review's curve labels where turns begin, and marks points and swings without overlaps."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from bot.features.review.picture import list_ticks
from bot.features.review.texts import find_turn
from games.core.match import Match
from games.core.words import words
from games.drawing.curve import NOTE_HEIGHT, draw_curve
from games.drawing.curve_bands import NUMBER_RADIUS, BandPlot
from games.drawing.curve_duel import place_numbers
from games.drawing.curve_field import (
    BAND_AXIS,
    DUEL_AXIS,
    FIELD,
    LABEL_SIZE,
    WIDTH,
    Axis,
    CurveLine,
    Ending,
    Flag,
    choose_axis,
    to_x,
    to_y,
)
from games.drawing.curve_marks import place_end_marks
from games.drawing.curve_style import INKS, MARK_RADIUS
from games.drawing.curve_swing import place_swing
from games.drawing.palette import parse_colour
from games.drawing.text import measure_width
from games.registry import GAMES
from tests.proof.whatif import play_to

MATCH_CASES = [(key, seats, number) for key in GAMES for seats in GAMES[key].seats for number in range(4)]
MATCH_CASES += [("coral_reef", 2, number) for number in range(4, 24)]
"""Coral Reef gets more cases, because many of its turns pass automatically."""


POINTS = ((1, 20), (2, 21), (3, 39))
"""Number and position of each marked point on a curve. The first two are next to each other."""


def find_label_positions(match: Match) -> dict[int, int]:
    """Return the position of each labelled turn, after checking that the labels don't touch."""
    ticks, axis = list_ticks(match, match.ply + 2, words()), choose_axis(match.seats)
    for (left, one), (right, other) in pairwise(ticks):
        apart = (right - left) * (axis.right - axis.hold - axis.left) / (match.ply + 1)
        assert apart > (measure_width(one, LABEL_SIZE) + measure_width(other, LABEL_SIZE)) / 2, ticks
    found: dict[int, int] = {}
    for at, label in ticks:
        if label == "start":
            assert at == 0
            continue
        first, _, last = label.partition("–")
        found |= {int(first): at, int(last or first): at}
    return found


@pytest.mark.parametrize(("key", "seats", "number"), MATCH_CASES)
def test_a_point_is_placed_between_the_right_labels(key: str, seats: int, number: int) -> None:
    for plies in (3, 8, 20, 1000):
        match = play_to(GAMES[key], seats, number, plies)
        named = find_label_positions(match)
        for ply in range(match.ply):
            turn, flag = find_turn(match, ply), ply + 1
            assert all((at <= flag) == (label <= turn) for label, at in named.items()), (ply, turn, named)


@pytest.mark.parametrize(("key", "seats", "number"), MATCH_CASES)
def test_labels_number_the_turns_in_regular_steps(key: str, seats: int, number: int) -> None:
    for plies in (3, 8, 20, 1000):
        match = play_to(GAMES[key], seats, number, plies)
        ticks = list_ticks(match, match.ply + 2, words())
        numbers = [re.split("–", label) for _, label in ticks if label != "start"]
        apart = int(numbers[0][0]) if numbers else 1
        whole = [n for ends in numbers for n in range(int(ends[0]), int(ends[-1]) + 1, apart)]
        assert whole == list(range(apart, apart * len(whole) + 1, apart))


def test_the_picture_names_the_unit_of_its_labels() -> None:
    lines = [CurveLine("Ann", (0.5, 0.6, 1.0)), CurveLine("Ben", (0.5, 0.4, 0.0))]
    plain, told = draw_curve("", lines, [(1, "1")]), draw_curve("", lines, [(1, "1")], "turn")
    assert plain.tobytes() != told.tobytes()


@pytest.mark.parametrize("count", [2, 3, 5])
def test_a_curve_explains_its_numbers_below_the_names(count: int) -> None:
    lines = [CurveLine(f"Player {seat}", [1 / count] * 40) for seat in range(count)]
    flags = [Flag(at, 0, str(n), "Ann", lambda name: f"Turn 4: {name} gives away 9%") for n, at in POINTS]
    plain = draw_curve("Reef", lines, [(0, "start")], "turn")
    shown = draw_curve("Reef", lines, [(0, "start")], "turn", flags)
    assert shown.height == plain.height + len(flags) * NOTE_HEIGHT
    if count == 2:
        places, reach = place_numbers(lines, flags), MARK_RADIUS
        assert places[-1] <= FIELD[2]
    else:
        plot = BandPlot(lines, (), flags, None)
        places, reach = [round(plot.place_number(flag)[0]) for flag in flags], NUMBER_RADIUS
    assert all(right - left > 2 * reach for left, right in pairwise(places)), "numbers are apart"


def test_placement_marks_are_as_high_as_the_ends_of_the_areas() -> None:
    lines = [CurveLine("Ann", (0.5, 0.6, 0.4)), CurveLine("Ben", (0.5, 0.4, 0.6))]
    marks = {seat: (x, y) for seat, x, y in place_end_marks(lines)}
    assert {seat: y for seat, (_, y) in marks.items()} == {0: to_y(0.2), 1: to_y(0.7)}
    assert all(FIELD[2] + MARK_RADIUS < x < WIDTH - MARK_RADIUS for x, _ in marks.values())


def test_the_swing_of_the_last_turn_is_written_beside_it() -> None:
    lines = [CurveLine(f"Player {seat}", [0.5] * 9 + [float(seat == 1)]) for seat in range(2)]
    found = place_swing(lines, Ending("Player 1 won.", 8))
    assert found is not None
    box, said, (x, y) = found.box, found.label, found.tip
    assert said == "+50%"
    assert (
        FIELD[0] < box.x
        and box.x + box.w < DUEL_AXIS.right - DUEL_AXIS.hold
        and FIELD[1] < box.y < FIELD[3] - box.h
    )
    assert box.x + box.w < x <= DUEL_AXIS.right - DUEL_AXIS.hold and box.y < y < box.y + box.h, (
        "it points at the leap"
    )
    colours = draw_curve("Reef", lines, (), ending=Ending("Player 1 won.", 8)).convert("RGB")
    row = [colours.getpixel((at, round(y))) for at in range(box.x + box.w, round(x))]
    assert sum(one == parse_colour(INKS[1]) for one in row) > 0.5 * len(row), "a line joins them"
    even = [
        CurveLine(line.name, [*line.shares[:9], 0.5 + 0.05 * (seat == 1)]) for seat, line in enumerate(lines)
    ]
    assert place_swing(even, Ending("Player 1 won.", 8)) is None
    shown, plain = (draw_curve("Reef", lines, (), ending=one) for one in (Ending("Player 1 won.", 8), None))
    assert shown.size == plain.size and shown.tobytes() != plain.tobytes()


@pytest.mark.parametrize("axis", [DUEL_AXIS, BAND_AXIS])
@pytest.mark.parametrize("count", [2, 40, 400])
def test_all_steps_take_the_same_width(count: int, axis: Axis) -> None:
    places = [to_x(at, count, axis) for at in range(count)]
    assert places[0] == axis.left and places[-1] == axis.right - axis.hold
    steps = [right - left for left, right in pairwise(places)]
    assert max(steps) - min(steps) <= 1, "a sudden change doesn't look like a slow one"


@pytest.mark.parametrize("at", [6, 7, 8])
def test_the_label_of_the_last_turns_swing_avoids_other_marks(at: int) -> None:
    shares = [0.5] * 9 + [1.0]
    lines = [CurveLine("Ann", shares), CurveLine("Ben", [1 - share for share in shares])]
    free = place_swing(lines, Ending("Ann won.", 8))
    assert free is not None
    taken = [(free.box.x + 10.0, free.box.y + 10.0 + at)]
    moved = place_swing(lines, Ending("Ann won.", 8), taken)
    assert moved is not None and not free.box.y <= moved.box.y <= taken[0][1], "it is higher or lower"


def test_the_line_between_two_areas_has_no_gaps() -> None:
    lines = [CurveLine("Ann", [0.8] * 9), CurveLine("Ben", [0.2] * 9)]
    shown = draw_curve("", lines, ()).convert("RGB")
    own = [
        px
        for px in range(FIELD[0] + 4, FIELD[2] - 4)
        if shown.getpixel((px, to_y(0.8))) == parse_colour(INKS[0])
    ]
    assert len(own) > 0.8 * (FIELD[2] - FIELD[0]), "only marks interrupt it"
