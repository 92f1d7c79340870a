"""Makes positions from short strings, for lessons and tests.

A hand is a word of ranks (``9jk``). Each stack is a word of ranks, from the lowest card up (``9 9k6``). No
card occurs twice.
"""

from __future__ import annotations

from games.coral_reef.hands import RANDOM_ORDER
from games.coral_reef.parts import CARDS_VARIANT, LETTER_BY_CARD, Card, list_cards
from games.coral_reef.state import Round, Ruleset, State


class CardSupply:
    """The cards of a variant that a position doesn't use yet."""

    def __init__(self, variant: str) -> None:
        self.cards_left = list(list_cards(variant))

    def take_cards(self, letters: str) -> tuple[Card, ...]:
        """Remove and return one card of each rank in ``letters``."""
        cards = []
        for letter in letters:
            card = next(card for card in self.cards_left if LETTER_BY_CARD[card] == letter)
            self.cards_left.remove(card)
            cards.append(card)
        return tuple(cards)


def make_position(
    *hands: str,
    stacks: str = "9 9 9 9",
    deck: str | None = "",
    seat: int = 0,
    starter: int = 0,
    number: int = 1,
    reform_count: int = 0,
    wins: tuple[int, ...] | None = None,
    rounds: int = 1,
    variant: str = CARDS_VARIANT,
    order: str = RANDOM_ORDER,
) -> State:
    """Return a position with these hands, one for each seat.

    :param stacks: ranks of each stack, from the lowest card up.
    :param deck: ranks of the cards in the deck, or ``None`` for all cards that aren't used elsewhere.
    :param rounds: number of rounds that win the match.
    """
    box = CardSupply(variant)
    piles = tuple(box.take_cards(stack) for stack in stacks.split())
    held = tuple(tuple(sorted(box.take_cards(hand))) for hand in hands)
    rest = tuple(box.cards_left) if deck is None else tuple(sorted(box.take_cards(deck)))
    now = Round(number, starter, seat, reform_count, False, (), ())
    return State(Ruleset(variant, rounds, order), now, held, rest, piles, wins or (0,) * len(hands), "")
