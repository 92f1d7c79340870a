"""Important texts on pictures are legible on a phone, which shows a picture 312 pixels wide."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.picture import PICTURE_WIDTH
from games.drawing import text
from games.registry import GAMES
from tools.walks import NAMES, Case

PHONE_SCALE = 312 / PICTURE_WIDTH
MIN_FONT_SIZE = 5.3
"""Minimum font size on a phone, in pixels. Smaller words blur."""
POINT_TEXTS = tuple(map(str, range(10, 200)))
REQUIRED_TEXTS_BY_GAME = {
    "australis": ("Ada", "Bob", "Cleo", "Round 2/5", "takes a die", "school 1", "school 0", *POINT_TEXTS),
    "coral_reef": ("Ada", "Bob", "Cleo", *map(str, range(100))),
}


@pytest.mark.parametrize("seat_count", [2, 3])
@pytest.mark.parametrize("key", REQUIRED_TEXTS_BY_GAME)
def test_names_turns_and_counts_are_large_enough_for_a_thumbnail(
    key: str, seat_count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes: dict[str, int] = {}
    tile = text.draw_cached

    def record_and_draw(content: str, size: int, *args: Any) -> Any:
        sizes[content] = min(size, sizes.get(content, size))
        return tile(content, size, *args)

    monkeypatch.setattr(text, "draw_cached", record_and_draw)
    game = GAMES[key]
    case = Case(game, seat_count, game.get_default_options(), 7000, is_rich=True)
    for ply in range(0, case.match.ply, 8):
        state = case.match.state_at(ply)
        game.draw(case.rules.view(state, None), case.make_scene(ply, None, state))
    assert set(NAMES[:seat_count]) <= set(sizes)
    found = {words: size for words, size in sizes.items() if words in REQUIRED_TEXTS_BY_GAME[key]}
    needed = {words: size for words, size in found.items() if size * PHONE_SCALE < MIN_FONT_SIZE}
    assert not needed
    assert len([words for words in found if words in REQUIRED_TEXTS_BY_GAME[key]]) > seat_count + 1
