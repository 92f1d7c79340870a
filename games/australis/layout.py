"""Where everything lies in the picture of Australis: the art and the drawing read the same places."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Final, NamedTuple

from games.core.picture import Box

Point = tuple[float, float]

COURSE: Final[tuple[Point, ...]] = (
    (58, 580),
    (190, 603),
    (330, 578),
    (480, 604),
    (640, 578),
    (800, 600),
    (906, 566),
    (950, 462),
    (904, 366),
    (790, 338),
    (640, 362),
    (480, 334),
    (330, 358),
    (180, 336),
    (82, 306),
    (50, 206),
    (104, 116),
    (220, 88),
    (370, 114),
    (520, 86),
    (670, 112),
    (800, 92),
    (896, 104),
)
"""Points through which the current winds, from space 0 to the longest track's last space."""
LONGEST: Final = 25
STONE: Final = 60
POOLS: Final = {25: Box(838, 8, 156, 166), 18: Box(4, 24, 156, 166)}
"""The last space, by its number: all turtles have room there, below its number."""
BERTHS: Final = ((40, 68), (116, 68), (40, 130), (116, 130))
"""Where turtles lie in a pool, from its corner, in the order in which they came."""
CUBE: Final = 30
_BESIDE: Final = ((-62, -31), (32, -31), (-62, 1), (32, 1))
CUBES: Final = {5: _BESIDE, 11: _BESIDE, 15: _BESIDE, 17: ((34, -31), (34, 1))}
"""Where food waits beside a stone, from its middle: by seats; on the last of them it belongs to nobody."""
REEF: Final = (256, 142)
REEF_PLACES: Final = (
    Box(34, 400, *REEF),
    Box(306, 400, *REEF),
    Box(578, 400, *REEF),
    Box(660, 162, *REEF),
    Box(388, 162, *REEF),
    Box(116, 162, *REEF),
)
"""The reefs from 3 to 8, inside the bends of the current."""

