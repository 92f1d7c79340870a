"""Compares the list of legal plays with brute force, and checks the tokens of the plays."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.coral_reef.actions import PlayCorals, format_corals, read_action
from games.coral_reef.parts import (
    FACE_RANKS,
    RANK_LETTERS,
    RANK_TARGETS,
    RANK_VALUES,
    STARTING_HAND_SIZE,
    TEN_RANK,
)
from games.coral_reef.rules import RULES
from games.coral_reef.sums import can_act, find_playable_ranks, make_mask
from games.core.errors import UnreadableToken
from tests.games.coral_reef.build import make_position, read_refusal
from tests.support.cases import join_cases

HAND_STRATEGY = st.lists(st.sampled_from(RANK_LETTERS), min_size=1, max_size=9).filter(
    lambda hand: all(hand.count(letter) <= 5 for letter in hand)
)
TOPS_STRATEGY = st.lists(st.sampled_from(sorted(RANK_TARGETS)), min_size=1, max_size=3)


def sort_letters(letters: object) -> str:
    return "".join(sorted(letters, key=RANK_LETTERS.index))  # type: ignore[call-overload]


def list_by_brute_force(hand: str, tops: list[str]) -> set[tuple[int, str, str]]:
    """Return the legal plays, found by trying every set of cards with each card on top (CR-2.2, CR-2.3)."""
    found = set()
    for size in range(1, len(hand) + 1):
        for chosen in itertools.combinations(hand, size):
            for stack, below in enumerate(tops):
                if sum(RANK_VALUES[letter] for letter in chosen) != RANK_TARGETS[below]:
                    continue
                for last in range(size):
                    others = chosen[:last] + chosen[last + 1 :]
                    if chosen[last] not in FACE_RANKS and TEN_RANK not in others:
                        found.add((stack, sort_letters(chosen), chosen[last]))
    return found


@settings(max_examples=100)
@given(HAND_STRATEGY, TOPS_STRATEGY)
def test_the_listed_plays_equal_those_found_by_brute_force(letters: list[str], tops: list[str]) -> None:
    hand = sort_letters(letters)
    state = make_position(hand, "2", stacks=" ".join(tops))
    legal = RULES.legal_actions(state, 0)
    plays = [action for action in legal if isinstance(action, PlayCorals)]
    assert len(legal) == len(set(legal))
    assert {tuple(play) for play in plays} == list_by_brute_force(hand, tops)
    assert (len(plays) < len(legal)) == ("9" in hand)
    assert can_act(hand, make_mask(RANK_TARGETS[top] for top in tops)) == bool(legal)


@settings(max_examples=60)
@given(HAND_STRATEGY, TOPS_STRATEGY)
def test_playable_ranks_match_the_listed_plays(letters: list[str], tops: list[str]) -> None:
    hand = sort_letters(letters)
    used = {letter for _, corals, _ in list_by_brute_force(hand, tops) for letter in corals}
    used |= {"9"} if "9" in hand else set()
    assert find_playable_ranks(hand, make_mask(RANK_TARGETS[top] for top in tops)) == "".join(
        letter for letter in RANK_LETTERS if letter in used
    )


@settings(max_examples=60)
@given(
    HAND_STRATEGY,
    TOPS_STRATEGY,
    st.lists(st.sampled_from(RANK_LETTERS), min_size=1, max_size=4),
    st.sampled_from("a23456789t"),
)
def test_a_play_is_legal_exactly_if_it_is_listed(
    letters: list[str], tops: list[str], corals: list[str], top: str
) -> None:
    state = make_position(sort_letters(letters), "2", stacks=" ".join(tops))
    legal = RULES.legal_actions(state, 0)
    for stack in range(4):
        action = PlayCorals(stack, sort_letters(corals), top)
        assert RULES.is_legal(state, 0, action) == (action in legal)
        if action not in legal:
            assert read_refusal(state, action.token).startswith("CR-2.")


@settings(max_examples=100)
@given(HAND_STRATEGY, TOPS_STRATEGY)
def test_candidates_are_all_plays_or_the_largest_for_each_top(letters: list[str], tops: list[str]) -> None:
    state = make_position(sort_letters(letters), "2", stacks=" ".join(tops))
    legal, worth = RULES.legal_actions(state, 0), RULES.list_candidates(state, 0)
    assert set(worth) <= set(legal)
    assert bool(worth) == bool(legal)
    found = [a for a in worth if isinstance(a, PlayCorals)]
    for action in legal:
        if isinstance(action, PlayCorals):
            alike = [a for a in found if tops[a.stack] == tops[action.stack] and a.top == action.top]
            if len(letters) <= STARTING_HAND_SIZE:
                assert [a.corals for a in alike].count(action.corals) == 1
            else:
                (best,) = alike
                assert len(best.corals) >= len(action.corals)


@settings(max_examples=80)
@given(HAND_STRATEGY, TOPS_STRATEGY)
def test_tokens_are_read_back(letters: list[str], tops: list[str]) -> None:
    state = make_position(sort_letters(letters), "2", stacks=" ".join(tops))
    legal = RULES.legal_actions(state, 0)
    assert len({action.token for action in legal}) == len(legal)
    for action in legal:
        assert read_action(action.token) == action
        assert len(action.token) <= 40


def test_repeated_cards_are_written_with_a_count() -> None:
    assert format_corals("44kkkqqa") == "4*2k3q2a"
    assert read_action("play:2:k3q2a>a") == PlayCorals(1, "kkkqqa", "a")


UNREADABLE_TOKENS = (
    "play:1:54>5 play:1:kkk>a play:1:4*1>4 play:1:k1a>a play:0:4>4 play:01:4>4 play:1:>4 play:1:4*9>4 "
    "play:1:k9>a play:1:44>4 play:1:4*24>4 play:1:a9>a play:1:aj>a play:1:4 seed:1 play:100:4>4"
)


@join_cases([(token,) for token in UNREADABLE_TOKENS.split()])
def test_other_forms_of_tokens_are_unreadable(token: str) -> None:
    with pytest.raises(UnreadableToken):
        read_action(token)


def measure_longest_corals() -> int:
    """Return the maximum length of the corals of a legal play in a token."""
    # ``best`` maps each sum to the length of the longest text with that sum. Ranks are added one by one.
    best = {0: 0}
    for letter in RANK_LETTERS:
        longer: dict[int, int] = {}
        for total, length in best.items():
            for n in range(9 if letter != TEN_RANK else 2):
                now = total + n * RANK_VALUES[letter]
                longer[now] = max(longer.get(now, 0), length + len(format_corals(letter * n)))
        best = longer
    return max(best[target] for target in range(1, 11))


def test_no_token_is_too_long() -> None:
    assert len("play:99:") + measure_longest_corals() + len(">a") <= 40


def test_a_hand_of_28_is_listed_exactly() -> None:
    hand = sort_letters("2233445566778899kkqqjjaatt2k")
    state = make_position(hand, "4", stacks="9 t 2 5 7 a 3 8")
    legal = RULES.legal_actions(state, 0)
    assert len(set(legal)) == len(legal)
    assert all(RULES.is_legal(state, 0, action) for action in legal)
    # Count the plays in another way: the number of ways to reach a sum times the number of possible tops.
    for stack, target in enumerate((9, 10, 2, 5, 7, 1, 3, 8)):
        listed = sum(isinstance(action, PlayCorals) and action.stack == stack for action in legal)
        assert listed == count_plays(hand, target)


def count_plays(hand: str, target: int) -> int:
    """Return the number of plays, computed from sums and possible tops without listing plays."""
    ways = {(0, 0): 1}
    for letter in RANK_LETTERS:
        if letter == TEN_RANK:
            continue
        longer: dict[tuple[int, int], int] = {}
        for (total, tops), count in ways.items():
            for n in range(hand.count(letter) + 1):
                key = (total + n * RANK_VALUES[letter], tops + (n > 0 and letter not in FACE_RANKS))
                longer[key] = longer.get(key, 0) + count
        ways = longer
    met = [(tops, count) for (total, tops), count in ways.items() if total == target]
    with_ten = sum(count for _, count in met) if TEN_RANK in hand else 0
    return sum(tops * count for tops, count in met) + with_ten


@join_cases(
    [
        ("play:1:54>5", "play:1:45>5"),
        ("play:1:4,5>5", "play:1:45>5"),
        ("Play: 1: 4 + 5 > 5", "play:1:45>5"),
        ("1:45>5", "play:1:45>5"),
        ("play:12:ka9>9", "play:12:9ka>9"),
        ("play:2:44k>4", "play:2:4*2k>4"),
        ("play:2:k28>8", "play:2:28k>8"),
        ("play:2:9110>10", "play:2:9at>t"),
        ("play:2:80>0", "play:2:8t>t"),
        ("seed:9", "seed"),
        ("SEED_ACTION", "seed"),
    ]
)
def test_the_token_closest_to_the_input_is_suggested(typed: str, expected: str) -> None:
    assert read_action(expected).token == expected
    with pytest.raises(UnreadableToken) as caught:
        read_action(typed)
    assert caught.value.message.values["meant"] == expected
    assert f"`{expected}`" in str(caught.value)


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("play:1:45", "which card goes on top"),
        ("play:1", "which card goes on top"),
        ("play:1:>5", "Name a stack, your cards and the one on top"),
        ("play:1:4x>4", "Name a stack, your cards and the one on top"),
        ("play:0:45>5", "Name a stack, your cards and the one on top"),
        ("play:1:" + "2" * 30 + ">2", "Name a stack, your cards and the one on top"),
        ("take:A1", "as a move"),
        ("play", "as a move"),
        ("", "as a move"),
    ],
)
def test_an_unreadable_text_gets_its_wrong_part_named(typed: str, expected: str) -> None:
    with pytest.raises(UnreadableToken) as caught:
        read_action(typed)
    assert expected in str(caught.value)
    assert "meant" not in caught.value.message.values
