"""The events of Reef. Only a card drawn face down is hidden from the other seats."""

from __future__ import annotations

from typing import ClassVar

from games.core.texts import GenericScene
from games.core.values import value_class
from games.reef.matching import PatternMatch
from games.reef.parts import Colour
from games.reef.view import View


@value_class
class StartingSeatDrawn:
    """The starting seat was drawn (RF-1.3)."""

    reveals_hidden_parts: ClassVar[bool] = False
    seat: int


@value_class
class FirstCoralsChosen:
    """A seat chose its first corals (RF-1.1)."""

    reveals_hidden_parts: ClassVar[bool] = False
    seat: int
    colours: tuple[Colour, ...]
    """Colours of the corals on the spaces of ``CENTRE_CELLS``, in the same order."""


@value_class
class CardTaken:
    """A seat took an open card with the ``points`` on it (RF-2.1)."""

    reveals_hidden_parts: ClassVar[bool] = False
    seat: int
    card: int
    points: int


@value_class
class CardDrawn:
    """A seat took the top card of the deck and placed a point on the open card ``onto`` (RF-2.2)."""

    reveals_hidden_parts: ClassVar[bool] = True
    seat: int
    card: int | None
    """Number of the card, or ``None`` for viewers who may not see it."""
    onto: int
    was_face_up: bool
    """Whether the card was face up and visible to everyone."""


@value_class
class DisplayRefilled:
    """A card was dealt from the deck to the display (RF-2.1)."""

    reveals_hidden_parts: ClassVar[bool] = True
    card: int


@value_class
class CardPlayed:
    """A seat played a card and placed its corals (RF-2.3)."""

    reveals_hidden_parts: ClassVar[bool] = False
    seat: int
    card: int
    placed: tuple[tuple[int, Colour], ...]
    """Pairs of a space and a colour, in the order in which the corals were placed."""


@value_class
class PatternScored:
    """A seat scored the pattern of the card that it had just played (RF-2.4)."""

    reveals_hidden_parts: ClassVar[bool] = False
    seat: int
    card: int
    matches: tuple[PatternMatch, ...]
    points: int


@value_class
class ColoursRanOut:
    """The supply of these colours ran out (RF-3.1)."""

    reveals_hidden_parts: ClassVar[bool] = False
    colours: tuple[Colour, ...]


@value_class
class DeckRanOut:
    """The last card left the deck (RF-3.1)."""

    reveals_hidden_parts: ClassVar[bool] = False


@value_class
class HandScored:
    """A card left in a hand was scored at the end (RF-3.2)."""

    reveals_hidden_parts: ClassVar[bool] = True
    seat: int
    card: int
    matches: tuple[PatternMatch, ...]
    """At most one match of the pattern."""
    points: int


@value_class
class MatchEnded:
    """The match is over (RF-3.1)."""

    reveals_hidden_parts: ClassVar[bool] = False
    ending: str
    """Reason for the end: ``SUPPLY_RAN_OUT_ENDING`` or ``DECK_RAN_OUT_ENDING``."""


Event = (
    StartingSeatDrawn
    | FirstCoralsChosen
    | CardTaken
    | CardDrawn
    | DisplayRefilled
    | CardPlayed
    | PatternScored
    | ColoursRanOut
    | DeckRanOut
    | HandScored
    | MatchEnded
)

Scene = GenericScene[Event, View]
"""What a text or picture needs besides the view, such as names and events."""


def is_notable(event: Event) -> bool:
    """Return whether a summary for returning players should put the event first."""
    return isinstance(event, ColoursRanOut | DeckRanOut | MatchEnded) or (
        isinstance(event, PatternScored | HandScored) and event.points > 0
    )


def signals_end(event: Event) -> bool:
    """Return whether an event makes this round the last one (RF-3.1)."""
    return isinstance(event, ColoursRanOut | DeckRanOut)
