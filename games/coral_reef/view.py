"""The position as a viewer of Coral Reef sees it, without the deck and the other seats' hands."""

from __future__ import annotations

from games.coral_reef.parts import LETTER_BY_CARD, NINE_RANK, RANK_TARGETS, Card
from games.core.values import value_class

HAND_EMPTY_ENDING = "hand_empty"
"""A round ended because a seat emptied its hand (CR-3.1)."""
ALL_PASSED_ENDING = "all_passed"
"""A round ended because all seats passed in a row (CR-3.2)."""
DECK_SPENT_ENDING = "deck_spent"
"""A round ended because the deck ran out and no further new deck was allowed (CR-3.4)."""


@value_class
class View:
    """A position as ``viewer`` sees it.

    A spectator sees no hand, so ``hand``, ``drawn_cards`` and ``playable`` are empty.
    """

    viewer: int | None
    """Seat that looks at the position, or ``None`` for a spectator."""
    active_seat: int | None
    """Active seat, or ``None`` after the match."""
    to_act: tuple[int, ...]
    """Seats that may act now."""
    variant: str
    """Variant of the game: ``cards`` or ``tiles``."""
    rounds_to_win: int
    """Number of rounds that a seat must win to win the match."""
    number: int
    """Number of the round, starting at 1."""
    starter: int
    """Seat that began the round."""
    reform_count: int
    """Number of new decks in the round."""
    stacks: tuple[tuple[Card, ...], ...]
    """All cards of each stack, from the lowest up."""
    deck: int
    """Number of cards in the deck."""
    hand_sizes: tuple[int, ...]
    """Number of cards in hand, by seat."""
    wins: tuple[int, ...]
    """Number of rounds won, by seat."""
    placed_cards: tuple[Card, ...]
    """Cards of the last action, in the order in which they were placed."""
    has_drawn: bool
    """Whether the active seat has drawn in this turn."""
    ending: str
    """Reason for the end of the last round after the match. Empty during the match."""
    hand: tuple[Card, ...] = ()
    drawn_cards: tuple[Card, ...] = ()
    """Cards that the viewer has drawn since the last action."""
    playable: str = ""
    """Ranks in the viewer's hand that occur in a legal play or seed."""
    hands: tuple[tuple[Card, ...], ...] = ()
    """All hands after the match. Empty during the match."""

    @property
    def seat_count(self) -> int:
        return len(self.hand_sizes)


def find_target(stack: tuple[Card, ...]) -> int:
    """Return the target that the top card of a stack sets, from 1 to 10 (CR-2.2)."""
    return RANK_TARGETS[LETTER_BY_CARD[stack[-1]]]


def can_begin_stack(view: View) -> bool:
    """Return whether the viewer holds a nine, with which a new stack can be begun (CR-2.4)."""
    return any(LETTER_BY_CARD[card] == NINE_RANK for card in view.hand)
