"""Advice on actions of Reef, in positions with an obvious reason."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from games.core.match import Match
from games.core.puzzle import make_puzzle_match, read_puzzles
from games.core.rng import Chance
from games.core.texts import GenericScene
from games.core.words import load_words
from games.reef import texts
from games.reef.actions import TakeCard
from games.reef.events import Event
from games.reef.parts import CARDS
from games.reef.rules import RULES
from games.reef.state import State
from games.reef.texts.advice import HandCard, advise_on_gain
from games.reef.texts.nouns import describe_pattern
from games.reef.texts.position import find_best_score
from games.reef.view import Ruleset, View
from games.registry import GAMES
from tests.games.advising import check_advice
from tests.games.reef.build import make_position, parse_reef
from tests.support.cases import join_cases

CASES = [
    (
        make_position(hands=((4, 30), (3, 5)), deck=(31, 32)),
        "play:4:a1,d1",
        "That's the most this card can score now",
        "RF-2.4",
    ),
    (
        make_position(hands=((53,), (5, 6))),
        "play:53:a1,d1",
        "That's the most this card can score now",
        "RF-2.6",
    ),
    (
        make_position(hands=((4, 9), (5, 6))),
        "play:4:a1,a1",
        "Then card 9 can score up to 3, up from 2",
        "RF-2.4",
    ),
    (
        make_position(hands=((13, 9), (5, 6))),
        "play:13:a1,a1",
        "Then card 9 can score up to 3, up from 2",
        "RF-2.4",
    ),
    (make_position(hands=((13,), (5, 6))), "play:13:a1,d1", "no other card in your hand gains yet", "RF-2.3"),
    (
        make_position(hands=((1,), (5, 6)), supply=(5, 2, 5, 5)),
        "play:1:a1,d1",
        "It scores 1 point and takes the last coral",
        "RF-3.1",
    ),
    (
        make_position(hands=((1,), (5, 6)), display=((13, 0), (4, 2), (50, 0))),
        "take:4",
        "2 points now, up to 1 when played.",
        "RF-2.1",
    ),
    (
        make_position(hands=((1,), (5, 6)), display=((13, 2), (4, 0), (50, 0))),
        "take:13",
        "2 points now.",
        "RF-2.1",
    ),
    (
        make_position(hands=((), (5, 6)), display=((13, 0), (4, 0), (50, 0))),
        "take:13",
        "Nothing yet: 3 points for each pattern that you build.",
        "RF-2.1",
    ),
    (
        make_position(hands=((), (5, 6)), display=((13, 0), (4, 0), (50, 0))),
        "take:4",
        "Up to 1 point when played.",
        "RF-2.1",
    ),
    (
        make_position(hands=((), (5, 6)), display=((13, 0), (4, 0), (50, 0)), supply=(0, 5, 5, 5)),
        "take:4",
        "it still scores 1 point",
        "RF-3.2",
    ),
    (
        make_position(hands=((), (5, 6)), display=((13, 2), (4, 0), (50, 0)), supply=(0, 5, 5, 5)),
        "take:13",
        "2 points now; it's your last turn",
        "RF-2.1",
    ),
    (
        make_position(hands=((), (5, 6)), display=((13, 0), (4, 0), (50, 0)), deck=(30,)),
        "take:4",
        "ends the match",
        "RF-3.1",
    ),
    (
        make_position(hands=((), (5, 6)), display=((13, 0), (4, 0), (50, 0))),
        "deck>4",
        "An unknown card costs 1 point.",
        "RF-2.2",
    ),
    (
        replace(
            make_position(hands=((), (5, 6)), display=((13, 0), (4, 0), (50, 0)), deck=(3, 30)),
            ruleset=Ruleset("fixed", "face_up", "at_once"),
        ),
        "deck>4",
        "It costs 1 point and can score up to 1 when played",
        "RF-2.2",
    ),
]


def test_advice_names_the_number_on_the_button_of_the_other_card() -> None:
    view = RULES.view(make_position(hands=((4, 9), (5, 6))), 0)
    scene: GenericScene[Event, View] = GenericScene(("Anna", "Ben"), load_words())
    label = texts.label_value("card", "9", view, scene)
    action = RULES.read("play:4:a1,a1")
    assert label == "Card 9: up to 2 points"
    assert texts.advise_on_action(action, view, scene).text == "Then card 9 can score up to 3, up from 2."
    after, _ = RULES.apply(make_position(hands=((4, 9), (5, 6))), 0, action, Chance(bytes(32), 1))
    assert texts.label_value("card", "9", RULES.view(after, 0), scene) == "Card 9: up to 3 points"


def test_advice_to_take_a_card_names_a_better_one_in_hand() -> None:
    state = make_position(hands=((9,), (5, 6)), display=((13, 0), (4, 0), (50, 0)))
    advice = texts.advise_on_action(
        RULES.read("take:4"), RULES.view(state, 0), GenericScene(("Anna", "Ben"), load_words())
    )
    assert advice.text == "Up to 1 point when played. Your card 9 can still score up to 2."
    assert advice.gain_text == "Up to 1 point when played. Card 9 is safe in hand."


def test_a_take_that_postpones_a_prepared_score_says_that_it_is_safe() -> None:
    scene: GenericScene[Event, View] = GenericScene(("Anna", "Ben"), load_words())
    display, hands = ((13, 0), (4, 0), (50, 0)), ((11,), (5, 6))
    first = texts.advise_on_action(
        RULES.read("take:14"),
        RULES.view(make_position(hands=hands, display=((13, 0), (14, 0), (50, 0))), 0),
        scene,
    )
    assert first.text == "+3 for card 11: its corals let that score up to 3."
    assert first.next_turn_token == "play:14:"
    state = make_position(hands=((11, 14), (5, 6)), display=display, deck=range(30, 40))
    take = RULES.read("take:4")
    later = texts.advise_on_action(take, RULES.view(state, 0), scene)
    assert later.text == "Up to 1 point when played. Card 14 is safe in hand."
    # The match may end before card 14 and then card 11 are played.
    for late in (replace(state, supply=(7, 8, 8, 8)), replace(state, deck=state.deck[:4])):
        assert "safe in hand" not in texts.advise_on_action(take, RULES.view(late, 0), scene).text


@pytest.mark.parametrize(
    ("locale", "expected"),
    [
        ("en", "1 point now. Card 9 is safe in hand."),
        ("de", "Sofort 1 Punkt. Karte 9 läuft nicht weg."),
        ("nl", "Nu 1 punt. Kaart 9 loopt niet weg."),
    ],
)
def test_points_on_a_card_beat_more_in_hand_because_these_can_wait(locale: str, expected: str) -> None:
    state = make_position(hands=((9,), (5, 6)), display=((13, 1), (4, 0), (50, 0)))
    scene: GenericScene[Event, View] = GenericScene(("Anna", "Ben"), load_words(locale))
    take = RULES.read("take:13")
    assert texts.advise_on_action(take, RULES.view(state, 0), scene).gain_text == expected
    # The other seat may use the last corals before card 9 is played.
    advice = texts.advise_on_action(take, RULES.view(replace(state, supply=(3, 5, 5, 5)), 0), scene)
    assert advice.is_drawback and not advice.gain_text, "fewer points alone aren't a reason"


def test_advice_on_a_cards_corals_compares_with_the_other_cards_best_play_now() -> None:
    scene: GenericScene[Event, View] = GenericScene(("Anna", "Ben"), load_words())
    comparison_count = 0
    for number in range(3):
        chance = Random(number)
        match: Any = Match.begin(GAMES["reef"], 2, {}, bytes([number]) * 32)
        while match.outcome is None:
            seat = match.to_act[0]
            actions = match.legal_actions(seat)
            view = RULES.view(match.state, seat)
            for action in actions if match.ply % 5 == 0 else ():
                text = texts.advise_on_action(action, view, scene).text
                if found := re.search(r"\+(\d+) for card (\d+): .* up to (\d+)", text):
                    gain, card, then = map(int, found.groups())
                    assert find_best_score(view, card) == then - gain < then
                    shown = (action.path[1].value, view)
                    label = texts.label_value("source", *shown, scene)
                    assert label.endswith(f": +{gain} for card {card}"), "hint and button say the same"
                    quiz = replace(scene, is_quiz=True)
                    assert texts.label_value("source", *shown, quiz).endswith("nothing yet")
                    comparison_count += 1
            match = match.act(seat, chance.choice(actions).token)
    assert comparison_count


def test_the_price_of_an_unknown_card_is_not_a_reason_to_draw_one() -> None:
    state = make_position(hands=((), (5, 6)), display=((13, 0), (4, 0), (50, 0)))
    advice = texts.advise_on_action(
        RULES.read("deck>4"), RULES.view(state, 0), GenericScene(("Anna", "Ben"), load_words())
    )
    assert advice.is_drawback and not advice.gain_text


@pytest.mark.parametrize(
    ("hand", "display", "gain"),
    [
        ((), ((13, 0), (50, 0), (51, 0)), "No open card can score yet; this one might."),
        (
            (9,),
            ((13, 0), (4, 0), (50, 0)),
            "Your card 9 can still score up to 2, and you get one more to choose from.",
        ),
    ],
)
def test_drawing_an_unknown_card_is_suggested_with_a_reason(
    hand: tuple[int, ...], display: tuple[tuple[int, int], ...], gain: str
) -> None:
    state = make_position(hands=(hand, (5, 6)), display=display)
    advice = texts.advise_on_action(
        RULES.read(f"deck>{display[0][0]}"), RULES.view(state, 0), GenericScene(("Anna", "Ben"), load_words())
    )
    assert advice.is_drawback and advice.gain_text == gain


def test_of_cards_with_equal_gains_the_one_that_can_score_most_is_named() -> None:
    """A puzzle's best move lets one card score up to 8 and another up to 4, each 2 more than before."""
    game, found = GAMES["reef"], []
    for puzzle in read_puzzles("reef"):
        if puzzle.best_token == "play:3:b3,d2":
            match = make_puzzle_match(game, puzzle)
            assert isinstance(match.state, State)
            view = RULES.view(match.state, puzzle.seat)
            scene: GenericScene[Event, View] = GenericScene(("Anna", "Ben"), load_words())
            found.append(texts.advise_on_action(RULES.read(puzzle.best_token), view, scene).text)
    assert "Then card 55 can score up to 8, up from 6." in found


