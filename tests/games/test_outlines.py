"""Every game's pictures can outline the differences from an earlier position."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from PIL import ImageChops
from PIL.Image import Image

from games.core.match import Match
from games.core.protocol import Game
from games.core.texts import Scene
from games.core.words import load_words
from games.registry import GAMES
from tests.support.game_parts import GAMES_WITH_NOTABLE_EVENTS

PEOPLE = ("Anna", "Ben", "Chris", "Dana", "Emil", "Fritzi")


def play_random_match(game: Game, ply_count: int) -> Match:
    # With the options of the daily challenge, Coral Reef continues after its first round.
    match = Match.begin(game, min(game.seat_counts), game.daily_options, bytes(32))
    chance = Random(1)
    while match.ply < ply_count and match.outcome is None:
        seat = match.to_act[0]
        match = match.act(seat, chance.choice(match.rules.list_candidates(match.state, seat)).token)
    return match


def are_same(first: Image, second: Image) -> bool:
    return ImageChops.difference(first.convert("RGB"), second.convert("RGB")).getbbox() is None


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_only_differences_are_outlined(game: Game) -> None:
    match = play_random_match(game, 12)
    assert match.outcome is None, "the end outlines nothing"
    for viewer in (None, 0):
        view = match.rules.view(match.state, viewer)
        plain = Scene(PEOPLE[: match.seat_count], load_words(), (), match.outcome)
        bare = game.draw(view, plain)
        assert are_same(game.draw(view, replace(plain, earlier_view=view)), bare)
        pictures = [
            game.draw(view, replace(plain, earlier_view=match.rules.view(match.state_at(ply), viewer)))
            for ply in (0, match.ply - 1)
        ]
        assert all(not are_same(picture, bare) for picture in pictures)


@pytest.mark.parametrize("key", GAMES_WITH_NOTABLE_EVENTS)
def test_some_events_are_notable(key: str) -> None:
    game = GAMES[key]
    assert game.is_notable is not None
    events = [event for step in play_random_match(game, 60).steps for event in step.events]
    notable = [event for event in events if game.is_notable(event)]
    assert 0 < len(notable) < len(events)


@pytest.mark.parametrize("key", [key for key, game in GAMES.items() if game.signals_end is not None])
def test_few_events_signal_the_end(key: str) -> None:
    game = GAMES[key]
    assert game.signals_end is not None
    events = [event for step in play_random_match(game, 1000).steps for event in step.events]
    assert 0 < sum(map(game.signals_end, events)) < len(events) / 4
