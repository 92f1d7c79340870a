"""Advice on actions of Coral Reef, in positions with an obvious reason."""

from __future__ import annotations

import pytest

from games.coral_reef import texts
from games.coral_reef.events import Event
from games.coral_reef.rules import RULES
from games.coral_reef.state import State
from games.coral_reef.texts.nouns import NO_BREAK_SPACE
from games.coral_reef.turns import count_turns
from games.coral_reef.view import View
from games.core.texts import GenericScene
from games.core.words import load_words
from tests.games.advising import check_advice
from tests.games.coral_reef.build import make_position
from tests.support.cases import join_cases

CASES = [
    (make_position("45", "2"), "play:1:45>5", "wins the match", "CR-3.1"),
    (make_position("45", "2", rounds=2), "play:1:45>5", "you win the round", "CR-3.1"),
    (make_position("4536", "2"), "play:1:45>5", "The rest then goes on stack 2", "CR-3.1"),
    (
        make_position("45k", "2"),
        "play:1:45>5",
        "You get rid of 2 cards, but what's left fits no stack",
        "CR-2.6",
    ),
    (
        make_position("4588", "2"),
        "play:1:45>5",
        "You get rid of 2 cards, but what's left fits no stack",
        "CR-2.6",
    ),
    (
        make_position("4527", "2", stacks="9 2"),
        "play:1:45>5",
        "You keep 2, 7: one play once a stack needs 9.",
        "CR-2.2",
    ),
    (make_position("45278t", "2"), "play:1:45t>t", "The 10 counts as zero", "CR-2.3"),
    (make_position("66278k", "2"), "play:1:6*2k>6", "You get rid of K", "CR-2.3"),
    (
        make_position("458a83", "2"),
        "play:1:45>5",
        "play on stack 2, which then needs 9 unless covered",
        "CR-2.2",
    ),
    (make_position("458a8", "2"), "play:1:45>5", "No other move gets rid of more cards", "CR-2.2"),
    (
        make_position("458a86", "2"),
        "play:1:8a>8",
        "play on stack 1, which then needs 8 unless covered",
        "CR-2.2",
    ),
    (make_position("4598", "2", stacks="9"), "play:1:45>5", "a nine", "CR-2.4"),
    (make_position("978", "2", stacks="2"), "seed", "all you can do", "CR-2.4"),
    (make_position("9728", "2", stacks="2"), "seed", "one more place to play", "CR-2.4"),
    (make_position("978", "2", stacks="9"), "seed", "It gets rid of a nine, but", "CR-2.6"),
    (make_position("954", "2"), "seed", "The rest then goes on stack 1", "CR-3.1"),
]


VAGUE_PHRASES = (
    "what's left fits no stack",
    "Next turn you could play on stack",
    "counts as zero",
    "one play once a stack needs",
    "gets rid of more cards",
)
"""Phrases that fit many actions, or warn of one. Advice with such a phrase isn't a reason for an action."""


@join_cases(CASES)
def test_advice_gives_the_expected_reason_and_clause(
    state: State, token: str, expected: str, clause: str
) -> None:
    check_advice("coral_reef", state, token, expected, clause, VAGUE_PHRASES)


@pytest.mark.parametrize(
    ("hand", "token", "expected"),
    [
        ("27ta", "play:1:27t>t", "2 + 7 + 0 = 9. The rest then goes"),
        ("29qta", "play:1:29qt>t", "2 + 9 + 0 − 2 = 9. The rest"),
        ("66278k", "play:1:6*2k>6", "6 + 6 − 3 = 9. You get rid of"),
        ("45278t", "play:1:45t>t", "The 10 counts as zero"),
        ("45a", "play:1:45>5", "The rest"),
        ("4523678a", "play:1:45>5", "4 + 5 = 9. "),
    ],
)
def test_a_hint_adds_up_tens_and_faces_and_the_first_play(hand: str, token: str, expected: str) -> None:
    state, said = make_position(hand, "2", stacks="9 a"), load_words()
    action, view = RULES.read(token), RULES.view(state, 0)
    hint = texts.advise_on_action(action, view, GenericScene(("Anna", "Ben"), said, reader_seat=0))
    assert hint.text.replace(NO_BREAK_SPACE, " ").startswith(expected)
    other = texts.advise_on_action(action, view, GenericScene(("Anna", "Ben"), said))
    assert hint.text.endswith(other.text), "without a reader, only the reason is given"