PANEL: Final = Box(1004, 12, 388, 640)
TURN: Final = Box(1010, 18, 376, 84)
DICE: Final = {
    2: tuple(Box(1014 + 76 * (i % 5), 116 + 94 * (i // 5), 72, 72) for i in range(9)),
    3: tuple(Box(1016 + 76 * (i % 5), 110 + 64 * (i // 5), 60, 60) for i in range(13)),
    4: tuple(Box(1014 + 62 * (i % 6), 112 + 62 * (i // 6), 56, 56) for i in range(17)),
}
"""The dice on the gameboard, by the number of seats."""
CARDS: Final = tuple(Box(1012 + 126 * (i % 3), 306 + 122 * (i // 3), 120, 114) for i in range(6))
RANKING: Final = {
    seats: tuple(Box(1010, 112 + (96 + gap) * i + lead, 376, 96) for i in range(seats))
    for seats, gap, lead in ((2, 24, 100), (3, 24, 40), (4, 14, 2))
}
"""A line for each seat at the end, over the dice and the cards, by the number of seats."""
STOCKS: Final = tuple(Box(1012 + 63 * i, 554, 57, 92) for i in range(6))
"""Gold and silver tile, draw and discard pile, fish and grey cubes."""

BOARD_Y: Final = 668
BOARD_H: Final = 324
CHIP_GAP: Final = 2
MOST_CHIPS: Final = 3
MOST_DICE: Final = 4
LEDGER_MARGIN: Final = 3


class BoardPlan(NamedTuple):
    """How a board is laid out for a number of seats; places are relative to its upper left corner.

    ``head`` is the name plate; ``dice`` is where the dice of the round lie side by side, each ``die`` pixels.
    Columns are those of white, yellow, blue, violet and the competition: each bears its letter on a band and
    below it three chips.
    """

    width: int
    head: Box
    food: Point
    slot: int
    fish: Box
    corals: Box
    tiles: Point
    dice: tuple[Box, ...]
    flag: tuple[int, int]
    columns: tuple[int, ...]
    top: int
    column: int
    band: int
    chip: tuple[int, int]

    @property
    def table(self) -> Box:
        """Where the columns lie."""
        high = self.band + (CHIP_GAP + self.chip[1]) * MOST_CHIPS
        return Box(self.columns[0], self.top, 5 * self.column - 4, high)

    @property
    def ledger(self) -> Box:
        """Where a finished match tells what points came from: over dice and columns, and all of them."""
        x, y, w, high = self.table
        top = self.dice[0].y - LEDGER_MARGIN
        return Box(x - LEDGER_MARGIN, top, w + 2 * LEDGER_MARGIN, y + high + LEDGER_MARGIN - top)


def _plan(width: int, side: bool, column: int, die: int, chip: int) -> BoardPlan:
    slot = 34 if width > 400 else 28
    left = width - 5 * column - 6 if side else (width - 5 * column) // 2
    columns = tuple(left + column * i for i in range(5))
    if side:
        head, food, stock = Box(0, 0, 226, 116), (10.0, 126.0), 168
        fish, corals, tiles = Box(8, stock, 102, 56), Box(116, stock, 102, 56), (8.0, 232.0)
        first, top, band, flag = (left, 8), 86, 26, (head.w - 48, 66)
    else:
        head, food = Box(0, 0, width, 56), (8.0, 64.0)
        right = width - 2 * 76 - 4
        fish, corals = Box(right, 59, 72, 42), Box(right + 76, 59, 72, 42)
        tiles, first, top, band, flag = (8.0, 287.0), (8, 103), 167, 22, (width - 52, 117)
    dice = tuple(Box(first[0] + (die + 5) * i, first[1], die, die) for i in range(MOST_DICE))
    size = column - 4, chip
    return BoardPlan(
        width, head, food, slot, fish, corals, tiles, dice, flag, columns, top, column, band, size
    )


PLANS: Final = {
    2: _plan(688, True, 90, 72, 60),
    3: _plan(456, False, 89, 60, 30),
    4: _plan(340, False, 66, 60, 30),
}
_STEPS: Final = {2: 696, 3: 464, 4: 347}


def board_place(seats: int, place: int) -> Box:
    """Return where the board at ``place``, counted from the left, lies."""
    return Box(8 + _STEPS[seats] * place, BOARD_Y, PLANS[seats].width, BOARD_H)


def curve(points: tuple[Point, ...], steps: int = 24) -> list[Point]:
    """Return points of a Catmull-Rom curve through ``points``."""
    out: list[Point] = []
    last = len(points) - 1
    for i in range(last):
        a, b, c, d = (points[min(max(j, 0), last)] for j in (i - 1, i, i + 1, i + 2))
        for step in range(steps):
            t = step / steps
            x, y = (
                0.5
                * (
                    2 * b[k]
                    + (c[k] - a[k]) * t
                    + (2 * a[k] - 5 * b[k] + 4 * c[k] - d[k]) * t**2
                    + (3 * b[k] - a[k] - 3 * c[k] + d[k]) * t**3
                )
                for k in (0, 1)
            )
            out.append((x, y))
    return [*out, points[-1]]


def _stones() -> tuple[tuple[int, int], ...]:
    """Return the middle of every space of the longest track, equally far apart along the current."""
    line = curve(COURSE)
    lengths = [0.0]
    for (ax, ay), (bx, by) in pairwise(line):
        lengths.append(lengths[-1] + math.hypot(bx - ax, by - ay))
    out = []
    for space in range(LONGEST + 1):
        wanted = lengths[-1] * space / LONGEST
        i = next(j for j, length in enumerate(lengths) if length >= wanted - 1e-6)
        out.append((round(line[i][0]), round(line[i][1])))
    return tuple(out)


STONES: Final = _stones()


def slots(seats: int) -> tuple[Box, ...]:
    """Return every place on which something may lie; no two of them overlap."""
    boards = [board_place(seats, place) for place in range(seats)]
    return (*REEF_PLACES, TURN, *DICE[seats], *CARDS, *STOCKS, *boards)
