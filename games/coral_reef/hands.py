"""Sorts hands by rank.

Of several equal corals, the first one is always played (CR-2.8). The order of equal corals is random, so that
the suit of a played card doesn't reveal how many more of its rank the seat has. Players never see this order,
because the hand in a :class:`View` is sorted.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from typing import Final

from games.coral_reef.parts import LETTER_BY_CARD, RANK_LETTERS, Card
from games.core.rng import Chance

LOWEST_FIRST_ORDER: Final = "lowest"
"""Order of hands in version 1 of the rules: equal corals are in ascending order."""
RANDOM_ORDER: Final = "drawn"
"""Order of hands in version 2 of the rules: equal corals are in random order."""

Hand = tuple[Card, ...]

_RANK_BY_CARD: Final = tuple(RANK_LETTERS.index(letter) for letter in LETTER_BY_CARD)
_get_rank: Final = _RANK_BY_CARD.__getitem__


def deal_hand(deck: list[Card], size: int, order: str, rng: Chance) -> Hand:
    """Deal a random hand and remove its cards from ``deck``."""
    return _sort_hand(rng.deal(deck, size), order)


def shuffle_equal_corals(cards: Hand, order: str, rng: Chance) -> Hand:
    """Return the hand with equal corals in random order, unless ``order`` is ``LOWEST_FIRST_ORDER``."""
    return cards if order == LOWEST_FIRST_ORDER else _sort_hand(rng.shuffled(cards), order)


def insert_card(hand: Hand, card: Card, order: str, rng: Chance) -> Hand:
    """Return the hand with one more card, placed at random among equal corals.

    If ``order`` is ``LOWEST_FIRST_ORDER``, the hand is in ascending order instead.
    """
    if order == LOWEST_FIRST_ORDER:
        return tuple(sorted((*hand, card)))
    rank = _RANK_BY_CARD[card]
    index, end = bisect_left(hand, rank, key=_get_rank), bisect_right(hand, rank, key=_get_rank)
    if index < end:
        index += rng.draw_below(end - index + 1)
    return (*hand[:index], card, *hand[index:])


def _sort_hand(cards: Iterable[Card], order: str) -> Hand:
    """Sort shuffled cards into a hand.

    Unless ``order`` is ``LOWEST_FIRST_ORDER``, equal corals stay in random order.
    """
    return tuple(sorted(cards)) if order == LOWEST_FIRST_ORDER else tuple(sorted(cards, key=_get_rank))


def split_hand(hand: Hand, corals: str) -> tuple[Hand, tuple[Card, ...]]:
    """Return the cards that stay in a hand, and the first cards of each rank in ``corals``."""
    kept, placed = [], []
    waiting = iter(corals)
    letter = next(waiting)
    for card in hand:
        if LETTER_BY_CARD[card] == letter:
            placed.append(card)
            letter = next(waiting, "")
        else:
            kept.append(card)
    return tuple(kept), tuple(placed)
