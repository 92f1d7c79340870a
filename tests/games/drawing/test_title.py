"""The title and the large signs of a replay fit their places, also in games without sprites."""

from __future__ import annotations

from itertools import combinations

import pytest

from games.core.match import Match
from games.core.picture import GOLD_COLOUR, Box
from games.core.words import load_words
from games.drawing import palette
from games.drawing.gif import count_frames
from games.drawing.plates import MIN_SIZE
from games.drawing.replay import make_replay
from games.drawing.title import draw_title, place_players
from games.drawing.turn_signs import TurnSign, arrange_signs
from games.registry import GAMES
from tests.games.drawing.written import record_lines
from tests.support.text_sizes import find_too_small_texts, record_text_sizes
from tests.support.toy import make_toy_game

TITLE_SIZE = (700, 639)
LONG_NAMES = (
    "Maximiliane von Hohenstein",
    "Bartholomäus der Ältere",
    "Jonas K.",
    "魚 さかな",
    "W" * 32,
    "Ben",
)


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("seat_count", [2, 3, 4, 6])
def test_the_title_shows_every_player_and_lights_the_one_who_begins(key: str, seat_count: int) -> None:
    sign = "shell_0" if key == "australis" else ""
    names, game = LONG_NAMES[:seat_count], GAMES[key]
    draw_title.cache_clear()
    with record_text_sizes() as sizes, record_lines() as lines:
        shown = draw_title(game.title, game.poster, TITLE_SIZE, key, names, (sign,) * seat_count, 1)
    assert shown.size == TITLE_SIZE and shown.histogram()[palette.CLEAR_INDEX] == 0
    assert find_too_small_texts(sizes) == [] and MIN_SIZE >= 30
    assert len(lines) >= seat_count
    assert [(one, two) for one, two in combinations(lines, 2) if one.overlaps(two)] == []
    gold = palette.find_index(GOLD_COLOUR)
    places = place_players(Box(0, 280, 700, TITLE_SIZE[1] - 280), seat_count)
    lit = [
        shown.crop((box.x, box.y, box.x + box.w, box.y + box.h)).histogram()[gold] > box.w * box.h // 3
        for box in places
    ]
    assert lit == [seat == 1 for seat in range(seat_count)]


@pytest.mark.parametrize("count", range(1, 9))
def test_signs_stay_in_their_area_without_overlapping(count: int) -> None:
    signs = [TurnSign("turtle_0", (92, 85), "+12") for _ in range(count)]
    area = Box(0, 475, 700, 108)
    parts = arrange_signs(signs, area, 84)
    assert len(parts) == 2 * count
    ends = 0
    for part in parts:
        assert part.target.x >= ends and area.y <= part.target.y
        assert part.target.y + part.target.h <= area.y + area.h
        ends = part.target.x + part.target.w
    assert ends <= area.w


def test_a_game_without_sprites_and_with_small_boards_can_be_replayed() -> None:
    game = make_toy_game()
    match = Match.begin(game, 2, game.get_default_options(), b"small boards".ljust(32))
    for _ in range(8):
        seat = match.to_act[0]
        match = match.act(seat, match.legal_actions(seat)[-1].token)
    assert count_frames(b"".join(make_replay(match, ("Anna", "Ben"), load_words()))) > 1
