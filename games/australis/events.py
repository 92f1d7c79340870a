"""The events of Australis. All events are public."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

from games.australis.parts import Card, Die
from games.australis.view import View
from games.core.texts import GenericScene
from games.core.values import value_class


class CompetitionDie(NamedTuple):
    """A die rolled in the competition by a seat, with the value that counts."""

    seat: int
    die: Die
    competition_value: int
    """Value of the die, including the +1 for a competition card."""


@value_class
class RoundBegan:
    """A round began (AU-1.3, AU-5.2)."""

    reveals_hidden_parts: ClassVar[bool] = True
    round: int
    seat: int
    reason: str
    """Reason that this seat begins: ``chance``, ``token`` or ``turtle``."""


@value_class
class DieTaken:
    """A seat took a die from the gameboard (AU-2.1)."""

    reveals_hidden_parts: ClassVar[bool] = False
    seat: int
    die: Die


@value_class
class CardCarriedOut:
    """A seat carried out a card (AU-2.2, AU-2.3)."""

    reveals_hidden_parts: ClassVar[bool] = False
    seat: int
    card: Card
    is_from_display: bool
    """Whether the card came from the display. Otherwise a die triggered a kept card."""


@value_class
class CardKept:
    """A seat kept a card from the display (AU-2.3, AU-2.4)."""

    reveals_hidden_parts: ClassVar[bool] = False
    seat: int
    card: Card


@value_class
class CardsLost:
    """A seat took fewer cards than its die shows, because it couldn't choose any (AU-2.4)."""

    reveals_hidden_parts: ClassVar[bool] = False
    seat: int
    card_count: int
    """Number of cards that the seat couldn't take."""


@value_class
class DisplayRefilled:
    """New cards were put on the display (AU-2.3)."""

    reveals_hidden_parts: ClassVar[bool] = True
    places: tuple[int, ...]
    """Indices of the cards on the display, in the order of ``cards``."""
    cards: tuple[Card, ...]


@value_class
class DiscardReshuffled:
    """The discard pile became the draw pile (AU-5.1)."""

    reveals_hidden_parts: ClassVar[bool] = False
    card_count: int
    """Number of cards in the new draw pile."""


@value_class
class PointsGained:
    """A seat got points for circles (AU-2.3, AU-2.5)."""

    reveals_hidden_parts: ClassVar[bool] = False
    seat: int
    points: int


@value_class
class FishCaught:
    """A seat got fish (AU-2.5)."""

    reveals_hidden_parts: ClassVar[bool] = False
    seat: int
    fish: int
    """Number of fish that the seat got. It is less than ``shown`` if the supply ran out."""
    shown: int
    """Number of fish on the die or card."""


@value_class
class TurtleMoved:
    """A turtle moved from ``origin`` to ``space`` (AU-2.10).

    Both are equal if it was already on the last space.
    """

    reveals_hidden_parts: ClassVar[bool] = False
    seat: int
    origin: int
    space: int
    has_moved_further: bool
    """Whether the turtle moved further because its space was occupied."""


@value_class
class CubeCollected:
    """A seat got a food cube (AU-2.11)."""

    reveals_hidden_parts: ClassVar[bool] = False
    seat: int
    is_grey: bool
    """Whether the cube is grey. Otherwise it has the seat's own colour."""
    space: int
    """Space of the cube, or 0 if the cube came with a tile."""
    is_kept: bool
    """Whether the seat had a free slot for the cube."""


@value_class
class CoralPlaced:
    """A seat put a coral on a reef (AU-2.7)."""

    reveals_hidden_parts: ClassVar[bool] = False
    seat: int
    reef: int
    origin: int
    """Reef from which the coral was moved, or 0 if the coral came from the supply."""


@value_class
class CoralsKept:
    """A seat with an empty supply moved no coral (AU-2.7)."""

    reveals_hidden_parts: ClassVar[bool] = False
    seat: int


