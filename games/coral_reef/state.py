"""A position of Coral Reef with its secrets."""

from __future__ import annotations

from games.coral_reef.parts import Card
from games.core.values import value

Stack = tuple[Card, ...]
"""The lowest card first; the last is the top."""


@value
class Ruleset:
    """The switches: ``corals`` (``cards``, ``tiles``) and the rounds that win a match.

    ``order`` is that of equal corals in a hand, which comes with the version of the rules (``hands``).
    """

    corals: str
    rounds_to_win: int
    order: str


@value
class Round:
    """Where a round stands: its ``number`` from 1, who began it, whose turn it is.

    ``reforms`` counts new decks (CR-2.7). ``has_drawn``: the seat has drawn in this turn. ``drew`` lists what
    was drawn since the last action, with its seat; ``placed`` the cards of that action, in order.
    """

    number: int
    starter: int
    seat: int
    reforms: int
    has_drawn: bool
    drew: tuple[tuple[int, Card], ...]
    placed: tuple[Card, ...]


@value
class State:
    """Everything, secrets included.

    Hands are kept by rank (``hands``) and the deck in ascending order. Chance picks from the deck when a card
    is drawn; that is the same as shuffling first, and nobody holds the next card. ``wins`` counts rounds by
    seat.
    ``ending`` is empty while the match goes on, else the reason for which its last round ended.
    """

    ruleset: Ruleset
    round: Round
    hands: tuple[tuple[Card, ...], ...]
    deck: tuple[Card, ...]
    stacks: tuple[Stack, ...]
    wins: tuple[int, ...]
    ending: str


def with_hand(
    hands: tuple[tuple[Card, ...], ...], seat: int, hand: tuple[Card, ...]
) -> tuple[tuple[Card, ...], ...]:
    """Return all hands, that of ``seat`` replaced."""
    return (*hands[:seat], hand, *hands[seat + 1 :])
