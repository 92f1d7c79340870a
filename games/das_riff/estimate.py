"""How good a position is for a seat: what computer players go by.

What counts is how far each coral is from a brood, in worms, and what there is to pay with. The weights
were found by play: they add up on the scale of log-odds.
"""

from __future__ import annotations

from functools import lru_cache
from math import exp
from typing import Final

from games.das_riff.coral import offspring
from games.das_riff.parts import BOAT_PRICE, CORAL, DECKS, QUIET_TURNS, Brood, Card
from games.das_riff.river import PRICES
from games.das_riff.state import State
from games.das_riff.view import ACT, CHOOSE, OFFER, OVER, Reef

BROODS: Final = (0.0, 2.0, 4.1, 6.3, 8.8, 12.0)
"""By how many breedings are complete."""
EMPTY: Final = (0.0, 0.4, 0.65, 0.75, 0.8, 0.8)
"""By empty corals: more of them than can soon be settled are of little use."""
HOPE: Final = (-0.3, 0.1, 0.18, 0.25, 0.3, 0.32)
"""A lone parent by how many of its mates may still turn up: without any it blocks its coral."""
NEAR: Final = tuple(1.2 if lacking == 0 else 1.1 / (1.4 + lacking) for lacking in range(40))
"""By the worms lacking for a mate that lies open, the boats to reach it included."""
WORMS: Final = tuple(0.1 * min(n, 8) + 0.05 * min(max(n - 8, 0), 6) for n in range(49))
DUE: Final = {CHOOSE: 0.0, OFFER: -0.1, ACT: -0.1, OVER: 0.0}
"""By stage, what the lead of the seat whose turn it is will change by of itself, by the worms still due."""
PEARL: Final = 0.2
SHARKS: Final = (0.0, 0.3, 0.42, 0.48, 0.5)
RESCUE: Final = 0.3
"""A shark for a lone parent that finds no mate."""
BOATS: Final = (0.0, 0.1, 0.42, 0.64, 0.76, 0.88, 0.98, 1.06, 1.1)

Fishes = list[tuple[int, Card]]


def estimate(state: State, seat: int) -> float:
    """Return the chance that ``seat`` wins, as far as a look at the position tells; a draw counts half."""
    fishes = [(cell, card) for cell, card in enumerate(state.river.tableau) if 0 <= card < CORAL]
    mine, other = state.reefs[seat], state.reefs[1 - seat]
    held = [coral.parent for reef in state.reefs for coral in reef.corals if coral.parent is not None]
    lead = _worth(state, seat, mine, fishes, held) - _worth(state, 1 - seat, other, fishes, held)
    due = DUE[state.turn.stage]
    lead += due if state.turn.seat == seat else -due
    patience = 1 - (state.turn.quiet_turns / (QUIET_TURNS + 1)) ** 4  # nearly a draw (DR-6.2)
    return 1 / (1 + exp(-lead * patience))


def _worth(state: State, seat: int, reef: Reef, fishes: Fishes, held: list[Card]) -> float:
    worms, pearls, boats = reef.worms, reef.pearls, reef.boats
    prices, supply = PRICES[seat], DECKS[state.ruleset.deck]
    broods = empty = stuck = 0
    worth = 0.0
    for coral in reef.corals:
        if coral.brood is not None:
            broods += 1
        elif coral.parent is None:
            empty += 1
        else:
            wanted = mates(coral.parent, state.broods)
            hope = sum([supply[card] - held.count(card) for card in wanted])
            worth += HOPE[min(hope, 5)]
            if not hope:
                stuck += 1
                continue
            best = len(NEAR) - 1
            for cell, card in fishes:
                if card in wanted:
                    lacking = prices[cell >> 3] - worms[card >> 1] - pearls
                    far = (cell & 7) + 1 - boats
                    lacking = (lacking if lacking > 0 else 0) + (BOAT_PRICE * far if far > 0 else 0)
                    if lacking < best:
                        best = lacking
            worth += NEAR[best]
    worth += BROODS[broods] + EMPTY[empty] + WORMS[sum(worms)] + PEARL * pearls + BOATS[boats]
    if reef.sharks:
        worth += SHARKS[reef.sharks] + RESCUE * min(reef.sharks, stuck)
    return worth


@lru_cache(maxsize=4096)
def mates(parent: Card, broods: tuple[Brood, ...]) -> tuple[Card, ...]:
    """Return the kinds of fish with which a parent would complete a face-up breeding card."""
    return tuple(card for card in range(CORAL) if offspring(parent, card, broods))
