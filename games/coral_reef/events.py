"""The events of Coral Reef. Only the cards that a seat draws are hidden from the others."""

from __future__ import annotations

from typing import ClassVar

from games.coral_reef.parts import Card
from games.coral_reef.view import DECK_SPENT, View
from games.core.texts import SceneOf
from games.core.values import value


@value
class RoundBegan:
    """A round was dealt (CR-1) and ``seat`` begins; rounds are numbered from 1."""

    reveals: ClassVar[bool] = False
    number: int
    seat: int


@value
class Played:
    """A seat put ``cards`` on a stack, in this order, to meet the target ``total`` (CR-2.2).
    ``left`` is how many cards stay in its hand.
    """

    reveals: ClassVar[bool] = False
    seat: int
    stack: int
    cards: tuple[Card, ...]
    total: int
    left: int


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
    """A seat that could not act drew a card (CR-2.6). ``helps`` is set if the seat can act now. ``card`` is
    ``None`` for the other seats.
    """

    reveals: ClassVar[bool] = True
    seat: int
    card: Card | None
    helps: bool


@value
class Reformed:
    """The cards below the tops of stacks became the deck, for the ``time``-th time in this round (CR-2.7)."""

    reveals: ClassVar[bool] = False
    cards: int
    time: int


@value
class Passed:
    """A seat could not act, and there was nothing left to draw (CR-2.7)."""

    reveals: ClassVar[bool] = True
    seat: int


@value
class RoundEnded:
    """A round ended for the named reason (CR-3); each of ``winners`` scores it.

    ``left`` and ``wins`` are by seat: the cards left in hands, and the rounds won including this one.
    """

    reveals: ClassVar[bool] = False
    ending: str
    winners: tuple[int, ...]
    left: tuple[int, ...]
    number: int
    wins: tuple[int, ...]


Event = RoundBegan | Played | Seeded | Drew | Reformed | Passed | RoundEnded

Scene = SceneOf[Event, View]
"""The context of a text or picture, in addition to the view."""


def ends_turn(event: Event) -> bool:
    """Return whether an event ends a turn: by an action, or because a seat could not act."""
    if isinstance(event, Drew):
        return not event.helps
    if isinstance(event, RoundEnded):
        return event.ending == DECK_SPENT
    return isinstance(event, Played | Seeded | Passed)


def notable(event: Event) -> bool:
    """Return whether players who were away should see this event before others."""
    return isinstance(event, Seeded | Reformed | RoundEnded)
