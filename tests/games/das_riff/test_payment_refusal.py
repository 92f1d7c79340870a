"""The explanations of refused payments, as their reader sees them (DR-3.4)."""

from __future__ import annotations

import pytest

from games.core.words import load_words
from games.das_riff.parts import CORAL_CARD, Colour, Sex, make_fish
from games.das_riff.payment_refusal import explain_payment
from games.das_riff.rules import RULES
from games.das_riff.view import Reef
from tests.games.das_riff.build import make_position, make_reef
from tests.support.cases import join_cases

RED_MALE = make_fish(Colour.RED, Sex.MALE)
NO_WORMS = (0, 0, 0, 0, 0, 0)


def make_reef_with_worms(worms: tuple[int, int, int, int, int, int] = NO_WORMS, pearls: int = 0) -> Reef:
    return Reef(3, worms, pearls, 0, ())


@pytest.mark.parametrize(
    ("held", "card", "cost", "expected"),
    [
        (
            make_reef_with_worms((1, 5, 0, 0, 0, 0), 1),
            RED_MALE,
            3,
            {
                "en": "This costs 3 red worms; you have 1, and 1 pearl.",
                "de": "Das kostet 3 rote Würmer; du hast 1 und dazu 1 Perle.",
                "nl": "Dit kost 3 rode wormen; je hebt er 1, en 1 parel.",
            },
        ),
        (
            make_reef_with_worms((0, 5, 0, 0, 0, 0), 0),
            RED_MALE,
            1,
            {
                "en": "This costs 1 red worm; you have none, and no pearl.",
                "de": "Das kostet 1 roten Wurm; du hast keinen und auch keine Perle.",
                "nl": "Dit kost 1 rode worm; je hebt er geen, en ook geen parel.",
            },
        ),
        (
            make_reef_with_worms(NO_WORMS, 2),
            RED_MALE,
            3,
            {
                "en": "This costs 3 red worms; you have none, but 2 pearls.",
                "de": "Das kostet 3 rote Würmer; du hast keinen, aber 2 Perlen.",
                "nl": "Dit kost 3 rode wormen; je hebt er geen, maar wel 2 parels.",
            },
        ),
        (
            make_reef_with_worms((1, 1, 0, 0, 0, 0)),
            CORAL_CARD,
            3,
            {
                "en": "This costs 3 worms of any colour; you have 2, and no pearl.",
                "de": "Das kostet 3 Würmer beliebiger Farben; du hast 2 und keine Perle.",
                "nl": "Dit kost 3 wormen van willekeurige kleuren; je hebt er 2, en geen parel.",
            },
        ),
        (
            make_reef_with_worms(),
            CORAL_CARD,
            1,
            {
                "en": "This costs 1 worm of any colour; you have none, and no pearl.",
                "de": "Das kostet 1 Wurm beliebiger Farbe; du hast keinen und auch keine Perle.",
                "nl": "Dit kost 1 worm van een willekeurige kleur; je hebt er geen, en ook geen parel.",
            },
        ),
    ],
)
def test_dr_3_4_a_refused_payment_states_the_price_and_the_seats_means(
    held: Reef, card: int, cost: int, expected: dict[str, str]
) -> None:
    refused = explain_payment(held, ("r",) * cost, cost, "DR-3.2", card)
    assert {locale: load_words(locale).msg(refused.message) for locale in expected} == expected


@pytest.mark.parametrize(
    ("worms", "pearls", "paid", "expected"),
    [
        ((0, 3, 0, 0, 0, 0), 0, "rr", "You have no red worm."),
        ((1, 3, 0, 0, 0, 0), 0, "rr", "You have only 1 red worm."),
        ((3, 3, 3, 3, 3, 1), 0, "ww", "You have only 1 white worm."),
        ((3, 0, 0, 0, 0, 0), 0, "**", "You have no pearl."),
        ((3, 0, 0, 0, 0, 0), 1, "**", "You have only 1 pearl."),
    ],
)
def test_dr_3_4_missing_worms_and_pearls_are_named(
    worms: tuple[int, int, int, int, int, int], pearls: int, paid: str, expected: str
) -> None:
    refused = explain_payment(make_reef_with_worms(worms, pearls), tuple(paid), 2, "DR-3.2")
    assert (refused.clause, load_words().msg(refused.message)) == ("DR-3.4", expected)


@join_cases([(colour, locale) for colour in tuple(Colour) for locale in ["de", "nl"]])
def test_every_colour_is_named_in_the_language_of_the_reader(colour: Colour, locale: str) -> None:
    fishy = make_fish(colour, Sex.FEMALE)
    some = explain_payment(make_reef_with_worms((3, 3, 3, 3, 3, 3)), (colour.letter,) * 2, 1, "DR-3.2", fishy)
    few = tuple(int(own is colour) for own in Colour)
    texts = [
        load_words(locale).msg(refused.message)
        for refused in (
            some,
            explain_payment(make_reef_with_worms(), (colour.letter,), 2, "DR-3.2", fishy),
            explain_payment(make_reef_with_worms((9, 9, 9, 9, 9, 9)), ("*",), 1, "DR-3.2", fishy),
            explain_payment(Reef(1, few, 2, 0, ()), (colour.letter,) * 2, 2, "DR-3.2", fishy),  # type: ignore[arg-type]
        )
    ]
    assert len(set(texts)) == 4
    assert not [text for text in texts if "worms" in text or f"{colour.name.lower()} " in text]


def test_a_fish_typed_without_coral_or_payment_is_refused_as_unaffordable() -> None:
    state = make_position(make_reef("r", corals="."), d="rm")
    refusal = RULES.explain_refusal(state, 0, RULES.read("take:D1:"))
    assert str(refusal) == "DR-3.4: This costs 3 red worms; you have 1, and no pearl."
