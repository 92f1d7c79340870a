"""Chooses what a film shows of the board for a turn: the current, and below it the parts of the seat's board.

The current always has the same place and scale, because a film of moving backgrounds would be far larger.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from games.australis.events import Event
from games.australis.layout import PANEL, PLANS, find_board_place
from games.australis.view import View
from games.core.picture import TALLEST, WIDTH, Box, CloseUp

FRAME: Final = (WIDTH // 2, TALLEST // 2)
TOP: Final = 40
CURRENT: Final = CloseUp(Box(0, TOP, PANEL.x, 702), Box(0, 0, 686, 480))
BOARD_HEIGHT: Final = FRAME[1] - CURRENT.target.h
"""Height of the seat's board in a frame."""


def list_close_ups(before: View, after: View, seat: int, events: tuple[Event, ...]) -> tuple[CloseUp, ...]:
    """Return the parts of the board that a film shows for a turn of ``seat``: the current, and the seat's
    board.
    """
    del after, events  # These parts contain all that a turn changes, except the offer.
    board, plan = find_board_place(before.seats, seat), PLANS[before.seats]
    # Cut the board into parts, from top to bottom: name and points, possessions, cards. With two seats, the
    # first two are one part.
    cuts = (0, plan.head.h, plan.cards.y - 4, board.h) if before.seats > 2 else (0, 204, board.h)
    shown = [Box(board.x, board.y + top, board.w, low - top) for top, low in pairwise(cuts)]
    wide = min(FRAME[0] // len(shown), *(board.w * BOARD_HEIGHT // box.h for box in shown))
    parts, step = [CURRENT], FRAME[0] // len(shown)
    for number, box in enumerate(shown):
        high = wide * box.h // box.w
        left = step * number + (step - wide) // 2
        parts.append(
            CloseUp(box, Box(left, FRAME[1] - BOARD_HEIGHT + (BOARD_HEIGHT - high) // 2, wide, high))
        )
    return tuple(parts)
