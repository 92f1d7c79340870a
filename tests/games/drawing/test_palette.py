"""The palette has room, and everybody can tell its sets of colours apart."""

from __future__ import annotations

from itertools import combinations

import pytest

from games.drawing import palette

FISH = ("#E70A0D", "#ECD22E", "#36C8FA", "#0E906F", "#583C80", "#E5F7F5")
SEATS = ("#173FE9", "#07BFA0", "#FADB32", "#9E0650")
CORALS = ("#E2D71F", "#A9050F", "#3DA96F", "#52167C")
SIGHTS = (None, "deuteranomaly", "protanomaly", "tritanomaly")


def test_the_transparent_index_is_unused() -> None:
    assert len(palette.colours()) <= palette.CLEAR
    assert len(set(palette.colours())) == len(palette.colours())


@pytest.mark.parametrize("colour", [*FISH, *SEATS, *CORALS, "#FFFFFF"])
def test_the_colours_of_all_games_are_exact(colour: str) -> None:
    assert palette.colours()[palette.index(colour)] == palette.rgb(colour)


def test_dimming_is_one_step_darker_or_deeper() -> None:
    assert len(palette.dimmer()) == 256
    white = palette.colours()[palette.dimmer()[palette.index("#FFFFFF")]]
    assert 100 < sum(white) / 3 < 220
    assert all(index < len(palette.colours()) for index in palette.dimmer()[: len(palette.colours())])


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("colours", [FISH, SEATS, CORALS], ids=["fish", "seats", "corals"])
def test_colour_sets_are_distinguishable(colours: tuple[str, ...], sight: str | None) -> None:
    pytest.importorskip("colorspacious")
    from colorspacious import cspace_convert

    points = []
    for colour in colours:
        seen = [part / 255 for part in palette.rgb(colour)]
        if sight is not None:
            seen = cspace_convert(seen, {"name": "sRGB1+CVD", "cvd_type": sight, "severity": 100}, "sRGB1")
        points.append(cspace_convert(seen, "sRGB1", "CAM02-UCS"))
    least = min(
        sum((a - b) ** 2 for a, b in zip(p, q, strict=True)) ** 0.5 for p, q in combinations(points, 2)
    )
    assert least >= 20
