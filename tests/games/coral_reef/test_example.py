"""Examples of the plays that a hand allows, including tens, faces and equal sums."""

from __future__ import annotations

from tests.games.coral_reef.build import list_tokens, make_position, play_moves, read_refusal, read_stacks
from tests.support.cases import join_cases


@join_cases(
    [
        ("45", "9", {"45>4", "45>5"}),
        ("9", "9", {"9>9"}),
        ("8a", "9", {"8a>8", "8a>a"}),
        ("9ja", "9", {"9>9", "9ja>9", "9ja>a"}),
        ("6j", "5", {"6j>6"}),
        ("4t", "4", {"4>4", "4t>t"}),
        ("t", "t", set()),
        ("9a", "t", {"9a>9", "9a>a"}),
        ("73", "t", {"37>3", "37>7"}),
        ("kk97", "t", {"79k2>7", "79k2>9"}),
    ]
)
def test_a_hand_offers_exactly_these_plays(hand: str, top: str, plays: set[str]) -> None:
    legal = set(list_tokens(make_position(hand, "2", stacks=top))) - {"seed"}
    assert legal == {f"play:1:{play}" for play in plays}


def test_a_stack_topped_by_a_ten_requires_ten() -> None:
    state = play_moves(make_position("4t2", "73", stacks="4 4"), "play:1:4t>t")
    assert read_stacks(state) == "44t 4"
    assert list_tokens(state) == ["play:1:37>3", "play:1:37>7"]


def test_the_jack_is_never_on_top() -> None:
    assert read_refusal(make_position("9ja", "2", stacks="9"), "play:1:9>a").startswith("CR-2.2")


def test_a_ten_cannot_be_played_alone_onto_a_stack() -> None:
    expected = "CR-2.2: A 10 counts as zero when you play it, and the stack needs 10."
    assert read_refusal(make_position("t9a", "2", stacks="t"), "play:1:t>t") == expected
