"""The position as a viewer of Australis sees it.

Only the order of the draw pile is hidden, so every seat sees the same. The viewer only decides whose board
comes first.
"""

from __future__ import annotations

from typing import Final

from games.australis.parts import Card, Die, find_reef
from games.core.values import value

GAP: Final = -1
"""An empty place of the display."""

DRAFT: Final = "draft"
"""The seat takes a die (AU-2.1)."""
ORDER: Final = "order"
"""The seat chooses which of its cards to carry out next (AU-2.2)."""
CHOOSE: Final = "choose"
"""The seat takes a card from the display (AU-2.3)."""
CORAL: Final = "coral"
"""The seat places a coral (AU-2.7)."""
TILE: Final = "tile"
"""The winner of the competition takes a tile (AU-4.4)."""
OVER: Final = "over"
BETWEEN: Final = (DRAFT, TILE, OVER)
"""Stages in which no die or card is still to be carried out."""

LEDGER: Final = ("start", "circles", "reefs", "school", "turtle", "corals", "token", "tiles")
"""Sources of points, in the order of :attr:`Board.ledger`."""
START, CIRCLES, REEF, SCHOOL, TURTLE, CORALS_END, TOKEN, TILES = range(len(LEDGER))


@value
class Board:
    """What a seat owns."""

    ledger: tuple[int, ...]
    """Points by source, in the order of :data:`LEDGER`."""
    space: int
    """The space where the turtle is."""
    food: tuple[bool, ...]
    """The food cubes from left to right; true for a grey one."""
    spilt: tuple[bool, ...]
    """Food cubes for which there was no slot."""
    fish: int
    corals: tuple[int, ...]
    """How many corals are on each reef, from reef 3 on."""
    supply: int
    """How many corals are left."""
    dice: tuple[Die, ...]
    """The dice of this round, in the order in which they were taken."""
    cards: tuple[Card, ...]
    """The cards kept, sorted by kind."""
    gold: tuple[int, ...]
    """The points of each gold tile."""
    silver: tuple[int, ...]
    """The points of each silver tile."""

    @property
    def points(self) -> int:
        """The points so far. Tiles and the bonus for corals are added at the end (AU-6.1)."""
        return sum(self.ledger)

    @property
    def reef(self) -> int:
        """The number of the reef whose section of the current the turtle is in."""
        return find_reef(self.space)


@value
class TurnTask:
    """What is left to do in a turn."""

    die: Die | None
    """The die that is carried out after ``cards``."""
    cards: tuple[Card, ...]
    reef: int
    """The highest reef for the coral that must be placed now; 0 if there is none."""
    takes: int
    """How many cards must still be taken from the display."""


IDLE: Final = TurnTask(None, (), 0, 0)
"""The value between two turns."""


@value
class View:
    """A position as ``viewer`` sees it."""

    viewer: int | None
    stage: str
    turn: int | None
    to_act: tuple[int, ...]
    track_end: int
    round: int
    taken: int
    """How many dice have been taken in this round."""
    start: int
    """The seat that began the round."""
    token: int | None
    """The seat that took the red die in this round, if any."""
    task: TurnTask
    podium: tuple[int, ...]
    """While a tile is being chosen, the winner of the competition and then the second seat, if any."""
    offer: tuple[Die, ...]
    """The dice on the gameboard."""
    display: tuple[int, ...]
    """The six advantage cards on offer, with :data:`GAP` for an empty place."""
    draw_pile: int
    """Number of cards in the draw pile."""
    discard: tuple[Card, ...]
    """Sorted by kind."""
    grey_track: int
    grey_beside: int
    fish_left: int
    gold: tuple[int, ...]
    """Points of the gold tiles left, the top one first."""
    silver: tuple[int, ...]
    """Points of the silver tiles left, the top one first."""
    gone: int
    """How many tiles have left the game."""
    arrived: tuple[int, ...]
    """The seats on the last space, in the order of arrival."""
    boards: tuple[Board, ...]

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.boards)

    @property
    def ahead(self) -> tuple[int, ...]:
        """The seats, beginning with the one whose turtle is furthest ahead (AU-2.10)."""
        return order_by_turtle([board.space for board in self.boards], self.arrived)


def order_by_turtle(spaces: list[int], arrived: tuple[int, ...] | list[int]) -> tuple[int, ...]:
    """Return the seats, beginning with the one whose turtle is furthest ahead. On the last space, an earlier
    arrival is ahead.
    """
    if not arrived:
        return tuple(sorted(range(len(spaces)), key=spaces.__getitem__, reverse=True))
    rank = {seat: -place for place, seat in enumerate(arrived)}
    return tuple(sorted(range(len(spaces)), key=lambda seat: (spaces[seat], rank.get(seat, 0)), reverse=True))
