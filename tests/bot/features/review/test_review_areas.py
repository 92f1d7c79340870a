"""A review's curve shows each seat's win chance as an area that begins at the seat's name."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PIL import Image

from games.core.picture import INK_COLOUR, NAVY_COLOUR
from games.drawing import palette
from games.drawing.curve import HEADER_BOX, draw_curve
from games.drawing.curve_areas import AreaPlot
from games.drawing.curve_field import (
    CURVE_AXIS,
    PLATES_RIGHT,
    CurveEnding,
    CurveFlag,
    CurveLine,
    average_rounds,
    find_axis_x,
)
from games.drawing.curve_style import SEAT_COLOURS
from tests.games.drawing.written import record_lines
from tests.support.pictures import PHONE_WIDTH
from tools.sheets import LONG_NAMES

MIN_CONTRAST = 30
"""Minimum grey difference (of 255) between two neighbouring areas and the line between them."""
SEAT_COUNTS = [2, 3, 4, 5, 6]


def make_lines(count: int) -> list[CurveLine]:
    """Return lines for ``count`` seats with different but constant win chances."""
    return [CurveLine(f"Ann {n}", [2 * (n + 1) / (count * (count + 1))] * 9) for n in range(count)]


def find_palette_colour(colour: str) -> tuple[int, int, int]:
    """Return a colour as the picture's palette shows it."""
    return palette.list_colours()[palette.find_index(colour)]


@pytest.mark.parametrize("count", SEAT_COUNTS)
def test_the_area_of_each_seat_is_as_high_as_its_win_chance(count: int) -> None:
    lines = make_lines(count)
    plot, shown = AreaPlot(lines, (), (), None), draw_curve("", lines, ()).convert("RGB")
    x = find_axis_x(4, 8)
    for seat, line in enumerate(lines):
        top, foot = plot.find_area_edges(seat, 4)
        assert foot - top == pytest.approx(line.shares[4] * plot.height)
        assert shown.getpixel((x, round((top + foot) / 2) + 5)) == find_palette_colour(SEAT_COLOURS[seat])


@pytest.mark.parametrize("count", SEAT_COUNTS)
def test_no_area_overlaps_another(count: int) -> None:
    plot = AreaPlot(make_lines(count), (), (), None)
    for seat, following in pairwise(range(count)):
        assert plot.list_edge_points(seat, 1) == plot.list_edge_points(following, 0)


@pytest.mark.parametrize("count", SEAT_COUNTS)
def test_areas_are_separated_even_in_grey_on_a_phone(count: int) -> None:
    lines = make_lines(count)
    plot, shown = AreaPlot(lines, (), (), None), draw_curve("", lines, ())
    scale = PHONE_WIDTH / shown.width
    small = shown.convert("L").resize((PHONE_WIDTH, round(shown.height * scale)), Image.Resampling.LANCZOS)
    x = round(find_axis_x(3, 8) * scale)
    for seat in range(1, count):
        edge = round(plot.find_area_edges(seat, 3)[0] * scale)
        levels = list(small.crop((x, edge - 5, x + 1, edge + 6)).tobytes())
        assert min(levels[0], levels[-1]) - min(levels) >= MIN_CONTRAST


@pytest.mark.parametrize("count", SEAT_COUNTS)
def test_each_area_names_its_seat_and_the_winners_shows_the_result(count: int) -> None:
    lines = [CurveLine(f"Ann {n}", (1 / count, float(n == 1)), f"8{n}% accurate") for n in range(count)]
    with record_lines() as found:
        draw_curve("Reef", lines, (), "turn", (), CurveEnding("Ann 1 won.", 0))
    plot = AreaPlot(lines, (), (), None)
    for seat in range(count):
        top, foot = plot.find_plate_edges(seat)
        inside = [one for one in found if top <= one.top and one.bottom <= foot]
        written = {one.content for one in inside if one.right <= CURVE_AXIS.right}
        assert written - {"100%"} == {f"Ann {seat}", f"8{seat}% accurate"}
    told = [one.content for one in found if one.right <= CURVE_AXIS.right]
    assert told.count("Ann 1 won.") == 1, "nothing else says so"
    assert told.count("100%") == 1 and "0%" not in told


@pytest.mark.parametrize("count", SEAT_COUNTS)
def test_no_name_or_figure_on_a_plate_is_cut(count: int) -> None:
    names, shares = (*LONG_NAMES[:3], "김한 あア", "Σώκρατης", "Ben"), (1 / count, float(count == 1))
    lines = [CurveLine(names[n], shares, f"‹ååççûûrååçý 8{n}››") for n in range(count)]
    plot = AreaPlot(lines, (), (), None)
    with record_lines() as found:
        draw_curve("Reef", lines, ())
    for seat, line in enumerate(lines):
        top, foot = plot.find_plate_edges(seat)
        inside = [one for one in found if top < one.top and one.bottom < foot and one.right < PLATES_RIGHT]
        written = "".join(one.content for one in sorted(inside, key=lambda one: one.top))
        assert written.replace(" ", "") == (line.name + line.figure).replace(" ", "")
        assert not any(one.overlaps(other) for one, other in pairwise(inside))


