"""A position of Coral Reef, with all hidden cards."""

from __future__ import annotations

from games.coral_reef.parts import Card
from games.core.values import value

Stack = tuple[Card, ...]
"""The cards of a stack, from the lowest up; the last one is the top."""


@value
class Ruleset:
    """The options of a match."""

    corals: str
    """``cards`` or ``tiles``."""
    rounds_to_win: int
    """How many rounds a seat must win to win the match."""
    order: str
    """How to sort equal corals in a hand (:mod:`games.coral_reef.hands`). It depends on the version of the
    rules.
    """


@value
class Round:
    """The progress of a round."""

    number: int
    """The number of the round, from 1."""
    starter: int
    """The seat that began."""
    seat: int
    """The active seat."""
    reforms: int
    """How many new decks were formed (CR-2.7)."""
    has_drawn: bool
    """Whether the active seat has drawn in this turn."""
    drew: tuple[tuple[int, Card], ...]
    """Each card drawn since the last action, after the seat that drew it."""
    placed: tuple[Card, ...]
    """The cards of the last action, in the order in which they were placed."""


@value
class State:
    """The whole position."""

    ruleset: Ruleset
    round: Round
    hands: tuple[tuple[Card, ...], ...]
    """Each seat's hand, sorted by rank (:mod:`games.coral_reef.hands`)."""
    deck: tuple[Card, ...]
    """Sorted. Drawing a random card is the same as shuffling the deck first, and this way the next card is
    not stored anywhere.
    """
    stacks: tuple[Stack, ...]
    wins: tuple[int, ...]
    """Rounds won, by seat."""
    ending: str
    """Empty during the match; afterwards, the reason why its last round ended."""


def replace_hand(
    hands: tuple[tuple[Card, ...], ...], seat: int, hand: tuple[Card, ...]
) -> tuple[tuple[Card, ...], ...]:
    """Return all hands, with that of ``seat`` replaced."""
    return (*hands[:seat], hand, *hands[seat + 1 :])
