"""Every draw of chance, in one place: a recorded match replays only while this order is kept.

- setup: the 60 reef cards in the order of their kinds are shuffled; the 21 breeding cards in the order of
  ``BROODS`` are shuffled; the starting seat is drawn; then the first turn's dice.
- the end of a turn: where the discard pile goes in, the draw pile (next card first) followed by the discard
  pile (in ascending order) is shuffled; then the next turn's dice, the first before the second.

Nothing else draws. A change here is a new version of the rules.
"""

from __future__ import annotations

from games.core.rng import Chance
from games.das_riff.parts import BROODS, COLOURS, DECKS, Brood, Card, Colour


def shuffled_deck(deck: str, rng: Chance) -> tuple[Card, ...]:
    """Return the reef cards of a deck in a drawn order (DR-1.1, DR-1.2)."""
    return rng.shuffled(card for card, count in enumerate(DECKS[deck]) for _ in range(count))


def shuffled_broods(rng: Chance) -> tuple[Brood, ...]:
    """Return the breeding cards in a drawn order (DR-1.3)."""
    return rng.shuffled(BROODS)


def starting_seat(rng: Chance) -> int:
    """Return the seat that begins (DR-1.5)."""
    return rng.below(2)


def rolled(rng: Chance) -> tuple[Colour, Colour]:
    """Roll both dice (DR-2.1)."""
    first, second = rng.several(len(COLOURS), 2)
    return COLOURS[first], COLOURS[second]


def reshuffled(draw_pile: tuple[Card, ...], discard: tuple[Card, ...], rng: Chance) -> tuple[Card, ...]:
    """Shuffle the discard pile together with the draw pile (DR-5)."""
    return rng.shuffled(draw_pile + discard)
