"""The pictures in the rules show positions with examples of what the pages explain."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from games.core.match import Match
from games.core.protocol import Game
from games.core.rules_pictures import OPENING_PICTURE, NoExamplePosition, find_example_matches
from games.core.texts import RulesPage, Scene
from games.core.words import load_words
from games.drawing.png import encode
from games.registry import GAMES
from tests.games.contract.texts import make_names
from tests.support.game_parts import PUBLISHED_GAMES


def list_illustrated_pages(game: Game) -> list[tuple[RulesPage, Match]]:
    """Return the pages with a picture, and the match that it shows."""
    pages = zip(game.texts.list_rules_pages(load_words()), find_example_matches(game), strict=True)
    return [(page, match) for page, match in pages if match is not None]


def draw_example(game: Game, match: Match) -> bytes:
    events = tuple(match.rules.redact(event, None) for event in match.events)
    scene = Scene(make_names(match.seat_count), load_words(), events, match.outcome)
    return encode(game.draw(match.rules.view(match.state, None), scene))


every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


@every_game
def test_each_page_of_the_rules_has_an_example_of_its_event(game: Game) -> None:
    for page, match in list_illustrated_pages(game):
        if page.pictured_event == OPENING_PICTURE:
            assert match.ply == 0
        else:
            assert page.pictured_event in {type(event).__name__ for event in match.events}
            assert page.illustrates_well is None or page.illustrates_well(match.events)
    assert [page.pictured_event for page, _ in list_illustrated_pages(game)] == [
        p.pictured_event for p in game.texts.list_rules_pages(load_words()) if p.pictured_event
    ]


@pytest.mark.parametrize("key", PUBLISHED_GAMES)
def test_the_published_games_are_explained_with_pictures(key: str) -> None:
    assert len(list_illustrated_pages(GAMES[key])) >= 4


@every_game
def test_no_two_pages_show_the_same_picture(game: Game) -> None:
    pictures = [draw_example(game, match) for _, match in list_illustrated_pages(game)]
    assert len(set(pictures)) == len(pictures)


@every_game
def test_examples_of_scoring_show_points_being_scored(game: Game) -> None:
    for page, match in list_illustrated_pages(game):
        points = [event.points for event in match.events if hasattr(event, "points")]
        assert not points or any(number > 0 for number in points), page.title


@every_game
def test_examples_are_the_same_each_time(game: Game) -> None:
    first = find_example_matches(game)
    find_example_matches.cache_clear()
    assert find_example_matches(game) == first


def make_game_with_pages(game: Game, *pages: RulesPage) -> Game:
    return replace(game, texts=SimpleNamespace(list_rules_pages=lambda w: pages))


def never_illustrates(events: tuple[Any, ...]) -> bool:
    return False


def test_an_event_that_never_happens_is_reported() -> None:
    page = RulesPage.from_paragraphs("The tide").with_picture("Flood")
    with pytest.raises(NoExamplePosition, match="Flood"):
        find_example_matches(make_game_with_pages(GAMES["reef"], page))


def test_a_page_shows_any_example_if_none_illustrates_it() -> None:
    plain, wishful = (
        RulesPage.from_paragraphs("Worms").with_picture("CardPlayed", illustrates)
        for illustrates in (None, never_illustrates)
    )
    (one,), (other,) = (
        find_example_matches(make_game_with_pages(GAMES["reef"], page)) for page in (plain, wishful)
    )
    assert one is not None and other is not None
    assert any(type(event).__name__ == "CardPlayed" for event in other.events)


def test_pages_about_the_same_event_show_different_positions() -> None:
    page = RulesPage.from_paragraphs("Worms").with_picture("DiceRolled")
    one, two = find_example_matches(make_game_with_pages(GAMES["das_riff"], page, page))
    assert one is not None and two is not None
    assert (one.key, one.ply) != (two.key, two.ply)
