"""Pieces that mean different things have different shapes, so that they differ without colour."""

from __future__ import annotations

import math
import re
from itertools import combinations

import pytest
from PIL import Image

from games.australis.board_layout import BROAD_KEPT_CARD_SIZES, KEPT_CARD_SIZES
from games.australis.offer_layout import CARD_WIDTH, HIGH_CARD_HEIGHTS, LARGE_DIE_SIDES
from games.australis.parts import CARD_CODES, DIE_BY_CODE, REEF_NUMBERS, SECTION_STARTS, TRACK_ENDS, find_reef
from games.coral_reef.parts import RANKS_BY_VARIANT
from games.das_riff.parts import COLOUR_LETTERS as FISH
from games.drawing import palette
from games.drawing.sprites import Sprite, load_atlas
from games.reef.parts import CARDS
from games.reef.parts import COLOUR_LETTERS as CORALS
from tests.support.cases import join_cases
from tests.support.text_sizes import read_sources

SHAPE_SCALE = 0.5
MIN_SHAPE_DIFFERENCE = 0.24
"""Minimum difference between the shapes of two pieces (see :func:`measure_difference`)."""
MIN_DICE_DIFFERENCE = 0.4
"""Minimum difference between the shapes of two dice with the same value."""
DIE_SIZES = (*LARGE_DIE_SIDES, 156)
KEPT_CARD_KEYS = [
    *(f"{width}x{height}" for width, height in (*BROAD_KEPT_CARD_SIZES, *KEPT_CARD_SIZES)),
    *(f"{CARD_WIDTH}x{height}" for height in HIGH_CARD_HEIGHTS),
]
SPRITE_GROUPS_BY_GAME = {
    "australis": (
        ["cube_food", "cube_grey"],
        *([f"{kind}_{seat}" for seat in range(4)] for kind in ("food", "supply", "large")),
        [f"turtle_{seat}" for seat in range(4)],
        [f"coral_{seat}" for seat in range(4)],
        ["pill_first", "pill_second"],
        ["tile_gold", "tile_silver"],
        *([f"chip{size}_d{colour}" for colour in "bvr"] for size in KEPT_CARD_KEYS),
        *([f"chip{size}_f{colour}" for colour in "wbv"] for size in KEPT_CARD_KEYS),
    ),
    "coral_reef": (
        [f"held_card_{letter}" for letter in RANKS_BY_VARIANT["cards"]],
        [f"under_card_{letter}_64" for letter in RANKS_BY_VARIANT["cards"]],
        [f"mini_card_{letter}" for letter in RANKS_BY_VARIANT["cards"]],
    ),
    "das_riff": (
        ["boat_0", "boat_1"],
        [f"die_{letter}" for letter in FISH],
        [f"worm_{letter}" for letter in FISH],
        [f"bank_{letter}" for letter in FISH],
        [f"fish_{letter}m" for letter in FISH],
        ["fish_rm", "fish_rf"],
    ),
    "kit": ([f"place_{number}" for number in range(1, 7)],),
    "reef": (
        *([f"{size}_{letter}1" for letter in CORALS] for size in ("small", "large")),
        *([f"{kind}_{letter}" for letter in CORALS] for kind in ("supply", "told_2", "told_3", "brought")),
    ),
}


def draw_shape(sprite: Sprite) -> list[float]:
    """Return a sprite's shape in grey at half size, with stretched tones so that brightness doesn't count."""
    image = sprite.image.copy()
    image.putpalette(palette.to_bytes())
    grey = Image.new("L", (image.width + 8, image.height + 8), 128)
    grey.paste(image.convert("L"), (4, 4), sprite.mask)
    size = (round(grey.width * SHAPE_SCALE), round(grey.height * SHAPE_SCALE))
    values = list(grey.resize(size, Image.Resampling.BOX).tobytes())
    mean = sum(values) / len(values)
    spread = math.sqrt(sum((value - mean) ** 2 for value in values) / len(values)) or 1
    return [(value - mean) / spread for value in values]


def measure_difference(first: Sprite, second: Sprite) -> float:
    """Return the difference between the shapes of two sprites, or 0 for equal shapes."""
    pairs = list(zip(draw_shape(first), draw_shape(second), strict=True))
    return math.sqrt(sum((a - b) ** 2 for a, b in pairs) / len(pairs))


def list_letters(folder: str, name: str) -> list[str]:
    return re.findall(r">([^<>\s]+)</text>", read_sources()[folder][name])


@pytest.mark.parametrize(
    ("folder", "keys"), [(folder, keys) for folder, all_ in SPRITE_GROUPS_BY_GAME.items() for keys in all_]
)
def test_pieces_have_different_shapes(folder: str, keys: list[str]) -> None:
    sprites = load_atlas(folder)
    for one, other in combinations(keys, 2):
        assert measure_difference(sprites[one], sprites[other]) > MIN_SHAPE_DIFFERENCE, (one, other)


def test_shapes_that_differ_only_in_brightness_count_as_equal() -> None:
    plates = []
    for tone in ("#FFC53D", "#E9F0F3"):
        image = Image.new("P", (54, 30), palette.find_index("#43525B"))
        image.paste(palette.find_index(tone), (2, 2, 52, 28))
        plates.append(Sprite(image, None))
    assert measure_difference(*plates) < MIN_SHAPE_DIFFERENCE


@pytest.mark.parametrize("size", DIE_SIZES)
def test_dice_of_one_value_have_different_shapes(size: int) -> None:
    sprites = load_atlas("australis")
    for value in {die.value for die in DIE_BY_CODE.values()}:
        same = [code for code, die in DIE_BY_CODE.items() if code[1:] == str(value)]
        for one, other in combinations(same, 2):
            assert (
                measure_difference(sprites[f"die{size}_{one}"], sprites[f"die{size}_{other}"])
                > MIN_DICE_DIFFERENCE
            ), (
                one,
                other,
            )


def test_no_die_or_card_of_australis_has_letters() -> None:
    dice = [f"die{size}_{code}" for size in DIE_SIZES for code in DIE_BY_CODE]
    cards = [f"card_{code}" for code in CARD_CODES]
    cards += [f"chip{size}_{code}" for size in KEPT_CARD_KEYS for code in CARD_CODES]
    assert all(one.isdigit() for name in dice for one in list_letters("australis", name))
    assert not any(list_letters("australis", name) for name in cards)


def test_no_piece_of_das_riff_has_a_colour_letter() -> None:
    written = {sign for name in read_sources()["das_riff"] for sign in list_letters("das_riff", name)}
    assert written == set("12345678")


@pytest.mark.parametrize("end", TRACK_ENDS)
def test_each_section_of_the_current_shows_the_number_of_its_reef(end: int) -> None:
    written = list_letters("australis", f"table_{end}")
    for start in SECTION_STARTS[1:]:
        number = str(find_reef(start))
        # A reef's number is also on a stone and, up to the track's end, at the start of its section. Subtract
        # the numbers on the reefs themselves.
        reefs = sum(list_letters("australis", f"reef_{reef}").count(number) for reef in REEF_NUMBERS)
        assert written.count(number) - reefs == (2 if start <= end else 1)


@join_cases([(number,) for number in sorted(CARDS)])
def test_no_card_of_reef_has_letters(number: int) -> None:
    written = list_letters("reef", f"card_{number}")
    assert written[0] == str(number)
    assert written[-1] == str(CARDS[number].points)
    assert not any(sign.isalpha() for sign in "".join(written))
