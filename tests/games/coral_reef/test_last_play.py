"""The column below the deck shows players the last play."""

from __future__ import annotations

from dataclasses import replace

from PIL import ImageChops

from games.coral_reef.events import CoralsPlayed, NineSeeded
from games.coral_reef.layout import (
    LAST_PLAY_AREA,
    arrange_last_play,
    find_hand,
    find_last_play_area,
    measure_card,
)
from games.registry import GAMES
from tests.support.cases import join_cases
from tools.walks import Case


def test_players_see_the_last_play_below_the_deck() -> None:
    game = GAMES["coral_reef"]
    case = Case(game, 2, game.get_default_options(), 7000, is_rich=True)
    checked = 0
    for ply in case.list_plies(12):
        state = case.match.state_at(ply)
        view, scene = case.rules.view(state, 0), case.make_scene(ply, 0, state)
        if scene.outcome is not None or view.hands:
            continue
        shown, plain = game.draw(view, scene), game.draw(view, replace(scene, events=()))
        box = (
            LAST_PLAY_AREA.x,
            LAST_PLAY_AREA.y,
            LAST_PLAY_AREA.x + LAST_PLAY_AREA.w,
            LAST_PLAY_AREA.y + LAST_PLAY_AREA.h,
        )
        differs = ImageChops.difference(
            shown.crop(box).convert("RGB"), plain.crop(box).convert("RGB")
        ).getbbox()
        assert (differs is not None) == any(
            isinstance(event, CoralsPlayed | NineSeeded) for event in scene.events
        )
        checked += differs is not None
    assert checked


@join_cases([(cards, own) for cards in range(1, 15) for own in [0, 7, 8]])
def test_cards_played_last_are_as_large_as_their_number_allows(cards: int, own: int) -> None:
    hand = find_hand(own) if own else None
    area, head = find_last_play_area(hand)
    width, places = arrange_last_play(cards, area, head)
    assert len(places) == cards or width == 48
    for x, y in places:
        assert area.x <= x and x + width <= area.x + area.w
        assert area.y + head <= y and y + measure_card(width) <= area.y + area.h
    assert width >= arrange_last_play(cards + 1, area, head)[0]
    assert cards > 2 or width >= (150 if own else 176)
    assert hand is None or area.y + area.h < hand.y
