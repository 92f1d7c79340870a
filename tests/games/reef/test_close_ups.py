"""A replay shows the whole width of a large reef, with legible letters and numbers."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.match import view_at
from games.core.texts import Scene
from games.core.words import load_words
from games.drawing.close_up import draw_close_ups
from games.reef import GAME
from games.reef.draw_close_ups import LARGE_REEF_HEIGHT, LARGE_REEF_WIDTH, NAME_SIZE
from games.reef.parts import REEF_SIDE
from tools.walks import Case


@pytest.mark.parametrize("seat", [0, 1])
def test_the_sea_continues_beside_a_large_reef(seat: int) -> None:
    game: Any = GAME
    match = Case(GAME, 2, GAME.get_default_options(), 7, rich=True, max_plies=20).match
    view = view_at(match, match.ply, None)
    parts = GAME.list_close_ups(view, view, seat, ())
    board = game.draw(view, Scene(("Ann", "Ben"), load_words(), is_steady=True))
    frame = draw_close_ups(board, parts, GAME.key)
    # Above the rounded corner of the reef, no edge separates it from the column beside it.
    y = frame.height - LARGE_REEF_HEIGHT + 2
    assert len({frame.getpixel((LARGE_REEF_WIDTH + shift, y)) for shift in (-2, -1, 0, 1)}) == 1
    names = [part for part in parts if (part.source.w, part.source.h) == NAME_SIZE]
    assert len(names) == 2 * REEF_SIDE
    assert all(part.source[2:] == part.target[2:] for part in names)
    assert all(part.target.y + part.target.h <= frame.height for part in names)
