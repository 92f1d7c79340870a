"""What the newest events touched, for the outlines of the picture."""

from __future__ import annotations

from typing import NamedTuple

from games.das_riff import parts
from games.das_riff.events import (
    Boated,
    Bred,
    BroodShown,
    Event,
    Flipped,
    Hunted,
    Paid,
    Refilled,
    Rolled,
    Took,
    TookWorm,
)
from games.das_riff.parts import Brood


class Changes(NamedTuple):
    """What the newest events touched: cells by strength, and parts of each seat's reef."""

    cells: frozenset[int]
    refilled: frozenset[int]
    left: frozenset[tuple[int, int]]
    """Pairs of a cell that a card left and the seat that took it."""
    corals: frozenset[tuple[int, int]]
    stocks: frozenset[tuple[int, int]]
    """Pairs of a seat and a place in :data:`STOCK_X`."""
    boats: frozenset[tuple[int, int]]
    brood: Brood | None
    dice: bool


def changes(events: tuple[Event, ...]) -> Changes:
    """Gather what ``events`` touched."""
    cells, refilled, left = set[int](), set[int](), set[tuple[int, int]]()
    corals, stocks, boats = set[tuple[int, int]](), set[tuple[int, int]](), set[tuple[int, int]]()
    brood: Brood | None = None
    dice = False
    for event in events:
        match event:
            case Took(seat=seat, cell=cell, card=card, coral=coral):
                cells.add(cell)
                left.add((cell, seat))
                if coral is not None:
                    corals.add((seat, coral))
                if card in (parts.PEARL, parts.SHARK):
                    stocks.add((seat, card - parts.PEARL))
            case Flipped(cell=cell):
                cells.add(cell)
            case Hunted(seat=seat, cell=cell, coral=coral):
                stocks.add((seat, 1))
                if cell is not None:
                    cells.add(cell)
                if coral is not None:
                    corals.add((seat, coral))
            case Bred(seat=seat, coral=coral):
                corals.add((seat, coral))
            case BroodShown(brood=shown):
                brood = shown
            case Boated(seat=seat, boats=count):
                boats.add((seat, count - 1))
            case TookWorm(seat=seat, colour=colour):
                stocks.add((seat, 2 + colour))
            case Paid(seat=seat, worms=worms, pearls=pearls):
                stocks |= {(seat, 2 + colour) for colour in range(6) if worms[colour]}
                stocks |= {(seat, 0)} if pearls else set()
            case Refilled(cells=filled):
                refilled |= set(filled)
            case Rolled():
                dice = True
            case _:
                pass
    return Changes(
        frozenset(cells),
        frozenset(refilled - cells),
        frozenset(left),
        frozenset(corals),
        frozenset(stocks),
        frozenset(boats),
        brood,
        dice,
    )
