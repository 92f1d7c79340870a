"""The palette leaves its transparent entry unused, and its colours are distinguishable for everybody."""

from __future__ import annotations

from itertools import combinations, permutations
from math import dist, hypot

import numpy as np
import pytest
from PIL import Image

from games.core.picture import NAVY_COLOUR
from games.drawing import palette
from games.drawing.spotlight import DIM_SHARE, PUZZLE_DIM_SHARE
from games.drawing.sprites import FADED_STRENGTH, RECEDED_STRENGTH
from games.drawing.veil import MIST_COLOUR, convert_to_lab, dim_board, dim_picture, find_calm_sand, is_deep
from tests.support.cases import join_cases
from tests.support.colours import Array, convert_to_ucs, simulate_colour_blindness

FISH_COLOURS = ("#E70A0D", "#ECD22E", "#36C8FA", "#0E906F", "#583C80", "#E5F7F5")
SEAT_COLOURS = ("#173FE9", "#07BFA0", "#FADB32", "#9E0650")
CORAL_COLOURS = ("#E2D71F", "#A9050F", "#3DA96F", "#52167C")
DIM_STRENGTHS = (PUZZLE_DIM_SHARE, RECEDED_STRENGTH, FADED_STRENGTH, DIM_SHARE)
COLOUR_VISIONS = (None, "deuteranomaly", "protanomaly", "tritanomaly")


def test_the_transparent_index_is_unused() -> None:
    assert len(palette.list_colours()) <= palette.CLEAR_INDEX
    assert len(set(palette.list_colours())) == len(palette.list_colours())


@join_cases([(colour,) for colour in [*FISH_COLOURS, *SEAT_COLOURS, *CORAL_COLOURS, "#FFFFFF"]])
def test_the_colours_of_all_games_are_exact(colour: str) -> None:
    assert palette.list_colours()[palette.find_index(colour)] == palette.parse_colour(colour)


def test_colour_conversions_match_published_values() -> None:
    """The expected values were computed by other programs for CIECAM02 and Machado's tables."""
    found = convert_to_ucs([[0.2, 0.4, 0.6], [1.0, 0.0, 0.0], [0.0, 0.0, 0.0]])
    assert found[0] == pytest.approx([43.20, -9.49, -21.52], abs=0.01)
    assert found[1] == pytest.approx([60.05, 38.69, 24.32], abs=0.01)
    assert found[2] == pytest.approx([0, 0, 0], abs=0.01)
    assert simulate_colour_blindness([1.0, 0.0, 0.0], "deuteranomaly") == pytest.approx(
        [0.6401, 0.5658, -0.1527], abs=1e-4
    )


@join_cases(
    [
        (colours, colour_vision)
        for colours in [FISH_COLOURS, SEAT_COLOURS, CORAL_COLOURS]
        for colour_vision in COLOUR_VISIONS
    ]
)
def test_colour_sets_are_distinguishable(colours: tuple[str, ...], colour_vision: str | None) -> None:
    points = []
    for colour in colours:
        seen: Array = np.array([part / 255 for part in palette.parse_colour(colour)])
        points.append(
            convert_to_ucs(seen if colour_vision is None else simulate_colour_blindness(seen, colour_vision))
        )
    least = min(
        sum((a - b) ** 2 for a, b in zip(p, q, strict=True)) ** 0.5 for p, q in combinations(points, 2)
    )
    assert least >= 20


def dim_colour(colour: str, strength: float, background: str = MIST_COLOUR) -> palette.Rgb:
    shown = dim_picture(Image.new("P", (1, 1), palette.find_index(colour)), strength, background)
    return palette.list_colours()[shown.tobytes()[0]]


@pytest.mark.parametrize("strength", DIM_STRENGTHS)
def test_dimmed_sand_gold_and_yellow_do_not_look_like_mud(strength: float) -> None:
    for colour in ("#F4D592", "#FFE9B0", "#FFC53D", "#FFE08A", "#ECD22E", "#FADB32", "#E2D71F", "#E8871E"):
        original = palette.parse_colour(colour)
        light, chroma = convert_to_lab(original)[0], hypot(*convert_to_lab(original)[1:])
        shown = dim_colour(colour, strength)
        dimmed, *hue = convert_to_lab(shown)
        assert 0.58 < dimmed < light + 0.05 and hypot(*hue) < chroma, colour
        assert shown[0] > shown[1] > shown[2], f"{colour} becomes neither green nor grey"


@pytest.mark.parametrize("strength", DIM_STRENGTHS)
def test_dimmed_white_is_a_pale_blue_grey(strength: float) -> None:
    for colour in ("#FFFFFF", "#F3F9F5"):
        red, green, blue = dim_colour(colour, strength)
        assert red < green < blue or max(red, green, blue) - red < 8
        assert hypot(*convert_to_lab((red, green, blue))[1:]) < 0.05, "it doesn't glow"


