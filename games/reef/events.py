"""The events of Reef. Only a card drawn face down is hidden from the other seats."""

from __future__ import annotations

from typing import ClassVar

from games.core.texts import SceneOf
from games.core.values import value
from games.reef.matching import PatternMatch
from games.reef.parts import Colour
from games.reef.view import View


@value
class Started:
    """The starting seat was drawn (RF-1.3)."""

    reveals: ClassVar[bool] = False
    seat: int


@value
class Settled:
    """A seat chose the colours of its first corals, in the order of ``CENTRE`` (RF-1.1)."""

    reveals: ClassVar[bool] = False
    seat: int
    colours: tuple[Colour, ...]


@value
class Took:
    """A seat took an open card and the ``points`` on it (RF-2.1)."""

    reveals: ClassVar[bool] = False
    seat: int
    card: int
    points: int


@value
class Drew:
    """A seat took the top card of the deck and put a point on ``onto`` (RF-2.2).

    ``card`` is ``None`` for those who may not see it; ``seen`` is set if it was face up.
    """

    reveals: ClassVar[bool] = True
    seat: int
    card: int | None
    onto: int
    seen: bool


@value
class Refilled:
    """A card was dealt from the deck to the display (RF-2.1)."""

    reveals: ClassVar[bool] = True
    card: int


@value
class Played:
    """A seat played a card and placed corals: pairs of a space and a colour (RF-2.3)."""

    reveals: ClassVar[bool] = False
    seat: int
    card: int
    placed: tuple[tuple[int, Colour], ...]


@value
class Scored:
    """The pattern of the card just played was scored (RF-2.4)."""

    reveals: ClassVar[bool] = False
    seat: int
    card: int
    matches: tuple[PatternMatch, ...]
    points: int


@value
class RanOut:
    """The supply of ``colours`` became empty (RF-3.1)."""

    reveals: ClassVar[bool] = False
    colours: tuple[Colour, ...]


@value
class DeckOut:
    """The deck became empty (RF-3.1)."""

    reveals: ClassVar[bool] = False


@value
class HandScored:
    """A card left in a hand was scored at the end; ``matches`` has at most one (RF-3.2)."""

    reveals: ClassVar[bool] = True
    seat: int
    card: int
    matches: tuple[PatternMatch, ...]
    points: int


@value
class Ended:
    """The match is over for the named reason (RF-3.1)."""

    reveals: ClassVar[bool] = False
    ending: str


Event = Started | Settled | Took | Drew | Refilled | Played | Scored | RanOut | DeckOut | HandScored | Ended

Scene = SceneOf[Event, View]
"""The context of a text or picture, in addition to the view."""


def notable(event: Event) -> bool:
    """Return whether players who were away should see this event before others."""
    return isinstance(event, RanOut | DeckOut | Ended) or (
        isinstance(event, Scored | HandScored) and event.points > 0
    )