@value_class
class TokenTaken:
    """A seat took the first-player token (AU-2.8)."""

    reveals_hidden_parts: ClassVar[bool] = False
    seat: int


@value_class
class ReefScored:
    """A reef was scored (AU-3.1)."""

    reveals_hidden_parts: ClassVar[bool] = False
    reef: int
    awards: tuple[tuple[int, int], ...]
    """Pairs of a seat and its points, the better place first."""


@value_class
class RoundPointsScored:
    """A seat got points at the end of a round (AU-3)."""

    reveals_hidden_parts: ClassVar[bool] = False
    seat: int
    reefs: int
    """Points for the seat's reefs."""
    school: int
    """Points for the seat's school."""
    fed_fish: int
    """Number of fish at the level that the school reached, or 0 if it reached no level."""
    turtle: int
    """Points for the seat's turtle."""


@value_class
class CompetitionRolled:
    """The dice of a competition were rolled (AU-4.2)."""

    reveals_hidden_parts: ClassVar[bool] = False
    number: int
    """Number of the roll in this competition, starting at 1."""
    casts: tuple[CompetitionDie, ...]
    lowest: int
    """Lowest value of the roll. All dice with this value are out."""


@value_class
class SeatsEliminated:
    """Seats lost their last dice in the competition (AU-4.3)."""

    reveals_hidden_parts: ClassVar[bool] = False
    seats: tuple[int, ...]


@value_class
class CompetitionWon:
    """A seat won the competition (AU-4.3)."""

    reveals_hidden_parts: ClassVar[bool] = False
    seat: int
    second: int | None
    """Seat in second place, if any."""
    is_decided_by_turtles: bool
    """Whether the positions of the turtles broke a tie."""


@value_class
class CompetitionSkipped:
    """No seat had a die for the competition, so both tiles left the game (AU-4.4)."""

    reveals_hidden_parts: ClassVar[bool] = False


@value_class
class TileTaken:
    """A seat took the gold or the silver tile (AU-4.4)."""

    reveals_hidden_parts: ClassVar[bool] = False
    seat: int
    is_gold: bool
    points: int


@value_class
class TileRemoved:
    """A tile left the game, because no second seat had dice (AU-4.4)."""

    reveals_hidden_parts: ClassVar[bool] = False
    is_gold: bool
    points: int


@value_class
class FinalPointsScored:
    """A seat got points at the end of the match (AU-6.1)."""

    reveals_hidden_parts: ClassVar[bool] = False
    seat: int
    corals: int
    """Points for the seat's corals."""
    token: int
    """Points for the first-player token."""
    tiles: int
    """Points for the seat's tiles."""


@value_class
class MatchEnded:
    """The match is over (AU-6.2)."""

    reveals_hidden_parts: ClassVar[bool] = False
    ending: str
    """Reason for the result: ``MOST_POINTS_ENDING`` or ``TURTLE_AHEAD_ENDING``."""


Event = (
    RoundBegan
    | DieTaken
    | CardCarriedOut
    | CardKept
    | CardsLost
    | DisplayRefilled
    | DiscardReshuffled
    | PointsGained
    | FishCaught
    | TurtleMoved
    | CubeCollected
    | CoralPlaced
    | CoralsKept
    | TokenTaken
    | ReefScored
    | RoundPointsScored
    | CompetitionRolled
    | SeatsEliminated
    | CompetitionWon
    | CompetitionSkipped
    | TileTaken
    | TileRemoved
    | FinalPointsScored
    | MatchEnded
)

Scene = GenericScene[Event, View]
"""What a text or picture needs besides the view, such as names and events."""


def is_notable(event: Event) -> bool:
    """Return whether a summary for returning players should put the event first."""
    return isinstance(
        event,
        CardKept
        | CoralPlaced
        | RoundPointsScored
        | CompetitionWon
        | TileTaken
        | FinalPointsScored
        | MatchEnded,
    )
