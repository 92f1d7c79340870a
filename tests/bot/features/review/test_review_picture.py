"""The labels below a review's curve mark where the turns that its text names begin."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations, pairwise

import pytest

from bot.features.review.picture import list_ticks
from bot.features.review.texts import find_turn
from games.core.match import Match
from games.core.words import words
from games.drawing.curve import (
    INKS,
    LABEL_SIZE,
    NOTE_HEIGHT,
    draw_curve,
    place_numbers,
)
from games.drawing.curve_field import (
    FIELD,
    HOLD_WIDTH,
    WIDTH,
    CurveLine,
    Ending,
    Flag,
    list_points,
    to_x,
)
from games.drawing.curve_marks import MARK_RADIUS, place_end_marks
from games.drawing.curve_swing import place_swing
from games.drawing.palette import parse_colour
from games.drawing.text import measure_width
from games.registry import GAMES
from tests.proof.whatif import play_to

CASES = [(key, seats, number) for key in GAMES for seats in GAMES[key].seats for number in range(4)]
CASES += [("coral_reef", 2, number) for number in range(4, 24)]
"""Coral Reef gets more cases, because many of its turns pass automatically."""


FLAGGED = ((1, 20), (2, 21), (3, 39))
"""Numbers and positions of points on a curve. The first two points are next to each other."""


def find_label_positions(match: Match) -> dict[int, int]:
    """Return the position of each labelled turn, after checking that the labels don't touch."""
    ticks = list_ticks(match, match.ply + 2, words())
    for (left, one), (right, other) in pairwise(ticks):
        apart = (right - left) * (FIELD[2] - HOLD_WIDTH - FIELD[0]) / (match.ply + 1)
        assert apart > (measure_width(one, LABEL_SIZE) + measure_width(other, LABEL_SIZE)) / 2, ticks
    found: dict[int, int] = {}
    for at, label in ticks:
        if label == "start":
            assert at == 0
            continue
        first, _, last = label.partition("–")
        found |= {int(first): at, int(last or first): at}
    return found


@pytest.mark.parametrize(("key", "seats", "number"), CASES)
def test_a_point_is_placed_between_the_right_labels(key: str, seats: int, number: int) -> None:
    for plies in (3, 8, 20, 1000):
        match = play_to(GAMES[key], seats, number, plies)
        named = find_label_positions(match)
        for ply in range(match.ply):
            turn, flag = find_turn(match, ply), ply + 1
            assert all((at <= flag) == (label <= turn) for label, at in named.items()), (ply, turn, named)


@pytest.mark.parametrize(("key", "seats", "number"), CASES)
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
    flags = [Flag(at, 0, str(n), "Ann", lambda name: f"Turn 4: {name} gives away 9%") for n, at in FLAGGED]
    plain = draw_curve("Reef", lines, [(0, "start")], "turn")
    shown = draw_curve("Reef", lines, [(0, "start")], "turn", flags)
    assert shown.height == plain.height + len(flags) * NOTE_HEIGHT
    places = place_numbers(lines, flags)
    assert all(right - left > 2 * MARK_RADIUS for left, right in pairwise(places)), "numbers are apart"
    assert places[-1] <= FIELD[2]


def test_placement_marks_are_at_the_heights_at_which_the_lines_end() -> None:
    lines = [
        CurveLine("Ann", (0.3, 0.6, 0.0)),
        CurveLine("Ben", (0.3, 0.1, 1.0)),
        CurveLine("Cem", (0.4, 0.3, 0.0)),
    ]
    marks = {seat: (x, y) for seat, x, y in place_end_marks(lines)}
    for seat, (x, y) in marks.items():
        assert (
            abs(y - list_points(lines, seat)[-1][1]) < 1 and FIELD[2] + MARK_RADIUS < x < WIDTH - MARK_RADIUS
        )
    assert abs(marks[0][0] - marks[2][0]) > 2 * MARK_RADIUS, "two at the same height are side by side"


