"""The position as a viewer of Australis sees it.

Everything but the order of the draw pile is public, so every seat sees the same. The viewer only determines
whose board is near.
"""

from __future__ import annotations

from typing import Final

from games.australis.parts import Card, Die, find_reef
from games.core.values import value

GAP: Final = -1
"""A place of the display without a card."""

DRAFT: Final = "draft"
"""The seat takes a die (AU-2.1)."""
ORDER: Final = "order"
"""The seat chooses which of its cards is carried out next (AU-2.2)."""
CHOOSE: Final = "choose"
"""The seat takes a card from the display (AU-2.3)."""
CORAL: Final = "coral"
"""The seat places a coral (AU-2.7)."""
TILE: Final = "tile"
"""The winner of the competition takes a tile (AU-4.4)."""
OVER: Final = "over"
BETWEEN: Final = (DRAFT, TILE, OVER)
"""Stages at which no die or card waits to be carried out."""

LEDGER: Final = ("start", "circles", "reefs", "school", "turtle", "corals", "token", "tiles")
"""Sources of points, in the order of :attr:`Board.ledger`."""
START, CIRCLES, REEF, SCHOOL, TURTLE, CORALS_END, TOKEN, TILES = range(len(LEDGER))


@value
class Board:
    """The possessions of one seat.

    ``ledger`` has the points by source (:data:`LEDGER`). ``space`` is the place of the turtle. ``food`` has
    the cubes from left to right, true for a grey one; ``spilt`` has those for which there was no slot.
    ``corals[i]`` are the corals on reef ``3 + i``, and ``supply`` those left. ``dice`` are in the order
    taken, ``cards`` are the kinds kept, in ascending order. ``gold`` and ``silver`` are the points of tiles.
    """

    ledger: tuple[int, ...]
    space: int
    food: tuple[bool, ...]
    spilt: tuple[bool, ...]
    fish: int
    corals: tuple[int, ...]
    supply: int
    dice: tuple[Die, ...]
    cards: tuple[Card, ...]
    gold: tuple[int, ...]
    silver: tuple[int, ...]

    @property
    def points(self) -> int:
        """The points so far; tiles and corals count only at the end (AU-6.1)."""
        return sum(self.ledger)

    @property
    def reef(self) -> int:
        """The number of the reef in whose section the seat's turtle is."""
        return find_reef(self.space)


@value
class TurnTask:
    """The unfinished part of a turn.

    ``die`` is carried out after ``cards``; ``reef`` is the highest reef for the coral to place now, 0 if
    there is none; ``takes`` is how many cards still have to be taken from the display.
    """

    die: Die | None
    cards: tuple[Card, ...]
    reef: int
    takes: int


IDLE: Final = TurnTask(None, (), 0, 0)
"""The task between turns."""


@value
class View:
    """A position as ``viewer`` sees it.

    ``taken`` counts the dice taken in this round; ``offer`` are the dice on the gameboard; ``display`` has
    six kinds of cards or :data:`GAP`; ``discard`` is ascending; ``arrived`` are the seats on the last space
    in order of arrival; ``token`` is the seat that took the red die in this round; ``podium`` has the winner
    of the competition and the second, if any, while a tile is being chosen; ``gold`` and ``silver`` are the
    tiles left, the top one first, and ``gone`` counts those that left the game.
    """

    viewer: int | None
    stage: str
    turn: int | None
    to_act: tuple[int, ...]
    track_end: int
    round: int
    taken: int
    start: int
    token: int | None
    task: TurnTask
    podium: tuple[int, ...]
    offer: tuple[Die, ...]
    display: tuple[int, ...]
    draw_pile: int
    discard: tuple[Card, ...]
    grey_track: int
    grey_beside: int
    fish_left: int
    gold: tuple[int, ...]
    silver: tuple[int, ...]
    gone: int
    arrived: tuple[int, ...]
    boards: tuple[Board, ...]

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.boards)

    @property
    def ahead(self) -> tuple[int, ...]:
        """The seats in the order of their turtles, the one furthest ahead first (AU-2.10)."""
        return order_by_turtle([board.space for board in self.boards], self.arrived)


def order_by_turtle(spaces: list[int], arrived: tuple[int, ...] | list[int]) -> tuple[int, ...]:
    """Return the seats, the turtle furthest ahead first; on the last space, earlier arrivals are ahead."""
    if not arrived:
        return tuple(sorted(range(len(spaces)), key=spaces.__getitem__, reverse=True))
    rank = {seat: -place for place, seat in enumerate(arrived)}
    return tuple(sorted(range(len(spaces)), key=lambda seat: (spaces[seat], rank.get(seat, 0)), reverse=True))
