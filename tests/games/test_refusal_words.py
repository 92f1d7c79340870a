"""Refusals are short in each language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.words import count_words
from tools import locales

REFUSAL_PATH_PATTERN = re.compile(r"bot/errors/(?!shards|storage)|games/\w+/(refusal|payment|read)\.py")
"""Source files with refusals. Refusals about shards and storage are left out, because they may be longer."""
MAX_WORDS = 20
"""Maximum number of words in an English refusal."""
MAX_TRANSLATED_WORDS = 24
"""Maximum number of words in a translated refusal. Translations need a few more words than English."""


@pytest.mark.parametrize("path", [locales.TEMPLATE, *locales.list_catalogues()], ids=lambda path: path.stem)
def test_a_refusal_has_at_most_twenty_words(path: Path) -> None:
    most, checked = (MAX_WORDS if path == locales.TEMPLATE else MAX_TRANSLATED_WORDS), 0
    for message in locales.read_catalogue(path):
        if not any(REFUSAL_PATH_PATTERN.match(place) for place, _ in message.locations):
            continue
        said = message.id if path == locales.TEMPLATE else message.string
        for text in (said,) if isinstance(said, str) else said or ():
            counted = count_words(re.sub(r"\{\w+\}", "", text))
            assert counted <= most, f"{counted} words: {text}"
            checked += 1
    assert checked > 100
