"""The estimate of ``expert``, which adds features to the estimate of ``hard`` that are too slow for lower
levels.

Each feature has a weight (:mod:`games.das_riff.player.weights`). The weights of a seat's features are added,
and those of the other seat's features subtracted. ``tools.fit_das_riff`` learns the weights by replacing them
with vectors, so sums are typed as ``Any``.
"""

from __future__ import annotations

from functools import lru_cache
from math import exp
from types import ModuleType
from typing import Any, Final

from games.das_riff.legal import CELLS_IN_REACH
from games.das_riff.parts import (
    BOAT_PRICE,
    COLUMN_COUNT,
    CORAL_CARD,
    DECKS,
    MAX_BOATS,
    MAX_CORALS,
    PEARL_CARD,
    WATER_CARD,
    Brood,
    Card,
)
from games.das_riff.player import weights
from games.das_riff.player.estimate import LocatedFish, compute_lead, find_draw_discount, list_mates
from games.das_riff.player.tuned import TUNED_WEIGHTS
from games.das_riff.river import CELL_COUNT, ROW_PRICES
from games.das_riff.state import FACE_DOWN_OFFSET, State
from games.das_riff.view import ACT_STAGE, EMPTY_CELL, Reef

MAX_DISTANCE: Final = 10
"""Maximum distance of a mate, in worms still needed, and that of mates that aren't face up."""
DISTANCE_GROUPS: Final = (0, 1, 2, 3, 3, 4, 4, 4, 4, 4, 5)
"""Index of the weight, by distance of a mate. Some distances share a weight."""
TOTAL_WORM_GROUPS: Final = tuple(min(max(worms - 1, 0) // 3, 4) if worms < 17 else 5 for worms in range(49))
"""Index of the weight, by total number of worms. Some numbers share a weight."""
NO_PARENT_INDEX: Final = 6
"""Index of the weight for a seat without lone parents, after the indices of :data:`DISTANCE_GROUPS`."""
OUT_OF_REACH_PRICE: Final = 99
"""Price assumed for a fish that is out of reach."""

BreedingPair = tuple[Card, Card]


def _find_weight_index(cell: int, card: int, seat: int, *, has_room: bool) -> int:
    """Return the index into :data:`weights.CARD_WEIGHTS` for a card in reach.

    :param has_room: whether the seat may take another coral.
    """
    dear = ROW_PRICES[seat][cell // COLUMN_COUNT] - 1
    if card == EMPTY_CELL:
        return 0
    if card >= FACE_DOWN_OFFSET:
        return 1
    if card == WATER_CARD:
        return 2 + (cell % COLUMN_COUNT == 0)
    if card < CORAL_CARD:
        return 4 + dear
    if card == CORAL_CARD:
        return 8 + dear if has_room else 7
    return (11 if card == PEARL_CARD else 14) + dear


_CELL_CONTENTS: Final = (EMPTY_CELL, *range(2 * FACE_DOWN_OFFSET))
CARD_WEIGHT_INDICES: Final = tuple(
    tuple(
        tuple(
            {card: _find_weight_index(cell, card, seat, has_room=room) for card in _CELL_CONTENTS}
            for cell in range(CELL_COUNT)
        )
        for room in (False, True)
    )
    for seat in (0, 1)
)
"""Index of the weight of each card in reach, by seat, by room for a coral, and by cell."""
_NEXT_COLUMN_OFFSET_BY_CARD: Final = {EMPTY_CELL: 0, WATER_CARD: 2, CORAL_CARD: 4, PEARL_CARD: 5}
NEXT_COLUMN_WEIGHT_INDEX_BY_CARD: Final = {
    card: 17
    + (
        1
        if card >= FACE_DOWN_OFFSET
        else 3
        if 0 <= card < CORAL_CARD
        else _NEXT_COLUMN_OFFSET_BY_CARD.get(card, 6)
    )
    for card in _CELL_CONTENTS
}
"""Index of the weight of each card in the first column out of reach."""


class LeadEstimator:
    """Adds up the weights of a position's features."""

    __slots__ = ("_next", "_reached", "_weights")

    def __init__(self, weights: ModuleType) -> None:
        self._weights = weights
        self._reached = [
            [
                [{card: weights.CARD_WEIGHTS[index] for card, index in cell.items()} for cell in cells]
                for cells in own
            ]
            for own in CARD_WEIGHT_INDICES
        ]
        self._next = {
            card: weights.CARD_WEIGHTS[index] for card, index in NEXT_COLUMN_WEIGHT_INDEX_BY_CARD.items()
        }

    def compute_lead(self, state: State) -> Any:
        """Return the active seat's lead, without the discount for a draw that comes closer."""
        weights, mover = self._weights, state.turn.seat
        lead = (
            weights.LEAD_FACTOR * compute_lead(state, mover, TUNED_WEIGHTS)
            + weights.ACTIVE_SEAT_WEIGHTS[state.turn.stage != ACT_STAGE]
        )
        parents_of_both = [
            coral.parent for reef in state.reefs for coral in reef.corals if coral.parent is not None
        ]
        located_fish = [
            (cell, card) for cell, card in enumerate(state.river.tableau) if 0 <= card < CORAL_CARD
        ]
        lead += self._value_seat(state, mover, located_fish, parents_of_both) - self._value_seat(
            state, 1 - mover, located_fish, parents_of_both
        )
        return lead

    def _value_seat(
        self, state: State, seat: int, located_fish: LocatedFish, parents_of_both: list[Card]
    ) -> Any:
        weights = self._weights
        reef, supply = state.reefs[seat], DECKS[state.ruleset.deck]
        hunted = state.reefs[1 - seat].sharks > 0
        flipped = state.turn.flipped if state.turn.seat == seat else None
        broods = empty = 0
        worth = 0.0
        away: list[int] = []
        needed: set[int] = set()
        for coral in reef.corals:
            if coral.brood is not None:
                broods += 1
            elif coral.parent is None:
                empty += 1
            else:
                mates = list_mates(coral.parent, state.broods)
                left = [card for card in mates if supply[card] > parents_of_both.count(card)]
                mate_count = sum([supply[card] - parents_of_both.count(card) for card in mates])
                needed.update([card >> 1 for card in left])
                near = (
                    count_missing_worms_for_mate(reef, ROW_PRICES[seat], located_fish, mates, flipped)
                    if mate_count > 0
                    else MAX_DISTANCE
                )
                away.append(near)
                worth += (
                    weights.POSSIBLE_MATE_WEIGHTS[min(max(mate_count, 0), 7)]
                    + weights.MATE_KIND_WEIGHTS[min(len(mates), 4)]
                )
                worth += weights.MATE_DISTANCE_WEIGHTS[near] + (
                    weights.HUNTED_MATE_DISTANCE_WEIGHTS[near] if hunted else 0.0
                )
        worth += self._value_stock(reef, broods, empty, away) + self._value_worms(reef, state.broods, needed)
        prices = ROW_PRICES[seat]
        worth += weights.FISH_PAIR_WEIGHTS[
            count_missing_worms_for_pair(reef, prices, located_fish, state.broods) if empty else 11
        ]
        worth += weights.FIRST_FISH_WEIGHTS[
            _count_missing_worms_for_first_fish(state, reef, prices, located_fish, parents_of_both)
            if empty
            else 8
        ]
        return worth + self._value_reach(state.river.tableau, seat, reef)

    def _value_stock(self, reef: Reef, broods: int, empty_coral_count: int, mate_distances: list[int]) -> Any:
        """Return the value of what a seat owns and of how near its next broods are.

        :param mate_distances: the distance of the nearest mate of each lone parent.
        """
        weights = self._weights
        mate_distances.sort()
        best, second = (*mate_distances, MAX_DISTANCE, MAX_DISTANCE)[:2]
        step = DISTANCE_GROUPS[best] if mate_distances else NO_PARENT_INDEX
        bait, boats, lone = TOTAL_WORM_GROUPS[sum(reef.worms)], reef.boats, len(mate_distances)
        worth = (
            weights.BROOD_WEIGHTS[broods]
            + weights.EMPTY_CORAL_WEIGHTS[empty_coral_count]
            + weights.LONE_PARENT_WEIGHTS[lone]
        )
        worth += (
            weights.CORAL_WEIGHTS[len(reef.corals)]
            + weights.BOAT_WEIGHTS[boats]
            + weights.NEAREST_MATE_WEIGHTS[best]
        )
        worth += weights.PEARL_WEIGHTS[min(reef.pearls, 6)] + weights.SHARK_WEIGHTS[min(reef.sharks, 4)]
        few = min(broods, 4)
        worth += (
            weights.NEAREST_MATE_WEIGHTS_BY_BROODS[7 * few + step]
            + weights.OPEN_CORAL_WEIGHTS_BY_BROODS[6 * broods + empty_coral_count + lone]
        )
        worth += (
            weights.BOAT_WEIGHTS_BY_BROODS[9 * few + boats]
            + weights.TOTAL_WORM_WEIGHTS_BY_BROODS[6 * broods + bait]
        )
        return (
            worth
            + weights.TOTAL_WORM_WEIGHTS_BY_BOATS[7 * boats + bait]
            + weights.SECOND_MATE_WEIGHTS[6 * min(step, 5) + DISTANCE_GROUPS[second]]
        )

    def _value_worms(self, reef: Reef, broods: tuple[Brood, ...], needed_colours: set[int]) -> Any:
        weights = self._weights
        shown = {colour for brood in broods for colour in brood}
        worth = 0.0 + weights.TOTAL_WORM_WEIGHTS[min(sum(reef.worms), 24)]
        for colour, count in enumerate(reef.worms):
            worth += weights.COLOUR_WORM_WEIGHTS[count]
            if colour in shown:
                worth += weights.SHOWN_COLOUR_WEIGHTS[count]
            if colour in needed_colours:
                worth += weights.NEEDED_COLOUR_WEIGHTS[count]
        return worth

    def _value_reach(self, tableau: tuple[int, ...], seat: int, reef: Reef) -> Any:
        """Return the value of the cards in reach and in the first column out of reach."""
        by_cell = self._reached[seat][len(reef.corals) < MAX_CORALS]
        worth = sum([by_cell[cell][tableau[cell]] for cell in CELLS_IN_REACH[reef.boats]])
        if reef.boats < MAX_BOATS:
            worth += sum([self._next[card] for card in tableau[reef.boats :: COLUMN_COUNT]])
        return worth


def count_missing_worms_for_mate(
    reef: Reef,
    prices: tuple[int, ...],
    located_fish: LocatedFish,
    mates: tuple[Card, ...],
    flipped: int | None,
) -> int:
    """Return how many more worms a seat needs to take the nearest face-up mate, at most :data:`MAX_DISTANCE`.

    The worms for boats to reach the mate are included.

    :param mates: kinds of fish that are mates.
    :param flipped: cell of the card that the last action turned up, if any.
    """
    best = MAX_DISTANCE
    for cell, card in located_fish:
        if card in mates:
            price = 1 if cell == flipped else prices[cell >> 3]
            far = (cell & 7) + 1 - reef.boats
            missing = max(price - reef.worms[card >> 1] - reef.pearls, 0) + BOAT_PRICE * max(far, 0)
            best = min(best, missing)
    return best


@lru_cache(maxsize=4096)
def _list_breeding_pairs(broods: tuple[Brood, ...]) -> tuple[BreedingPair, ...]:
    """Return the pairs of fish that complete one of these breeding cards."""
    return tuple((2 * low + sex, 2 * high + 1 - sex) for low, high in broods for sex in (0, 1))


def count_missing_worms_for_pair(
    reef: Reef, prices: tuple[int, ...], located_fish: LocatedFish, broods: tuple[Brood, ...]
) -> int:
    """Return the worms still needed for two fish in reach that would breed, at most :data:`MAX_DISTANCE`."""
    cheapest = [OUT_OF_REACH_PRICE] * CORAL_CARD
    for cell, card in located_fish:
        if cell & 7 < reef.boats:
            cheapest[card] = min(cheapest[card], prices[cell >> 3])
    best = MAX_DISTANCE
    for one, other in _list_breeding_pairs(broods):
        if cheapest[one] < OUT_OF_REACH_PRICE and cheapest[other] < OUT_OF_REACH_PRICE:
            first, second = cheapest[one], cheapest[other]
            if one >> 1 == other >> 1:
                missing = first + second - reef.worms[one >> 1]
            else:
                missing = max(first - reef.worms[one >> 1], 0) + max(second - reef.worms[other >> 1], 0)
            best = min(best, max(missing - reef.pearls, 0))
    return best


def _count_missing_worms_for_first_fish(
    state: State, reef: Reef, prices: tuple[int, ...], located_fish: LocatedFish, parents_of_both: list[Card]
) -> int:
    """Return the worms still needed for a fish in reach with a possible mate, or 7 without one."""
    supply, best = DECKS[state.ruleset.deck], 7
    for cell, card in located_fish:
        if cell & 7 < reef.boats:
            missing = max(prices[cell >> 3] - reef.worms[card >> 1] - reef.pearls, 0)
            if missing < best:
                mate_count = sum(
                    [supply[mate] - parents_of_both.count(mate) for mate in list_mates(card, state.broods)]
                )
                best = missing if mate_count > 0 else best
    return best


LEAD_ESTIMATOR: Final = LeadEstimator(weights)


def estimate(state: State, seat: int) -> float:
    """Return the estimated chance that ``seat`` wins, using all features."""
    lead = LEAD_ESTIMATOR.compute_lead(state) * find_draw_discount(state)
    return 1 / (1 + exp(-lead if seat == state.turn.seat else lead))