@join_cases(
    [
        (colours, strength)
        for colours in [FISH_COLOURS, SEAT_COLOURS, CORAL_COLOURS]
        for strength in DIM_STRENGTHS
    ]
)
def test_a_dimmed_colour_does_not_look_like_another_colour(colours: tuple[str, ...], strength: float) -> None:
    def convert_colour(colour: palette.Rgb) -> Array:
        return convert_to_ucs([part / 255 for part in colour])

    full = [convert_colour(palette.parse_colour(colour)) for colour in colours]
    dimmed = [convert_colour(dim_colour(colour, strength)) for colour in colours]
    assert min(dist(one, other) for one, other in combinations(dimmed, 2)) >= 17
    assert min(dist(dimmed[i], full[j]) for i, j in permutations(range(len(colours)), 2)) >= 15


@pytest.mark.parametrize("strength", [PUZZLE_DIM_SHARE, DIM_SHARE])
def test_dimming_keeps_hues_and_looks_like_light_mist(strength: float) -> None:
    """Red stays mostly red, for example, and dark ink becomes brighter but stays readable on white."""
    for colour in ("#E70A0D", "#0E906F", "#36C8FA", "#583C80", "#173FE9"):
        original, shown = palette.parse_colour(colour), dim_colour(colour, strength)
        strongest = original.index(max(original))
        assert shown[strongest] == max(shown)
    for colour in ("#10293D", "#0B2E4A"):
        assert sum(dim_colour(colour, strength)) > 1.5 * sum(palette.parse_colour(colour))
    white, ink = (sum(dim_colour(colour, strength)) for colour in ("#FFFFFF", "#10293D"))
    assert white > 2 * ink


@pytest.mark.parametrize("strength", [RECEDED_STRENGTH, FADED_STRENGTH])
def test_pieces_dimmed_on_a_dark_panel_are_dark_but_their_numbers_stay_legible(strength: float) -> None:
    def find_lightness(colour: str) -> float:
        return convert_to_lab(dim_colour(colour, strength, NAVY_COLOUR))[0]

    for colour in ("#FFFFFF", "#F3F9F5", "#FFF4DD", "#ECD22E", "#36C8FA", "#E70A0D"):
        assert find_lightness(colour) < convert_to_lab(palette.parse_colour(colour))[0] - 0.04, colour
    for ink, paper in (("#10293D", "#F3F9F5"), ("#10293D", "#36C8FA"), ("#583C80", "#FFFFFF")):
        assert find_lightness(paper) - find_lightness(ink) > 0.18, "dark numbers stay dark"
    red, green, blue = dim_colour("#FFFFFF", strength, NAVY_COLOUR)
    assert red < green < blue, "white is neither grey nor warm"


@pytest.mark.parametrize("background", ["#0B2E4A", "#0E3450", "#113A5B"])
def test_no_piece_dimmed_on_a_dark_panel_is_brown_or_olive(background: str) -> None:
    for red, green, blue in palette.list_colours():
        dimmed = dim_colour(f"#{red:02X}{green:02X}{blue:02X}", FADED_STRENGTH, background)
        assert dimmed[2] == max(dimmed), (red, green, blue)
        assert hypot(*convert_to_lab(dimmed)[1:]) < 0.13, (red, green, blue)


@pytest.mark.parametrize("strength", [RECEDED_STRENGTH, FADED_STRENGTH])
def test_corals_dimmed_on_a_dark_panel_differ_from_each_other_and_from_bright_ones(strength: float) -> None:
    labs = [convert_to_lab(dim_colour(colour, strength, "#0E3450")) for colour in CORAL_COLOURS]
    assert min(dist(one, other) for one, other in combinations(labs, 2)) > 0.05
    for dimmed, colour in zip(labs, CORAL_COLOURS, strict=True):
        assert dist(dimmed, convert_to_lab(palette.parse_colour(colour))) > 0.1


def test_only_dark_backgrounds_darken_what_is_dimmed() -> None:
    assert [is_deep(colour) for colour in (NAVY_COLOUR, "#0E3450", MIST_COLOUR, "#57B4C0")] == [
        True,
        True,
        False,
        False,
    ]


@pytest.mark.parametrize("strength", [PUZZLE_DIM_SHARE, DIM_SHARE])
def test_dimmed_sand_on_a_board_is_blue_but_a_golden_card_stays_golden(strength: float) -> None:
    for colour in ("#F4D592", "#E5BC70", "#C7B68F"):
        shown = dim_board(Image.new("P", (1, 1), palette.find_index(colour)), strength)
        red, green, blue = palette.list_colours()[shown.tobytes()[0]]
        assert red < green < blue, colour
    for colour in ("#FFC53D", "#F6DCA8", "#FFF4DD"):
        assert find_calm_sand(palette.parse_colour(colour)) is None, colour
