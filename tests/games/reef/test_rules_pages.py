"""The ``/rules`` pages of Reef: numbers from the parts, and example plays that score."""

from __future__ import annotations

import re

import pytest

from games.core.match import Match
from games.core.rules_pictures import find_example_matches
from games.core.words import list_locales, load_words
from games.reef import GAME
from games.reef.events import HandScored, PatternScored
from games.reef.matching import count_matches
from games.reef.parts import CARDS
from games.reef.texts import rules_pages
from tests.games.reef.build import fill_reef, parse_reef

RULES_PAGES = GAME.texts.list_rules_pages(load_words())


def find_example(title: str) -> Match:
    (number,) = (number for number, page in enumerate(RULES_PAGES) if page.title == title)
    match = find_example_matches(GAME)[number]
    assert match is not None
    return match


def find_scored_event(match: Match) -> PatternScored:
    (event,) = (event for event in match.events if isinstance(event, PatternScored))
    return event


def test_the_example_plays_bring_points() -> None:
    for title in ("Your turn", "Counting a pattern", "The end"):
        assert find_scored_event(find_example(title)).points > 0, title


def test_a_pattern_is_counted_several_times_each_with_other_corals() -> None:
    matches = find_scored_event(find_example("Counting a pattern")).matches
    spaces = [cell for match in matches for cell in match]
    assert len(matches) > 1
    assert len(spaces) == len(set(spaces)) == len(matches) * len(matches[0]) > len(matches)


def test_hands_score_at_the_end() -> None:
    match = find_example("The end")
    assert match.outcome is not None
    assert any(isinstance(event, HandScored) and event.points > 0 for event in match.events)


UNUSED_NUMBER = 777
"""A number that isn't on the pages, so that they contain it only if they take it from ``parts``."""
RULE_CONSTANT_NAMES = [
    "DECK_PRICE",
    "STARTING_HAND_SIZE",
    "STARTING_POINTS",
    "MAX_STACK_HEIGHT",
    "MAX_HAND_SIZE",
    "OPEN_CARD_COUNT",
]
"""Names of the constants whose values the pages must state."""


def join_pages(locale: str = "en") -> str:
    return "\n".join(page.text for page in GAME.texts.list_rules_pages(load_words(locale)))


@pytest.mark.parametrize("locale", list_locales())
@pytest.mark.parametrize("number", RULE_CONSTANT_NAMES)
def test_the_pages_take_their_numbers_from_the_parts(
    number: str, locale: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rules_pages, number, UNUSED_NUMBER)
    assert re.search(rf"\b{UNUSED_NUMBER}\b", join_pages(locale))


def test_the_pages_take_their_numbers_of_corals_from_the_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules_pages, "CORALS_PER_COLOUR_BY_SEAT_COUNT", {2: 701, 3: 702, 4: 703})
    assert "703 corals of each colour (701 are in play with two seats, 702 with three)" in join_pages()


def test_the_pages_explain_the_refill_and_the_price_of_the_deck() -> None:
    assert "A card from the deck takes its place right away." in join_pages()
    assert "Without a point you can't take from the deck." in join_pages()


def test_the_first_page_says_when_the_match_ends_and_leaves_options_to_the_last() -> None:
    first, last = RULES_PAGES[0].text, RULES_PAGES[-1].text
    assert "The match ends with the round in which a colour runs out" in first
    assert first.count("RF-1.1") == 1 and "A table can choose" not in first
    assert "A table can choose that everybody lays the first four corals" in last


def test_the_german_rules_say_that_without_a_number_the_height_does_not_matter() -> None:
    assert "Ohne Zahl ist die Höhe egal." in join_pages("de")


def test_the_statements_about_patterns_are_true() -> None:
    plus = parse_reef(". r . .", "r r r .", ". r . .", ". . . .")
    nine = parse_reef("r r r .", "r r r .", "r r r .", ". . . .")
    assert "On sixteen red tops, three in a row are there five times." in join_pages()
    assert count_matches(CARDS[33], fill_reef("r")) == 5
    assert "On sixteen yellow tops a square of four is there four times" in join_pages()
    assert count_matches(CARDS[30], fill_reef("y")) == 4
    assert "on three by three red tops just once" in join_pages()
    assert count_matches(CARDS[35], nine) == 1
    assert "Five red tops in a plus hold three in an L only once" in join_pages()
    assert count_matches(CARDS[34], plus) == 1
