"""Close-ups of a replay show new broods at the same place of the river in most turns."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.das_riff.draw_close_ups import CELL_WIDTH, HOME_SQUARE, RIVER_CLOSE_UP, list_close_ups
from games.das_riff.events import FishBred
from games.das_riff.layout import CELL_STEP, RIVER_LEFT, RIVER_TOP
from games.das_riff.parts import WATER_CARD, Sex, make_fish, parse_cell
from games.das_riff.rules import RULES
from tests.games.das_riff.states import list_states


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
