"""The events of Australis. None of them is ever hidden from anyone."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

from games.australis.parts import Card, Die
from games.australis.view import View
from games.core.texts import SceneOf
from games.core.values import value


class Cast(NamedTuple):
    """One die of a competition roll; ``counts`` is its value, with the +1 of a competition card."""

    seat: int
    die: Die
    counts: int


@value
class RoundBegan:
    """A round began with ``seat`` (AU-1.3, AU-5.2); ``why`` is ``chance``, ``token`` or ``turtle``."""

    reveals: ClassVar[bool] = True
    round: int
    seat: int
    why: str


@value
class DieTaken:
    """A seat took a die from the gameboard (AU-2.1)."""

    reveals: ClassVar[bool] = False
    seat: int
    die: Die


@value
class CardRun:
    """A kept card was carried out with a die, or a card of the display was ``used`` (AU-2.2, AU-2.3)."""

    reveals: ClassVar[bool] = False
    seat: int
    card: Card
    used: bool


@value
class CardKept:
    """A seat kept a card from the display (AU-2.3, AU-2.4)."""

    reveals: ClassVar[bool] = False
    seat: int
    card: Card


@value
class CardsLost:
    """No card could be chosen, though ``cards`` were still to be taken (AU-2.4)."""

    reveals: ClassVar[bool] = False
    seat: int
    cards: int


@value
class Refilled:
    """New ``cards`` were put on the display (AU-2.3), at the indices ``places``."""

    reveals: ClassVar[bool] = True
    places: tuple[int, ...]
    cards: tuple[Card, ...]


@value
class Reshuffled:
    """A discard pile of ``cards`` became the draw pile (AU-5.1)."""

    reveals: ClassVar[bool] = False
    cards: int


@value
class Gained:
    """A seat got points for circles."""

    reveals: ClassVar[bool] = False
    seat: int
    points: int


@value
class Fished:
    """A seat got ``fish`` of the ``shown`` fish, all of them unless the supply ran out (AU-2.5)."""

    reveals: ClassVar[bool] = False
    seat: int
    fish: int
    shown: int


@value
class Swam:
    """A turtle moved, or stayed on the last space; ``bumped`` if others made it go further (AU-2.10)."""

    reveals: ClassVar[bool] = False
    seat: int
    origin: int
    space: int
    bumped: bool


@value
class Fed:
    """A seat got a food cube, from a tile if ``space`` is 0; ``kept`` if a slot was free (AU-2.11)."""

    reveals: ClassVar[bool] = False
    seat: int
    grey: bool
    space: int
    kept: bool


@value
class CoralPlaced:
    """A coral was placed on a reef, from the supply if ``origin`` is 0, else from that reef (AU-2.7)."""

    reveals: ClassVar[bool] = False
    seat: int
    reef: int
    origin: int


@value
class CoralStayed:
    """A seat without a coral in the supply moved none (AU-2.7)."""

    reveals: ClassVar[bool] = False
    seat: int


@value
class TokenTaken:
    """A seat took the first-player token (AU-2.8)."""

    reveals: ClassVar[bool] = False
    seat: int


@value
class ReefScored:
    """A reef was scored: pairs of seat and points, the first place first (AU-3.1)."""

    reveals: ClassVar[bool] = False
    reef: int
    awards: tuple[tuple[int, int], ...]


@value
class SeatScored:
    """A seat scored a round: reefs, school (of ``fed`` fish) and turtle (AU-3)."""

    reveals: ClassVar[bool] = False
    seat: int
    reefs: int
    school: int
    fed: int
    turtle: int


@value
class Rolled:
    """The dice of a competition were rolled; those with the ``lowest`` value go back (AU-4.2)."""

    reveals: ClassVar[bool] = False
    number: int
    casts: tuple[Cast, ...]
    lowest: int


@value
class Dropped:
    """These seats are out of the competition after this roll (AU-4.3)."""

    reveals: ClassVar[bool] = False
    seats: tuple[int, ...]


@value
class Won:
    """A seat won the competition, with a ``second`` if there is one; ``by_turtle`` after a tie (AU-4.3)."""

    reveals: ClassVar[bool] = False
    seat: int
    second: int | None
    by_turtle: bool


@value
class NoContest:
    """No seat had a die for the competition, so both tiles left the game (AU-4.4)."""

    reveals: ClassVar[bool] = False


@value
class TileTaken:
    """A seat took a tile worth ``points``, gold or silver (AU-4.4)."""

    reveals: ClassVar[bool] = False
    seat: int
    gold: bool
    points: int


@value
class TileGone:
    """A tile left the game because no second seat had dice (AU-4.4)."""

    reveals: ClassVar[bool] = False
    gold: bool
    points: int


@value
class FinalScored:
    """A seat scored the end of the match: its corals, the token and its tiles (AU-6.1)."""

    reveals: ClassVar[bool] = False
    seat: int
    corals: int
    token: int
    tiles: int


@value
class Ended:
    """The match is over; ``ending`` names how it was decided (AU-6.2)."""

    reveals: ClassVar[bool] = False
    ending: str


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
"""The context of a text or picture, in addition to the view."""


def notable(event: Event) -> bool:
    """Return whether players who were away should see this event before others."""
    return isinstance(event, CardKept | CoralPlaced | SeatScored | Won | TileTaken | FinalScored | Ended)
