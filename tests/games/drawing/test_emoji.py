"""A game's emoji are distinguishable at Discord's small size, also without colour."""

from __future__ import annotations

import math
from functools import cache
from importlib import import_module
from itertools import combinations, product
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image

from bot.platform.emoji_upload import DRAWINGS_FOLDER, read_drawings
from games.core.icons import Icon
from tests.support.cases import join_cases
from tests.support.colours import convert_to_ucs, simulate_colour_blindness
from tests.support.game_parts import GAMES_WITH_ICONS

EMOJI_SIZE = 22
"""Width in pixels of an emoji beside a label in Discord."""
BACKGROUND_COLOURS = ("#313338", "#FFFFFF")
"""Discord's dark and light backgrounds."""
COLOUR_VISIONS = (None, "deuteranomaly", "protanomaly", "tritanomaly")
MIN_GREY_DISTANCE = 0.2
"""Minimum root mean square difference of two shapes, in standard deviations of their grey."""
EDGE_PIXELS = 2
"""Width in pixels of the tile's edge. The edge is ignored when shapes are compared."""
MAX_EMOJI_BYTES = 256 << 10
EMOJI_LISTS_BY_NAME = {
    "worms": ("das_riff/worm_*", 18),
    "fish": ("das_riff/fish_*m", 18),
    "females": ("das_riff/fish_*f", 18),
    "corals": ("reef/coral_*", 18),
    "pairs": ("reef/pair_*", 12),
    "dice": ("australis/die_*", 5),
    "cards": ("australis/card_*", 12),
    "medals": ("australis/[gs]*", 18),
    "ranks": ("coral_reef/card_*", 10),
    "tiles": ("coral_reef/tile_*", 10),
}
"""Emoji that may be in the same list, and the minimum distance between two such emoji in CAM02-UCS.

The distance is low for emoji that differ only in a number, because the number is at the end of the label as
well.
"""


def list_files(name: str) -> list[Path]:
    found = sorted(DRAWINGS_FOLDER.glob(f"{EMOJI_LISTS_BY_NAME[name][0]}.png"))
    assert len(found) > 1
    return found


def shrink_emoji(path: Path, ground: str) -> Image.Image:
    """Return an emoji as small as beside a label."""
    with Image.open(path) as file:
        tiny = file.resize((EMOJI_SIZE, EMOJI_SIZE), Image.Resampling.LANCZOS)
    shown = Image.new("RGB", tiny.size, ground)
    shown.paste(tiny, (0, 0), tiny)
    return shown


@cache
def simulate_colour_vision(path: Path, colour_vision: str | None) -> npt.NDArray[Any]:
    """Return an emoji's pixels as a viewer perceives them, in CAM02-UCS."""
    pixels = np.asarray(shrink_emoji(path, BACKGROUND_COLOURS[0])) / 255
    return convert_to_ucs(
        pixels if colour_vision is None else simulate_colour_blindness(pixels, colour_vision)
    )


@cache
def draw_shape(path: Path) -> npt.NDArray[Any]:
    """Return an emoji's shape in grey with stretched tones, so that a lighter copy has the same shape."""
    values = np.asarray(shrink_emoji(path, BACKGROUND_COLOURS[0]).convert("L"), dtype=float)[
        EDGE_PIXELS:-EDGE_PIXELS, EDGE_PIXELS:-EDGE_PIXELS
    ]
    return np.asarray((values - values.mean()) / (values.std() or 1))


@pytest.mark.parametrize("colour_vision", COLOUR_VISIONS)
@pytest.mark.parametrize("name", EMOJI_LISTS_BY_NAME)
def test_emoji_of_a_list_look_different(name: str, colour_vision: str | None) -> None:
    for one, other in combinations(list_files(name), 2):
        distance = np.linalg.norm(
            simulate_colour_vision(one, colour_vision) - simulate_colour_vision(other, colour_vision), axis=2
        )
        assert math.sqrt((distance**2).mean()) > EMOJI_LISTS_BY_NAME[name][1], (one.stem, other.stem)


@pytest.mark.parametrize("name", EMOJI_LISTS_BY_NAME)
def test_emoji_of_a_list_have_different_shapes(name: str) -> None:
    for one, other in combinations(list_files(name), 2):
        assert math.sqrt(((draw_shape(one) - draw_shape(other)) ** 2).mean()) > MIN_GREY_DISTANCE, (
            one.stem,
            other.stem,
        )


@join_cases(product([drawing.art_path for drawing in read_drawings()], BACKGROUND_COLOURS))
def test_emoji_contrast_with_the_background(art: str, ground: str) -> None:
    """At least one tone of an emoji's outline differs from the background."""
    grey = np.asarray(shrink_emoji(DRAWINGS_FOLDER / f"{art}.png", ground).convert("L"), dtype=float)
    lie = Image.new("RGB", (1, 1), ground).convert("L").getpixel((0, 0))
    middle = EMOJI_SIZE // 2
    assert isinstance(lie, (int, float))
    assert max(abs(grey[middle, :4] - lie)) > 60
    assert max(abs(grey[:4, middle] - lie)) > 60


def list_icons(key: str) -> tuple[Icon, ...]:
    found: tuple[Icon, ...] = import_module(f"games.{key}.emoji").ALL_ICONS
    return found


@pytest.mark.parametrize("key", GAMES_WITH_ICONS)
def test_icons_and_drawings_correspond(key: str) -> None:
    drawn = {drawing.art_path for drawing in read_drawings() if drawing.game == key}
    assert {icon.art_path for icon in list_icons(key)} == drawn
    assert all(1 <= len(icon) <= 3 and not icon.isascii() for icon in list_icons(key))


def test_drawings_are_within_the_limits_of_discord() -> None:
    names = [drawing.name for drawing in read_drawings()]
    assert len(set(names)) == len(names) < 200
    for drawing in read_drawings():
        assert 2 <= len(drawing.name) <= 32 and drawing.name.isascii()
        assert drawing.name.replace("_", "").isalnum()
        assert len(drawing.image) < MAX_EMOJI_BYTES
        with Image.open(DRAWINGS_FOLDER / f"{drawing.art_path}.png") as file:
            assert file.format == "PNG" and file.size[0] == file.size[1] >= 2 * 44
