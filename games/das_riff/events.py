"""The events of Das Riff. All events are public."""

from __future__ import annotations

from typing import ClassVar

from games.core.texts import GenericScene
from games.core.values import value_class
from games.das_riff.parts import Brood, Card, Colour
from games.das_riff.view import View


@value_class
class StartingSeatDrawn:
    """The starting seat was drawn (DR-1.5)."""

    reveals_hidden_parts: ClassVar[bool] = False
    seat: int


@value_class
class DiceRolled:
    """A turn began with a roll of the dice (DR-2.1)."""

    reveals_hidden_parts: ClassVar[bool] = False
    seat: int
    dice: tuple[Colour, Colour]
    worms: tuple[Colour, ...]
    """Worms that the seat got for the roll: two, or fewer if the bank ran out of a colour (DR-2.2)."""


@value_class
class WormTaken:
    """A seat took a worm from the bank (DR-2)."""

    reveals_hidden_parts: ClassVar[bool] = False
    seat: int
    colour: Colour
    is_rolled: bool
    """Whether the seat got the worm automatically for its roll, instead of choosing it."""


@value_class
class WormDeclined:
    """A seat that was offered a worm took none (DR-2.3)."""

    reveals_hidden_parts: ClassVar[bool] = False
    seat: int


@value_class
class PricePaid:
    """A seat paid worms and pearls (DR-3.4)."""

    reveals_hidden_parts: ClassVar[bool] = False
    seat: int
    worms: tuple[int, int, int, int, int, int]
    pearls: int


@value_class
class CardFlipped:
    """A face-down card was turned up (DR-3.3)."""

    reveals_hidden_parts: ClassVar[bool] = True
    seat: int
    cell: int
    card: Card


@value_class
class CardTaken:
    """A seat took a card from the tableau."""

    reveals_hidden_parts: ClassVar[bool] = False
    seat: int
    cell: int
    card: Card
    coral: int | None
    """Index of the coral that the card was put on, if the card is a fish."""


@value_class
class FishBred:
    """Two fish bred on a coral (DR-3.7)."""

    reveals_hidden_parts: ClassVar[bool] = False
    seat: int
    coral: int
    brood: Brood


@value_class
class BroodShown:
    """A new breeding card was turned up (DR-3.7)."""

    reveals_hidden_parts: ClassVar[bool] = True
    brood: Brood


@value_class
class BoatBought:
    """A seat bought a boat (DR-3.10)."""

    reveals_hidden_parts: ClassVar[bool] = False
    seat: int
    boats: int
    """Number of boats that the seat now has. It is also the number of columns in reach."""


@value_class
class CardHunted:
    """A shark drove off the card in ``cell``, or the lone parent on the seat's own ``coral`` (DR-3.9)."""

    reveals_hidden_parts: ClassVar[bool] = False
    seat: int
    card: Card
    cell: int | None
    coral: int | None


@value_class
class WaterFlowed:
    """Cards of open water flowed out at the sea edge (DR-4.2)."""

    reveals_hidden_parts: ClassVar[bool] = False
    card_count: int
    """Number of cards that flowed out."""


@value_class
class DiscardReshuffled:
    """The discard pile was shuffled into the draw pile (DR-5)."""

    reveals_hidden_parts: ClassVar[bool] = False
    card_count: int
    """Number of cards in the discard pile before the shuffle."""


@value_class
class TableauRefilled:
    """Cards were dealt to empty cells (DR-5.2)."""

    reveals_hidden_parts: ClassVar[bool] = True
    cells: tuple[int, ...]
    cards: tuple[int, ...]
    """Card in each of ``cells``, or ``FACE_DOWN_CARD`` for a face-down card."""


@value_class
class MatchEnded:
    """The match is over (DR-6)."""

    reveals_hidden_parts: ClassVar[bool] = False
    ending: str
    """Reason for the end: ``FIVE_BROODS_ENDING`` or ``NO_PROGRESS_ENDING``."""


Event = (
    StartingSeatDrawn
    | DiceRolled
    | WormTaken
    | WormDeclined
    | PricePaid
    | CardFlipped
    | CardTaken
    | FishBred
    | BroodShown
    | BoatBought
    | CardHunted
    | WaterFlowed
    | DiscardReshuffled
    | TableauRefilled
    | MatchEnded
)

Scene = GenericScene[Event, View]
"""What a text or picture needs besides the view, such as names and events."""


def is_notable(event: Event) -> bool:
    """Return whether a summary for returning players should put the event first."""
    return isinstance(event, CardTaken | FishBred | BoatBought | CardHunted | MatchEnded)
