"""Names of any script are drawn completely, fit their plates, and look different at a table."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from PIL import Image, ImageChops

from games.core.texts import Scene
from games.core.words import load_words
from games.drawing import glyphs, names, text
from games.drawing.names import fit_names, make_drawable_name, make_look_key
from games.drawing.sprites import Sprite
from games.registry import GAMES
from tests.games.drawing.people import list_people
from tests.support.cases import join_cases
from tools.walks import Case

PLATE_SIZES = ((26, 130), (32, 236))
"""Pairs of a font size and a plate's width, in pixels: the narrowest plate for its text, and the widest."""
PEOPLE = list_people()
TABLES_OF_PEOPLE = [
    PEOPLE[first : first + step] for step in (6, 2) for first in range(0, len(PEOPLE) - step, step)
]


@pytest.fixture
def without_text_shaping(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Simulate a Pillow that can't shape text."""
    kept: tuple[Any, ...] = (
        glyphs.find_face,
        glyphs._find_drawable_character,
        text.split_runs,
        text.clip_to_width,
        text.draw_cached,
        names.fit_names,
    )
    for one in kept:
        one.cache_clear()
    monkeypatch.setattr(glyphs, "CAN_SHAPE_TEXT", False)
    yield
    for one in kept:
        one.cache_clear()


def draw_name(name: str, size: int = 24) -> Image.Image:
    """Return a name drawn in white on black."""
    return text.draw_cached(name, size, "#FFFFFF", "#000000").image


@cache
def draw_name_pixels(name: str, size: int) -> bytes:
    """Return the pixels of a name. Each name is drawn only once per process."""
    return draw_name(name, size).tobytes()


def find_missing_glyphs(name: str) -> list[str]:
    """Return the characters of a name that its font would draw as a box or not at all."""
    found = []
    for run in text.split_runs(name):
        probe = glyphs.load_font(run.face, 24)
        box = bytes(probe.getmask("\uffff"))
        masks = {c: bytes(probe.getmask(c)) for c in run.part if c != " "}
        found += [c for c, mask in masks.items() if mask == box or not any(mask)]
    return found


@cache
def list_fitted_names() -> list[tuple[int, int, tuple[str, ...]]]:
    """Return the font size, the width and the fitted names of each table on each kind of plate."""
    return [
        (size, room, fit_names(table, size, room)) for table in TABLES_OF_PEOPLE for size, room in PLATE_SIZES
    ]


def test_there_are_six_hundred_names_of_thirty_scripts() -> None:
    assert len(PEOPLE) >= 600
    letters = {sign for name in PEOPLE for sign in name if sign.isalpha()}
    assert len({unicodedata.name(sign, "?").split()[0] for sign in letters}) >= 30


def test_no_name_contains_missing_glyphs_or_is_empty() -> None:
    # Draw each name once, because most are the same at several tables and in several sizes.
    for name in {name for _, _, shown in list_fitted_names() for name in shown}:
        assert find_missing_glyphs(name) == []
        assert not set(name) & set("□▯\ufffd"), name
    for size, room, name in {
        (size, room, name) for size, room, shown in list_fitted_names() for name in shown
    }:
        assert any(draw_name_pixels(name, size)), ascii(name)
        assert text.measure_width(name, size) <= room


def test_all_names_of_a_table_look_different() -> None:
    for size, _, shown in list_fitted_names():
        assert len({draw_name_pixels(name, size) for name in shown}) == len(shown), shown
        assert len({make_look_key(name) for name in shown}) == len(shown), shown


def test_equal_names_are_drawn_differently() -> None:
    for name in PEOPLE[::4]:
        shown = fit_names((name,) * 6, 24, 130)
        assert len({draw_name(one).tobytes() for one in shown}) == 6, shown
        assert all(str(seat) in one for seat, one in enumerate(shown, 1))


@join_cases(
    [
        (name,)
        for name in [
            "Ada",
            "Jürgen Groß",
            "Nguyễn Thị Ánh",
            "Σοφία",
            "Дмитрий",
            "محمد",
            "שרה",
            "สมชาย",
            "李明",
            "陳大文",
            "さかな",
            "サカナ",
            "김서연",
            "प्रिया",
            "মিতা",
            "தமிழ்",
            "తెలుగు",
            "ខ្មែរ",
            "ማርያም",
            "გიორგი",
            "Հայկ",
            "𠮷野",
            "髙橋",
        ]
    ]
)
def test_a_drawable_name_is_unchanged(name: str) -> None:
    assert make_drawable_name(name, "somebody") == name
    assert fit_names((name, "Bo"), 26, 200) == (name, "Bo")


@join_cases([(name,) for name in ["𒀭𒂗", "ꦗꦮ", "ᠮᠣᠩᠭᠣᠯ", "ㅤ", "🐟", "🐟!", "", "\u200b", "ꦗꦮ2", "\U000e0041"]])
def test_an_undrawable_name_falls_back_to_the_username_and_then_the_seat(name: str) -> None:
    assert make_drawable_name(name, "fish.99") == "fish.99"
    assert make_drawable_name(name) == ""
    assert fit_names(("Ada", name), 26, 200) == ("Ada", "2")


def test_the_drawable_words_of_a_name_are_kept() -> None:
    assert make_drawable_name("Wei 𒀭", "wei") == "Wei"
    assert make_drawable_name("Anna 🐟✨", "anna") == "Anna"
    assert make_drawable_name("99 𒀭", "fish") == "fish"


@pytest.mark.parametrize(
    "name",
    [
        "𝓐𝓷𝓷𝓪",
        "Ａｎｎａ",
        "Ⓐⓝⓝⓐ",
        "A\u200bn\u202en\u0336a\u0489",
        "A\u0337\u031bn\u0338\u035dn\u0334a\u0335\u0331",
    ],
)
def test_fancy_letters_become_plain_ones(name: str) -> None:
    assert make_drawable_name(name) == "Anna"


def test_confusable_names_get_their_seat_number() -> None:
    # The second name begins with a Cyrillic letter.
    assert fit_names(("Anna", "Аnna", "Ben", "ANNA!"), 24, 200) == (
        "Anna (1)",
        "Аnna (2)",
        "Ben",
        "ANNA! (4)",
    )
    assert fit_names(("Anna 🐟", "Anna 🐠"), 24, 200) == ("Anna (1)", "Anna (2)")
    assert fit_names(("Al1", "AlI"), 24, 200) == ("Al1 (1)", "AlI (2)")
    assert fit_names(("हरि", "हरा"), 24, 200) == ("हरि", "हरा")
    # A name that looks like a numbered one is numbered too.
    assert len({make_look_key(one) for one in fit_names(("A", "A", "Al", "A2"), 24, 200)}) == 4


def test_names_that_look_equal_after_clipping_are_numbered() -> None:
    long = ("Wilhelmina Abendroth", "Wilhelmina Abendstern", "Wilhelm")
    assert fit_names(long, 24, 140) == ("Wilhel… (1)", "Wilhel… (2)", "Wilhelm")
    numbered = ("Wilhelmina Abendroth (1)", "Ben", "Wilhelmina Abendroth (2)")
    assert fit_names(numbered, 24, 140) == ("Wilhel… (1)", "Ben", "Wilhel… (2)")


def test_arabic_letters_are_joined_and_run_right_to_left() -> None:
    assert glyphs.CAN_SHAPE_TEXT
    joined, letters = text.measure_width("مممم", 24), 4 * text.measure_width("م", 24)
    assert joined < letters
    # Devanagari conjuncts are narrower than their letters, and a Thai mark is placed on its letter.
    assert text.measure_width("क्ष", 24) < text.measure_width("क", 24) + text.measure_width("ष", 24) - 3
    assert text.measure_width("กุ้", 24) == text.measure_width("ก", 24)
    alef, both = draw_name("א"), draw_name("אב")
    right = both.crop((both.width - alef.width, 0, both.width, both.height))
    moved = [ImageChops.offset(right, across, 0) for across in range(-2, 3)]
    assert min(sum(ImageChops.difference(one, alef).histogram()[1:]) for one in moved) < 12


@pytest.mark.parametrize(
    ("content", "parts"),
    [
        ("أحمد wins: 7", ["أحمد", " wins: 7"]),
        ("Turn: أحمد", ["Turn: ", "أحمد"]),
        ("عبد الله 99", ["عبد الله 99"]),
        ("عبد الل… (2)", ["عبد الل… (2)"]),
        ("Ali علي Ali", ["Ali ", "علي", " Ali"]),
    ],
)
def test_right_to_left_text_is_drawn_in_one_piece(content: str, parts: list[str]) -> None:
    assert [run.part for run in text.split_runs(content)] == parts


def test_without_text_shaping_names_of_complex_scripts_are_undrawable(without_text_shaping: None) -> None:
    for name in ("محمد", "יוסי", "प्रिया", "สมชาย", "মিতা", "ខ្មែរ"):
        assert make_drawable_name(name, "somebody") == "somebody"
        assert fit_names(("Ada", name), 24, 136) == ("Ada", "2")
    assert make_drawable_name("Ángström Σοφία Дмитрий") == "Ángström Σοφία Дмитрий"
    for table in TABLES_OF_PEOPLE[:40]:
        for name in fit_names(table, 24, 136):
            assert find_missing_glyphs(name) == []
            assert draw_name(name).getextrema()[1]
            assert all(run.direction is None for run in text.split_runs(name))


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("is_over", [False, True])
def test_every_board_numbers_similar_and_undrawable_names(
    key: str, is_over: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[str] = []
    tile = text.draw_cached

    def record_and_draw(content: str, size: int, ink: str, background_colour: str) -> Sprite:
        written.append(content)
        return tile(content, size, ink, background_colour)

    monkeypatch.setattr(text, "draw_cached", record_and_draw)
    game = GAMES[key]
    for seats in game.seat_counts:
        match = Case(game, seats, game.get_default_options(), 5, is_rich=True, max_plies=12).match
        match = match.close() if is_over and match.outcome is None else match
        view = match.rules.view(match.state, None)
        for given in (("Wilhelmina Abendroth of the reefs",) * seats, ("𒀭",) * seats):
            written.clear()
            game.draw(view, Scene(given, load_words(), (), match.outcome))
            assert not any(glyphs.strip_undrawable_characters(one)[1] for one in written)
            for seat in range(1, seats + 1):
                mark = f" ({seat})" if given[0].isascii() else str(seat)
                # On a wide plate, the number may be alone in the second line.
                found = any(one.endswith(mark) or one == mark.strip() for one in written)
                assert found, (seat, written)
