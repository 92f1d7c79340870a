"""Makes positions from short strings, for lessons and tests.

A hand is a word of ranks (``9jk``). Each stack is a word of ranks, from the lowest card up (``9 9k6``). No
card occurs twice.
"""

from __future__ import annotations

from games.coral_reef.hands import DRAWN_ORDER
from games.coral_reef.parts import CARDS_VARIANT, LETTER_BY_CARD, Card, list_cards
from games.coral_reef.state import Round, Ruleset, State


class CardSupply:
    """The cards of a variant that a position hasn't used yet."""

    def __init__(self, corals: str) -> None:
        """Make the supply of every card of a variant."""
        self.left = list(list_cards(corals))

    def take(self, letters: str) -> tuple[Card, ...]:
        """Remove and return one card of each rank in ``letters``."""
        taken = []
        for letter in letters:
            card = next(card for card in self.left if LETTER_BY_CARD[card] == letter)
            self.left.remove(card)
            taken.append(card)
        return tuple(taken)


def make_position(
    *hands: str,
    stacks: str = "9 9 9 9",
    deck: str | None = "",
    seat: int = 0,
    starter: int = 0,
    number: int = 1,
    reforms: int = 0,
    wins: tuple[int, ...] | None = None,
    rounds: int = 1,
    corals: str = CARDS_VARIANT,
    order: str = DRAWN_ORDER,
) -> State:
    """Return a position with these hands, one for each seat. With ``deck=None``, all other cards are in the
    deck.
    """
    box = CardSupply(corals)
    piles = tuple(box.take(stack) for stack in stacks.split())
    held = tuple(tuple(sorted(box.take(hand))) for hand in hands)
    rest = tuple(box.left) if deck is None else tuple(sorted(box.take(deck)))
    now = Round(number, starter, seat, reforms, False, (), ())
    return State(Ruleset(corals, rounds, order), now, held, rest, piles, wins or (0,) * len(hands), "")
