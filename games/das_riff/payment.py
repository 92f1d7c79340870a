"""Lists the ways to pay a price, the likeliest first (DR-3.4)."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from operator import itemgetter, le
from typing import Final

from games.das_riff.actions import Payment
from games.das_riff.events import PricePaid
from games.das_riff.parts import (
    BOAT_PRICE,
    COLOUR_LETTERS,
    COLOURS,
    PEARL_CARD,
    PEARL_LETTER,
    Brood,
    Card,
    get_colour,
)
from games.das_riff.river import CELL_PRICES
from games.das_riff.state import State, Worms, add_to_discard
from games.das_riff.view import Reef

# Payments are sorted by the total cost of their worms and pearls. Each further worm of a colour costs almost
# one step more than the one before; the small difference breaks ties, first for the colour with more worms,
# then by the order of the letters. In a payment of up to three worms these differences add up to less than a
# step. A pearl costs more than all worms together.
_WORM_COST_STEP: Final = 64
_FURTHER_WORM_COST: Final = _WORM_COST_STEP - len(COLOURS)
_STEPS_PER_KEEP_WEIGHT: Final = 2
"""Number of cost steps for each point of a colour's weight from :func:`weigh_colours`."""
_PEARL_COST: Final = 100_000
MAX_PRICE: Final = max(BOAT_PRICE, *CELL_PRICES[0])
"""Highest price in the game."""


@lru_cache(maxsize=4096)
def weigh_colours(broods: tuple[Brood, ...], parents: tuple[Card, ...]) -> Worms:
    """Return how much each colour of worms is worth keeping.

    A colour counts 1 for each face-up breeding card that shows it, and 2 more for each lone parent with which
    a fish of this colour would complete such a card.
    """
    weights = [0] * len(COLOURS)
    for brood in broods:
        for colour in set(brood):
            weights[colour] += 1
        for parent in parents:
            own = get_colour(parent)
            if own in brood:
                weights[brood[0] if brood[1] == own else brood[1]] += 2
    red, yellow, blue, green, purple, white = weights
    return (red, yellow, blue, green, purple, white)


WormCosts = list[tuple[tuple[int, str], ...]]
"""Pairs of a worm's cost and letter, grouped by colour, for the colours that a seat has."""


def list_worm_costs(worms: Worms, keep_weights: Worms) -> WormCosts:
    """Return the costs of spending a seat's worms, grouped by colour.

    A worm costs less if the seat has many worms of its colour, and if the colour has a low weight. Ties go to
    the colour with more worms, then to the order of the letters.

    :param keep_weights: weight of keeping each colour, from :func:`weigh_colours`.
    """
    return [
        _list_colour_costs(colour, held, keep_weights[colour]) for colour, held in enumerate(worms) if held
    ]


@lru_cache(maxsize=1024)
def _list_colour_costs(colour: int, held_count: int, keep_weight: int) -> tuple[tuple[int, str], ...]:
    """Return the costs of a colour's worms, up to the number that the highest price needs."""
    first = _WORM_COST_STEP * (_STEPS_PER_KEEP_WEIGHT * keep_weight - held_count) + colour
    return tuple(
        [
            (first + _FURTHER_WORM_COST * more, COLOUR_LETTERS[colour])
            for more in range(min(held_count, MAX_PRICE))
        ]
    )


def list_payments(worm_costs: WormCosts, pearls: int, price: int) -> tuple[Payment, ...]:
    """Return every way to pay in any colours, if any, cheap worms first (DR-3.3, DR-3.4, DR-3.10).

    :param worm_costs: from :func:`list_worm_costs`.
    """
    if sum(map(len, worm_costs)) + pearls < price:
        return ()
    whole: list[tuple[int, Payment]] = []
    partly: list[tuple[int, Payment, int]] = [(0, (), price)]
    for worms in worm_costs:
        for cost, paid, left in tuple(partly):
            for further, letter in worms[:left]:
                cost += further
                paid = (*paid, letter)
                left -= 1
                if left:
                    partly.append((cost, paid, left))
                else:
                    whole.append((cost, paid))
    if pearls:
        whole += [
            (cost + _PEARL_COST * left, (*paid, *(PEARL_LETTER * left)))
            for cost, paid, left in partly
            if left <= pearls
        ]
    whole.sort(key=itemgetter(0))
    return tuple([paid for _, paid in whole])


