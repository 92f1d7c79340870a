"""Draws the result of a match: the placements, and a table of points by source."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from games.australis.layout import (
    LEDGER_BOX,
    LEDGER_HEAD_HEIGHT,
    LEDGER_ROW_HEIGHT,
    LEDGER_TOTAL_HEIGHT,
    MAX_LEDGER_COLUMN,
    MIN_LEDGER_SOURCES,
    RANKING_ROWS,
)
from games.core.picture import DIM_PLATE_TOP_COLOUR, GOLD_COLOUR, INK_COLOUR, NAVY_COLOUR, WHITE_COLOUR
from games.core.words import N_
from games.drawing.fitting import fit_name_lines
from games.drawing.plates import MIN_SIZE, TURN_TONE, make_plate
from games.drawing.text import measure_width
from games.drawing.win_plate import put_rank_plate

if TYPE_CHECKING:
    from games.australis.events import Scene
    from games.australis.view import View
    from games.core.outcome import Outcome
    from games.drawing.canvas import Canvas
    from games.drawing.sprites import Atlas

FIGURE_SIZE: Final = 36
"""Font size of points in the table."""
SHELL_WIDTH: Final = 70
"""Width of the shell before a name."""
ROW_COLOURS: Final = (NAVY_COLOUR, "#113A5B")
FAINT_COLOUR: Final = "#C8EBE4"
"""Colour of points in rows of the table in which the seat isn't the best."""
_POINT_SOURCES: Final = (
    N_("the start"),
    N_("circles"),
    N_("reefs"),
    N_("schools"),
    N_("turtle"),
    N_("corals"),
    N_("token"),
    N_("tiles"),
)


class EndPainter:
    """Draws the result of a match."""

    def __init__(self, canvas: Canvas, sprites: Atlas, view: View, scene: Scene) -> None:
        self.canvas = canvas
        self.sprites = sprites
        self.view = view
        self.scene = scene

    def draw_podium(self, outcome: Outcome) -> None:
        """Draw the placements in place of the dice and cards, below the plate of a single winner."""
        order = sorted(range(self.view.seats), key=outcome.placements.__getitem__)
        for box, seat in zip(RANKING_ROWS[self.view.seats], order, strict=True):
            if outcome.winners == (seat,) and not outcome.is_draw:
                # The plate of a single winner is larger and includes the result.
                continue
            put_rank_plate(
                self.canvas,
                box,
                self.scene.names,
                seat,
                lit=seat in outcome.winners,
                score=str(self.view.boards[seat].points),
                sign=self.sprites[f"shell_{seat}"],
                place=outcome.placements[seat],
            )

    def draw_winning_column(self, left: int, top: int, step: int) -> None:
        """Draw the head and the outline of a winner's column in the table."""
        across, (_, _, _, high) = step - 20, LEDGER_BOX
        self.canvas.put(
            make_plate(across, LEDGER_HEAD_HEIGHT - 8, TURN_TONE, LEDGER_HEAD_HEIGHT), left - 8, top + 4
        )
        self.canvas.ring(left - 2, top + 10, across - 12, high - 24, 5, GOLD_COLOUR)

    def draw_ledger(self) -> None:
        """Draw a table of each seat's points by source, over the boards."""
        view, w, (x, y, wide, _) = self.view, self.scene.w, LEDGER_BOX
        winners = () if self.scene.outcome is None else self.scene.outcome.winners
        self.canvas.put(self.sprites["ledger"], x, y)
        step = min((wide - MIN_LEDGER_SOURCES) // view.seats, MAX_LEDGER_COLUMN)
        words = wide - step * view.seats
        figures = (step - 20 + measure_width("000", FIGURE_SIZE)) // 2
        middle = y + LEDGER_HEAD_HEIGHT // 2
        for seat in range(view.seats):
            left = x + words + step * seat
            ground = GOLD_COLOUR if seat in winners else DIM_PLATE_TOP_COLOUR
            if seat in winners:
                self.draw_winning_column(left, y, step)
            room = step - SHELL_WIDTH - 20
            told = fit_name_lines(self.scene.names, seat, 38, room, LEDGER_HEAD_HEIGHT - 4, MIN_SIZE)
            across = max(measure_width(line, told.size) for line in told.lines)
            start = left + (step - 20 - SHELL_WIDTH - across) // 2
            self.canvas.put(self.sprites[f"shell_{seat}"], start, middle - 29)
            ink = INK_COLOUR if seat in winners else WHITE_COLOUR
            self.canvas.write_fitted(told, start + SHELL_WIDTH, middle, ink, ground, "left")
        for row, origin in enumerate(_POINT_SOURCES):
            middle, ground = (
                y + LEDGER_HEAD_HEIGHT + LEDGER_ROW_HEIGHT * row + LEDGER_ROW_HEIGHT // 2,
                ROW_COLOURS[row % 2 == 0],
            )
            self.canvas.write_text(
                w(origin),
                x + 82,
                middle,
                34,
                WHITE_COLOUR,
                ground,
                "left",
                MIN_LEDGER_SOURCES - 82 - 12,
                0,
                MIN_SIZE,
            )
            parts = [board.ledger[row] for board in view.boards]
            for seat, points in enumerate(parts):
                ink = WHITE_COLOUR if points and points == max(parts) else FAINT_COLOUR
                right = x + words + step * seat + figures
                self.canvas.write(str(points), right, middle, FIGURE_SIZE, ink, ground, "right")
        middle = (
            y + LEDGER_HEAD_HEIGHT + LEDGER_ROW_HEIGHT * len(_POINT_SOURCES) + LEDGER_TOTAL_HEIGHT // 2 - 1
        )
        self.canvas.write_text(
            w("total"),
            x + 82,
            middle,
            36,
            INK_COLOUR,
            GOLD_COLOUR,
            "left",
            MIN_LEDGER_SOURCES - 82 - 12,
            0,
            MIN_SIZE,
        )
        for seat, board in enumerate(view.boards):
            right = x + words + step * seat + figures
            self.canvas.write(str(board.points), right, middle, 40, INK_COLOUR, GOLD_COLOUR, "right")
