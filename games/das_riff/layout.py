"""Where things lie in a picture of Das Riff: two reefs, the river of cards, the stocks at its side."""

from __future__ import annotations

from typing import Final

from games.core.picture import Box
from games.das_riff import parts

CARD: Final = 112
STEP: Final = CARD + 8
LEFT: Final = 40
TOP: Final = 264
REEF_TOP: Final = (18, 830)
"""The upper edge of what lies on the far and on the near reef."""
STRIP_TOP: Final = (204, 748)
"""The upper edge of the far and the near boats strip, 48 high."""
PLATE: Final = Box(16, 0, 232, 152)
CORAL_X: Final = 264
CORAL_Y: Final = 8
STOCK_X: Final = (872, 936, 1008, 1072, 1136, 1200, 1264, 1328)
"""Pearls, sharks, then worms by colour; the bank's worms stand at the same places."""
TILE: Final = (56, 152)
PANEL_X: Final = 1008
TURN: Final = Box(1008, 208, 376, 72)
BROODS: Final = tuple(Box(PANEL_X + 192 * (i % 2), 292 + 112 * (i // 2), 184, 104) for i in range(4))
BANK_Y: Final = 520
PILES: Final = tuple(Box(PANEL_X + 96 * i, 684, 88, 104) for i in range(4))
RIBBON: Final = Box(140, 434, 760, 132)
RIBBON_ROOM: Final = 388
RIBBON_TALL: Final = 64
RIBBON_SIZE: Final = 34


def slots() -> tuple[Box, ...]:
    """Return every place on which something may lie; no two of them overlap."""
    cells = [Box(LEFT + STEP * (i % 8), TOP + STEP * (i // 8), CARD, CARD) for i in range(32)]
    strips = [Box(LEFT + STEP * column, y, CARD, 48) for y in STRIP_TOP for column in range(8)]
    reefs: list[Box] = []
    for y in REEF_TOP:
        reefs.append(Box(PLATE.x, y, PLATE.w, PLATE.h))
        reefs += [Box(CORAL_X + STEP * i, y + CORAL_Y, CARD, 144) for i in range(parts.MAX_CORALS)]
        reefs += [Box(x, y, *TILE) for x in STOCK_X]
    bank = [Box(x, BANK_Y, *TILE) for x in STOCK_X[2:]]
    return (*cells, *strips, *reefs, TURN, *BROODS, *bank, *PILES)
