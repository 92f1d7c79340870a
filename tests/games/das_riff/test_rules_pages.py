"""The ``/rules`` pages of Das Riff agree with the parts and the rules."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.words import list_locales, load_words
from games.das_riff import GAME
from games.das_riff.parts import CARD_KIND_COUNT, CORAL_CARD, DECKS, PEARL_CARD, SHARK_CARD, WATER_CARD
from games.das_riff.river import CELL_COUNT, flow_water
from games.das_riff.state import FACE_DOWN_OFFSET
from games.das_riff.texts import reference_pages, rules_pages
from games.das_riff.view import EMPTY_CELL

UNUSED_NUMBER = 777
"""A number that isn't on the pages, so that they contain it only if they take it from ``parts``."""
RULE_CONSTANT_NAMES = [
    "BOAT_PRICE",
    "BOAT_COUNT",
    "BROODS_TO_WIN",
    "CELL_COUNT",
    "FLIP_PRICE",
    "FLIPPED_PRICE",
    "MAX_BOATS",
    "MAX_CORALS",
    "OPEN_BROOD_COUNT",
    "MAX_QUIET_TURNS",
    "REEF_CARD_COUNT",
    "RESHUFFLE_DECK_SIZE",
    "RESHUFFLE_DISCARD_SIZE",
    "WORMS_PER_COLOUR",
    "_FAR_ROW_PRICE",
    "_MIDDLE_ROW_PRICE",
    "_OWN_ROW_PRICE",
]
"""Names of the constants whose values the pages must state."""


def join_pages(locale: str = "en") -> str:
    return "\n".join(page.text for page in rules_pages.list_rules_pages(load_words(locale)))


@pytest.mark.parametrize("locale", list_locales())
@pytest.mark.parametrize("name", RULE_CONSTANT_NAMES)
def test_the_pages_take_their_numbers_from_the_parts(
    name: str, locale: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for pages in (rules_pages, reference_pages):
        if hasattr(pages, name):
            monkeypatch.setattr(pages, name, UNUSED_NUMBER)
    assert re.search(rf"\b{UNUSED_NUMBER}\b", join_pages(locale))


def test_the_pages_state_the_fish_of_every_deck(monkeypatch: pytest.MonkeyPatch) -> None:
    fish = {counts[:CORAL_CARD] for counts in DECKS.values()}
    assert len(fish) == 1, "the page tells the fish of the first deck alone"
    other = {"z": (9, 8, *next(iter(fish))[2:], 12, 5, 3, 22)}
    monkeypatch.setattr(reference_pages, "DECKS", other)
    assert "red 9 ♂ 8 ♀, yellow 1 ♂ 2 ♀" in join_pages()
    assert "- Deck Z: 32 fish, 12 corals" in join_pages()


def test_the_option_for_the_deck_says_that_decks_are_reconstructed() -> None:
    (option,) = (option for option in GAME.options if option.name == "deck")
    labels = [load_words().msg(label) for label in option.value_labels]
    assert option.values == tuple(DECKS)
    assert labels == [
        f"{name.upper()}, reconstructed "
        f"({deck[PEARL_CARD]} pearls, {deck[SHARK_CARD]} sharks, {deck[WATER_CARD]} water)"
        for name, deck in DECKS.items()
    ]


TABLEAU_STRATEGY = st.lists(
    st.one_of(
        st.just(EMPTY_CELL),
        st.integers(0, CARD_KIND_COUNT - 1),
        st.integers(FACE_DOWN_OFFSET, FACE_DOWN_OFFSET + CARD_KIND_COUNT - 1),
    ),
    min_size=CELL_COUNT,
    max_size=CELL_COUNT,
).map(tuple)


@given(TABLEAU_STRATEGY)
def test_the_water_removes_only_open_water_and_moves_the_rest_closer(tableau: tuple[int, ...]) -> None:
    rows, gone = flow_water(tableau)
    for number, left in enumerate(rows):
        before = [card for card in tableau[8 * number : 8 * number + 8] if card != EMPTY_CELL]
        lost = len(before) - len(left)
        assert before[:lost] == [WATER_CARD] * lost
        assert tuple(before[lost:]) == left
    assert gone == sum(card != EMPTY_CELL for card in tableau) - sum(map(len, rows))


def test_the_pages_do_not_say_that_fish_drift_away() -> None:
    assert "drift" not in join_pages()
    assert "the water never takes them" in join_pages()


def test_the_pages_say_who_starts_and_when_the_discard_pile_is_reshuffled() -> None:
    assert "Chance decides who starts." in join_pages()
    assert "8 worms of each colour" in join_pages()
    assert "When the draw pile can't fill the rows, the discard pile is shuffled in as well." in join_pages()


def test_the_german_rules_say_that_either_parent_may_bring_either_colour() -> None:
    assert "Wer von beiden welche Farbe mitbringt, ist egal." in join_pages("de")