_LETTER_ORDER: Final = COLOUR_LETTERS + PEARL_LETTER
_CANONICAL_PAYMENTS: Final[dict[tuple[str, ...], Payment]] = {
    spent: tuple(sorted(spent, key=_LETTER_ORDER.index))
    for price in range(MAX_PRICE + 1)
    for spent in product(_LETTER_ORDER, repeat=price)
}
"""Canonical payments by their letters in any order, up to the highest price."""


def find_likeliest_payments(worm_costs: WormCosts, pearls: int) -> list[tuple[Payment, ...]]:
    """Return, for each price from 0 to :data:`MAX_PRICE`, a tuple with the likeliest payment.

    The tuple is empty if the seat can't pay the price. The likeliest payment is the first result of
    :func:`list_payments`.
    """
    costs: list[tuple[int, str]] = []
    for worms in worm_costs:
        costs += worms
    costs.sort()
    spent = [letter for _, letter in costs[:MAX_PRICE]]
    if pearls:
        spent += PEARL_LETTER * pearls
    paid: Payment = ()
    ways: list[tuple[Payment, ...]] = [(paid,)]
    for letter in spent[:MAX_PRICE]:
        paid = _CANONICAL_PAYMENTS[(*paid, letter)]
        ways.append((paid,))
    ways += [()] * (MAX_PRICE + 1 - len(ways))
    return ways


@lru_cache(maxsize=1024)
def list_fish_payments(letter: str, held_count: int, pearls: int, price: int) -> tuple[Payment, ...]:
    """Return every way to pay for a fish in its colour, the fewest pearls first (DR-3.4)."""
    most = min(held_count, price)
    least = max(price - pearls, 0)
    return tuple(
        (*(letter * worms), *(PEARL_LETTER * (price - worms))) for worms in range(most, least - 1, -1)
    )


def parse_payment(letters: str) -> Payment | None:
    """Parse ``letters`` as a payment; return ``None`` unless they are in the canonical order."""
    paid = tuple(letters)
    return paid if list(paid) == sorted(paid, key=_LETTER_ORDER.index) else None


@lru_cache(maxsize=1024)
def count_payment(payment: Payment) -> tuple[Worms, int]:
    """Return the worms in a payment, by colour, and the number of pearls."""
    red, yellow, blue, green, purple, white = (payment.count(letter) for letter in COLOUR_LETTERS)
    return (red, yellow, blue, green, purple, white), payment.count(PEARL_LETTER)


def can_pay(reef: Reef, payment: Payment, price: int) -> bool:
    """Return whether a payment is canonical, amounts to ``price`` and uses only what the seat has."""
    if len(payment) != price:
        return False
    worms, pearls = count_payment(payment)
    return (
        pearls <= reef.pearls and all(map(le, worms, reef.worms)) and _CANONICAL_PAYMENTS[payment] == payment
    )


def pay_price(
    state: State, seat: int, payment: Payment
) -> tuple[Worms, int, Worms, tuple[Card, ...], PricePaid]:
    """Return worms and piles after a payment to the bank and the discard pile (DR-3.4).

    :returns: the seat's worms and pearls, the bank, the discard pile, and the event.
    """
    reef, discard = state.reefs[seat], state.river.discard
    worms, pearls = count_payment(payment)
    (r, y, b, g, p, w), (hr, hy, hb, hg, hp, hw), (br, by, bb, bg, bp, bw) = worms, reef.worms, state.bank
    if pearls:
        discard = add_to_discard(discard, *(PEARL_CARD,) * pearls)
    return (
        (hr - r, hy - y, hb - b, hg - g, hp - p, hw - w),
        reef.pearls - pearls,
        (br + r, by + y, bb + b, bg + g, bp + p, bw + w),
        discard,
        PricePaid(seat, worms, pearls),
    )
