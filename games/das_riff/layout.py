"""The layout of a picture of Das Riff: two reefs, the river of cards, and the stocks at the side.

The aspect ratio of 6 to 5 keeps text legible on a phone.
"""

from __future__ import annotations

from collections.abc import Collection
from math import ceil
from typing import TYPE_CHECKING, Final

from games.core.picture import MAX_BOARD_HEIGHT, PICTURE_WIDTH, Box
from games.das_riff import parts

if TYPE_CHECKING:
    from games.das_riff.view import Reef

PICTURE_HEIGHT: Final = MAX_BOARD_HEIGHT
CARD_SIZE: Final = 128
CELL_STEP: Final = CARD_SIZE + 6
RIVER_LEFT: Final = 52
RIVER_TOP: Final = 318
STRIP_TOP: Final = (264, 856)
"""Top edges of the boat strips, the far strip first."""
STRIP_HEIGHT: Final = 46
SHORE_Y: Final = (218, 942)
"""Vertical positions of the card paths along the shores, the far shore first."""
SHORE_STEP: Final = 24
"""Distance between two card paths along the same shore."""
STOCK_SHORE_Y: Final = (246, 914)
"""Vertical positions of the card paths to the stocks next to the shores, the far shore first."""
TIP_GAP: Final = 4
"""Distance between a path's end and the piece that it leads to."""
NAME_PLATES: Final = (Box(16, 14, 284, 188), Box(16, 964, 284, 188))
"""Boxes of the name plates, the far plate first."""
NEAR_SHELF: Final = Box(0, 926, PICTURE_WIDTH, PICTURE_HEIGHT - 926)
"""The sand below the near reef."""
CORAL_X: Final = 314
CORAL_TOP: Final = (44, 994)
NUMBER_Y: Final = (23, 1143)
"""Vertical centres of the coral numbers, between the corals and the edge of the picture."""
NUMBER_SIZE: Final = 36
STOCK_SIZE: Final = 96
STOCK_TOP: Final = ((8, 110), (960, 1062))
"""Top edges of the two rows of stocks at the far and near edges."""
STOCK_X: Final = (990, 1092, 1194, 1296)
"""Left edges of the four columns of stocks in a replay."""
STOCK_PLACES: Final = ((0, 0), (0, 1), (1, 0), (2, 0), (3, 0), (1, 1), (2, 1), (3, 1), (1, 0))
"""Column and row of each stock. The stocks are pearls, sharks, worms by colour, then the sign of no worms."""
MAX_LARGE_STOCKS: Final = 3
MAX_STOCKS_IN_ROW: Final = 4
"""Maximum number of stocks as large as corals, and of stocks in a single row."""
FIRST_WORM_STOCK: Final = 2
NO_WORMS_STOCK: Final = 8
STOCK_LEFT, STOCKS_WIDTH = 998, 390
"""Left edge and width of the area of the stocks, outside replays. A gap separates it from the coral slots."""
BROAD_STOCK_SIZE: Final = 106
"""Size of stocks in two rows of up to three."""
BROAD_STOCK_TOP: Final = ((6, 114), (946, 1054))
"""Top edges of these rows at the far and near edges."""
STOCK_GAP: Final = 2
"""Space between two stocks beside each other, which look joined."""
PANEL_X: Final = 1130
TURN_BOX: Final = Box(PANEL_X, 236, 262, 72)
ASKING_BOX, ASKED_BOX = Box(PANEL_X, 236, 262, 46), Box(PANEL_X, 286, 262, 110)
"""Boxes of the plates of the seat whose turn it is and of the other seat while it may take a worm. They
replace the boxes of the turn, the dice and the piles.
"""
RESULT_BOX: Final = Box(PANEL_X, 236, 262, 160)
"""Box of the result in a replay. It replaces the boxes of the turn, the dice and the piles."""
RESULT_PANEL: Final = Box(1122, 228, 278, 690)
WIN_BOX, LOSS_BOX = Box(PANEL_X, 236, 262, 390), Box(PANEL_X, 646, 262, 264)
DRAW_RESULT_BOX: Final = Box(PANEL_X, 236, 262, 210)
DRAW_SEAT_BOXES: Final = tuple(Box(PANEL_X, 466 + 226 * i, 262, 218) for i in range(2))
"""Boxes after the match: the panel and two plates or, for a draw, three."""
DIE_SIZE: Final = 84
DIE_BOXES: Final = (Box(PANEL_X, 312, DIE_SIZE, DIE_SIZE), Box(PANEL_X + 90, 312, DIE_SIZE, DIE_SIZE))
PILE_BOXES: Final = (Box(PANEL_X + 180, 312, 82, 40), Box(PANEL_X + 180, 356, 82, 40))
BROOD_BOXES: Final = tuple(Box(PANEL_X, 400 + 88 * i, 262, 86) for i in range(4))
BANK_TRAY: Final = Box(1124, 753, 274, 165)
"""Background of the bank, which shows that its worms belong to nobody."""
BANK_COLOUR: Final = "#267194"
"""Colour of that background."""
BANK_LABEL_Y: Final = 768
"""Vertical centre of the bank's name."""
BANK_BOXES: Final = tuple(Box(PANEL_X + 89 * (i % 3), 784 + 68 * (i // 3), 84, 64) for i in range(6))


def find_stock_box(stock: int, side: int) -> Box:
    """Return the box of a stock in a replay, where each stock always has the same place.

    :param stock: index into :data:`STOCK_PLACES`.
    :param side: 1 for the near edge, 0 for the far edge.
    """
    across, down = STOCK_PLACES[stock]
    return Box(STOCK_X[across], STOCK_TOP[side][down], STOCK_SIZE, STOCK_SIZE)


def list_held_stocks(reef: Reef) -> list[int]:
    """Return the indices into :data:`STOCK_PLACES` of a seat's stocks that aren't empty.

    If it has no worms, a sign says so. Otherwise the bank could be taken for that seat's worms.
    """
    counts = (reef.pearls, reef.sharks, *reef.worms, not any(reef.worms))
    return [index for index, held in enumerate(counts) if held]


def arrange_stocks(stocks: Collection[int], side: int) -> dict[int, Box]:
    """Return the boxes of stocks beside the corals, in one row or two, in the middle of their area.

    :param stocks: indices into :data:`STOCK_PLACES`.
    :param side: 1 for the near edge, 0 for the far edge.
    """
    count = len(stocks)
    columns = count if count <= MAX_STOCKS_IN_ROW else ceil(count / 2)
    low = not side and min(stocks, default=0) < FIRST_WORM_STOCK
    if count <= MAX_LARGE_STOCKS:
        size = CARD_SIZE
    else:
        size = BROAD_STOCK_SIZE if columns <= MAX_LARGE_STOCKS else STOCK_SIZE
    if columns == count:
        tops: tuple[int, ...] = (CORAL_TOP[side] + (CARD_SIZE - size) // 2,)
    else:
        tops = (BROAD_STOCK_TOP if size == BROAD_STOCK_SIZE else STOCK_TOP)[side][:: -1 if low else 1]
    left = STOCK_LEFT + (STOCKS_WIDTH - (size + STOCK_GAP) * columns + STOCK_GAP) // 2
    return {
        index: Box(left + (size + STOCK_GAP) * (i % columns), tops[i // columns], size, size)
        for i, index in enumerate(sorted(stocks))
    }


def list_slots() -> tuple[Box, ...]:
    """Return the boxes of everything but the stocks that is drawn during a match. No two boxes overlap."""
    cells = [
        Box(RIVER_LEFT + CELL_STEP * (i % 8), RIVER_TOP + CELL_STEP * (i // 8), CARD_SIZE, CARD_SIZE)
        for i in range(32)
    ]
    strips = [
        Box(RIVER_LEFT + CELL_STEP * column, y, CARD_SIZE, STRIP_HEIGHT)
        for y in STRIP_TOP
        for column in range(8)
    ]
    reefs: list[Box] = []
    for side in (0, 1):
        reefs.append(NAME_PLATES[side])
        reefs += [
            Box(CORAL_X + CELL_STEP * i, CORAL_TOP[side], CARD_SIZE, CARD_SIZE)
            for i in range(parts.MAX_CORALS)
        ]
    return (*cells, *strips, *reefs, TURN_BOX, *DIE_BOXES, *PILE_BOXES, *BROOD_BOXES, *BANK_BOXES)
