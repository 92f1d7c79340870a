"""Plays typed in words are read as the play they mean, or not at all."""

from __future__ import annotations

import pytest

from games.coral_reef.actions import read_action
from games.core.errors import UnreadableToken


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("stack 1: 9, 2", "play:1:29>2"),
        ("1: play 7, 2, with 7 on top", "play:1:27>7"),
        ("stack 1: ace, 8", "play:1:8a>8"),
        ("Stack 2: king, 3, 9", "play:2:39k>9"),
        ("Stapel 1: Dame, 9, mit 9 oben", "play:1:9q>9"),
        ("Stapel 1: boer, 9", "play:1:9j>9"),
    ],
)
def test_ranks_are_read_as_digits_letters_and_names(typed: str, meant: str) -> None:
    with pytest.raises(UnreadableToken) as refused:
        read_action(typed)
    assert refused.value.message.values["meant"] == meant


@pytest.mark.parametrize("typed", ["stack 1: 9 and 2", "stack 1: 23", "stack 1: 9, 4, with 2 on top"])
def test_a_play_that_would_be_guessed_wrongly_is_not_read(typed: str) -> None:
    with pytest.raises(UnreadableToken) as refused:
        read_action(typed)
    assert "meant" not in refused.value.message.values
