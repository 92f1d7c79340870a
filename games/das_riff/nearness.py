"""Measures how near a seat is to a brood in this turn, using only face-up cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.core.values import value
from games.das_riff.coral import find_first_empty, has_coral_room, list_lone_parents
from games.das_riff.parts import BOAT_PRICE, COLUMNS, CORAL, MAX_BOATS, PEARL, SHARK, Card, get_colour
from games.das_riff.player.estimate import list_mates
from games.das_riff.river import CELL_PRICES, get_price
from games.das_riff.state import State, count_boats_left
from games.das_riff.view import Reef

Nearness = tuple[int, int]
"""How many worms are missing for a brood, and how many actions it takes."""

NEVER: Final = 1_000, 0
"""The nearness if no brood is possible with the face-up fish."""


@value
class Offer:
    """A face-up card in the river."""

    column: int
    """The column, counted from 1 at the sea edge."""
    price: int
    """Its price for the seat."""


@value
class Way:
    """A way to get an empty coral in this turn."""

    price: int = 0
    """How many worms it costs, of any colours."""
    actions: int = 0
    """How many actions it takes."""
    column: int = 0
    """The column that the seat must reach for it; 0 if none."""


def measure_brood(state: State, seat: int) -> Nearness:
    """Return how near a seat is to completing a brood in a single turn, or :data:`NEVER`.

    The seat may buy boats and a coral on the way, or free a coral with a shark. The result has the fewest
    missing worms and, among those, the fewest actions.
    """
    offers = _list_offers(state, seat)
    return min(_list_nearness(state, seat, offers), default=NEVER)


def _list_offers(state: State, seat: int) -> dict[Card, list[Offer]]:
    """Return the face-up cards in the river, grouped by kind."""
    offers = dict[Card, list[Offer]]()
    for cell, card in enumerate(state.river.tableau):
        if 0 <= card <= SHARK:
            offers.setdefault(card, []).append(Offer(cell % COLUMNS + 1, CELL_PRICES[seat][cell]))
    return offers


def _list_nearness(state: State, seat: int, offers: dict[Card, list[Offer]]) -> Iterator[Nearness]:
    """Yield the nearness of each brood that is possible."""
    reef, boats_left = state.reefs[seat], count_boats_left(state.reefs)
    most = min(reef.boats + boats_left, MAX_BOATS)
    turn = state.turn
    if turn.seat == seat and turn.flipped is not None:
        # The card just turned up is cheaper, but only for the very next action.
        card, price = state.river.tableau[turn.flipped], get_price(seat, turn.flipped, turn.flipped)
        cheap = [(card, Offer(turn.flipped % COLUMNS + 1, price))]
    else:
        cheap = []
    for parent in list_lone_parents(reef.corals):
        for mate in list_mates(parent, state.broods):
            cheaper = [offer for card, offer in cheap if card == mate]
            for offer in (*offers.get(mate, ()), *cheaper):
                if offer.column <= most:
                    yield _measure(reef, offers, ((mate, offer.price),), Way(0, 1, offer.column))
    ways = _list_ways(reef, offers)
    if not ways:
        return
    for one, other in _list_pairs(state):
        for first in offers.get(one, ()):
            for second in offers.get(other, ()):
                fish = (one, first.price), (other, second.price)
                for way in ways:
                    column = max(first.column, second.column, way.column)
                    if column <= most:
                        yield _measure(reef, offers, fish, Way(way.price, way.actions + 2, column))


def _list_pairs(state: State) -> list[tuple[Card, Card]]:
    """Return the pairs of fish that complete a face-up breeding card."""
    return [(2 * low + sex, 2 * high + 1 - sex) for low, high in state.broods for sex in (0, 1)]


def _list_ways(reef: Reef, offers: dict[Card, list[Offer]]) -> list[Way]:
    """Return the ways in which a seat can get an empty coral in this turn."""
    if find_first_empty(reef.corals) is not None:
        return [Way()]
    ways = list[Way]()
    if has_coral_room(reef.corals):
        ways += [Way(offer.price, 1, offer.column) for offer in offers.get(CORAL, ())]
    if list_lone_parents(reef.corals):
        if reef.sharks:
            ways.append(Way(0, 1))
        else:
            ways += [Way(offer.price, 2, offer.column) for offer in offers.get(SHARK, ())]
    return ways


def _measure(
    reef: Reef, offers: dict[Card, list[Offer]], fish: tuple[tuple[Card, int], ...], way: Way
) -> Nearness:
    """Return the nearness of a brood, replacing missing worms with pearls in reach.

    :param fish: the fish to take and their prices.
    :param way: how to get the coral. Its ``actions`` and ``column`` already include taking the fish.
    """
    boats = max(way.column - reef.boats, 0)
    needed = [0] * len(reef.worms)
    for card, price in fish:
        needed[get_colour(card)] += price
    total = sum(needed) + way.price + BOAT_PRICE * boats
    short = sum([max(price - worms, 0) for price, worms in zip(needed, reef.worms, strict=True)])
    held, reach = sum(reef.worms) + reef.pearls, max(way.column, reef.boats)
    missing, actions = max(short - reef.pearls, total - held, 0), way.actions + boats
    nearest = missing, actions
    prices = sorted([offer.price for offer in offers.get(PEARL, ()) if offer.column <= reach])
    for bought, price in enumerate(prices[: max(short - reef.pearls, 0)], 1):
        # A pearl costs ``price`` worms of any colours, and then replaces one missing worm.
        total += price - 1
        missing = max(short - reef.pearls - bought, total - held, 0)
        nearest = min(nearest, (missing, actions + bought))
    return nearest
