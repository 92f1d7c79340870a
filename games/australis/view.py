"""The position as a viewer of Australis sees it.

Only the order of the draw pile is hidden, and from every seat. The viewer determines only which board comes
first.
"""

from __future__ import annotations

from typing import Final

from games.australis.parts import Card, Die, find_reef
from games.core.values import value_class

EMPTY_PLACE: Final = -1

DRAFT_STAGE: Final = "draft"
"""The seat takes a die (AU-2.1)."""
ORDER_STAGE: Final = "order"
"""The seat chooses which of its cards to carry out next (AU-2.2)."""
CHOOSE_STAGE: Final = "choose"
"""The seat takes a card from the display (AU-2.3)."""
CORAL_STAGE: Final = "coral"
"""The seat places a coral (AU-2.7)."""
TILE_STAGE: Final = "tile"
"""The winner of the competition takes a tile (AU-4.4)."""
OVER_STAGE: Final = "over"
"""The match is over (AU-6)."""
STAGES_BETWEEN_TURNS: Final = (DRAFT_STAGE, TILE_STAGE, OVER_STAGE)
"""Stages in which no die or card still has to be carried out."""

LEDGER_SOURCES: Final = ("start", "circles", "reefs", "school", "turtle", "corals", "token", "tiles")
"""Sources of points, in the order of :attr:`Board.ledger`."""
(
    START_SOURCE,
    CIRCLES_SOURCE,
    REEF_SOURCE,
    SCHOOL_SOURCE,
    TURTLE_SOURCE,
    FINAL_CORALS_SOURCE,
    TOKEN_SOURCE,
    TILES_SOURCE,
) = range(len(LEDGER_SOURCES))


@value_class
class Board:
    """A seat's points and pieces."""

    ledger: tuple[int, ...]
    """Points by source, in the order of :data:`LEDGER_SOURCES`."""
    space: int
    """Space of the seat's turtle."""
    food: tuple[bool, ...]
    """Whether each food cube is grey, from left to right."""
    discarded_food: tuple[bool, ...]
    """Food cubes for which there was no slot, each with whether it is grey."""
    fish: int
    corals: tuple[int, ...]
    """Number of the seat's corals on each reef, starting with reef 3."""
    supply: int
    """Number of corals in the seat's supply."""
    dice: tuple[Die, ...]
    """Dice of this round, in the order in which they were taken."""
    cards: tuple[Card, ...]
    """Kept cards, sorted by kind."""
    gold: tuple[int, ...]
    """Points of each gold tile."""
    silver: tuple[int, ...]
    """Points of each silver tile."""

    @property
    def points(self) -> int:
        """Points so far. The points for tiles, corals and the token are added at the end (AU-6.1)."""
        return sum(self.ledger)

    @property
    def reef(self) -> int:
        """Number of the reef in whose section of the current the turtle is."""
        return find_reef(self.space)


@value_class
class TurnTask:
    """Remaining steps of a turn."""

    die: Die | None
    """Die that is carried out after ``cards``, if any."""
    cards: tuple[Card, ...]
    """Kept cards that must still be carried out."""
    reef: int
    """Highest reef for the coral that must be placed now, or 0 if there is no such coral."""
    cards_to_take: int
    """Number of cards that must still be taken from the display."""


NO_TASK: Final = TurnTask(None, (), 0, 0)
"""Task of :attr:`View.task` between two turns."""


@value_class
class View:
    """A position as ``viewer`` sees it."""

    viewer: int | None
    """Seat that looks at the position, or ``None`` for a spectator."""
    stage: str
    """Kind of decision that the seat to act must make, such as :data:`DRAFT_STAGE`."""
    active_seat: int | None
    """Active seat, or ``None`` after the match."""
    to_act: tuple[int, ...]
    """Seats that may act now."""
    track_end: int
    """Number of the last space."""
    round: int
    """Number of the round, starting at 1."""
    dice_taken_count: int
    """Number of dice that have been taken in this round."""
    start: int
    """Seat that began the round."""
    token: int | None
    """Seat that took the red die in this round, if any."""
    task: TurnTask
    """Remaining steps of the turn."""
    podium: tuple[int, ...]
    """Winner of the competition, then the second seat, if any. It is empty unless a tile is being chosen."""
    offer: tuple[Die, ...]
    """Dice on the gameboard."""
    display: tuple[int, ...]
    """The six displayed advantage cards, with :data:`EMPTY_PLACE` for an empty place."""
    draw_pile: int
    """Number of cards in the draw pile."""
    discard: tuple[Card, ...]
    """Discarded cards, sorted by kind."""
    grey_track: int
    """Number of grey cubes on the track."""
    grey_beside: int
    """Number of grey cubes beside the board."""
    fish_left: int
    """Number of fish in the supply."""
    gold: tuple[int, ...]
    """Points of the remaining gold tiles, the top one first."""
    silver: tuple[int, ...]
    """Points of the remaining silver tiles, the top one first."""
    removed_tile_count: int
    """Number of tiles that have left the game."""
    arrived: tuple[int, ...]
    """Seats whose turtles are on the last space, in the order of arrival."""
    boards: tuple[Board, ...]

    @property
    def seat_count(self) -> int:
        return len(self.boards)

    @property
    def holdings(self) -> tuple[tuple[int, int], ...]:
        """Numbers of dice and of kept cards on each seat's board."""
        return tuple((len(board.dice), len(board.cards)) for board in self.boards)

    @property
    def turtle_order(self) -> tuple[int, ...]:
        """The seats in order of their turtles, the furthest ahead first (AU-2.10)."""
        return list_turtle_order([board.space for board in self.boards], self.arrived)


def list_turtle_order(spaces: list[int], arrived: tuple[int, ...] | list[int]) -> tuple[int, ...]:
    """Return the seats by turtle, the furthest ahead first, on the last space by arrival."""
    if not arrived:
        return tuple(sorted(range(len(spaces)), key=spaces.__getitem__, reverse=True))
    rank = {seat: -index for index, seat in enumerate(arrived)}
    return tuple(sorted(range(len(spaces)), key=lambda seat: (spaces[seat], rank.get(seat, 0)), reverse=True))
