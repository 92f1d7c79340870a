"""Which pieces a turn moves on the board of everybody, for films."""

from __future__ import annotations

from collections.abc import Iterator

from games.core.picture import Box, Move
from games.das_riff import parts
from games.das_riff.draw import CARD_NAMES
from games.das_riff.events import Boated, Event, Hunted, Took
from games.das_riff.layout import (
    CARD,
    CORAL_TOP,
    CORAL_X,
    LEFT,
    PILES,
    STEP,
    STRIP_TOP,
    TOP,
    stock,
)
from games.das_riff.view import View

BOAT: tuple[int, int] = (-96, -4)
"""Where the corner of a boat lies from the end of its strip."""


def moves(before: View, after: View, events: tuple[Event, ...]) -> tuple[Move, ...]:
    """Return the cards that were taken or driven off and the boats that were bought."""
    return tuple(_moves(before, after, events))


def _moves(before: View, after: View, events: tuple[Event, ...]) -> Iterator[Move]:
    boats = [reef.boats for reef in before.reefs]
    corals = [len(reef.corals) for reef in before.reefs]
    for event in events:
        match event:
            case Took(seat=seat, cell=cell, card=card, coral=coral):
                if card == parts.CORAL:
                    coral, corals[seat] = corals[seat], corals[seat] + 1
                yield Move(CARD_NAMES[card], (_cell(cell), _goal(seat, card, coral)), lifted=True)
            case Hunted(cell=int(cell), card=card):
                pile = PILES[1]
                goal = (pile.x + (pile.w - CARD) // 2, pile.y + (pile.h - CARD) // 2)
                yield Move(CARD_NAMES[card], (_cell(cell), goal), lifted=True)
            case Boated(seat=seat, boats=count):
                way = tuple(_boat(seat, columns) for columns in (boats[seat], count))
                boats[seat] = count
                yield Move(f"boat_{seat}", way, lifted=True)
            case _:
                pass


def _side(seat: int) -> int:
    """Return 1 for the seat at the near edge, which is the first one for everybody."""
    return 1 - seat


def _cell(cell: int) -> tuple[int, int]:
    row, column = divmod(cell, parts.COLUMNS)
    return LEFT + STEP * column, TOP + STEP * (3 - row)


def _goal(seat: int, card: int, coral: int | None) -> tuple[int, int]:
    """Return where a card goes: its coral, or the middle of its stock."""
    side = _side(seat)
    if coral is not None:
        return CORAL_X + STEP * coral, CORAL_TOP[side]
    box: Box = stock(card - parts.PEARL, side)
    return box.x + (box.w - CARD) // 2, box.y + (box.h - CARD) // 2


def _boat(seat: int, columns: int) -> tuple[int, int]:
    return LEFT + STEP * columns + BOAT[0], STRIP_TOP[_side(seat)] + BOAT[1]
