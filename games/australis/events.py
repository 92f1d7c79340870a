"""The events of Australis, all of them public."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

from games.australis.parts import Card, Die
from games.australis.view import View
from games.core.texts import SceneOf
from games.core.values import value


class Cast(NamedTuple):
    """One die of a roll in the competition."""

    seat: int
    die: Die
    counts: int
    """The value of the die, including the +1 of a competition card."""


@value
class RoundBegan:
    """A round began (AU-1.3, AU-5.2)."""

    reveals: ClassVar[bool] = True
    round: int
    seat: int
    """The seat that begins."""
    why: str
    """Why it begins: ``chance``, ``token`` or ``turtle``."""


@value
class DieTaken:
    """A seat took a die from the gameboard (AU-2.1)."""

    reveals: ClassVar[bool] = False
    seat: int
    die: Die


@value
class CardRun:
    """A seat carried out a card (AU-2.2, AU-2.3)."""

    reveals: ClassVar[bool] = False
    seat: int
    card: Card
    used: bool
    """Whether the card came from the display. Otherwise the seat had kept it, and a die triggered it."""


@value
class CardKept:
    """A seat kept a card from the display (AU-2.3, AU-2.4)."""

    reveals: ClassVar[bool] = False
    seat: int
    card: Card


@value
class CardsLost:
    """A seat could not take any more cards, because none could be chosen (AU-2.4)."""

    reveals: ClassVar[bool] = False
    seat: int
    cards: int
    """How many cards it had still to take."""


@value
class Refilled:
    """New cards were put on the display (AU-2.3)."""

    reveals: ClassVar[bool] = True
    places: tuple[int, ...]
    """Indices of the display, in the order of ``cards``."""
    cards: tuple[Card, ...]


@value
class Reshuffled:
    """The discard pile became the draw pile (AU-5.1)."""

    reveals: ClassVar[bool] = False
    cards: int
    """The number of these cards."""


@value
class Gained:
    """A seat got points for circles (AU-2.3, AU-2.5)."""

    reveals: ClassVar[bool] = False
    seat: int
    points: int


@value
class Fished:
    """A seat got fish (AU-2.5)."""

    reveals: ClassVar[bool] = False
    seat: int
    fish: int
    """How many fish it got; fewer than ``shown`` if the supply ran out."""
    shown: int
    """How many fish the die or card showed."""


@value
class Swam:
    """A turtle moved from ``origin`` to ``space``, which are equal if it was on the last space (AU-2.10)."""

    reveals: ClassVar[bool] = False
    seat: int
    origin: int
    space: int
    bumped: bool
    """Whether other turtles were in the way, so that it moved further."""


@value
class Fed:
    """A seat got a food cube (AU-2.11)."""

    reveals: ClassVar[bool] = False
    seat: int
    grey: bool
    space: int
    """The space where the cube was; 0 if it came with a tile."""
    kept: bool
    """Whether the seat had a free slot for it."""


@value
class CoralPlaced:
    """A seat put a coral on a reef (AU-2.7)."""

    reveals: ClassVar[bool] = False
    seat: int
    reef: int
    origin: int
    """The reef from which the coral was moved; 0 if it came from the supply."""


@value
class CoralStayed:
    """A seat with an empty supply moved no coral (AU-2.7)."""

    reveals: ClassVar[bool] = False
    seat: int


@value
class TokenTaken:
    """A seat took the first-player token (AU-2.8)."""

    reveals: ClassVar[bool] = False
    seat: int


@value
class ReefScored:
    """A reef was scored (AU-3.1)."""

    reveals: ClassVar[bool] = False
    reef: int
    awards: tuple[tuple[int, int], ...]
    """Pairs of a seat and its points, the first place first."""


@value
class SeatScored:
    """A seat got points at the end of a round (AU-3)."""

    reveals: ClassVar[bool] = False
    seat: int
    reefs: int
    """Points for reefs."""
    school: int
    """Points for the school."""
    fed: int
    """The number of fish in the school that were fed."""
    turtle: int
    """Points for the turtle."""


@value
class Rolled:
    """The dice of a competition were rolled (AU-4.2)."""

    reveals: ClassVar[bool] = False
    number: int
    casts: tuple[Cast, ...]
    lowest: int
    """The lowest value. All dice with it are out."""


@value
class Dropped:
    """These seats have no dice left in the competition after this roll (AU-4.3)."""

    reveals: ClassVar[bool] = False
    seats: tuple[int, ...]


@value
class Won:
    """A seat won the competition (AU-4.3)."""

    reveals: ClassVar[bool] = False
    seat: int
    second: int | None
    """The seat that came second, if any."""
    by_turtle: bool
    """Whether a tie was broken by the turtles' positions."""


@value
class NoContest:
    """No seat had a die for the competition, so both tiles left the game (AU-4.4)."""

    reveals: ClassVar[bool] = False


@value
class TileTaken:
    """A seat took the gold or the silver tile (AU-4.4)."""

    reveals: ClassVar[bool] = False
    seat: int
    gold: bool
    points: int


@value
class TileGone:
    """A tile left the game, because no second seat had dice (AU-4.4)."""

    reveals: ClassVar[bool] = False
    gold: bool
    points: int


@value
class FinalScored:
    """A seat got points at the end of the match (AU-6.1)."""

    reveals: ClassVar[bool] = False
    seat: int
    corals: int
    token: int
    tiles: int


@value
class Ended:
    """The match is over (AU-6.2)."""

    reveals: ClassVar[bool] = False
    ending: str
    """What decided it, such as ``MOST_POINTS``."""


Event = (
    RoundBegan
    | DieTaken
    | CardRun
    | CardKept
    | CardsLost
    | Refilled
    | Reshuffled
    | Gained
    | Fished
    | Swam
    | Fed
    | CoralPlaced
    | CoralStayed
    | TokenTaken
    | ReefScored
    | SeatScored
    | Rolled
    | Dropped
    | Won
    | NoContest
    | TileTaken
    | TileGone
    | FinalScored
    | Ended
)

Scene = SceneOf[Event, View]
"""What a text or picture shows in addition to the view, such as names and events."""


def notable(event: Event) -> bool:
    """Return whether the event is one of those that returning players should see first."""
    return isinstance(event, CardKept | CoralPlaced | SeatScored | Won | TileTaken | FinalScored | Ended)
