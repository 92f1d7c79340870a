"""How a hand is kept. Of equal corals the first is laid, so their order decides which one it is (CR-2.8).

Hands are kept by rank. What lies on the table must not tell how many more of its rank a seat holds, so
chance orders the equal ones, and nobody sees that order: a :class:`View` holds the hand sorted.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from typing import Final

from games.coral_reef.parts import LETTER_OF, LETTERS, Card
from games.core.rng import Chance

LOWEST: Final = "lowest"
"""Equal corals are kept in ascending order, as in version 1 of the rules."""
DRAWN: Final = "drawn"
"""Chance orders equal corals as they come into the hand."""

Hand = tuple[Card, ...]

_RANK: Final = tuple(LETTERS.index(letter) for letter in LETTER_OF)
_rank: Final = _RANK.__getitem__


def dealt_hand(deck: list[Card], size: int, order: str, rng: Chance) -> Hand:
    """Deal a hand out of ``deck`` by chance."""
    return _kept(rng.dealt(deck, size), order)


def seen_hand(cards: Hand, order: str, rng: Chance) -> Hand:
    """Return a hand as its seat may hold it, of which no more is known than its cards."""
    return cards if order == LOWEST else _kept(rng.shuffled(cards), order)


def with_card(hand: Hand, card: Card, order: str, rng: Chance) -> Hand:
    """Return a hand with one card more, which may take any place among its equals."""
    if order == LOWEST:
        return tuple(sorted((*hand, card)))
    rank = _RANK[card]
    place, end = bisect_left(hand, rank, key=_rank), bisect_right(hand, rank, key=_rank)
    if place < end:
        place += rng.below(end - place + 1)
    return (*hand[:place], card, *hand[place:])


def _kept(cards: Iterable[Card], order: str) -> Hand:
    """Return cards, which come in a drawn order, as a hand keeps them."""
    return tuple(sorted(cards)) if order == LOWEST else tuple(sorted(cards, key=_rank))


def taken(hand: Hand, corals: str) -> tuple[Hand, tuple[Card, ...]]:
    """Split a hand into what is kept and, for each letter, its first card of that rank."""
    kept, placed = [], []
    waiting = iter(corals)
    letter = next(waiting)
    for card in hand:
        if LETTER_OF[card] == letter:
            placed.append(card)
            letter = next(waiting, "")
        else:
            kept.append(card)
    return tuple(kept), tuple(placed)
