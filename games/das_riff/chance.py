"""Every random draw. Recorded matches replay only as long as the order of draws stays the same.

- Setup: shuffle the 60 reef cards, sorted by kind; shuffle the 21 breeding cards, in the order of ``BROODS``;
  draw the starting seat; roll the first turn's dice.
- End of a turn: if the discard pile is reshuffled, shuffle the draw pile (next card first) followed by the
  discard pile (in ascending order); then roll the next turn's dice.

Nothing else is random. A change here requires a new version of the rules.
"""

from __future__ import annotations

from games.core.rng import Chance
from games.das_riff.parts import BROODS, COLOURS, DECKS, Brood, Card, Colour


def shuffle_deck(deck: str, rng: Chance) -> tuple[Card, ...]:
    """Return the reef cards of a deck in random order (DR-1.1, DR-1.2)."""
    return rng.shuffled(card for card, count in enumerate(DECKS[deck]) for _ in range(count))


def shuffle_broods(rng: Chance) -> tuple[Brood, ...]:
    """Return the breeding cards in random order (DR-1.3)."""
    return rng.shuffled(BROODS)


def draw_starting_seat(rng: Chance) -> int:
    """Return a random starting seat (DR-1.5)."""
    return rng.draw_below(2)


def roll_dice(rng: Chance) -> tuple[Colour, Colour]:
    """Roll both dice (DR-2.1)."""
    first, second = rng.draw_several(len(COLOURS), 2)
    return COLOURS[first], COLOURS[second]


def reshuffle_discard(
    draw_pile: tuple[Card, ...], discard: tuple[Card, ...], rng: Chance
) -> tuple[Card, ...]:
    """Return the new draw pile: the draw pile and the discard pile, shuffled together (DR-5)."""
    return rng.shuffled(draw_pile + discard)
