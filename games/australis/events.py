"""What can happen in Australis, to be told. Nothing here is ever hidden from anybody."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

from games.australis.parts import Card, Die
from games.australis.view import View
from games.core.texts import SceneOf
from games.core.values import value


class Cast(NamedTuple):
    """One die of a roll of the competition: whose, how it fell and what it counts, +1 included."""

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
    """A card kept at the colour of the die was carried out, or one was ``used`` once (AU-2.2, AU-2.3)."""

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
class Lapsed:
    """There was no card to choose; so many were still to be taken (AU-2.4)."""

    reveals: ClassVar[bool] = False
    seat: int
    cards: int


@value
class Refilled:
    """New ``cards`` came onto the display (AU-2.3); ``places`` are their indices."""

    reveals: ClassVar[bool] = True
    places: tuple[int, ...]
    cards: tuple[Card, ...]


@value
class Reshuffled:
    """The discard pile became the draw pile: how many cards (AU-5.1)."""

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
    """A seat got ``fish`` of the ``shown`` ones; fewer when the supply ran out (AU-2.5)."""

    reveals: ClassVar[bool] = False
    seat: int
    fish: int
    shown: int


@value
class Swam:
    """A turtle moved from a space to another; ``bumped`` past occupied ones (AU-2.10)."""

    reveals: ClassVar[bool] = False
    seat: int
    origin: int
    space: int
    bumped: bool


@value
class Fed:
    """A seat got a food cube, not ``kept`` when its slots were full (AU-2.11). ``space`` 0: for silver."""

    reveals: ClassVar[bool] = False
    seat: int
    grey: bool
    space: int
    kept: bool


@value
class CoralPlaced:
    """A coral came onto a reef: from the supply, or from the reef ``origin`` (AU-2.7)."""

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
    """A seat will start the next round (AU-2.8)."""

    reveals: ClassVar[bool] = False
    seat: int


@value
class ReefScored:
    """A reef gave points: pairs of seat and points, the first place first (AU-3.1)."""

    reveals: ClassVar[bool] = False
    reef: int
    awards: tuple[tuple[int, int], ...]


@value
class SeatScored:
    """What a round brought to a seat: reefs, school (of ``fed`` fish) and turtle (AU-3)."""

    reveals: ClassVar[bool] = False
    seat: int
    reefs: int
    school: int
    fed: int
    turtle: int


@value
class Rolled:
    """A roll of the competition: every die, and the ``lowest`` value, which goes back (AU-4.2)."""

    reveals: ClassVar[bool] = False
    number: int
    casts: tuple[Cast, ...]
    lowest: int


@value
class Dropped:
    """Seats that are out of the competition with this roll (AU-4.3)."""

    reveals: ClassVar[bool] = False
    seats: tuple[int, ...]


@value
class Won:
    """Who won the competition and who was second, if anybody; ``by_turtle`` after a tie (AU-4.3)."""

    reveals: ClassVar[bool] = False
    seat: int
    second: int | None
    by_turtle: bool


@value
class NoContest:
    """Nobody had a die for the competition: both tiles left the game (AU-4.4)."""

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
    """A tile left the game since there was no second (AU-4.4)."""

    reveals: ClassVar[bool] = False
    gold: bool
    points: int


@value
class FinalScored:
    """What the end brought to a seat: its corals, the token and its tiles (AU-6.1)."""

    reveals: ClassVar[bool] = False
    seat: int
    corals: int
    token: int
    tiles: int


@value
class Ended:
    """The match is over; ``ending`` tells how it was decided (AU-6.2)."""

    reveals: ClassVar[bool] = False
    ending: str


Event = (
    RoundBegan
    | DieTaken
    | CardRun
    | CardKept
    | Lapsed
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
"""What a text or a picture is made of beside the view."""


def notable(event: Event) -> bool:
    """Tell whether somebody who was away hears of it before the rest."""
    return isinstance(event, CardKept | CoralPlaced | SeatScored | Won | TileTaken | FinalScored | Ended)
