"""The questions of Reef and the texts next to them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.core.narrow import VALUE_SEPARATOR
from games.core.shapes import Pick
from games.core.texts import GenericScene
from games.core.words import list_locales, load_words
from games.reef import texts
from games.reef.actions import FIRST_ABOVE_VALUE, FIRST_BELOW_VALUE, START_FIELDS, STAYS_IN_SUPPLY_TEXT
from games.reef.events import Event
from games.reef.notation import parse_reef
from games.reef.parts import CARDS, CELL_NAMES, parse_cell
from games.reef.rules import RULES
from games.reef.stacks import STACK_HEIGHTS
from games.reef.texts.nouns import describe_card, name_colour
from games.reef.texts.position import choose_likeliest_card, place_picked_coral
from games.reef.view import View
from tests.games.reef.build import make_position

SCENE: GenericScene[Event, View] = GenericScene(("Ada", "Bob"), load_words(), ())


@pytest.mark.parametrize(
    ("supply", "expected"),
    [
        ((5, 1, 9, 2), "Red: 1 left before the last round."),
        ((2, 5, 9, 5), "Yellow: 2 left before the last round."),
        # A play takes up to two corals of a colour, so two seats can take four in a round.
        ((4, 5, 5, 9), "Yellow: 4 left before the last round."),
        ((5, 5, 5, 5), ""),
        ((4, 0, 9, 9), "This is the last round!"),
    ],
)
def test_the_panel_and_the_status_say_when_the_end_is_near(supply: tuple[int, ...], expected: str) -> None:
    view = RULES.view(make_position(supply=supply), 0)
    asked = "Play a card or take one?" if not expected else f"Play or take? {expected}"
    assert texts.format_question("kind", (), view, SCENE) == asked
    assert texts.describe_task(0, view, SCENE) == f"play a card or take one. {expected}".strip()
    assert texts.describe_status(view, SCENE).endswith(expected)


@pytest.mark.parametrize(
    ("card", "expected"),
    [
        (13, "It scores nothing this time."),
        (4, "Up to 1 point, unless the"),
    ],
)
def test_a_question_never_says_up_to_0_points(card: int, expected: str) -> None:
    view = RULES.view(make_position(hands=((card, 9), (5, 6))), 0)
    assert expected in texts.format_question(
        "first", (Pick("kind", "play"), Pick("card", str(card))), view, SCENE
    )


def test_spaces_have_numbers_only_if_these_differ() -> None:
    view = RULES.view(make_position(hands=((4, 9), (5, 6))), 0)
    picks = (Pick("kind", "play"), Pick("card", "4"))
    named = [texts.label_value("first", space, view, SCENE, picks) for space in CELL_NAMES]
    assert any(" · 0" in name for name in named) and not all(" · " in name for name in named)
    laid = (*picks, Pick("first", "b2"))
    named = [texts.label_value("second", space, view, SCENE, laid) for space in CELL_NAMES]
    question = texts.format_question("second", laid, view, SCENE)
    assert ("wherever" in question or "nothing" in question) != any(" · " in name for name in named), question


def test_only_the_spaces_that_differ_from_most_have_numbers() -> None:
    view = RULES.view(make_position(reefs=(parse_reef(". . . .", ". y r .", ". g p .", ". . . ."),)), 0)
    view = replace(view, hand=(26, 44))
    picks = (Pick("kind", "play"), Pick("card", "26"))
    named = [texts.label_value("first", space, view, SCENE, picks) for space in CELL_NAMES]
    question = texts.format_question("first", picks, view, SCENE)
    assert [name for name in named if " " in name] == ["b2 · 0", "c2 · 0"]
    assert question.endswith("(yellow)? Up to 2 points, unless the button shows another number.")
    laid = (*picks, Pick("first", "a4"))
    assert texts.format_question("second", laid, view, SCENE).endswith(
        "(red)? 2 points, unless the button shows another number."
    )


@pytest.mark.parametrize(
    ("locale", "expected"),
    [
        ("en", "Up to 2 points, unless the button shows another number."),
        ("de", "Bis zu 2 Punkte, wenn der Knopf keine andere Zahl zeigt."),
        ("nl", "Tot 2 punten, tenzij de knop een ander getal toont."),
    ],
)
def test_a_number_beside_a_space_is_a_score(locale: str, expected: str) -> None:
    """A plus sign before it would look like points on top of the usual ones."""
    scene: GenericScene[Event, View] = GenericScene(("Ada", "Bob"), load_words(locale), ())
    view = RULES.view(make_position(reefs=(parse_reef(". . . .", ". y r .", ". g p .", ". . . ."),)), 0)
    view, picks = replace(view, hand=(26, 44)), (Pick("kind", "play"), Pick("card", "26"))
    assert texts.label_value("first", "b2", view, scene, picks) == "b2 · 0"
    assert texts.format_question("first", picks, view, scene).endswith(expected)


def test_the_picture_shows_the_first_coral_while_the_second_is_asked_for() -> None:
    view = RULES.view(make_position(hands=((4, 9), (5, 6))), 0)
    picks = (Pick("kind", "play"), Pick("card", "4"))
    assert place_picked_coral(view, picks) == view
    shown = place_picked_coral(view, (*picks, Pick("first", "a1")))
    assert STACK_HEIGHTS[shown.seats[0].reef[parse_cell("a1")]] == 1
    assert sum(view.supply) - sum(shown.supply) == 1
    assert place_picked_coral(view, (*picks, Pick("first", STAYS_IN_SUPPLY_TEXT))) == view


@pytest.mark.parametrize("locale", list_locales())
def test_the_top_card_of_the_deck_has_one_name(locale: str) -> None:
    view = RULES.view(make_position(hands=((4, 9), (5, 6))), 0)
    scene: GenericScene[Event, View] = GenericScene(("Ada", "Bob"), load_words(locale), ())
    alone, onto = (texts.label_value("source", value, view, scene, ()) for value in ("deck", "deck,23"))
    assert onto.partition(" · ")[0] == alone.partition(" · ")[0]
    card = texts.label_value("onto", "23", view, scene, ())
    assert onto.lower().endswith(f" {card.lower()}"), "the number is said to be a card's"


def test_a_sole_card_is_named_once() -> None:
    view = RULES.view(make_position(hands=((4,), (5, 6))), 0)
    question = texts.format_question("first", (Pick("kind", "play"), Pick("card", "4")), view, SCENE)
    assert question.startswith("Card 4 is your only one. Where does its first coral go")


@pytest.mark.parametrize(
    ("card", "expected", "asks"), [(13, "nothing", "nothing"), (4, "up to 1", "? 1 point, unless the")]
)
def test_hints_state_the_maximum_and_the_last_question_the_exact_score(
    card: int, expected: str, asks: str
) -> None:
    view = RULES.view(make_position(hands=((card, 9), (5, 6))), 0)
    picks = (Pick("kind", "play"), Pick("card", str(card)), Pick("first", "a1"))
    assert asks in texts.format_question("second", picks, view, SCENE)
    hand = texts.describe_position(view, SCENE).partition("Your hand:")[2].splitlines()
    hints = [
        texts.explain_value("card", str(card), view, SCENE),
        next(line for line in hand if line.startswith(describe_card(load_words(), card))),
    ]
    assert all(expected in line and "up to 0" not in line for line in hints), hints


def test_a_description_names_each_stack_once_in_one_line() -> None:
    view = RULES.view(make_position(reefs=(parse_reef(". . . .", ". y r .", ". grp p .", ". . . ."),)), 0)
    lines = texts.describe_position(view, SCENE).splitlines()
    assert "Corals, each stack from below: b3 yellow; c3 red; b2 green, red, purple; c2 purple." in lines


def test_a_question_for_two_corals_names_both_spaces() -> None:
    view = RULES.view(make_position(), 0)
    first, second, third, _ = START_FIELDS
    question = texts.format_question(second, (Pick("kind", "start"), Pick(first, "y")), view, SCENE)
    assert question == f"Your first corals: which ones go onto {second} and {third}?"


def test_the_likeliest_card_is_one_that_can_score() -> None:
    view = RULES.view(make_position(hands=((13, 4), (5, 6))), 0)
    assert choose_likeliest_card(("13", "4"), view) == "4"
    assert choose_likeliest_card(("4", "13"), view) == "4"


@pytest.mark.parametrize(
    ("hand", "expected"),
    [((), "to take a card."), ((1, 2), "to play or take a card."), ((1, 2, 3, 4), "to play a card.")],
)
def test_the_status_names_only_possible_actions(hand: tuple[int, ...], expected: str) -> None:
    state = make_position(hands=(hand, (5, 6)))
    assert expected in texts.describe_status(RULES.view(state, None), SCENE)


@pytest.mark.parametrize(
    ("card", "expected"), [(13, "Card 13: 2 points now"), (4, "Card 4: 2 now, up to 1 when played")]
)
def test_a_card_with_points_states_when_they_score(card: int, expected: str) -> None:
    view = RULES.view(make_position(((1, 2), (5, 6)), display=((card, 2), (7, 0), (8, 0))), 0)
    assert texts.label_value("source", str(card), view, SCENE, (Pick("kind", "take"),)) == expected


@pytest.mark.parametrize(
    ("token", "expected"),
    [
        ("play:13:a4,d1", "Card 13: green on a4, d1 – 0 points"),
        ("play:4:a4,d1", "Card 4: yellow on a4, d1 – 1 point"),
    ],
)
def test_a_play_is_a_phrase_without_a_full_stop(token: str, expected: str) -> None:
    view = RULES.view(make_position(hands=((4, 13), (5, 6))), 0)
    assert texts.describe_action(RULES.read(token), view, SCENE) == expected


def test_the_order_of_two_corals_is_named_by_the_colour_on_top() -> None:
    number = next(number for number, card in CARDS.items() if not card.has_equal_corals)
    first, second = (name_colour(SCENE.w, colour) for colour in CARDS[number].corals)
    view = RULES.view(make_position(hands=((number, 9), (5, 6))), 0)
    picks = (Pick("kind", "play"), Pick("card", str(number)), Pick("first", "b2"))
    labels = {
        texts.label_value("second", f"b2{VALUE_SEPARATOR}{order}", view, SCENE, picks)
        for order in (FIRST_ABOVE_VALUE, FIRST_BELOW_VALUE)
    }
    assert labels == {f"b2, {first} on top", f"b2, {second} on top"}


@pytest.mark.parametrize(
    ("locale", "above", "below"),
    [
        ("en", "both on b2, yellow on top", "both on b2, green on top"),
        ("de", "beide auf b2, Gelb oben", "beide auf b2, Grün oben"),
        ("nl", "allebei op b2, geel bovenop", "allebei op b2, groen bovenop"),
    ],
)
def test_two_corals_on_one_space_are_described_by_the_one_on_top(locale: str, above: str, below: str) -> None:
    scene: GenericScene[Event, View] = GenericScene(("Ada", "Bob"), load_words(locale), ())
    view = RULES.view(make_position(hands=((25, 13), (5, 6))), 0)
    assert above in texts.describe_action(RULES.read("play:25:b2,b2*"), view, scene)
    assert below in texts.describe_action(RULES.read("play:25:b2,b2"), view, scene)


def test_a_card_that_cannot_score_says_so() -> None:
    view = RULES.view(make_position(hands=((13, 4), (5, 6))), 0)
    assert texts.label_value("card", "13", view, SCENE) == "Card 13: nothing yet"
    view = RULES.view(make_position(display=((13, 0), (7, 0), (8, 0))), 0)
    assert texts.label_value("source", "13", view, SCENE) == "Card 13: nothing yet"