def test_only_a_win_by_the_rules_shows_a_crown() -> None:
    def draw_ended_curve(last: float, *, is_over: bool) -> bytes:
        lines = [CurveLine("Ann", (0.5, last)), CurveLine("Ben", (0.5, 1 - last))]
        ending = CurveEnding("", 0) if is_over else None
        picture = draw_curve("", lines, (), "", (), ending)
        return picture.crop((CURVE_AXIS.right - CURVE_AXIS.result_width, 0, *picture.size)).tobytes()

    assert draw_ended_curve(1.0, is_over=True) != draw_ended_curve(1.0, is_over=False)
    assert draw_ended_curve(0.7, is_over=True) == draw_ended_curve(0.7, is_over=False), (
        "the leader may have resigned"
    )


def test_a_flag_is_halfway_through_its_move() -> None:
    lines, flag = [CurveLine("Ann", [0.5] * 20), CurveLine("Ben", [0.5] * 20)], CurveFlag(7, 0, "1")
    ticks = [(7, "7"), (8, "8")]
    plot = AreaPlot(lines, ticks, [flag], None)
    with record_lines() as found:
        draw_curve("", lines, ticks, "", [flag])
    before, after = (
        (one.left + one.right) / 2 for content in "78" for one in found if one.content == content
    )
    assert abs((before + after) / 2 - plot.numbers[0][0]) <= 2


@pytest.mark.parametrize("position", [1, 5, 19])
def test_a_flag_marks_the_area_that_shrinks(position: int) -> None:
    shares = [0.9 if n < position else 0.5 for n in range(20)]
    lines = [CurveLine("Ann", shares), CurveLine("Ben", [1 - share for share in shares])]
    flag = CurveFlag(position - 1, 0, "1")
    plot, shown = AreaPlot(lines, (), [flag], None), draw_curve("", lines, (), "", [flag]).convert("RGB")
    edges = [plot.find_area_edges(0, at) for at in (position - 1, position)]
    x, foot = (
        sum(find_axis_x(at, 19) for at in (position - 1, position)) / 2,
        sum(foot for _, foot in edges) / 2,
    )
    assert plot.numbers == [(x, (edges[0][0] + foot) / 2)]
    assert shown.getpixel((round(x), round(foot) - 40)) == find_palette_colour(INK_COLOUR)
    assert edges[1][1] < foot < edges[0][1], "the area is already shrinking"


def test_waves_of_one_round_are_averaged_but_not_the_start_and_the_last_turn() -> None:
    waves = [[0.25 + 0.1 * (at % 4 == seat) - 0.025 for at in range(40)] for seat in range(4)]
    lines = [CurveLine(str(seat), shares) for seat, shares in enumerate(waves)]
    averaged = average_rounds(lines, 36)
    for before, after in zip(waves, averaged, strict=True):
        assert after[0] == before[0] and after[36:] == before[36:]
        assert max(after[4:32]) - min(after[4:32]) < 0.5 * (max(before) - min(before))
    assert average_rounds(lines[:2], 36) == waves[:2]


@pytest.mark.parametrize("count", SEAT_COUNTS)
def test_only_a_plot_of_two_seats_labels_its_middle_line(count: int) -> None:
    """With more seats, areas start at different heights, so a height isn't a win chance."""
    lines = [CurveLine(f"Ann {n}", (1 / count, float(n == 1))) for n in range(count)]
    with record_lines() as found:
        draw_curve("Reef", lines, (), "turn", (), CurveEnding("Ann 1 won.", 0))
    marks = [one for one in found if one.content == "50%"]
    assert len(marks) == (count == 2)
    assert all(one.right <= PLATES_RIGHT for one in marks), "no curve or number can cover it"


def test_the_plot_and_the_plates_are_as_wide_as_the_header() -> None:
    picture = draw_curve("Reef", make_lines(2), ()).convert("RGB")
    box, y = HEADER_BOX, AreaPlot(make_lines(2), (), (), None).foot - 60
    for x in (box.x + 6, box.x + box.w - 6):
        assert picture.getpixel((x, y)) == find_palette_colour(SEAT_COLOURS[1])


def test_the_winners_crown_is_on_a_dark_sign() -> None:
    lines = [CurveLine("Ann", (0.5, 1.0)), CurveLine("Ben", (0.5, 0.0))]
    plot = AreaPlot(lines, (), (), CurveEnding("", 0))
    sign, *_ = plot.list_signs()
    picture = draw_curve("", lines, (), "", (), CurveEnding("", 0)).convert("RGB")
    assert picture.getpixel((sign.x + 8, sign.y + sign.h // 2)) == find_palette_colour(NAVY_COLOUR)
    assert picture.getpixel((sign.x - 8, sign.y + sign.h // 2)) == find_palette_colour(SEAT_COLOURS[0])
