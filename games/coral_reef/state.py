"""A position of Coral Reef, secrets included."""

from __future__ import annotations

from games.coral_reef.parts import Card
from games.core.values import value

Stack = tuple[Card, ...]
"""The cards of a stack, the lowest first; the last one is the top."""


@value
class Ruleset:
    """The options: ``corals`` (``cards`` or ``tiles``) and the number of rounds needed to win a match.

    ``order`` is how equal corals in a hand are sorted (:mod:`games.coral_reef.hands`); it depends on the
    version of the rules.
    """

    corals: str
    rounds_to_win: int
    order: str


@value
class Round:
    """The progress of a round: its ``number`` from 1, who began it, and the active seat.

    ``reforms`` counts new decks (CR-2.7); ``has_drawn`` is whether the active seat drew in this turn.
    ``drew`` lists each card drawn since the last action, with its seat, and ``placed`` the cards of that
    action, in order.
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
    """The whole position.

    Hands are sorted by rank (``hands``). The deck is in ascending order; drawing a random card from it is the
    same as shuffling first, and the next card is not stored anywhere. ``wins`` counts rounds by seat.
    ``ending`` is empty during the match, and afterwards the reason why its last round ended.
    """

    ruleset: Ruleset
    round: Round
    hands: tuple[tuple[Card, ...], ...]
    deck: tuple[Card, ...]
    stacks: tuple[Stack, ...]
    wins: tuple[int, ...]
    ending: str


def replace_hand(
    hands: tuple[tuple[Card, ...], ...], seat: int, hand: tuple[Card, ...]
) -> tuple[tuple[Card, ...], ...]:
    """Return all hands, with that of ``seat`` replaced."""
    return (*hands[:seat], hand, *hands[seat + 1 :])
