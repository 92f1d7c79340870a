"""Views of Australis that contain every kind of component."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from games.australis.events import (
    Scene,
)
from games.australis.public import make_view as view_of
from games.australis.state import State
from games.australis.view import CHOOSE_STAGE, CORAL_STAGE, OVER_STAGE, TILE_STAGE, TurnTask, View
from games.core.outcome import Outcome
from games.core.texts import GenericScene
from games.core.words import load_words
from tests.games.australis.build import make_board, make_position

NAMES = ("Anna", "Ben", "Charlie", "Dana")


FULL_BOARD = make_board(
    points=123,
    space=12,
    food="oogogo",
    fish=40,
    corals="3:2 5:4 8:1",
    dice="w20 y31 b5 v6",
    cards="fw tw cw py ty cy pb fb cb pv fv tv db dv dr",
    gold=(7, 12),
    silver=(3, 4, 5),
)


def make_boards(seat_count: int) -> tuple[Any, ...]:
    return tuple(replace(FULL_BOARD, space=12 + 3 * seat) for seat in range(seat_count))


def make_state(seat_count: int, **fields: Any) -> State:
    return make_position(*make_boards(seat_count), round=3, **fields)


def make_scene(seat_count: int, *events: Any, outcome: Outcome | None = None) -> Scene:
    return GenericScene(NAMES[:seat_count], load_words(), events, outcome)


def make_view(seat_count: int, viewer: int | None = None, **fields: Any) -> View:
    return view_of(make_state(seat_count, **fields), viewer)


SITUATIONS: dict[str, dict[str, Any]] = {
    "draft": {},
    "choose": {"stage": CHOOSE_STAGE, "task": TurnTask(None, (), 0, 2)},
    "coral": {"stage": CORAL_STAGE, "task": TurnTask(None, (), 5, 0)},
    "tile": {"stage": TILE_STAGE, "podium": (0, 1)},
    "short": {"track_end": 18},
    "gaps": {"display": "py -- -- fw -- --", "offer": ""},
    "over": {"stage": OVER_STAGE},
}
