"""What can happen in Coral Reef, to be told. Only what a seat draws is hidden, from all others."""

from __future__ import annotations

from typing import ClassVar

from games.coral_reef.parts import Card
from games.coral_reef.view import DECK_SPENT, View
from games.core.texts import SceneOf
from games.core.values import value


@value
class RoundBegan:
    """A round was dealt (CR-1); ``seat`` begins it. Rounds count from 1."""

    reveals: ClassVar[bool] = False
    number: int
    seat: int


@value
class Played:
    """A seat put ``cards`` on a stack, in this order (CR-2.2); ``total`` is what they met."""

    reveals: ClassVar[bool] = False
    seat: int
    stack: int
    cards: tuple[Card, ...]
    total: int
    left: int


@value
class Seeded:
    """A seat laid a nine as the new stack (CR-2.4)."""

    reveals: ClassVar[bool] = False
    seat: int
    stack: int
    card: Card
    left: int


@value
class Drew:
    """A seat that could do nothing drew a card (CR-2.6). Everybody but its owner hears ``None``."""

    reveals: ClassVar[bool] = True
    seat: int
    card: Card | None
    helps: bool


@value
class Reformed:
    """The cards under the tops became the deck, for the ``time``-th time in this round (CR-2.7)."""

    reveals: ClassVar[bool] = False
    cards: int
    time: int


@value
class Passed:
    """A seat could do nothing, and nothing was left to draw (CR-2.7)."""

    reveals: ClassVar[bool] = True
    seat: int


@value
class RoundEnded:
    """A round is over for the named reason (CR-3); ``winners`` each score it.

    By seat, ``left`` are the cards left in hands, and ``wins`` the rounds won so far, with this one.
    """

    reveals: ClassVar[bool] = False
    ending: str
    winners: tuple[int, ...]
    left: tuple[int, ...]
    number: int
    wins: tuple[int, ...]


Event = RoundBegan | Played | Seeded | Drew | Reformed | Passed | RoundEnded

Scene = SceneOf[Event, View]
"""What a text or a picture is made of beside the view."""


def ends_turn(event: Event) -> bool:
    """Tell whether a turn is over with an event: that of the action, or of a seat that had none to do."""
    if isinstance(event, Drew):
        return not event.helps
    if isinstance(event, RoundEnded):
        return event.ending == DECK_SPENT
    return isinstance(event, Played | Seeded | Passed)


def notable(event: Event) -> bool:
    """Tell whether somebody who was away hears of it before the rest."""
    return isinstance(event, Seeded | Reformed | RoundEnded)