CONTRASTS = [
    # Both tens can't be in one play (CR-2.3), so the play with the 4 can include only one of them.
    ("246ttq7k", "10 9 9 9", "play:2:246kt>t", "play:1:267kq>6", "which can't all be played without drawing"),
    ("a33t8t", "10 9 9 9", "play:2:8at>t", "play:2:8a>8", "leaves 3, 3, 10: 1 turn at best"),
    ("a339tt", "10 8 9 9", "play:3:9t>t", "play:3:9>9", "A, 3, 3, 10, 10: at least 2, without drawing."),
    ("33458tjk", "6 9 9 9", "play:2:48kt>t", "play:1:3*24kjt>t", "The rest then goes on stack 2"),
    (
        "23458tjk",
        "10 9 9 9",
        "play:2:238kj>3",
        "play:1:238k>8",
        "then goes on any of 2 stacks, not just on 1",
    ),
    (
        "44668kka",
        "9 9 9 9",
        "play:1:8a>8",
        "play:1:4*26k2a>a",
        "After the move played, what's left (6, 8) fits no stack as it lies.",
    ),
    ("23456789", "9 9 9 9", "play:1:36>6", "play:1:45>5", ""),
    ("a268ttjk", "3 9 9 9", "play:1:6kt>t", "play:1:2at>t", ""),
    # Two plays could empty the hand only on two stacks with a ten on top, and there is none.
    ("45789jjq", "9 9 9 9", "seed", "play:1:48qj>8", ""),
    ("45789jjq", "10 10 9 9", "seed", "play:3:48qj>8", "4, 5, 7, 8, J, J, Q: 2 turns at best."),
]


@join_cases(CONTRASTS)
def test_a_contrast_says_how_much_sooner_the_hand_can_be_empty(
    hand: str, stacks: str, better: str, played: str, expected: str
) -> None:
    state = make_position(hand, "2", stacks=stacks.replace("10", "t"))
    actions = [RULES.read(token) for token in (better, played)]
    assert all(RULES.is_legal(state, 0, action) for action in actions)
    contrast = texts.contrast_actions(
        actions[0], actions[1], RULES.view(state, 0), GenericScene(("Anna", "Ben"), load_words())
    )
    assert (expected in contrast) if expected else not contrast, contrast
    other = texts.contrast_actions(
        actions[1], actions[0], RULES.view(state, 0), GenericScene(("Anna", "Ben"), load_words())
    )
    assert not other


@pytest.mark.parametrize(
    ("hand", "turns"),
    [("7tq", 1), ("33tt", 2), ("4tt", None), ("tj", None), ("488kk", 2), ("9", 1), ("29a", 2), ("", 0)],
)
def test_the_fewest_turns_for_a_hand_are_counted(hand: str, turns: int | None) -> None:
    assert count_turns(hand) == turns


@pytest.mark.parametrize(("max_tens", "turns"), [(None, 2), (2, 2), (1, 3), (0, 3)])
def test_turns_that_need_a_ten_are_counted_only_if_there_is_one(max_tens: int | None, turns: int) -> None:
    assert count_turns("4578jjq", max_tens) == turns


@pytest.mark.parametrize(
    ("hand", "gain"),
    [
        ("2345t", "You keep 2, 3, 10: one play once a stack needs 5."),
        ("45888", "No other move gets rid of more cards."),
        ("45k", "No other move gets rid of more cards."),
    ],
)
def test_a_suggested_play_after_which_only_a_draw_is_sure_names_the_turns_for_the_rest(
    hand: str, gain: str
) -> None:
    view = RULES.view(make_position(hand, "2", stacks="9"), 0)
    advice = texts.advise_on_action(
        RULES.read("play:1:45>4"), view, GenericScene(("Anna", "Ben"), load_words())
    )
    assert advice.is_drawback and advice.gain_text.endswith(gain), advice


def test_a_hint_without_a_reason_still_explains_the_sum() -> None:
    """Queens subtract 2, which isn't obvious, so the hint says it even if nothing else can be said."""
    view = RULES.view(make_position("854q26", "2", stacks="9"), 0)
    scene: GenericScene[Event, View] = GenericScene(("Anna", "Ben"), load_words(), reader_seat=0)
    advice = texts.advise_on_action(RULES.read("play:1:56q>5"), view, scene)
    assert advice.is_drawback and advice.gain_text.replace(NO_BREAK_SPACE, " ") == "5 + 6 − 2 = 9."


@pytest.mark.parametrize(
    ("hand", "token", "gain"),
    [
        ("a34577", "play:1:45>5", "You keep A, 3, 7, 7: at least 2 turns, the fewest possible."),
        ("245567", "play:1:27>7", "You keep 4, 5, 5, 6: at least 2 turns, the fewest possible."),
        ("aa3467", "play:1:36>3", ""),
        ("aa3467", "play:1:34a2>a", "No other move gets rid of more cards."),
    ],
)
def test_turns_for_the_rest_are_a_reason_only_if_other_moves_leave_more(
    hand: str, token: str, gain: str
) -> None:
    view = RULES.view(make_position(hand, "2", stacks="9"), 0)
    advice = texts.advise_on_action(RULES.read(token), view, GenericScene(("Anna", "Ben"), load_words()))
    assert advice.gain_text == gain
