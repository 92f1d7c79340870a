"""What ``/rules`` says and shows of Reef."""

from __future__ import annotations

from games.core.example import examples
from games.core.match import Match
from games.core.words import words
from games.reef import GAME
from games.reef.events import HandScored, Scored

PAGES = GAME.words.rules(words())


def shown(title: str) -> Match:
    (number,) = (number for number, page in enumerate(PAGES) if page.title == title)
    match = examples(GAME)[number]
    assert match is not None
    return match


def scored(match: Match) -> Scored:
    (event,) = (event for event in match.events if isinstance(event, Scored))
    return event


def test_the_plays_that_are_shown_bring_points() -> None:
    for title in ("Your turn", "Counting a pattern", "The end"):
        assert scored(shown(title)).points > 0, title


def test_a_pattern_is_counted_several_times_each_with_other_corals() -> None:
    matches = scored(shown("Counting a pattern")).matches
    spaces = [cell for match in matches for cell in match]
    assert len(matches) > 1
    assert len(spaces) == len(set(spaces)) == len(matches) * len(matches[0]) > len(matches)


def test_at_the_end_both_hands_count() -> None:
    match = shown("The end")
    hands = {event.seat for event in match.events if isinstance(event, HandScored) and event.points > 0}
    assert match.outcome is not None
    assert hands == {0, 1}
