"""The full position of Coral Reef, including hidden cards."""

from __future__ import annotations

from games.coral_reef.parts import Card
from games.core.values import value_class

Stack = tuple[Card, ...]
"""Cards of a stack, from the lowest up. The last card is the top."""


@value_class
class Ruleset:
    """The options of a match."""

    variant: str
    """Variant of the game: ``cards`` or ``tiles``."""
    rounds_to_win: int
    """Number of rounds that a seat must win to win the match."""
    order: str
    """Order of equal corals in a hand (:mod:`games.coral_reef.hands`), by version of the rules."""


@value_class
class Round:
    """The progress of a round."""

    number: int
    """Number of the round, starting at 1."""
    starter: int
    """Seat that began the round."""
    seat: int
    reform_count: int
    """Number of new decks that were formed (CR-2.7)."""
    has_drawn: bool
    """Whether the active seat has drawn in this turn."""
    drawn_cards: tuple[tuple[int, Card], ...]
    """Pairs of a seat and a card that it has drawn since the last action."""
    placed_cards: tuple[Card, ...]
    """Cards of the last action, in the order in which they were placed."""


@value_class
class State:
    """The whole position."""

    ruleset: Ruleset
    round: Round
    hands: tuple[tuple[Card, ...], ...]
    """Each seat's hand, sorted by rank (:mod:`games.coral_reef.hands`)."""
    deck: tuple[Card, ...]
    """Cards of the deck, sorted. Cards are drawn at random, so the next card isn't stored anywhere."""
    stacks: tuple[Stack, ...]
    wins: tuple[int, ...]
    """Number of rounds won, by seat."""
    ending: str
    """Reason for the end of the last round after the match. Empty during the match."""


def replace_hand(
    hands: tuple[tuple[Card, ...], ...], seat: int, hand: tuple[Card, ...]
) -> tuple[tuple[Card, ...], ...]:
    """Return all hands, with the hand of ``seat`` replaced."""
    return (*hands[:seat], hand, *hands[seat + 1 :])
