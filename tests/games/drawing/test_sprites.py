"""The art files in the repository match their sources."""

from __future__ import annotations

import math
import re
from functools import cache, lru_cache
from pathlib import Path

import pytest
from PIL import Image, ImageStat

from games.core.picture import NAVY_COLOUR
from games.drawing import palette
from games.drawing.canvas import Canvas
from games.drawing.sprites import Sprite, load_atlas, make_masked_sprite
from games.drawing.veil import MIST_COLOUR
from tests.support.nightly import defer_to_ci

ASSETS_FOLDER = Path(__file__).resolve().parents[3] / "assets"


def test_an_outdated_sheet_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("resvg_py")
    from assets import build
    from assets.studio.__main__ import draw_all

    # Render only one sheet, because CI checks all sheets with the command itself.
    drawn = {"kit": draw_all()["kit"]}
    monkeypatch.setattr(build, "render_on_background", lru_cache(build.render_on_background))
    monkeypatch.setattr(build, "draw_all", lambda: drawn)
    monkeypatch.setattr(build, "build_emoji", lambda only_checks: [])
    assert build.main(["--check"]) == 0
    drawn["kit"].popitem()
    assert build.main(["--check"]) == 1


@cache
def draw_sources() -> dict[str, str]:
    """Return the SVG source of each sprite of Das Riff."""
    from assets.studio.__main__ import draw_all

    return draw_all()["das_riff"]


@pytest.mark.parametrize(
    ("name", "least"),
    defer_to_ci(
        [("table_near", 42), ("fish_ym", 34), ("brood_rg", 34), ("worm_p", 34)],
        ("table_near", 42),
        ("brood_rg", 34),
        ("worm_p", 34),
    ),
)
def test_sprites_keep_the_colours_of_their_source(name: str, least: float) -> None:
    pytest.importorskip("resvg_py")
    import numpy as np

    from assets.build import render_on_background

    sprite = load_atlas("das_riff")[name].image
    index = np.asarray(sprite)
    drawn = np.array(palette.list_colours())[index.clip(max=len(palette.list_colours()) - 1)]
    source = render_on_background(draw_sources()[name])[..., :3].astype(int)
    error = ((source - drawn)[index != palette.CLEAR_INDEX] ** 2).mean()
    assert 10 * math.log10(255**2 / error) >= least


def test_the_top_of_a_sprite_is_its_uppermost_rows() -> None:
    sprite = load_atlas("kit")["arrow_up"]
    wide, tall = sprite.size
    top = sprite.crop_top(12)
    assert top.size == (wide, 12)
    assert top is sprite.crop_top(12)
    assert sprite.crop_top(tall) is sprite
    box = (0, 0, wide, 12)
    assert sprite.mask is not None
    assert top.mask is not None
    assert top.image.tobytes() == sprite.image.crop(box).tobytes()
    assert top.mask.tobytes() == sprite.mask.crop(box).tobytes()


@pytest.mark.parametrize("name", ["australis", "coral_reef", "das_riff", "kit", "reef"])
def test_the_parts_of_a_sprite_make_up_the_whole(name: str) -> None:
    atlas, split = load_atlas(name), 0
    for key in atlas:
        sprite = atlas[key]
        blocks = sprite.list_blocks()
        assert [top for top, _, _ in blocks] == [0, *(low for _, low, _ in blocks[:-1])]
        assert blocks[-1][1] == sprite.size[1]
        split += len(blocks) > 1
        canvas = Canvas(Sprite(Image.new("P", sprite.size, palette.CLEAR_INDEX), None))
        canvas.put(sprite, 0, 0)
        plain = Image.new("P", sprite.size, palette.CLEAR_INDEX)
        plain.paste(sprite.image, (0, 0), sprite.mask)
        assert canvas.image.tobytes() == plain.tobytes()
    assert split or name == "kit"


def test_the_left_columns_of_a_sprite_match_the_whole() -> None:
    sprite = load_atlas("das_riff")["reach_bright_near"]
    left = sprite.crop_left(262)
    assert left.size == (262, sprite.size[1]) and left is sprite.crop_left(262)
    assert left.image.tobytes() == sprite.image.crop((0, 0, *left.size)).tobytes()
    assert sprite.crop_left(sprite.size[0]) is sprite


