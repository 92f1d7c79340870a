"""Draws the ribbon that announces the end of a round or match."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from games.coral_reef.closing import find_round_end
from games.coral_reef.layout import RIBBON_SIZE
from games.core.outcome import CLOSED_ENDING
from games.core.picture import GOLD_COLOUR, INK_COLOUR
from games.drawing.fitting import fit_line, fit_text
from games.drawing.plates import MIN_SIZE
from games.drawing.podium import put_crown
from games.drawing.sprites import load_atlas

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.coral_reef.events import Scene
    from games.coral_reef.view import View
    from games.core.picture import Box
    from games.drawing.canvas import Canvas

FONT_SIZE: Final = 72
MAX_TEXT_WIDTH: Final = 450
MAX_TEXT_HEIGHT: Final = 80
"""Font size, maximum width and maximum height of the text on the ribbon."""


def put_ribbon(canvas: Canvas, view: View, scene: Scene, winners: Sequence[int], area: Box) -> None:
    """Draw the ribbon above the stacks.

    :param winners: the seats that won the round or match.
    """
    outcome, ended, w = scene.outcome, find_round_end(scene), scene.w
    left, top = area.x + (area.w - RIBBON_SIZE.w) // 2, area.y - RIBBON_SIZE.h - 4
    middle = left + RIBBON_SIZE.w // 2
    canvas.put(load_atlas("kit")["ribbon"], left, top)
    if outcome is not None and len(winners) == 1:
        put_crown(canvas, outcome, left + 576, top + 24)
        middle -= 44
    if len(winners) == 1:

        def format_win(name: str) -> str:
            if scene.has_caption:
                return name
            if ended is None:
                return w("{name} wins", name=name)
            return w("{name} wins round {n}", name=name, n=view.number)

        fitted = fit_line(
            format_win, scene.names, winners[0], FONT_SIZE, MAX_TEXT_WIDTH, MAX_TEXT_HEIGHT, MIN_SIZE
        )
    else:
        line = w("A shared victory") if ended is None else w("A shared round")
        if outcome is not None and outcome.ending == CLOSED_ENDING:
            line = w("Table closed")
        fitted = fit_text(line, FONT_SIZE, MAX_TEXT_WIDTH, MAX_TEXT_HEIGHT, MIN_SIZE)
    canvas.write_fitted(fitted, middle, top + 55, INK_COLOUR, GOLD_COLOUR, "middle")
