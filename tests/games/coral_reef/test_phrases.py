"""Plays typed in words are read as the play they mean, or not at all."""

from __future__ import annotations

import pytest

from games.coral_reef.actions import MAX_TRIED_STACKS, read_action
from games.core.errors import UnreadableToken
from tests.support.cases import join_cases


def find_meant_token(typed: str) -> object:
    """Return the token that the refusal of a text suggests, or ``None``."""
    with pytest.raises(UnreadableToken) as refused:
        read_action(typed)
    return refused.value.message.values.get("meant")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("stack 1: 9, 2", "play:1:29>2"),
        ("1: play 7, 2, with 7 on top", "play:1:27>7"),
        ("stack 1: ace, 8", "play:1:8a>8"),
        ("Stack 2: king, 3, 9", "play:2:39k>9"),
        ("Stapel 1: Dame, 9, mit 9 oben", "play:1:9q>9"),
        ("Stapel 1: boer, 9", "play:1:9j>9"),
        ("stack 1: nine, two", "play:1:29>2"),
    ],
)
def test_ranks_are_read_as_digits_letters_and_names(typed: str, meant: str) -> None:
    assert find_meant_token(typed) == meant


@pytest.mark.parametrize(
    "typed", ["stack 1: 9 and 2", "stack 1: 23", "stack 1: 9, 4, with 2 on top", "stack 1: 9 nines"]
)
def test_a_play_that_would_be_guessed_wrongly_is_not_read(typed: str) -> None:
    assert find_meant_token(typed) is None


@join_cases(
    [
        ("stack 1: 2 nines", "play:1:9*2>9"),
        ("stack 1: two nines", "play:1:9*2>9"),
        ("stack 1: 2 9s", "play:1:9*2>9"),
        ("Stack 1: K, 2 × 9", "play:1:9*2k>9"),
        ("stack 1: 3x4", "play:1:4*3>4"),
        ("stack 1: 1 ace, 2 kings, 3 fours, with 4 on top", "play:1:4*3k2a>4"),
        ("stack 1: a nine, a queen, with a nine on top", "play:1:9q>9"),
        ("Stapel 1: zwei Könige, 3 Neunen, mit 9 oben", "play:1:9*3k2>9"),
        ("Stapel 1: 2 heren, drie negens, met 9 bovenop", "play:1:9*3k2>9"),
        ("stack 1: 2, nine", "play:1:29>9"),
        ("stack 1: 2, nines", "play:1:29>9"),
        ("stack 1: eight two", "play:1:28>2"),
        ("stack 1: nines", "play:1:9>9"),
        ("stack 1: 9 king", "play:1:9k>k"),
    ]
)
def test_a_number_before_the_name_of_a_rank_counts_its_corals(typed: str, meant: str) -> None:
    assert find_meant_token(typed) == meant


@join_cases(
    [
        ("6 and 8 on stack 3", ["play:3:68>8"]),
        ("two tens on stack 1", ["play:1:t2>t"]),
        ("Play 9, 2 on stack 12 with 9 on top", ["play:12:29>9"]),
        ("zwei Neunen auf Stapel 1", ["play:1:9*2>9"]),
        ("een negen en een boer op stapel 2", ["play:2:9j>j"]),
        ("2 nines", [f"play:{stack}:9*2>9" for stack in range(1, MAX_TRIED_STACKS + 1)]),
        ("lay 7 and king", [f"play:{stack}:7k>k" for stack in range(1, MAX_TRIED_STACKS + 1)]),
        ("banana", []),
        ("take card 3", []),
        ("4 now", []),
        ("9 nines on stack 1", []),
    ]
)
def test_words_in_another_order_have_readings(typed: str, readings: list[str]) -> None:
    with pytest.raises(UnreadableToken) as refused:
        read_action(typed)
    assert refused.value.readings == tuple(readings)
    assert "meant" not in refused.value.message.values, "a possible move that contains the words is preferred"
