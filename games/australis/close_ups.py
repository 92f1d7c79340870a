"""Chooses the parts of the board that a replay shows for a turn.

The current is at the top. Below it are the dice on the gameboard, the competition's tiles and the seat's
pieces. Everything always has the same place and scale, because a moving background would make the file far
larger.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from games.australis.board_layout import BOARD_PLANS, find_board_place
from games.australis.events import Event
from games.australis.layout import PANEL_BOX, TILE_BOXES, arrange_dice
from games.australis.parts import DICE_PER_SEAT
from games.australis.view import View
from games.core.picture import MAX_BOARD_HEIGHT, PICTURE_WIDTH, Box, CloseUp, ScoreboardEntry

FRAME_SIZE: Final = (PICTURE_WIDTH // 2, MAX_BOARD_HEIGHT // 2)
CURRENT_TOP: Final = 40
CURRENT_CLOSE_UP: Final = CloseUp(Box(0, CURRENT_TOP, PANEL_BOX.x, 702), Box(0, 0, 680, 475))
LOWER_PART: Final = Box(
    0, CURRENT_CLOSE_UP.target.h, FRAME_SIZE[0], FRAME_SIZE[1] - CURRENT_CLOSE_UP.target.h
)
"""Part of a frame below the current."""
BOX_MARGIN: Final = 4
DICE_SCALE: Final = 0.5
"""Scale of the dice on the gameboard, the same as in frames that show the whole board."""
DICE_COLUMNS: Final = {2: 5, 3: 5, 4: 6}
"""Number of columns of dice on the gameboard, by number of seats."""
FIXED_SCALE_SEATS: Final = 2
"""Number of seats at which a seat's own dice are also drawn at :data:`DICE_SCALE`, to leave room for its
cards.
"""
RING_OVERLAP: Final = 5
"""Number of pixels at the edges of a seat's pieces into which the rings around other pieces reach. They are
cut off, because these pieces aren't neighbours in a frame.
"""
MAX_COUNT_WIDTH: Final = 142
"""Maximum width of a count's part in pixels, enough for three digits."""
GROUP_GAP: Final = 6
"""Space between two groups of pieces in a frame."""
PLAIN_PIECE_SIZE: Final = 4
"""Width and height of a single-coloured piece of the background, in pixels."""


def list_close_ups(before: View, after: View, seat: int, events: tuple[Event, ...]) -> tuple[CloseUp, ...]:
    """Return the parts of the board that a replay shows for a turn of ``seat``."""
    del after, events  # These parts contain everything that a turn changes, except the displayed cards.
    return _list_parts(before.seats, seat)


def list_scoreboard(view: View) -> tuple[ScoreboardEntry, ...]:
    """Return each seat's entry on the scoreboard of a replay."""
    return tuple(
        ScoreboardEntry(str(board.points), f"shell_{seat}") for seat, board in enumerate(view.boards)
    )


@lru_cache(maxsize=16)
def _list_parts(seats: int, seat: int) -> tuple[CloseUp, ...]:
    """Return the close-ups of a frame: the ocean current, and below it the offered dice, the tiles and the
    seat's board.
    """
    board, plan = find_board_place(seats, seat), BOARD_PLANS[seats]
    depths = Box(PANEL_BOX.x + 2, PANEL_BOX.y + PANEL_BOX.h // 2, PLAIN_PIECE_SIZE, PLAIN_PIECE_SIZE)
    sand = Box(board.x + board.w - 16, board.y + 140, PLAIN_PIECE_SIZE, PLAIN_PIECE_SIZE)
    dice = [_shrink_box(box, 1) for box in arrange_dice(DICE_PER_SEAT * seats + 1)]
    offer = _arrange_boxes(dice, 0, columns=DICE_COLUMNS[seats], fixed=True)
    tiles = _arrange_boxes([_shrink_box(box, -1) for box in TILE_BOXES], _find_next_left(offer))
    left = _find_next_left(tiles)
    counts = []
    for x, y, width, high in plan.counts:
        wide = min(width - 2 - RING_OVERLAP, MAX_COUNT_WIDTH)
        # On the name plate, the counts are far from any ring.
        less = 1 if y < plan.name_plate.h else RING_OVERLAP
        counts.append(_move_to_board(Box(x + 1, y + less, wide, high - 2 * less), board))
    parts = _arrange_boxes(counts, left)
    taken = [
        _move_to_board(Box(box.x + 2, box.y + 3, box.w - 4, box.h - 3 - RING_OVERLAP), board)
        for box in plan.dice
    ]
    parts += _arrange_boxes(taken, _find_next_left(parts), columns=2, fixed=seats == FIXED_SCALE_SEATS)
    area = plan.cards
    cards = _move_to_board(area._replace(y=area.y + RING_OVERLAP, h=area.h - RING_OVERLAP), board)
    room = FRAME_SIZE[0] - _find_next_left(parts) - BOX_MARGIN
    scale = min(room / cards.w, (LOWER_PART.h - 2 * BOX_MARGIN) / cards.h)
    wide, high = int(cards.w * scale), int(cards.h * scale)
    parts.append(
        CloseUp(
            cards,
            Box(_find_next_left(parts), LOWER_PART.y + (LOWER_PART.h - high) // 2, wide, high),
        )
    )
    own = Box(left, LOWER_PART.y, FRAME_SIZE[0] - left, LOWER_PART.h)
    return (
        CURRENT_CLOSE_UP,
        CloseUp(depths, LOWER_PART, is_stretchable=True),
        CloseUp(sand, own, is_stretchable=True),
        *offer,
        *tiles,
        *parts,
    )


def _arrange_boxes(
    boxes: Sequence[Box], left: int, *, columns: int = 1, fixed: bool = False
) -> list[CloseUp]:
    """Return close-ups that arrange boxes of equal height in a grid in the lower part of a frame.

    :param left: the left edge of the grid.
    :param fixed: whether to use :data:`DICE_SCALE` instead of the largest scale that fits.
    """
    rows, first = -(-len(boxes) // columns), boxes[0]
    high = int(first.h * DICE_SCALE) if fixed else (LOWER_PART.h - BOX_MARGIN) // rows - 1
    scale = high / first.h
    wide = max(round(box.w * scale) for box in boxes)
    top = LOWER_PART.y + (LOWER_PART.h - rows * (high + 1)) // 2
    return [
        CloseUp(
            box,
            Box(
                left + GROUP_GAP // 2 + (wide + 1) * (number % columns),
                top + (high + 1) * (number // columns),
                round(box.w * scale),
                high,
            ),
        )
        for number, box in enumerate(boxes)
    ]


def _find_next_left(parts: Sequence[CloseUp]) -> int:
    """Return the left edge of the next group of pieces in a frame."""
    return max(part.target.x + part.target.w for part in parts) + GROUP_GAP // 2


def _shrink_box(box: Box, less: int) -> Box:
    """Return a box that is smaller by ``less`` pixels on each side."""
    return Box(box.x + less, box.y + less, box.w - 2 * less, box.h - 2 * less)


def _move_to_board(box: Box, board: Box) -> Box:
    """Convert a box on a seat's board to its position on the whole board."""
    return box._replace(x=board.x + box.x, y=board.y + box.y)
