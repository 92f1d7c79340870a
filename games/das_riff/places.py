"""Locates the boxes that show each choice in a picture of Das Riff, for highlights in lessons and puzzles."""

from __future__ import annotations

from math import ceil
from typing import Final

from games.core import picture
from games.core.picture import NAVY_COLOUR, Box, OwnRow, OwnRows, find_union
from games.das_riff.layout import (
    ASKED_BOX,
    ASKING_BOX,
    BANK_BOXES,
    BROOD_BOXES,
    CARD_SIZE,
    CELL_STEP,
    CORAL_TOP,
    CORAL_X,
    FIRST_WORM_STOCK,
    NAME_PLATES,
    NEAR_SHELF,
    NUMBER_SIZE,
    NUMBER_Y,
    RIVER_LEFT,
    RIVER_TOP,
    STRIP_HEIGHT,
    STRIP_TOP,
    TURN_BOX,
    arrange_stocks,
    list_held_stocks,
    list_slots,
)
from games.das_riff.parts import COLOUR_LETTERS, COLUMN_COUNT, PEARL_LETTER, ROW_COUNT, parse_cell
from games.das_riff.view import OFFER_STAGE, View

SHARK_STOCK = 1
MAX_UNSPLIT_STOCKS: Final = 3
"""Maximum number of stocks that are never split into two rows of an enlarged picture."""
MIN_ENLARGED_COLUMNS: Final = 5
"""Minimum number of the river's columns in an enlarged picture. They are as wide as a full reef."""
RIVER_MARGIN: Final = 6
"""Width of the water around the enlarged part of the river, in pixels."""


def list_places(view: View, field: str, value: str) -> tuple[Box, ...]:
    """Return the boxes in the viewer's picture that show a value of a field."""
    match field:
        case picture.PLATES_FIELD:
            asked = find_union((ASKING_BOX, ASKED_BOX))
            return asked if view.stage == OFFER_STAGE else TURN_BOX, NAME_PLATES[1]
        case picture.LABELS_FIELD:
            return _list_labels(view)
        case picture.NEIGHBOURS_FIELD:
            stocks = (*_place_stocks(view, 0).values(), *_place_stocks(view, 1).values())
            return (*list_slots(), *stocks, *_list_labels(view))
        case picture.OWN_FIELD:
            return _list_own_places(view)
        case picture.COMPLETED_FIELD:
            corals = view.reefs[view.viewer or 0].corals
            return tuple(_find_coral_box(i) for i, coral in enumerate(corals) if coral.brood is not None)
        case picture.GROUND_FIELD:
            return (NEAR_SHELF,)
        case "column":
            return (_find_column_number_box(int(value) - 1),)
        case "rival":
            return (_find_coral_box(int(value) - 1, 0),)
        case "kind":
            return _list_places_of_kind(view, value)
        case "colour" if value in COLOUR_LETTERS:
            return (BANK_BOXES[COLOUR_LETTERS.index(value)],)
        case "pay":
            letters = [letter for letter in COLOUR_LETTERS + PEARL_LETTER if letter in value]
            return tuple(box for letter in letters for box in _find_stock_box(view, _find_stock(letter)))
    # Other values are cells, or corals such as ``#2``.
    cell, _, coral = value.partition("#")
    if coral:
        return (_find_coral_box(int(coral) - 1),)
    return (_find_cell_box(view, parse_cell(cell)),) if field in ("cell", "prey") else ()


