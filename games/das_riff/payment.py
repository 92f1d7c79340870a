"""How a price is paid (DR-3.4): every exact way, the likeliest first."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from operator import itemgetter, le
from typing import Final

from games.das_riff.actions import Payment
from games.das_riff.events import Paid
from games.das_riff.parts import BOAT_PRICE, COLOURS, LETTERS, PEARL, PEARL_LETTER, Brood, Card, colour_of
from games.das_riff.river import CELL_PRICES
from games.das_riff.state import State, Worms, discarded
from games.das_riff.view import Reef

# What a worm or pearl costs the one who spends it. A further worm of a colour is a step dearer, but for a
# trifle: in a tie the colour of which more are held goes first, and after it the order of the letters. The
# trifles of the three worms at most that are paid add up to less than a step; a pearl weighs more than all.
_STEP: Final = 64
_FURTHER: Final = _STEP - len(COLOURS)
_WANTED_STEPS: Final = 2
_PEARL_COST: Final = 100_000
DEAREST: Final = max(BOAT_PRICE, *CELL_PRICES[0])
"""The greatest price there is."""


@lru_cache(maxsize=4096)
def wanted(broods: tuple[Brood, ...], parents: tuple[Card, ...]) -> Worms:
    """Return how much each colour is worth keeping.

    A colour counts once for each face-up breeding card that shows it, and twice more for each lone
    parent that it would complete one with.
    """
    weights = [0] * len(COLOURS)
    for brood in broods:
        for colour in set(brood):
            weights[colour] += 1
        for parent in parents:
            own = colour_of(parent)
            if own in brood:
                weights[brood[0] if brood[1] == own else brood[1]] += 2
    red, yellow, blue, green, purple, white = weights
    return (red, yellow, blue, green, purple, white)


Ready = list[tuple[tuple[int, str], ...]]
"""For each colour held, what each of its worms costs the one who spends it, and its letter."""


def ready(worms: Worms, keep: Worms) -> Ready:
    """Tell how readily each worm is spent.

    :param keep: how much each colour is worth keeping. A worm is the readier spent the more of its
        colour are held and the less it is wanted. In a tie goes first the colour of which more are held,
        then the order of the letters.
    """
    return [_costs(colour, held, keep[colour]) for colour, held in enumerate(worms) if held]


@lru_cache(maxsize=1024)
def _costs(colour: int, held: int, keep: int) -> tuple[tuple[int, str], ...]:
    """Return the costs of as many worms of a colour as the dearest price takes."""
    first = _STEP * (_WANTED_STEPS * keep - held) + colour
    return tuple([(first + _FURTHER * more, LETTERS[colour]) for more in range(min(held, DEAREST))])


def any_colours(ready: Ready, pearls: int, price: int) -> tuple[Payment, ...]:
    """Return every way to pay ``price`` in any colours (DR-3.3, DR-3.4, DR-3.10).

    :param ready: as of :func:`ready`: the ready worms are spent first, pearls last.
    """
    if sum(map(len, ready)) + pearls < price:
        return ()
    whole: list[tuple[int, Payment]] = []
    partly: list[tuple[int, Payment, int]] = [(0, (), price)]
    for worms in ready:
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


_ORDER: Final = LETTERS + PEARL_LETTER
_WRITTEN: Final[dict[tuple[str, ...], Payment]] = {
    spent: tuple(sorted(spent, key=_ORDER.index))
    for price in range(DEAREST + 1)
    for spent in product(_ORDER, repeat=price)
}
"""Payments by what is spent in any order, up to the dearest price."""


def likeliest(ready: Ready, pearls: int) -> list[tuple[Payment, ...]]:
    """Return by price from 0 on the first way of :func:`any_colours` alone; none where none is."""
    costs: list[tuple[int, str]] = []
    for worms in ready:
        costs += worms
    costs.sort()
    spent = [letter for _, letter in costs[:DEAREST]]
    if pearls:
        spent += PEARL_LETTER * pearls
    paid: Payment = ()
    ways: list[tuple[Payment, ...]] = [(paid,)]
    for letter in spent[:DEAREST]:
        paid = _WRITTEN[(*paid, letter)]
        ways.append((paid,))
    ways += [()] * (DEAREST + 1 - len(ways))
    return ways


@lru_cache(maxsize=1024)
def one_colour(letter: str, held: int, pearls: int, price: int) -> tuple[Payment, ...]:
    """Return every way to pay ``price`` for a fish of one colour, the fewest pearls first (DR-3.4)."""
    most = min(held, price)
    least = max(price - pearls, 0)
    return tuple(
        (*(letter * worms), *(PEARL_LETTER * (price - worms))) for worms in range(most, least - 1, -1)
    )


def canonical(letters: str) -> Payment | None:
    """Return a payment read from ``letters``; ``None`` when they are not in the one canonical order."""
    paid = tuple(letters)
    return paid if list(paid) == sorted(paid, key=_ORDER.index) else None


@lru_cache(maxsize=1024)
def counted(payment: Payment) -> tuple[Worms, int]:
    """Return the worms of a payment by colour, and its pearls."""
    red, yellow, blue, green, purple, white = (payment.count(letter) for letter in LETTERS)
    return (red, yellow, blue, green, purple, white), payment.count(PEARL_LETTER)


def can_pay(reef: Reef, payment: Payment, price: int) -> bool:
    """Tell whether a payment is among those of :func:`any_colours`, without listing them."""
    if len(payment) != price:
        return False
    worms, pearls = counted(payment)
    return pearls <= reef.pearls and all(map(le, worms, reef.worms)) and _WRITTEN[payment] == payment


def pay(state: State, seat: int, payment: Payment) -> tuple[Worms, int, Worms, tuple[Card, ...], Paid]:
    """Give worms back to the bank and pearls to the discard pile (DR-3.4).

    :returns: the worms and the pearls that the seat has left, the bank, the discard pile, and what to tell.
    """
    reef, discard = state.reefs[seat], state.river.discard
    worms, pearls = counted(payment)
    (r, y, b, g, p, w), (hr, hy, hb, hg, hp, hw), (br, by, bb, bg, bp, bw) = worms, reef.worms, state.bank
    if pearls:
        discard = discarded(discard, *(PEARL,) * pearls)
    return (
        (hr - r, hy - y, hb - b, hg - g, hp - p, hw - w),
        reef.pearls - pearls,
        (br + r, by + y, bb + b, bg + g, bp + p, bw + w),
        discard,
        Paid(seat, worms, pearls),
    )
