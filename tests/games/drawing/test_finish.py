"""The result at the end of a film, whatever the names and the languages."""

from __future__ import annotations

import pytest

from games.core.picture import GOLD
from games.drawing import captions, palette
from games.drawing.captions import MIN_SIZE, fit_caption
from games.drawing.finish import BEFORE, NON_TEXT_WIDTH, PLATE_MARGIN, draw_finish
from games.drawing.podium import MEDAL
from tests.games.drawing.written import record_lines

WIDTH = 700


@pytest.mark.parametrize("name", ["Ann", "Maximiliane von Hohenstein", "W" * 32])
def test_the_result_fits_on_the_golden_plate(name: str) -> None:
    result = fit_caption(
        lambda names: f"Eine Farbe ist aufgebraucht. {names[0]} gewinnt: 25 Punkte!",
        (name,),
        WIDTH - NON_TEXT_WIDTH,
    )
    with record_lines() as lines:
        strip = draw_finish(WIDTH, result)
    assert strip.size == (WIDTH, captions.HEIGHT)
    assert strip.histogram()[palette.CLEAR] == 0
    assert strip.histogram()[palette.index(GOLD)] > WIDTH * captions.HEIGHT // 2
    assert result.size >= MIN_SIZE and lines
    for line in lines:
        assert line.left >= PLATE_MARGIN + BEFORE + MEDAL[0] and line.right <= WIDTH - PLATE_MARGIN
        assert line.top >= PLATE_MARGIN and line.bottom <= captions.HEIGHT - PLATE_MARGIN
