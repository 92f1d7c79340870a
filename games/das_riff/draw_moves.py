"""Finds the pieces that move between two positions, for replays from a spectator's point of view."""

from __future__ import annotations

from collections.abc import Iterator

from games.core.picture import Box, PieceMove
from games.das_riff import parts
from games.das_riff.draw import SPRITE_BY_CARD
from games.das_riff.events import BoatBought, CardHunted, CardTaken, Event
from games.das_riff.layout import (
    CARD_SIZE,
    CELL_STEP,
    CORAL_TOP,
    CORAL_X,
    PILE_BOXES,
    RIVER_LEFT,
    RIVER_TOP,
    STRIP_TOP,
    find_stock_box,
)
from games.das_riff.view import View

BOAT_OFFSET: tuple[int, int] = (-96, -4)
"""Offset of a boat's upper left corner from the right end of its strip."""


def list_piece_moves(before: View, after: View, events: tuple[Event, ...]) -> tuple[PieceMove, ...]:
    """Return the movements of cards that left the river and of boats that were bought."""
    return tuple(_find_moves(before, after, events))


def _find_moves(before: View, after: View, events: tuple[Event, ...]) -> Iterator[PieceMove]:
    boats = [reef.boats for reef in before.reefs]
    corals = [len(reef.corals) for reef in before.reefs]
    for event in events:
        match event:
            case CardTaken(seat=seat, cell=cell, card=card, coral=coral):
                if card == parts.CORAL_CARD:
                    coral, corals[seat] = corals[seat], corals[seat] + 1
                yield PieceMove(
                    SPRITE_BY_CARD[card],
                    (locate_cell(cell), _find_destination(seat, card, coral)),
                    uncovers_start=True,
                )
            case CardHunted(cell=int(cell), card=card):
                pile = PILE_BOXES[1]
                goal = (pile.x + (pile.w - CARD_SIZE) // 2, pile.y + (pile.h - CARD_SIZE) // 2)
                yield PieceMove(SPRITE_BY_CARD[card], (locate_cell(cell), goal), uncovers_start=True)
            case BoatBought(seat=seat, boats=count):
                way = tuple(_locate_boat(seat, columns) for columns in (boats[seat], count))
                boats[seat] = count
                yield PieceMove(f"boat_{seat}", way, uncovers_start=True)
            case _:
                pass


def _find_side(seat: int) -> int:
    """Return 1 for seat 0, which spectators see at the near edge, and 0 for seat 1."""
    return 1 - seat


def locate_cell(cell: int) -> tuple[int, int]:
    """Return the upper left corner of a cell's card."""
    row, column = divmod(cell, parts.COLUMN_COUNT)
    return RIVER_LEFT + CELL_STEP * column, RIVER_TOP + CELL_STEP * (3 - row)


def _find_destination(seat: int, card: int, coral: int | None) -> tuple[int, int]:
    """Return the upper left corner of a taken card on its coral, or centred on its stock."""
    side = _find_side(seat)
    if coral is not None:
        return CORAL_X + CELL_STEP * coral, CORAL_TOP[side]
    box: Box = find_stock_box(card - parts.PEARL_CARD, side)
    return box.x + (box.w - CARD_SIZE) // 2, box.y + (box.h - CARD_SIZE) // 2


def _locate_boat(seat: int, columns: int) -> tuple[int, int]:
    return RIVER_LEFT + CELL_STEP * columns + BOAT_OFFSET[0], STRIP_TOP[_find_side(seat)] + BOAT_OFFSET[1]