@pytest.mark.parametrize(
    ("others", "expected"),
    [
        # For each other card: its number, and its best scores now and after the play.
        (((9, 0, 4),), "Then card 9 can score up to 4."),
        (((9, 2, 4),), "Then card 9 can score up to 4, up from 2."),
        (((9, 0, 4), (30, 8, 8)), "Then card 9 can score up to 4, and card 30 still 8."),
        (((9, 0, 4), (30, 8, 6)), "Then card 9 can score up to 4, and card 30 up to 6."),
        (((9, 0, 4), (30, 8, 3)), "Card 30 could score up to 8 now, then only 3."),
    ],
)
def test_advice_says_why_a_card_that_can_score_more_now_can_wait(
    others: tuple[tuple[int, int, int], ...], expected: str
) -> None:
    held = [HandCard(*card) for card in others]
    gained = max(held, key=lambda card: card.score_after - card.score_before)
    advice = advise_on_gain(gained, held, 0, load_words())
    assert advice.text == expected
    assert advice.is_drawback is ("could score" in expected) is not advice.is_reason


VAGUE_PHRASES = (
    "no other card in your hand gains yet",
    "can still score up to",
    "this card could score",
    "Nothing yet",
    "unknown card costs",
    "Up to 1 point when played",
)
"""Phrases that fit many actions. Advice with such a phrase isn't a reason for an action."""


