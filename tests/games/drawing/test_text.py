"""Texts are clipped to their width, skip characters without a glyph, and have one background colour."""

from __future__ import annotations

import pytest

from games.drawing import glyphs, palette, text
from tests.support.cases import join_cases

SAMPLE_NAMES = (
    "Ada",
    "Jürgen Groß",
    "Łukasz Żółć",
    "Ανδρέας",
    "Дмитрий",
    "魚 さかな",
    "🐟🐠",
    "\u202eabc",
    "a\u0301\u0323",
    "",
)


@join_cases([(name,) for name in SAMPLE_NAMES])
def test_any_name_can_be_drawn(name: str) -> None:
    tile = text.draw_cached(name, 24, "#FFFFFF", "#10293D")
    assert tile.image.mode == "P"
    assert max(tile.image.tobytes()) < palette.CLEAR_INDEX


@join_cases([(name, room) for name in [*SAMPLE_NAMES, "W" * 500, "魚" * 500] for room in [30, 136, 400]])
def test_a_clipped_name_fits(name: str, room: int) -> None:
    assert text.measure_width(text.clip_to_width(name, 24, room), 24) <= room


def test_a_short_name_is_not_clipped() -> None:
    assert text.clip_to_width("Ada", 24, 200) == "Ada"
    assert text.clip_to_width("Wilhelmina", 24, 90).endswith("…")


def test_letters_without_a_glyph_are_left_out() -> None:
    assert [run.part for run in text.split_runs("ab𒀭𒀭𒀭")] == ["ab"]


def test_umlauts_are_drawn_in_the_main_font() -> None:
    assert text.split_runs("äöüßÄÖÜéąř") == ((glyphs.MAIN_FACES[0], "äöüßÄÖÜéąř", None),)


def test_letters_missing_in_the_main_font_are_drawn_in_the_second_font() -> None:
    assert {run.face for run in text.split_runs("Ωش")} == {glyphs.MAIN_FACES[1]}


def test_small_text_is_refused() -> None:
    with pytest.raises(ValueError, match="17"):
        text.draw_cached("a", 17, "#FFFFFF", "#000000")


def test_texts_of_one_font_size_have_the_same_height() -> None:
    heights = {text.draw_cached(name, 24, "#FFFFFF", "#10293D").size[1] for name in ("a", "Ág", "Ω")}
    assert len(heights) == 1


@pytest.mark.parametrize("name", ["స్త్రీ", "కృష్ణ", "សុភ័ក្ត្រ", "ที่รัก", "น้ำผึ้ง", "ষ্ণু", "ஸ்ரீ", "फ़िरोज़"])
@pytest.mark.parametrize("size", [18, 24, 48, 100])
def test_diacritics_are_not_cut_off(name: str, size: int) -> None:
    (run, *more) = text.split_runs(name)
    assert not more and run.direction is not None
    *_, high = glyphs.load_font(run.face, size, is_shaped=True).getbbox(name, anchor="lt")
    cover = text.draw_cached(name, size, "#FFFFFF", "#000000").image
    lit = cover.point([0 if level == palette.find_index("#000000") else 255 for level in range(256)], "L")
    box = lit.getbbox()
    # Up to two rows may be missing, because faint pixels at the top and bottom can get the background colour.
    assert box is not None and box[3] - box[1] >= high - 2
