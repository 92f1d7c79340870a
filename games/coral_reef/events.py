"""The events of Coral Reef. Only the cards that a seat draws are hidden from the others."""

from __future__ import annotations

from typing import ClassVar, Final

from games.coral_reef.parts import Card
from games.coral_reef.view import DECK_SPENT_ENDING, View
from games.core.texts import GenericScene
from games.core.values import value_class

MAX_FEW_CARDS: Final = 2
"""Maximum number of cards left in a hand that a recap mentions, because the round may end soon."""


@value_class
class RoundBegan:
    """A round was dealt (CR-1)."""

    reveals_hidden_parts: ClassVar[bool] = False
    number: int
    """Number of the round, starting at 1."""
    seat: int


@value_class
class CoralsPlayed:
    """A seat put cards on a stack (CR-2.2)."""

    reveals_hidden_parts: ClassVar[bool] = False
    seat: int
    stack: int
    cards: tuple[Card, ...]
    """Cards in the order in which they were placed."""
    total: int
    """Target that the cards add up to."""
    cards_left: int
    """Number of cards left in the seat's hand."""
    has_drawn: bool = False
    """Whether the seat drew a card in the same turn (CR-2.6)."""


@value_class
class NineSeeded:
    """A seat placed a nine as a new stack (CR-2.4)."""

    reveals_hidden_parts: ClassVar[bool] = False
    seat: int
    stack: int
    card: Card
    cards_left: int
    """Number of cards left in the seat's hand."""
    has_drawn: bool = False
    """Whether the seat drew a card in the same turn (CR-2.6)."""


@value_class
class CardDrawn:
    """A seat that could not act drew a card (CR-2.6)."""

    reveals_hidden_parts: ClassVar[bool] = True
    seat: int
    card: Card | None
    """Card that was drawn, or ``None`` for viewers who may not see it."""
    is_playable: bool
    """Whether the seat can act with the card."""


@value_class
class DeckReformed:
    """All cards below the tops of the stacks became the new deck (CR-2.7)."""

    reveals_hidden_parts: ClassVar[bool] = False
    card_count: int
    deck_count: int
    """Number of new decks in the round, including this deck."""


@value_class
class TurnPassed:
    """A seat could not act, and there was no card left to draw (CR-2.7)."""

    reveals_hidden_parts: ClassVar[bool] = True
    seat: int


@value_class
class RoundEnded:
    """A round ended, and each of ``winners`` scores it (CR-3)."""

    reveals_hidden_parts: ClassVar[bool] = False
    ending: str
    """Reason for the end: ``HAND_EMPTY_ENDING``, ``ALL_PASSED_ENDING`` or ``DECK_SPENT_ENDING``."""
    winners: tuple[int, ...]
    cards_left: tuple[int, ...]
    """Number of cards left in hand, by seat."""
    number: int
    """Number of the round, starting at 1."""
    wins: tuple[int, ...]
    """Number of rounds won, by seat, including this round."""


Event = RoundBegan | CoralsPlayed | NineSeeded | CardDrawn | DeckReformed | TurnPassed | RoundEnded

Scene = GenericScene[Event, View]
"""What a text or picture needs besides the view, such as names and events."""


def ends_turn(event: Event) -> bool:
    """Return whether an event ends a turn.

    Actions and passes end a turn. So do a draw after which the seat still can't act, and the end of a round
    because no further new deck is allowed.
    """
    if isinstance(event, CardDrawn):
        return not event.is_playable
    if isinstance(event, RoundEnded):
        return event.ending == DECK_SPENT_ENDING
    return isinstance(event, CoralsPlayed | NineSeeded | TurnPassed)


def is_notable(event: Event) -> bool:
    """Return whether a summary for returning players should put the event first."""
    return isinstance(event, NineSeeded | DeckReformed | RoundEnded)


def signals_end(event: Event) -> bool:
    """Return whether an event leaves a seat so few cards that its next turn may end the round."""
    return isinstance(event, CoralsPlayed | NineSeeded) and 0 < event.cards_left <= MAX_FEW_CARDS
