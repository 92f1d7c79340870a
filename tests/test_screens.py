"""The README's pictures of the playground are small enough and show current texts."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from PIL import Image

from games.core.words import list_locales, load_words
from tools.locales import TEMPLATE, read_catalogue
from tools.screens import MAX_PICTURE_BYTES, ROOT, SCREENS_FOLDER, SENTENCES_FILE_NAME, TOUR_FOLDER

PICTURE_PATHS = sorted(SCREENS_FOLDER.glob("*.png"))


def test_every_sentence_of_the_pictures_still_exists() -> None:
    """If this fails, take the pictures again with ``python -m tools.screens``."""
    shown = {
        ast.literal_eval(line)
        for line in (SCREENS_FOLDER / SENTENCES_FILE_NAME).read_text("utf-8").splitlines()
    }
    assert shown
    known = {text for one in read_catalogue(TEMPLATE) for text in (one.id if one.pluralizable else (one.id,))}
    languages = {
        load_words(locale).translate_in_context("this language's own name", "English")
        for locale in list_locales()
    }
    assert shown - known - languages == set()


@pytest.mark.parametrize("picture", PICTURE_PATHS, ids=lambda picture: picture.stem)
def test_a_picture_is_small_and_in_true_colour(picture: Path) -> None:
    assert picture.stat().st_size <= MAX_PICTURE_BYTES
    with Image.open(picture) as opened:
        assert opened.mode == "RGB"


def test_pictures_of_the_tour_are_not_committed() -> None:
    assert f"{TOUR_FOLDER.relative_to(ROOT).parts[0]}/" in (ROOT / ".gitignore").read_text("utf-8").split()


def test_there_are_pictures_for_desktop_and_phone() -> None:
    assert {"board-desktop", "board-phone", "start-desktop"} == {picture.stem for picture in PICTURE_PATHS}
