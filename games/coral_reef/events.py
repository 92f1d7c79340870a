"""The events of Coral Reef. Only the cards that a seat draws are hidden from the others."""

from __future__ import annotations

from typing import ClassVar

from games.coral_reef.parts import Card
from games.coral_reef.view import DECK_SPENT, View
from games.core.texts import SceneOf
from games.core.values import value


@value
class RoundBegan:
    """A round was dealt (CR-1)."""

    reveals: ClassVar[bool] = False
    number: int
    """The number of the round, from 1."""
    seat: int
    """The seat that begins."""


@value
class Played:
    """A seat put cards on a stack (CR-2.2)."""

    reveals: ClassVar[bool] = False
    seat: int
    stack: int
    cards: tuple[Card, ...]
    """The cards in the order in which they were placed."""
    total: int
    """The target that they met."""
    left: int
    """How many cards are left in the seat's hand."""


@value
class Seeded:
    """A seat placed a nine as a new stack (CR-2.4)."""

    reveals: ClassVar[bool] = False
    seat: int
    stack: int
    card: Card
    left: int


@value
class Drew:
    """A seat that could not act drew a card (CR-2.6)."""

    reveals: ClassVar[bool] = True
    seat: int
    card: Card | None
    """The card, or ``None`` in the view of other seats."""
    helps: bool
    """Whether the seat can act now."""


@value
class Reformed:
    """The cards below the tops of all stacks became the new deck (CR-2.7)."""

    reveals: ClassVar[bool] = False
    cards: int
    """The size of the new deck."""
    time: int
    """How many new decks the round has had, including this one."""


@value
class Passed:
    """A seat could not act, and there was nothing left to draw (CR-2.7)."""

    reveals: ClassVar[bool] = True
    seat: int


@value
class RoundEnded:
    """A round ended, and each of ``winners`` scores it (CR-3)."""

    reveals: ClassVar[bool] = False
    ending: str
    """The reason, such as ``HAND_EMPTY``."""
    winners: tuple[int, ...]
    left: tuple[int, ...]
    """Cards left in hand, by seat."""
    number: int
    wins: tuple[int, ...]
    """Rounds won by each seat, including this one."""


Event = RoundBegan | Played | Seeded | Drew | Reformed | Passed | RoundEnded

Scene = SceneOf[Event, View]
"""What a text or picture shows in addition to the view, such as names and events."""


def ends_turn(event: Event) -> bool:
    """Return whether an event ends a turn: an action, a pass, or a draw after which the seat still can't
    act.
    """
    if isinstance(event, Drew):
        return not event.helps
    if isinstance(event, RoundEnded):
        return event.ending == DECK_SPENT
    return isinstance(event, Played | Seeded | Passed)


def notable(event: Event) -> bool:
    """Return whether the event is one of those that returning players should see first."""
    return isinstance(event, Seeded | Reformed | RoundEnded)
