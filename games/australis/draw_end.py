"""Draws the result of a match: the placements, and a table of points by source."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from PIL import Image, ImageDraw

from games.australis.layout import (
    LEDGER_BOX,
    LEDGER_HEAD_HEIGHT,
    LEDGER_ROW_HEIGHT,
    LEDGER_SOURCES_WIDTH,
    RANKING_ROWS_BY_SEAT_COUNT,
)
from games.core.picture import DIM_PLATE_TOP_COLOUR, GOLD_COLOUR, INK_COLOUR, NAVY_COLOUR, WHITE_COLOUR
from games.core.words import N_
from games.drawing.fitting import fit_name_lines, fit_text
from games.drawing.plates import MIN_SIZE, TURN_TONE, make_plate
from games.drawing.sprites import Sprite
from games.drawing.text import make_ramp
from games.drawing.win_plate import put_rank_plate

if TYPE_CHECKING:
    from games.australis.events import Scene
    from games.australis.view import View
    from games.core.outcome import Outcome
    from games.drawing.canvas import Canvas
    from games.drawing.sprites import Atlas

POINTS_SIZE: Final = 40
"""Font size of points in the ledger."""
SHELL_WIDTH: Final = 74
"""Width of the shell before a name."""
COLUMN_PADDING: Final = 14
"""Space at the left of a seat's column in the ledger."""
BAR_LEFT, BAR_GAP, BAR_MARGIN = 100, 14, 36
"""Left edge of the bars in a column, the space before them, and the space after the longest bar."""
BAR_HEIGHT: Final = 24
BEST_COLOUR, BAR_COLOUR = GOLD_COLOUR, "#3F8FB4"
"""Colours of the bar of the best seat in a row, and of the others."""
ROW_COLOURS: Final = (NAVY_COLOUR, "#113A5B")
FAINT_COLOUR: Final = "#C8EBE4"
"""Colour of points in rows of the ledger in which the seat isn't the best."""
POINT_SOURCE_NAMES: Final = (
    N_("start"),
    N_("dice"),
    N_("reefs"),
    N_("fish"),
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

    def draw_ranking(self, outcome: Outcome) -> None:
        """Draw the placements in place of the dice and cards, below the plate of a single winner."""
        order = sorted(range(self.view.seat_count), key=outcome.placements.__getitem__)
        for box, seat in zip(RANKING_ROWS_BY_SEAT_COUNT[self.view.seat_count], order, strict=True):
            if outcome.winners == (seat,) and not outcome.is_draw:
                # The plate of a single winner is larger and includes the result.
                continue
            put_rank_plate(
                self.canvas,
                box,
                self.scene.names,
                seat,
                is_lit=seat in outcome.winners,
                score=str(self.view.boards[seat].points),
                sign=self.sprites[f"shell_{seat}"],
                placement=outcome.placements[seat],
            )

    def draw_winning_column(self, left: int, top: int, step: int) -> None:
        """Draw the head and the outline of a winner's column in the ledger."""
        across, (_, _, _, high) = step - 8, LEDGER_BOX
        self.canvas.put(
            make_plate(across, LEDGER_HEAD_HEIGHT - 8, TURN_TONE, LEDGER_HEAD_HEIGHT), left - 8, top + 4
        )
        self.canvas.draw_ring(left - 2, top + 10, across - 14, high - 13, 5, GOLD_COLOUR)

    def draw_ledger(self) -> None:
        """Draw the ledger of each seat's points by source over the boards. The ranking shows the totals."""
        x, y, wide, _ = LEDGER_BOX
        self.canvas.put(self.sprites["ledger"], x, y)
        seat_count = self.view.seat_count
        step = (wide - LEDGER_SOURCES_WIDTH) // seat_count
        columns = [x + LEDGER_SOURCES_WIDTH + step * seat for seat in range(seat_count)]
        for seat, left in enumerate(columns):
            self.draw_column_head(seat, left, y, step)
        for row in range(len(POINT_SOURCE_NAMES)):
            self.draw_ledger_row(row, columns, step)

    def draw_column_head(self, seat: int, left: int, top: int, step: int) -> None:
        """Draw a seat's shell and name above its column of the ledger.

        :param step: width of a column in pixels.
        """
        middle = top + LEDGER_HEAD_HEIGHT // 2
        ink, ground = WHITE_COLOUR, DIM_PLATE_TOP_COLOUR
        if self.scene.outcome is not None and seat in self.scene.outcome.winners:
            ink, ground = INK_COLOUR, GOLD_COLOUR
            self.draw_winning_column(left, top, step)
        room = step - SHELL_WIDTH - 2 * COLUMN_PADDING
        name = fit_name_lines(self.scene.names, seat, 40, room, LEDGER_HEAD_HEIGHT - 4, MIN_SIZE)
        self.canvas.put(self.sprites[f"shell_{seat}"], left + COLUMN_PADDING, middle - 29)
        self.canvas.write_fitted(name, left + COLUMN_PADDING + SHELL_WIDTH, middle, ink, ground, "left")

    def draw_ledger_row(self, row: int, columns: Sequence[int], step: int) -> None:
        """Draw the points of all seats from one source, as numbers with bars.

        :param columns: left edge of each seat's column.
        :param step: width of a column in pixels.
        """
        x, y = LEDGER_BOX.x, LEDGER_BOX.y
        middle = y + LEDGER_HEAD_HEIGHT + LEDGER_ROW_HEIGHT * row + LEDGER_ROW_HEIGHT // 2
        ground, room = ROW_COLOURS[row % 2 == 0], LEDGER_SOURCES_WIDTH - 82 - 12
        source = self.scene.w(POINT_SOURCE_NAMES[row])
        fitted_source = fit_text(source, 36, room, 0, MIN_SIZE)
        self.canvas.write_fitted(fitted_source, x + 82, middle, WHITE_COLOUR, ground, "left")
        most = max(1, *(points for board in self.view.boards for points in board.ledger))
        longest = step - BAR_LEFT - BAR_MARGIN
        gains = [board.ledger[row] for board in self.view.boards]
        for left, points in zip(columns, gains, strict=True):
            best = points and points == max(gains)
            ink, bar = (WHITE_COLOUR, BEST_COLOUR) if best else (FAINT_COLOUR, BAR_COLOUR)
            start = left + BAR_LEFT
            self.canvas.write_line(str(points), start - BAR_GAP, middle, POINTS_SIZE, ink, ground, "right")
            if points:
                across = max(BAR_HEIGHT, longest * points // most)
                self.canvas.put(make_bar(across, bar, ground), start, middle - BAR_HEIGHT // 2)


@lru_cache(maxsize=256)
def make_bar(length: int, colour: str, background_colour: str) -> Sprite:
    """Return a bar with rounded ends, on the background of a row of the ledger."""
    fine, radius = 4, BAR_HEIGHT // 2
    cover = Image.new("L", (length * fine, BAR_HEIGHT * fine))
    ImageDraw.Draw(cover).rounded_rectangle((0, 0, cover.width - 1, cover.height - 1), radius * fine, 255)
    cover = cover.reduce(fine)
    return Sprite(
        Image.frombytes("P", cover.size, cover.point(make_ramp(colour, background_colour)).tobytes()), None
    )
