"""Measures how near a seat is to completing a brood in this turn with face-up cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.core.values import value_class
from games.das_riff.coral import find_first_empty_coral, has_room_for_coral, map_lone_parents
from games.das_riff.parts import (
    BOAT_PRICE,
    COLUMN_COUNT,
    CORAL_CARD,
    MAX_BOATS,
    PEARL_CARD,
    SHARK_CARD,
    Card,
    get_colour,
)
from games.das_riff.player.estimate import list_mates
from games.das_riff.river import CELL_PRICES, get_price
from games.das_riff.state import State, count_boats_left
from games.das_riff.view import Reef

Nearness = tuple[int, int]
"""Number of worms that a seat still needs for a brood, then the number of actions that the brood takes."""

NO_BROOD_POSSIBLE: Final = 1_000, 0
"""Nearness if no brood is possible with the face-up fish."""


@value_class
class RiverCard:
    """A face-up card in the river."""

    column: int
    """Number of the column, from 1 at the sea edge."""
    price: int
    """Price of the card for the seat, in worms."""


@value_class
class CoralPlan:
    """A way to get a coral for a fish in this turn."""

    price: int = 0
    """Number of worms that the coral costs, of any colours."""
    actions: int = 0
    column: int = 0
    """Number of the column that the seat must reach, or 0 if any reach will do."""


def measure_brood_nearness(
    state: State, seat: int, *, may_buy_boats: bool = True, may_take_pairs: bool = True
) -> Nearness:
    """Return how near a seat is to completing a brood in a single turn, or :data:`NO_BROOD_POSSIBLE`.

    The seat may buy boats and a coral along the way, or free a coral with a shark. The result has the fewest
    missing worms and, among those, the fewest actions.

    :param may_buy_boats: whether the seat may buy boats.
    :param may_take_pairs: whether the seat may take both parents in this turn. Otherwise, one of them must be
        there already.
    """
    river_cards, reach = _group_river_cards(state, seat), state.reefs[seat].boats
    if may_buy_boats:
        reach = min(reach + count_boats_left(state.reefs), MAX_BOATS)
    distances = [*_list_mate_nearness(state, seat, river_cards, reach)]
    if may_take_pairs:
        distances += _list_pair_nearness(state, seat, river_cards, reach)
    return min(distances, default=NO_BROOD_POSSIBLE)


def _group_river_cards(state: State, seat: int) -> dict[Card, list[RiverCard]]:
    """Group the face-up cards of the river by kind, without open water."""
    river_cards = dict[Card, list[RiverCard]]()
    for cell, card in enumerate(state.river.tableau):
        if 0 <= card <= SHARK_CARD:
            river_cards.setdefault(card, []).append(
                RiverCard(cell % COLUMN_COUNT + 1, CELL_PRICES[seat][cell])
            )
    return river_cards


def _list_mate_nearness(
    state: State, seat: int, river_cards: dict[Card, list[RiverCard]], last_column: int
) -> Iterator[Nearness]:
    """Yield the nearness of each possible brood of a lone parent and a face-up mate.

    :param last_column: number of the last column that the seat can reach in this turn.
    """
    reef, turn = state.reefs[seat], state.turn
    if turn.seat == seat and turn.flipped is not None:
        # The card just turned up is cheaper, but only for the very next action.
        card, price = state.river.tableau[turn.flipped], get_price(seat, turn.flipped, turn.flipped)
        flipped_cards = [(card, RiverCard(turn.flipped % COLUMN_COUNT + 1, price))]
    else:
        flipped_cards = []
    for parent in map_lone_parents(reef.corals):
        for mate in list_mates(parent, state.broods):
            flipped_mates = [river_card for card, river_card in flipped_cards if card == mate]
            for river_card in (*river_cards.get(mate, ()), *flipped_mates):
                if river_card.column <= last_column:
                    yield _measure_plan(
                        reef, river_cards, ((mate, river_card.price),), CoralPlan(0, 1, river_card.column)
                    )


def _list_pair_nearness(
    state: State, seat: int, river_cards: dict[Card, list[RiverCard]], last_column: int
) -> Iterator[Nearness]:
    """Yield the nearness of each possible brood of two face-up fish.

    :param last_column: number of the last column that the seat can reach in this turn.
    """
    reef = state.reefs[seat]
    plans = _list_coral_plans(reef, river_cards)
    if not plans:
        return
    for one, other in _list_breeding_pairs(state):
        for first in river_cards.get(one, ()):
            for second in river_cards.get(other, ()):
                fish = (one, first.price), (other, second.price)
                for plan in plans:
                    column = max(first.column, second.column, plan.column)
                    if column <= last_column:
                        yield _measure_plan(
                            reef, river_cards, fish, CoralPlan(plan.price, plan.actions + 2, column)
                        )


def _list_breeding_pairs(state: State) -> list[tuple[Card, Card]]:
    """Return the pairs of fish that complete a face-up breeding card."""
    return [(2 * low + sex, 2 * high + 1 - sex) for low, high in state.broods for sex in (0, 1)]


def _list_coral_plans(reef: Reef, river_cards: dict[Card, list[RiverCard]]) -> list[CoralPlan]:
    """Return every way for a seat to get an empty coral in this turn."""
    if find_first_empty_coral(reef.corals) is not None:
        return [CoralPlan()]
    plans = list[CoralPlan]()
    if has_room_for_coral(reef.corals):
        plans += [
            CoralPlan(river_card.price, 1, river_card.column)
            for river_card in river_cards.get(CORAL_CARD, ())
        ]
    if map_lone_parents(reef.corals):
        if reef.sharks:
            plans.append(CoralPlan(0, 1))
        else:
            plans += [
                CoralPlan(river_card.price, 2, river_card.column)
                for river_card in river_cards.get(SHARK_CARD, ())
            ]
    return plans


def _measure_plan(
    reef: Reef, river_cards: dict[Card, list[RiverCard]], fish: tuple[tuple[Card, int], ...], plan: CoralPlan
) -> Nearness:
    """Return the nearness of a brood. Pearls in reach may replace missing worms.

    :param fish: the fish to take and their prices.
    :param plan: the coral, with ``actions`` and ``column`` that already include taking the fish.
    """
    boats = max(plan.column - reef.boats, 0)
    needed = [0] * len(reef.worms)
    for card, price in fish:
        needed[get_colour(card)] += price
    total = sum(needed) + plan.price + BOAT_PRICE * boats
    short = sum([max(price - worms, 0) for price, worms in zip(needed, reef.worms, strict=True)])
    held, reach = sum(reef.worms) + reef.pearls, max(plan.column, reef.boats)
    missing, actions = max(short - reef.pearls, total - held, 0), plan.actions + boats
    nearest = missing, actions
    prices = sorted(
        [river_card.price for river_card in river_cards.get(PEARL_CARD, ()) if river_card.column <= reach]
    )
    for bought, price in enumerate(prices[: max(short - reef.pearls, 0)], 1):
        # A pearl costs ``price`` worms of any colours, and then replaces one missing worm.
        total += price - 1
        missing = max(short - reef.pearls - bought, total - held, 0)
        nearest = min(nearest, (missing, actions + bought))
    return nearest
