"""The positions that the rules are explained with."""

from __future__ import annotations

import pytest

from games.core.example import OPENING, NoExample, example
from games.core.protocol import Game
from games.core.words import words
from games.registry import GAMES

PAGES = [
    pytest.param(game, page.shows, id=f"{game.key}-{page.shows}")
    for game in GAMES.values()
    for page in game.words.rules(words())
    if page.shows
]


@pytest.mark.parametrize(("game", "shows"), PAGES)
def test_each_page_of_the_rules_finds_what_it_shows(game: Game, shows: str) -> None:
    match = example(game, shows)
    if shows == OPENING:
        assert match.ply == 0
    else:
        assert shows in {type(event).__name__ for event in match.events}


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_game_is_explained_with_pictures(game: Game) -> None:
    pages = game.words.rules(words())
    assert sum(bool(page.shows) for page in pages) >= 4


def test_what_never_happens_is_said() -> None:
    with pytest.raises(NoExample, match="Flood"):
        example(next(iter(GAMES.values())), "Flood")
