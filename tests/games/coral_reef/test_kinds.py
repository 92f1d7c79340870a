"""The kinds of actions by which the game's puzzles are balanced."""

from __future__ import annotations

import pytest

from games.coral_reef.player.kinds import are_alike, classify_action
from games.coral_reef.rules import RULES
from tests.games.coral_reef.build import make_position


@pytest.mark.parametrize(
    ("hand", "action", "expected"),
    [
        ("27t", "play:1:27t>t", "out"),
        ("2345888", "play:1:45>4", "hold"),
        ("2556j", "play:1:6>6", "two_turns"),
        ("2567t", "play:1:27>7", "save_ten"),
        ("369", "play:1:36>3", "ready"),
        ("9", "seed", "seed"),
    ],
)
def test_a_kind_names_the_idea_of_an_action(hand: str, action: str, expected: str) -> None:
    state = make_position(hand, "2", stacks="6 9 9" if hand == "2556j" else "9 9 9")
    assert classify_action(state, 0, RULES.read(action)) == expected


def test_only_plays_on_stacks_with_equal_targets_are_alike() -> None:
    state = make_position("27t", "2", stacks="9 9 6")
    first = RULES.read("play:1:27>7")
    assert are_alike(state, first, RULES.read("play:2:27>7"))
    assert not are_alike(state, first, RULES.read("play:3:27>7"))
    assert not are_alike(state, first, RULES.read("play:1:27>2"))


def test_a_play_on_a_stack_that_no_longer_exists_is_like_no_other() -> None:
    state = make_position("27t", "2", stacks="9")
    assert not are_alike(state, RULES.read("play:1:27>7"), RULES.read("play:2:27>7"))
