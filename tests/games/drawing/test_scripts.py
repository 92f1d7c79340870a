"""Fonts for single scripts are opened only for names that need them, and installed fonts are found."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import ImageFont

from games.drawing import glyphs, scripts, text

MAX_FONT_BYTES = 3_000_000
"""Maximum total size in bytes of the fonts for single scripts."""
ORIGINAL_FONTS = {"NotoSansDevanagari-ExtraBold.ttf", "NotoSansThai-ExtraBold.ttf"}
FONT_CACHES: tuple[Any, ...] = (
    glyphs.load_font,
    glyphs.find_face,
    glyphs._find_drawable_character,
    scripts._find_installed_fonts,
    scripts._list_installed_fonts,
    scripts.face_needs_shaping,
    text.split_runs,
    text.measure_width,
)


@pytest.fixture(autouse=True)
def clear_font_caches(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Clear the caches of fonts before and after a test."""
    for one in FONT_CACHES:
        one.cache_clear()
    yield
    monkeypatch.undo()
    for one in FONT_CACHES:
        one.cache_clear()


def test_the_bundled_fonts_are_small() -> None:
    added = {one.included_font for one in scripts.SCRIPTS_WITH_FONTS if one.included_font} - ORIGINAL_FONTS
    assert sum((scripts.FONTS_FOLDER / name).stat().st_size for name in added) <= MAX_FONT_BYTES


def test_a_font_is_opened_only_when_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    font = ImageFont.truetype

    def record_and_open(path: str, *args: Any, **kwargs: Any) -> Any:
        opened.append(Path(path).name)
        return font(path, *args, **kwargs)

    monkeypatch.setattr(ImageFont, "truetype", record_and_open)
    text.measure_width("Anna Ώμος Юрий محمد", 24)
    assert set(opened) <= set(glyphs.MAIN_FACES)
    text.measure_width("মিতা", 24)
    assert set(opened) - set(glyphs.MAIN_FACES) == {"NotoSansBengali-ExtraBold.ttf"}


@pytest.mark.parametrize("ending", ["-Bold.ttf", "-ExtraBold.ttf"])
def test_an_installed_font_draws_letters_missing_in_the_bundled_ones(
    ending: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bengali = next(one for one in scripts.SCRIPTS_WITH_FONTS if one.font_stem == "NotoSansBengali")
    monkeypatch.setattr(scripts, "SCRIPTS_WITH_FONTS", (bengali._replace(included_font=""),))
    monkeypatch.setattr(scripts, "FONT_PACKAGES", ())
    monkeypatch.setattr(scripts, "SYSTEM_FONT_FOLDERS", (tmp_path,))
    assert glyphs.strip_undrawable_characters("মিতা") == ("", True)
    folder = tmp_path / "truetype" / "noto"
    folder.mkdir(parents=True)
    shutil.copy(scripts.FONTS_FOLDER / bengali.included_font, folder / f"NotoSansBengali{ending}")
    for one in FONT_CACHES:
        one.cache_clear()
    assert glyphs.strip_undrawable_characters("মিতা") == ("মিতা", False)
    assert text.split_runs("মিতা") == ((str(folder / f"NotoSansBengali{ending}"), "মিতা", "ltr"),)


def test_narrow_or_broken_system_fonts_are_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gujarati = next(one for one in scripts.SCRIPTS_WITH_FONTS if one.font_stem == "NotoSansGujarati")
    # Use another name, because Pillow opens an installed font of the same name in place of a broken file.
    monkeypatch.setattr(scripts, "SCRIPTS_WITH_FONTS", (gujarati._replace(font_stem="NotoSansNowhere"),))
    monkeypatch.setattr(scripts, "FONT_PACKAGES", ())
    monkeypatch.setattr(scripts, "SYSTEM_FONT_FOLDERS", (tmp_path,))
    for name in ("Regular", "CondensedBold", "Bold"):
        (tmp_path / f"NotoSansNowhere-{name}.ttf").write_bytes(b"no font")
    assert glyphs.strip_undrawable_characters("ગુ") == ("", True)
