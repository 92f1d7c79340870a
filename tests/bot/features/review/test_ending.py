"""The line in a review's picture about who won and what the last turn changed."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from bot.features.review.texts import find_last_turn_start, write_ending
from bot.model.turns import find_turn_number
from games.core.words import load_words
from games.registry import GAMES
from games.review.review import Review
from tests.proof.whatif import play_match_to_ply

TABLE: Any = SimpleNamespace(names=("Ann", "Ben"))


def write_line(before: float, *win_shares: float) -> str:
    """Return a review's line about the end of the match.

    :param before: the second seat's win chance at the start of the last turn.
    :param win_shares: each seat's share of the win.
    """
    match: Any = SimpleNamespace(ply=3, count_ended_turns=lambda ply: int(ply == 1))
    curve = ((0.5, 0.5), (1 - before, before), (0.5, 0.5), (win_shares[0], win_shares[1]))
    return write_ending(
        TABLE, match, Review(3, (0.5, 0.5), curve, (win_shares[0], win_shares[1]), ()), load_words()
    )


def test_a_large_change_in_the_last_turn_is_stated_in_per_cent() -> None:
    assert write_line(0.12, 0.0, 1.0) == "Ben won. Last turn: 12% → 100%."


def test_an_expected_win_and_a_shared_win_are_stated_without_numbers() -> None:
    assert write_line(0.95, 0.0, 1.0) == "Ben won."
    assert write_line(0.12, 0.5, 0.5) == "Ann and Ben share the win."


@pytest.mark.parametrize("key", GAMES)
def test_the_last_turn_is_counted_from_its_first_step(key: str) -> None:
    match = play_match_to_ply(GAMES[key], GAMES[key].seat_counts.start, 1, 1000)
    at = find_last_turn_start(match)
    last = find_turn_number(match, match.ply - 1)
    assert find_turn_number(match, at - 1) == last
    assert at == 1 or find_turn_number(match, at - 2) < last
