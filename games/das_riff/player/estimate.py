"""Estimates the chance of winning from a position, to guide the computer players.

The estimate counts broods and everything that will soon produce more broods: corals, boats, worms, and cards
in reach. A nearby mate of a lone parent counts far less than the brood itself, so that computers don't put
off breeding. The weights were fitted to the results of matches between computers, then tested in play. Their
sum is scaled to log-odds, so the estimate is a calibrated chance of winning.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from math import exp
from operator import itemgetter
from typing import Final

from games.das_riff.coral import find_brood
from games.das_riff.legal import CELLS_IN_REACH
from games.das_riff.parts import (
    BOAT_PRICE,
    BROODS_TO_WIN,
    CARD_KIND_COUNT,
    CORAL_CARD,
    DECKS,
    MAX_BOATS,
    MAX_QUIET_TURNS,
    PEARL_CARD,
    SHARK_CARD,
    Brood,
    Card,
)
from games.das_riff.river import ROW_PRICES
from games.das_riff.state import FACE_DOWN_OFFSET, State, Worms
from games.das_riff.view import ACT_STAGE, CHOOSE_STAGE, EMPTY_CELL, OFFER_STAGE, OVER_STAGE, Reef


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """Amounts that features add to a seat's value. The lead is the difference between the values."""

    broods: tuple[float, ...]
    """Value by number of completed broods. The last broods add more, because the end is near."""
    empty_corals: tuple[float, ...]
    """Value by number of empty corals. Corals that the seat can't use soon add little."""
    possible_mates: tuple[float, ...]
    """Value of a lone parent, by number of mates that may still appear. With none, it only blocks."""
    near_mates: tuple[float, ...]
    """Value of a face-up mate, by number of worms still needed for it and for boats to reach it."""
    same_colour_worms: tuple[float, ...]
    """Value of the worms of one colour, by their number. The first three add most, as no fish costs more."""
    surplus_worms: float
    """Penalty for each worm beyond :data:`MAX_USEFUL_WORMS`, because worms are only useful when spent."""
    pearls: float
    sharks: float
    boats: tuple[float, ...]
    """Value by number of boats.

    Each boat reaches four more cards, and a seat with eight boats leaves only seven for the other.
    """
    treasures_in_reach: float
    """Value of each pearl or shark in reach."""
    face_down_in_reach: float
    """Value of each face-down card in reach."""
    lead_change_during_worms: float
    """Expected change of the active seat's lead while worms are being handed out.

    After this turn the other seat will roll two worms, and the active seat may take a third. Counting these
    worms in advance keeps computers from delaying the end of a turn with useless actions. While a worm is
    offered, the other seat is also about to take it.
    """
    lead_change_after_worms: float
    """Expected change of the active seat's lead after worms have been handed out."""
    last_brood: float = 1.0
    """Factor for :attr:`near_mates` if the seat needs only one more brood."""
    cell_values: Mapping[int, float] = field(init=False)
    """Value of a cell in reach, by its contents."""
    stage_values: Mapping[str, float] = field(init=False)
    """Expected change of the active seat's lead, by stage of the turn."""

    def __post_init__(self) -> None:
        reached = {
            **dict.fromkeys((EMPTY_CELL, *range(CARD_KIND_COUNT)), 0.0),
            **dict.fromkeys((PEARL_CARD, SHARK_CARD), self.treasures_in_reach),
            **dict.fromkeys(
                range(FACE_DOWN_OFFSET, FACE_DOWN_OFFSET + CARD_KIND_COUNT), self.face_down_in_reach
            ),
        }
        object.__setattr__(self, "cell_values", reached)
        due = {
            CHOOSE_STAGE: self.lead_change_during_worms,
            OFFER_STAGE: self.lead_change_during_worms,
            ACT_STAGE: self.lead_change_after_worms,
            OVER_STAGE: 0.0,
        }
        object.__setattr__(self, "stage_values", due)


USUAL_WEIGHTS: Final = Weights(
    broods=(0.0, 1.0, 2.05, 3.1, 4.3, 6.0),
    empty_corals=(0.0, 0.2, 0.36, 0.46, 0.5, 0.5),
    possible_mates=(-0.1, 0.08, 0.14, 0.18, 0.24, 0.28),
    near_mates=(0.35, 0.22, 0.14, 0.1, 0.08, 0.06, 0.05, 0.04, 0.03, 0.02),
    same_colour_worms=(0.0, 0.085, 0.155, 0.215, 0.265, 0.265, 0.265, 0.265, 0.265),
    surplus_worms=0.04,
    pearls=0.1,
    sharks=0.14,
    boats=(0.0, 0.0, 0.08, 0.2, 0.3, 0.42, 0.54, 0.66, 1.0),
    treasures_in_reach=0.04,
    face_down_in_reach=0.03,
    lead_change_during_worms=-0.15,
    lead_change_after_worms=-0.05,
)
MAX_USEFUL_WORMS: Final = 8
"""Number of worms above which each further worm is a disadvantage."""
LOG_ODDS_PER_LEAD: Final = 0.635
"""Factor that turns a lead into log-odds. ``python -m tools.fit_das_riff --scale`` fits it to match results.
"""

