"""Tests of counting the words in a message."""

from __future__ import annotations

import pytest

from tests.support.words import count_words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", 0),
        ("**Your turn, <@123456>** – take a die.", 6),
        ("## Coral Reef\n-# 📈 Anna +49", 4),
        ("[the paper](https://example.org/a) https://example.org <https://example.org>", 2),
        ("Type </club card:42> <:worm:99> until <t:1700000000:R>", 7),
        ("3 of 4 worms · 5 + 4", 6),
    ],
)
def test_words_are_counted_as_discord_shows_them(text: str, words: int) -> None:
    assert count_words(text) == words
