"""Where things lie in a picture of Coral Reef: cells for the stacks, panels for the seats."""

from __future__ import annotations

from itertools import pairwise
from typing import Final, NamedTuple

from games.core.picture import Box


class Grid(NamedTuple):
    """How stacks share the sea: columns and rows, and the sizes of what lies in a cell.

    ``strip`` is how much of a card shows under the next one, ``foot`` the height below the cards, ``more``
    the size of the number of those that do not show.
    """

    columns: int
    rows: int
    card: int
    strip: int
    buoy: int
    label: int
    foot: int
    more: int


class Fan(NamedTuple):
    """What shows of a stack: its newest ``cards``, above them with ``stub`` the number of those below."""

    cards: int
    stub: bool


SEA: Final = Box(12, 202, 1156, 596)
SEA_BELOW_RIBBON: Final = Box(12, 296, 1156, 502)
"""What is left for the stacks at the end."""
GRIDS: Final = (
    Grid(4, 1, 176, 50, 84, 44, 46, 34),
    Grid(6, 1, 150, 43, 84, 44, 46, 30),
    Grid(8, 2, 112, 32, 54, 30, 36, 23),
    Grid(8, 3, 88, 27, 48, 26, 32, 20),
    Grid(14, 4, 64, 26, 36, 20, 30, 18),
)
"""The most stacks that a grid is for are its columns times its rows."""
SHELF_TOP: Final = (18, 830)
"""The upper edge of what lies on the far and on the near shelf."""
SHELF: Final = Box(16, 0, 1368, 152)
PLATE: Final = (232, 152)
HAND: Final = Box(264, 830, 1120, 157)
RAISED: Final = 10
PANEL: Final = Box(1176, 200, 216, 600)
TURN: Final = Box(1180, 208, 208, 64)
DECK: Final = Box(1220, 352, 128, 208)
SEATS_FACING: Final = 4
"""With more seats the shelf of the others has no room for hands, which are shown at the end."""
RIBBON: Final = Box(200, 172, 760, 132)


def card_height(width: int) -> int:
    """Return the height of a card."""
    return round(width * 1.4)


def grid_for(stacks: int, over: bool = False) -> Grid:
    """Return the roomiest grid that holds so many stacks; once all is ``over`` the next smaller one."""
    for grid, smaller in pairwise(GRIDS):
        if stacks <= grid.columns * grid.rows:
            return smaller if over else grid
    return GRIDS[-1]


def cells(stacks: int, over: bool = False) -> tuple[Box, ...]:
    """Return a cell for each stack, row by row; once all is ``over``, below the ribbon."""
    grid, sea = grid_for(stacks, over), SEA_BELOW_RIBBON if over else SEA
    rows = -(-stacks // grid.columns)
    columns = -(-stacks // rows) if rows > 1 else min(stacks, grid.columns)
    width, height = sea.w // columns, sea.h // rows
    return tuple(
        Box(sea.x + width * (i % columns), sea.y + height * (i // columns), width, height)
        for i in range(stacks)
    )


def fan(stack: int, box: Box, grid: Grid) -> Fan:
    """Return what shows in its cell of a stack so deep."""
    room = box.h - grid.foot - card_height(grid.card)
    fit = 1 + max(0, (room - 8) // grid.strip)
    if stack <= fit:
        return Fan(stack, stub=False)
    # The stub takes the place of a card.
    return Fan(max(1, fit - 1), stub=room >= grid.strip)


def fan_height(shown: Fan, grid: Grid) -> int:
    """Return how high a fan is."""
    return card_height(grid.card) + grid.strip * (shown.cards - 1 + shown.stub)


def shelves(seats: int, viewer: int | None) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return who sits at the far and at the near shelf, from left to right.

    The viewer sits near and alone; else the first half is near. Seats go round the table clockwise.
    """
    if viewer is not None:
        return tuple((viewer + 1 + i) % seats for i in range(seats - 1)), (viewer,)
    near = (seats + 1) // 2
    return tuple(range(near, seats)), tuple(reversed(range(near)))


def ways(far: tuple[int, ...], near: tuple[int, ...]) -> dict[int, str]:
    """Return for each seat the side on which the next one sits: play goes round the table clockwise."""
    found = dict.fromkeys(far, "right") | dict.fromkeys(near, "left")
    if far and near:
        found |= {far[-1]: "down", near[0]: "up"}
    return found


def panels(count: int, top: int) -> tuple[Box, ...]:
    """Return a panel for each of the seats at a shelf."""
    width = (SHELF.w - 12 * (count - 1)) // count
    return tuple(Box(SHELF.x + (width + 12) * i, top, width, SHELF.h) for i in range(count))


def spread(count: int, card: int, room: int, most: int) -> int:
    """Return the step from card to card so that ``count`` of them fit ``room``."""
    return min(most, (room - card) // (count - 1)) if count > 1 else 0