REACH_GETTERS: Final = tuple(itemgetter(*CELLS_IN_REACH[max(boats, 1)]) for boats in range(MAX_BOATS + 1))
"""Functions that pick the cards in reach from a tableau, by number of boats."""

LocatedFish = list[tuple[int, Card]]
"""Face-up fish in the tableau, each with its cell."""


def estimate(state: State, seat: int, weights: Weights = USUAL_WEIGHTS) -> float:
    """Return the chance that ``seat`` wins, without searching ahead. A draw counts half."""
    return 1 / (1 + exp(-LOG_ODDS_PER_LEAD * compute_lead(state, seat, weights) * find_draw_discount(state)))


def compute_lead(state: State, seat: int, weights: Weights = USUAL_WEIGHTS) -> float:
    """Return the lead of ``seat``: the difference between the values, adjusted for the stage."""
    parents_of_both = [
        coral.parent for reef in state.reefs for coral in reef.corals if coral.parent is not None
    ]
    # Fish in the river are only useful as mates of lone parents.
    tableau = state.river.tableau if parents_of_both else ()
    located_fish = [(cell, card) for cell, card in enumerate(tableau) if 0 <= card < CORAL_CARD]
    own_value = _value_seat(weights, state, seat, located_fish, parents_of_both)
    lead = own_value - _value_seat(weights, state, 1 - seat, located_fish, parents_of_both)
    due = weights.stage_values[state.turn.stage]
    return lead + (due if state.turn.seat == seat else -due)


def find_draw_discount(state: State) -> float:
    """Return the factor for a lead, which falls from 1 towards 0 as a draw comes closer (DR-6.2)."""
    return float(1 - (state.turn.quiet_turns / (MAX_QUIET_TURNS + 1)) ** 4)


def _value_seat(
    weights: Weights, state: State, seat: int, located_fish: LocatedFish, parents_of_both: list[Card]
) -> float:
    """Return the value of a seat's reef and of the cards in its reach."""
    reef, supply = state.reefs[seat], DECKS[state.ruleset.deck]
    brood_count = reef.broods
    near_mate_factor = weights.last_brood if brood_count == BROODS_TO_WIN - 1 else 1.0
    empty_coral_count = 0
    value = _value_stock(weights, reef)
    for coral in reef.corals:
        if coral.parent is not None:
            mates = list_mates(coral.parent, state.broods)
            mate_count = sum([supply[card] - parents_of_both.count(card) for card in mates])
            value += weights.possible_mates[min(mate_count, len(weights.possible_mates) - 1)]
            if mate_count:
                nearest = _value_mates(weights, reef, ROW_PRICES[seat], located_fish, mates)
                value += near_mate_factor * nearest
        elif coral.brood is None:
            empty_coral_count += 1
    reached = sum(map(weights.cell_values.__getitem__, REACH_GETTERS[reef.boats](state.river.tableau)))
    return value + weights.broods[brood_count] + weights.empty_corals[empty_coral_count] + reached


def _value_stock(weights: Weights, reef: Reef) -> float:
    """Return the value of a seat's worms, pearls, sharks and boats."""
    return (
        _value_worms(weights, reef.worms)
        + weights.pearls * reef.pearls
        + weights.sharks * reef.sharks
        + weights.boats[reef.boats]
    )


@lru_cache(maxsize=8192)
def _value_worms(weights: Weights, worms: Worms) -> float:
    return sum([weights.same_colour_worms[count] for count in worms]) - weights.surplus_worms * max(
        sum(worms) - MAX_USEFUL_WORMS, 0
    )


def _value_mates(
    weights: Weights, reef: Reef, prices: tuple[int, ...], located_fish: LocatedFish, mates: tuple[Card, ...]
) -> float:
    """Return the value of the face-up mate for which the seat needs the fewest further worms."""
    worms, pearls, boats = reef.worms, reef.pearls, reef.boats
    best = len(weights.near_mates)
    for cell, card in located_fish:
        if card in mates:
            missing = prices[cell >> 3] - worms[card >> 1] - pearls
            far = (cell & 7) + 1 - boats
            missing = (missing if missing > 0 else 0) + (BOAT_PRICE * far if far > 0 else 0)
            if missing < best:
                best = missing
    return weights.near_mates[best] if best < len(weights.near_mates) else 0.0


@lru_cache(maxsize=4096)
def list_mates(parent: Card, broods: tuple[Brood, ...]) -> tuple[Card, ...]:
    """Return the kinds of fish that would complete a face-up breeding card with ``parent``."""
    return tuple(card for card in range(CORAL_CARD) if find_brood(parent, card, broods))