@pytest.mark.parametrize("count", [2, 4])
def test_the_swing_of_the_last_turn_is_written_beside_it(count: int) -> None:
    lines = [CurveLine(f"Player {seat}", [1 / count] * 9 + [float(seat == 1)]) for seat in range(count)]
    found = place_swing(lines, Ending("Player 1 won.", 8))
    assert found is not None
    box, said, (x, y) = found.box, found.label, found.tip
    assert said == f"+{1 - 1 / count:.0%}"
    assert FIELD[0] < box.x and box.x + box.w < FIELD[2] - HOLD_WIDTH and FIELD[1] < box.y < FIELD[3] - box.h
    assert box.x + box.w < x <= FIELD[2] - HOLD_WIDTH and box.y < y < box.y + box.h, "it points at the leap"
    colours = draw_curve("Reef", lines, (), ending=Ending("Player 1 won.", 8)).convert("RGB")
    row = [colours.getpixel((at, round(y))) for at in range(box.x + box.w, round(x))]
    assert sum(one == parse_colour(INKS[1]) for one in row) > 0.5 * len(row), "a line joins them"
    even = [
        CurveLine(line.name, [*line.shares[:9], 1 / count + 0.05 * (seat == 1)])
        for seat, line in enumerate(lines)
    ]
    assert place_swing(even, Ending("Player 1 won.", 8)) is None
    shown, plain = (draw_curve("Reef", lines, (), ending=one) for one in (Ending("Player 1 won.", 8), None))
    assert shown.size == plain.size and shown.tobytes() != plain.tobytes()


@pytest.mark.parametrize("count", [2, 40, 400])
def test_all_steps_are_equally_wide(count: int) -> None:
    places = [to_x(at, count) for at in range(count)]
    assert places[0] == FIELD[0] and places[-1] == FIELD[2] - HOLD_WIDTH
    steps = [right - left for left, right in pairwise(places)]
    assert max(steps) - min(steps) <= 1, "a sudden change doesn't look like a slow one"


def test_lines_of_three_seats_end_at_the_exact_result() -> None:
    lines = [CurveLine(name, (0.3, 0.0, end)) for name, end in (("Ann", 1.0), ("Ben", 0.0), ("Cem", 0.0))]
    before = [list_points(lines, seat)[1][1] for seat in range(3)]
    assert len(set(before)) == 3, "no line hides another"
    assert [list_points(lines, seat)[-1][1] for seat in range(3)] == [FIELD[1], FIELD[3], FIELD[3]]


@pytest.mark.parametrize("at", [6, 7, 8])
def test_the_label_of_the_last_turns_swing_avoids_other_marks(at: int) -> None:
    shares = [0.5] * 9 + [1.0]
    lines = [CurveLine("Ann", shares), CurveLine("Ben", [1 - share for share in shares])]
    free = place_swing(lines, Ending("Ann won.", 8))
    assert free is not None
    taken = [(free.box.x + 10.0, free.box.y + 10.0 + at)]
    moved = place_swing(lines, Ending("Ann won.", 8), taken)
    assert moved is not None and not free.box.y <= moved.box.y <= taken[0][1], "it is higher or lower"


@pytest.mark.parametrize("count", [2, 3])
def test_a_line_has_no_gaps(count: int) -> None:
    lines = [
        CurveLine("Ann", [0.8] * 9),
        *[CurveLine(f"Ben {n}", [0.2 / (count - 1)] * 9) for n in range(1, count)],
    ]
    shown = draw_curve("", lines, ()).convert("RGB")
    y = round(list_points(lines, 0)[0][1])
    own = [px for px in range(FIELD[0] + 4, FIELD[2] - 4) if shown.getpixel((px, y)) == parse_colour(INKS[0])]
    assert len(own) > 0.8 * (FIELD[2] - FIELD[0]), "only marks interrupt it"


def test_no_line_of_three_seats_hides_another_at_the_lower_edge() -> None:
    lines = [CurveLine("Ann", [1.0] * 9), *[CurveLine(f"Ben {n}", [0.0] * 9) for n in (1, 2)]]
    low, high = (list_points(lines, seat)[3][1] for seat in (1, 2))
    assert low - high >= 6
    marks = list(place_end_marks(lines))
    assert len(marks) == 3
    assert all(
        abs(one[1] - other[1]) > 2 * MARK_RADIUS or abs(one[2] - other[2]) > 2 * MARK_RADIUS
        for one, other in combinations(marks, 2)
    )


@pytest.mark.parametrize("count", [4, 5, 6])
def test_the_area_of_each_seat_is_as_high_as_its_win_chance(count: int) -> None:
    shares = [2 * (seat + 1) / (count * (count + 1)) for seat in range(count)]
    shown = draw_curve("", [CurveLine(f"Ann {n}", [share] * 9) for n, share in enumerate(shares)], ())
    column = Counter(shown.convert("RGB").getpixel((FIELD[2] - 8, y)) for y in range(FIELD[1], FIELD[3]))
    heights = sorted(high for _, high in column.most_common(count))
    assert len(heights) == count
    for high, share in zip(heights, shares, strict=True):
        assert abs(high - share * (FIELD[3] - FIELD[1])) < 16, "only its border is missing"