@join_cases(CASES)
def test_advice_gives_the_expected_reason_and_clause(
    state: State, token: str, expected: str, clause: str
) -> None:
    text, action = check_advice("reef", state, token, expected, clause, VAGUE_PHRASES), RULES.read(token)
    if isinstance(action, TakeCard):
        assert describe_pattern(load_words(), CARDS[action.card]) not in text, "the phrase says it already"


START_POSITION = make_position(hands=((4, 9), (5, 6)))
DIAGONAL_POSITION = make_position(
    hands=((50,), (35,)),
    reefs=(parse_reef(". . . .", ". y r .", ". g p .", "p y . ."),),
    display=((42, 0), (19, 0), (47, 0)),
)


@join_cases(
    [
        (
            DIAGONAL_POSITION,
            "take:42",
            "play:50:a1,c1",
            "With the cards in sight, this turn, the next and the hand can bring 4 points; after the move"
            # In between, the other seat may draw a card and so put a point on an open card.
            " played, at most 1.",
        ),
        (
            START_POSITION,
            "play:4:b4,c3",
            "play:9:a4,d3",
            "Next turn card 9 can score 3; after the move played, no card in hand can score more than 1.",
        ),
        (
            START_POSITION,
            "play:4:a4,a4",
            "play:9:a4,d3",
            "This and card 9 next turn can bring 4 points. After the move played, the cards in hand can"
            " bring at most 1.",
        ),
        (
            make_position(hands=((13,), (5, 6)), display=((4, 1), (9, 0), (50, 0))),
            "take:4",
            "play:13:a1,d1",
            "This and card 4 next turn can bring 2 points. After the move played, no card in hand can"
            " bring any.",
        ),
        (DIAGONAL_POSITION, "play:50:a1,c1", "take:42", ""),
        # The card drawn from the deck is unknown in advance, so it isn't counted.
        (DIAGONAL_POSITION, "take:42", "deck>19", ""),
        (
            make_position(hands=((13,), (5, 6)), display=((4, 1), (9, 0), (50, 0))),
            "take:4",
            "deck>4",
            "This and card 4 next turn can bring 2 points. After the move played, no card held before"
            " can bring any.",
        ),
        # Before the next turn, the other seat may use the last red corals or draw the last card of the deck.
        (replace(DIAGONAL_POSITION, supply=(5, 0, 5, 5)), "take:42", "play:50:a1,c1", ""),
        (replace(DIAGONAL_POSITION, supply=(5, 2, 5, 5)), "take:42", "play:50:a1,c1", ""),
        (replace(DIAGONAL_POSITION, deck=(30, 31)), "take:42", "play:50:a1,c1", ""),
        # No card is left in hand to play next turn.
        (replace(DIAGONAL_POSITION, deck=(30, 31, 32)), "play:50:d2,d2", "play:50:a1,c1", ""),
    ]
)
def test_a_contrast_names_the_card_that_scores_next_turn(
    state: State, better: str, played: str, expected: str
) -> None:
    actions = [RULES.read(token) for token in (better, played)]
    scene: GenericScene[Event, View] = GenericScene(("Anna", "Ben"), load_words())
    assert texts.contrast_actions(actions[0], actions[1], RULES.view(state, 0), scene) == expected


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({}, "Your card 1 can score next turn too, but card 42 may be gone."),
        ({"supply": (3, 5, 5, 5)}, ""),
        ({"deck": (30, 31)}, ""),
    ],
    ids=["both", "few_corals", "end"],
)
def test_a_card_may_be_gone_after_a_play_that_could_wait(fields: dict[str, Any], expected: str) -> None:
    state = make_position(
        hands=((1,), (35,)),
        reefs=(parse_reef(". . . .", ". y r .", ". g p .", "p y . ."),),
        display=((42, 0), (19, 0), (47, 0)),
    )
    state = replace(state, **fields)
    scene: GenericScene[Event, View] = GenericScene(("Anna", "Ben"), load_words())
    view = RULES.view(state, 0)
    assert texts.advise_on_action(RULES.read("take:42"), view, scene).minor_reason == expected
    assert not texts.advise_on_action(RULES.read("play:1:a1,d1"), view, scene).minor_reason