def test_all_letters_in_the_art_are_large_enough() -> None:
    pytest.importorskip("resvg_py")
    from assets.studio.__main__ import draw_all

    sizes = {
        float(size)
        for drawings in draw_all().values()
        for drawing in drawings.values()
        for size in re.findall(r'font-size="([\d.]+)"', drawing)
    }
    assert sizes
    assert min(sizes) >= 18


def test_every_asset_is_credited() -> None:
    credits = (ASSETS_FOLDER / "CREDITS.md").read_text("utf-8")
    for font in (ASSETS_FOLDER / "fonts").iterdir():
        assert font.name in credits


def test_opaque_sprites_need_no_mask() -> None:
    assert load_atlas("das_riff")["table_near"].mask is None
    assert load_atlas("das_riff")["coral"].mask is not None


def test_pixels_of_the_clear_index_are_transparent() -> None:
    image = Image.new("P", (2, 1))
    image.putdata([palette.CLEAR_INDEX, 7])
    mask = make_masked_sprite(image).mask
    assert mask is not None
    assert mask.tobytes() == b"\x40"


def measure_spread(sprite: Sprite) -> float:
    """Return the standard deviation of the grey levels in a sprite's centre."""
    grey = Canvas(sprite).image.convert("L")
    return ImageStat.Stat(grey.crop((12, 12, grey.width - 12, grey.height - 12))).stddev[0]


@pytest.mark.parametrize("background", [MIST_COLOUR, NAVY_COLOUR])
def test_faded_sprites_have_lower_contrast_than_live_ones_and_keep_their_shape(background: str) -> None:
    atlas = load_atlas("coral_reef")
    full, faded = atlas["held_card_2"], atlas.fade("held_card_2", background)
    assert faded.mask is full.mask
    before, after = (ImageStat.Stat(Canvas(one).image.convert("L")).mean[0] for one in (full, faded))
    expected = (0.8, 0.95) if background == MIST_COLOUR else (0.4, 0.65)
    assert expected[0] < after / before < expected[1]
    assert 0.4 < measure_spread(faded) / measure_spread(full) < 0.7


@pytest.mark.parametrize("background", [MIST_COLOUR, NAVY_COLOUR])
def test_receded_sprites_are_between_faded_and_live_ones(background: str) -> None:
    atlas = load_atlas("coral_reef")
    spreads = [
        measure_spread(sprite)
        for sprite in (
            atlas.fade("held_card_2", background),
            atlas.recede("held_card_2", background),
            atlas["held_card_2"],
        )
    ]
    assert spreads == sorted(spreads) and len(set(spreads)) == 3


def test_dimmed_sprites_are_cached_by_strength_and_background() -> None:
    atlas = load_atlas("coral_reef")
    made = [
        make(key, background)
        for key in ("held_card_2", "held_card_3")
        for make in (atlas.fade, atlas.recede)
        for background in (MIST_COLOUR, NAVY_COLOUR)
    ]
    again = [
        make(key, background)
        for key in ("held_card_2", "held_card_3")
        for make in (atlas.fade, atlas.recede)
        for background in (MIST_COLOUR, NAVY_COLOUR)
    ]
    assert all(one is other for one, other in zip(made, again, strict=True))
    assert len({sprite.image.tobytes() for sprite in made}) == len(made)


def test_tanned_sprites_are_darker_than_live_ones_and_keep_dark_numbers_on_warm_ground() -> None:
    atlas = load_atlas("coral_reef")
    full, tanned = atlas["held_card_2"], atlas.tan("held_card_2")
    assert tanned.mask is full.mask and atlas.tan("held_card_2") is tanned
    before, after = (ImageStat.Stat(Canvas(one).image.convert("L")).mean[0] for one in (full, tanned))
    assert 0.8 < after / before < 0.93
    assert measure_spread(tanned) > 0.75 * measure_spread(full), "numbers stay as clear"
    middle = (full.size[0] * 3 // 4, full.size[1] // 4)
    red, green, blue = Canvas(tanned).image.convert("RGB").getpixel(middle)  # type: ignore[misc]
    assert red > green > blue > 120, "the ground is neither grey nor blue"