def _list_labels(view: View) -> tuple[Box, ...]:
    """Return the boxes of the row letters and of the numbers below the viewer's corals."""
    letters = (Box(6, RIVER_TOP + CELL_STEP * i + CARD_SIZE // 2 - 22, 40, 44) for i in range(ROW_COUNT))
    return (*letters, *(_find_coral_number_box(i) for i in range(len(view.reefs[view.viewer or 0].corals))))


def _list_own_places(view: View) -> tuple[Box, ...]:
    """Return the boxes of the viewer's corals and stocks."""
    corals = len(view.reefs[view.viewer or 0].corals)
    return (*map(_find_coral_box, range(corals)), *_place_stocks(view, 1).values())


def _place_stocks(view: View, side: int) -> dict[int, Box]:
    """Return the boxes of the stocks that aren't empty.

    :param side: 1 for the viewer's stocks, 0 for those of the other seat.
    """
    viewer = view.viewer or 0
    return arrange_stocks(list_held_stocks(view.reefs[viewer if side else 1 - viewer]), side)


def _find_stock_box(view: View, stock: int) -> tuple[Box, ...]:
    """Return the box of one of the viewer's stocks in a tuple, or an empty tuple if the stock is empty."""
    box = _place_stocks(view, 1).get(stock)
    return () if box is None else (box,)


def list_own_parts(view: View) -> OwnRows:
    """Return the open broods, the river as far as the viewer reaches, the viewer's corals, and the stocks.

    The corals have their numbers.
    """
    corals = len(view.reefs[view.viewer or 0].corals)
    numbers = [_find_coral_number_box(i) for i in range(corals)]
    numbered = tuple((_find_coral_box(i), numbers[i]) for i in range(corals))
    stocks = tuple(_place_stocks(view, 1).values())
    goals = BROOD_BOXES[: len(view.broods)]
    # Four strips beside each other would be wider than the river, and make everything smaller.
    broods = tuple(goals[i : i + 2] for i in range(0, len(goals), 2))
    river = OwnRow(((_find_enlarged_river(view),),), NAVY_COLOUR)
    above = (OwnRow(broods, NAVY_COLOUR), river) if broods else (river,)
    labels = frozenset(numbers)
    beside = OwnRow((*numbered, stocks), label_boxes=labels)
    if corals and _measure_row(beside) <= _measure_row(river):
        return *above, beside
    reef = (OwnRow(numbered, label_boxes=labels),) if corals else ()
    rows = _arrange_own_stocks(stocks, _measure_row(river))
    return *above, *reef, *rows


def _measure_row(row: OwnRow) -> int:
    """Return the width of a row of an enlarged picture."""
    return sum(find_union(part).w + row.gap for part in row.parts) - row.gap


def _arrange_own_stocks(stocks: tuple[Box, ...], width: int) -> OwnRows:
    """Return the stocks in one row, or in two if one would be too wide.

    :param width: width of the row above. Wider rows would make everything smaller.
    """
    row = OwnRow(tuple((box,) for box in stocks))
    if len(stocks) <= MAX_UNSPLIT_STOCKS or _measure_row(row) <= width:
        return (row,)
    half = ceil(len(stocks) / 2)
    return row._replace(parts=row.parts[:half]), row._replace(parts=row.parts[half:])


def _find_enlarged_river(view: View) -> Box:
    """Return the box of the columns that the viewer reaches, with the row letters and the boat strip."""
    columns = max(MIN_ENLARGED_COLUMNS, view.reefs[view.viewer or 0].boats)
    right = RIVER_LEFT + CELL_STEP * columns - CELL_STEP + CARD_SIZE + RIVER_MARGIN // 2
    top, low = RIVER_TOP - RIVER_MARGIN, STRIP_TOP[1] + STRIP_HEIGHT + RIVER_MARGIN
    return Box(0, top, right, low - top)


def _list_places_of_kind(view: View, kind: str) -> tuple[Box, ...]:
    """Return the box of the shark stock, or of the number of the column that a boat would add."""
    if kind == "shark":
        return _find_stock_box(view, SHARK_STOCK)
    boats = view.reefs[view.viewer or 0].boats
    if kind == "boat" and boats < COLUMN_COUNT:
        return (_find_column_number_box(boats),)
    return ()


def _find_stock(letter: str) -> int:
    """Return the index into ``STOCK_PLACES`` of the stock that a letter of a payment names."""
    return 0 if letter == PEARL_LETTER else FIRST_WORM_STOCK + COLOUR_LETTERS.index(letter)


def _find_coral_box(index: int, side: int = 1) -> Box:
    """Return the box of a coral, by default of the viewer's.

    :param side: 0 at the far edge of the picture, 1 at the near edge.
    """
    return Box(CORAL_X + CELL_STEP * index, CORAL_TOP[side], CARD_SIZE, CARD_SIZE)


def _find_column_number_box(column: int) -> Box:
    """Return the box of a column's number on the viewer's boat strip."""
    return Box(RIVER_LEFT + CELL_STEP * column, STRIP_TOP[1], CARD_SIZE, STRIP_HEIGHT)


def _find_coral_number_box(index: int) -> Box:
    """Return the box of the number below one of the viewer's corals."""
    x, y = CORAL_X + CELL_STEP * index + CARD_SIZE // 2, NUMBER_Y[1]
    return Box(x - NUMBER_SIZE // 2 + 4, y - NUMBER_SIZE // 2 + 4, NUMBER_SIZE - 8, NUMBER_SIZE - 8)


def _find_cell_box(view: View, cell: int) -> Box:
    row, column = divmod(cell, COLUMN_COUNT)
    shown_row = row if view.viewer == 1 else ROW_COUNT - 1 - row
    return Box(RIVER_LEFT + CELL_STEP * column, RIVER_TOP + CELL_STEP * shown_row, CARD_SIZE, CARD_SIZE)
