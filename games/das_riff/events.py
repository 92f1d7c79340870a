"""The events of Das Riff. None of them is ever hidden from anyone."""

from __future__ import annotations

from typing import ClassVar

from games.core.texts import SceneOf
from games.core.values import value
from games.das_riff.parts import Brood, Card, Colour
from games.das_riff.view import View


@value
class Started:
    """The starting seat was drawn (DR-1.5)."""

    reveals: ClassVar[bool] = False
    seat: int


@value
class Rolled:
    """A turn began with a roll (DR-2.1), which gave the seat these ``worms`` (DR-2.2)."""

    reveals: ClassVar[bool] = False
    seat: int
    dice: tuple[Colour, Colour]
    worms: tuple[Colour, ...]


@value
class TookWorm:
    """A seat took a worm from the bank; ``by_roll`` if it got the worm automatically (DR-2)."""

    reveals: ClassVar[bool] = False
    seat: int
    colour: Colour
    by_roll: bool


@value
class Declined:
    """The other seat took no worm (DR-2.3)."""

    reveals: ClassVar[bool] = False
    seat: int


@value
class Paid:
    """A seat paid worms (counted by colour) and pearls (DR-3.4)."""

    reveals: ClassVar[bool] = False
    seat: int
    worms: tuple[int, int, int, int, int, int]
    pearls: int


@value
class Flipped:
    """A face-down card was turned up (DR-3.3)."""

    reveals: ClassVar[bool] = True
    seat: int
    cell: int
    card: Card


@value
class Took:
    """A card left the tableau for a seat; ``coral`` is the index of the coral a fish went to."""

    reveals: ClassVar[bool] = False
    seat: int
    cell: int
    card: Card
    coral: int | None


@value
class Bred:
    """Two fish bred on a coral (DR-3.7)."""

    reveals: ClassVar[bool] = False
    seat: int
    coral: int
    brood: Brood


@value
class BroodShown:
    """A new breeding card was turned up (DR-3.7)."""

    reveals: ClassVar[bool] = True
    brood: Brood


@value
class Boated:
    """A seat bought a boat and now reaches ``boats`` columns (DR-3.10)."""

    reveals: ClassVar[bool] = False
    seat: int
    boats: int


@value
class Hunted:
    """A shark drove away a card from ``cell``, or the parent on the seat's own ``coral`` (DR-3.9)."""

    reveals: ClassVar[bool] = False
    seat: int
    card: Card
    cell: int | None
    coral: int | None


@value
class Flowed:
    """Cards of open water (``water`` of them) flowed out at the sea edge (DR-4.2)."""

    reveals: ClassVar[bool] = False
    water: int


@value
class Reshuffled:
    """The discard pile went into the draw pile (DR-5)."""

    reveals: ClassVar[bool] = False
    cards: int


@value
class Refilled:
    """New ``cards`` were dealt to ``cells``; ``DOWN`` stands for one that is face down (DR-5.2)."""

    reveals: ClassVar[bool] = True
    cells: tuple[int, ...]
    cards: tuple[int, ...]


@value
class Ended:
    """The match is over for the named reason (DR-6)."""

    reveals: ClassVar[bool] = False
    ending: str


Event = (
    Started
    | Rolled
    | TookWorm
    | Declined
    | Paid
    | Flipped
    | Took
    | Bred
    | BroodShown
    | Boated
    | Hunted
    | Flowed
    | Reshuffled
    | Refilled
    | Ended
)

Scene = SceneOf[Event, View]
"""The context of a text or picture, in addition to the view."""


def notable(event: Event) -> bool:
    """Return whether players who were away should see this event before others."""
    return isinstance(event, Took | Bred | Boated | Hunted | Ended)
