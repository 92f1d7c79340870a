"""With three or more seats, each win chance is drawn as a band, bright while its seat leads."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PIL import Image

from games.core.picture import GOLD, PLATE_DIM
from games.drawing import palette
from games.drawing.curve import draw_curve
from games.drawing.curve_bands import NUMBER_RADIUS, BandPlot
from games.drawing.curve_field import BAND_AXIS, CurveLine, Ending, Flag, to_x
from games.drawing.curve_style import INKS
from tests.games.drawing.written import record_lines
from tests.support.pictures import PHONE_WIDTH

MIN_CONTRAST = 40
"""Minimum difference in grey, of 255, between a seat's area while it leads and its area at other times."""
NEARLY_WHITE = 240
SEATS = [3, 4, 5, 6]


def make_lines(count: int) -> list[CurveLine]:
    """Return lines for ``count`` seats: the first leads in the first half, and the last in the second."""
    rest = 0.6 / (count - 1)
    return [
        CurveLine(
            f"Ann {seat}",
            [0.4 if seat == 0 else rest] * 10 + [0.4 if seat == count - 1 else rest] * 10,
        )
        for seat in range(count)
    ]


def find_palette_colour(colour: str) -> tuple[int, int, int]:
    """Return a colour as the picture's palette shows it."""
    return palette.list_colours()[palette.find_index(colour)]


@pytest.mark.parametrize("count", SEATS)
def test_the_area_of_each_seat_is_as_high_as_its_win_chance(count: int) -> None:
    shares = [2 * (seat + 1) / (count * (count + 1)) for seat in range(count)]
    lines = [CurveLine(f"Ann {n}", [share] * 9) for n, share in enumerate(shares)]
    plot, shown = BandPlot(lines, (), (), None), draw_curve("", lines, ()).convert("RGB")
    x = to_x(4, 9, BAND_AXIS)
    for seat, share in enumerate(shares):
        whole = plot.to_y(seat, 0.0) - plot.to_y(seat, 1.0)
        assert plot.to_y(seat, 0.0) - plot.to_y(seat, share) == pytest.approx(share * whole)
        assert shown.getpixel((x, round(plot.to_y(seat, share)))) == find_palette_colour(INKS[seat])
    leader = max(range(count), key=shares.__getitem__)
    inside = round(plot.to_y(leader, 0.0)) - 8
    assert shown.getpixel((x, inside)) == find_palette_colour(INKS[leader])


@pytest.mark.parametrize("count", SEATS)
def test_no_band_reaches_into_another(count: int) -> None:
    plot = BandPlot(make_lines(count), (), (), None)
    for upper, lower in pairwise(plot.bands):
        assert upper.y + upper.h < lower.y
    for seat, band in enumerate(plot.bands):
        ys = [y for _, y in plot.list_points(seat)]
        assert band.y < min(ys) and max(ys) < band.y + band.h


@pytest.mark.parametrize("count", SEATS)
def test_a_band_is_visibly_brighter_while_its_seat_leads_even_in_grey_on_a_phone(count: int) -> None:
    lines = make_lines(count)
    plot, shown = BandPlot(lines, (), (), None), draw_curve("", lines, ())
    scale = PHONE_WIDTH / shown.width
    small = shown.convert("L").resize((PHONE_WIDTH, round(shown.height * scale)), Image.Resampling.LANCZOS)
    early, late = (to_x(at, 20, BAND_AXIS) for at in (5, 15))
    for seat in (0, count - 1):
        y = plot.to_y(seat, 0.2)
        one, other = (small.getpixel((round(x * scale), round(y * scale))) for x in (early, late))
        assert isinstance(one, int) and isinstance(other, int)
        lead, rest = (one, other) if seat == 0 else (other, one)
        assert lead - rest >= MIN_CONTRAST


def test_exactly_one_seat_leads_at_any_time_and_nobody_in_a_tie() -> None:
    shares = ((0.2, 0.6, 0.3, 1.0), (0.5, 0.2, 0.3, 0.0), (0.3, 0.2, 0.4, 0.0), (0.0, 0.0, 0.0, 0.0))
    plot = BandPlot([CurveLine("", share) for share in shares], (), (), None)
    stretches = sorted(stretch for seat in range(4) for stretch in plot.list_leads(seat))
    assert stretches[0][0] == 0 and stretches[-1][1] == 4, "from the start to after the last position"
    assert all(before[1] == pytest.approx(after[0]) for before, after in pairwise(stretches))
    even = BandPlot([CurveLine("", (1 / 3, 1 / 3))] * 3, (), (), None)
    assert not [stretch for seat in range(3) for stretch in even.list_leads(seat)]


@pytest.mark.parametrize("count", SEATS)
def test_each_band_names_its_seat_and_the_result(count: int) -> None:
    lines = [CurveLine(f"Ann {n}", (0.2, float(n == 1)), f"accuracy 8{n}") for n in range(count)]
    with record_lines() as found:
        shown = draw_curve("Reef", lines, (), "turn", (), Ending("Ann 1 won.", 0)).convert("RGB")
    for seat, band in enumerate(BandPlot(lines, (), (), None).bands):
        written = {one.content for one in found if band.y <= one.top and one.bottom <= band.y + band.h}
        assert written == {f"Ann {seat}", f"accuracy 8{seat}", "100%" if seat == 1 else "0%"}
        rim = find_palette_colour(GOLD if seat == 1 else PLATE_DIM)
        assert shown.getpixel((band.x + band.w // 4, band.y + 2)) == rim
    assert [one.content for one in found].count("Ann 1 won.") == 1, "nothing else says so"


@pytest.mark.parametrize("at", [1, 5, 19])
def test_a_flag_shows_the_step_in_which_its_seat_fell(at: int) -> None:
    shares = [0.9 if n < at else 0.1 for n in range(20)]
    lines = [CurveLine("Ann", shares), *[CurveLine(f"Ben {n}", [0.05] * 20) for n in (1, 2)]]
    flag = Flag(at, 0, "1")
    plot, shown = BandPlot(lines, (), [flag], None), draw_curve("", lines, (), "", [flag]).convert("RGB")
    middle = ((to_x(at - 1, 20, BAND_AXIS) + to_x(at, 20, BAND_AXIS)) // 2, round(plot.to_y(0, 0.5)))
    assert min(shown.crop((*middle, middle[0] + 1, middle[1] + 1)).tobytes()) > NEARLY_WHITE
    x, y = plot.place_number(flag)
    assert y - NUMBER_RADIUS >= plot.bands[0].y and y < plot.to_y(0, 0.5)
    assert x == to_x(at - 1, 20, BAND_AXIS)
