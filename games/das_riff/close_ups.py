"""Chooses what a film shows of the board for a turn: the river, and below it the seat's corals and stocks.

The river always has the same place and scale, because a film of moving backgrounds would be far larger.
"""

from __future__ import annotations

from typing import Final

from games.core.picture import TALLEST, WIDTH, Box, CloseUp
from games.das_riff.events import Event
from games.das_riff.layout import CORAL_X, STEP, STRIP_TOP
from games.das_riff.view import View

FRAME: Final = (WIDTH // 2, TALLEST // 2)
CELL: Final = 84
"""Width of a cell with its gap in a frame. Only with a whole number do all cells look and compress alike."""
REEF: Final = 131
"""Height of the seat's reef in a frame."""
_TOP: Final = STRIP_TOP[0] - 46
_WIDE: Final = STEP * 17 // 2
"""Width of the river up to the right edge of the frame, in half cells."""
RIVER: Final = CloseUp(Box(8, _TOP, _WIDE, STEP * 11 // 2), Box(0, 0, _WIDE * CELL // STEP, CELL * 11 // 2))
_ACROSS: Final = WIDTH - CORAL_X + 6
_DEEP: Final = _ACROSS * REEF // FRAME[0]


def list_close_ups(before: View, after: View, seat: int, events: tuple[Event, ...]) -> tuple[CloseUp, ...]:
    """Return the parts for a seat's turn; the near reef is seat 0's."""
    del before, after, events  # The river and the reef contain everything that a turn can change.
    top = 2 if seat else TALLEST - _DEEP - 2
    reef = CloseUp(Box(WIDTH - _ACROSS, top, _ACROSS, _DEEP), Box(0, FRAME[1] - REEF, FRAME[0], REEF))
    return RIVER, reef
