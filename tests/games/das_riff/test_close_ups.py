"""Close-ups of a replay show new broods at the same place of the river in most turns, and below the river
only a seat's corals.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest

from games.core.match import view_at
from games.core.words import load_words
from games.das_riff import GAME
from games.das_riff.draw_close_ups import (
    CELL_WIDTH,
    FRAME_SIZE,
    HOME_SQUARE,
    REEF_HEIGHT,
    RIVER_CLOSE_UP,
    list_close_ups,
)
from games.das_riff.events import CardTaken, FishBred
from games.das_riff.layout import CELL_STEP, RIVER_LEFT, RIVER_TOP
from games.das_riff.parts import PEARL_CARD, SHARK_CARD, WATER_CARD, Sex, make_fish, parse_cell
from games.das_riff.rules import RULES
from games.das_riff.view import View
from games.drawing.contours import measure_gap
from games.drawing.replay_frames import Replay
from games.drawing.replay_shots import NO_CAPTION, ReplayShot
from tests.games.das_riff.states import list_states
from tools.walks import Case


@pytest.mark.parametrize(
    ("cards", "square"),
    [((), HOME_SQUARE), (("C8",), (1, 5)), (("C7", "B7"), (1, 4)), (("B6",), HOME_SQUARE)],
)
def test_a_new_brood_lies_at_its_home_or_at_the_nearest_free_square(
    cards: tuple[str, ...], square: tuple[int, int]
) -> None:
    tableau = [WATER_CARD] * 32
    for cell in cards:
        tableau[parse_cell(cell)] = make_fish(0, Sex.MALE)
    after = replace(RULES.view(list_states()[0], None), tableau=tuple(tableau))
    *_, brood = list_close_ups(replace(after), after, 0, (FishBred(0, 0, (0, 1)),))
    source, share = RIVER_CLOSE_UP.source, CELL_WIDTH / CELL_STEP
    left = (RIVER_LEFT - source.x) * share + CELL_WIDTH * square[1]
    top = (RIVER_TOP - source.y) * share + CELL_WIDTH * square[0]
    assert left <= brood.target.x < left + CELL_WIDTH / 4
    assert top <= brood.target.y < top + CELL_WIDTH / 4


def test_the_corals_of_a_seat_lie_on_plain_sand_and_stocks_appear_only_with_a_card_for_them() -> None:
    match = Case(GAME, 2, GAME.get_default_options(), 7, is_rich=True).match
    replay, told = Replay(match, ("Ann", "Ben"), load_words()), Counter[int]()
    for turn in replay.turns:
        for early in (True, False):
            shot = ReplayShot(0, NO_CAPTION, turn.number, turn, is_before_turn=early)
            _, sand, corals, *more = replay.list_close_ups(shot)
            x, y, wide, high = sand.source
            patch = replay.draw(shot).crop((x, y, x + wide, y + high))
            assert sand.is_stretchable and len(patch.getcolors() or ()) == 1
            assert corals.target.h <= sand.target.h == REEF_HEIGHT
            stocks = [part for part in more if not part.sprite]
            taken = {
                event.card
                for event in replay.list_own_events(turn)
                if isinstance(event, CardTaken) and event.card in {PEARL_CARD, SHARK_CARD}
            }
            ply = turn.since if early else turn.ply
            shown = view_at(match, ply, None)
            assert isinstance(shown, View)
            reef = shown.reefs[replay.find_actor(turn)]
            counts = {PEARL_CARD: reef.pearls, SHARK_CARD: reef.sharks}
            assert len(stocks) == sum(counts[card] > 0 for card in taken)
            boxes = [part.target for part in (corals, *stocks)]
            assert all(measure_gap(one, other) >= 0 for one, other in combinations(boxes, 2))
            assert all(box.x >= 0 and box.x + box.w <= FRAME_SIZE[0] for box in boxes)
            told[len(stocks)] += 1
    assert {0, 1} <= told.keys()
