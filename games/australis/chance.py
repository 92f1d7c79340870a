"""Every random draw. Recorded matches replay only as long as the order of draws stays the same.

- Setup: draw the starting seat; shuffle the advantage cards, starting in the order of their kinds; roll all
  dice.
- A roll of all dice: white, yellow, blue and violet dice, one of each per seat, then the red die.
- A roll of the competition: for each seat from 0, its dice in the order of colours.
- A new round: roll all dice, then fill the display.
- When the draw pile runs out while the display is filled: shuffle the discard pile, starting in the order of
  the kinds.

Nothing else is random. A change here requires a new version of the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.australis.parts import CARD_KINDS, COLOURS, DIE_FACES, DIE_SIDE_COUNT, RED, Card, Die, count_copies
from games.core.rng import Chance


def draw_starting_seat(seat_count: int, rng: Chance) -> int:
    """Return a random starting seat (AU-1.3)."""
    return rng.draw_below(seat_count)


def shuffle_deck(seat_count: int, rng: Chance) -> list[Card]:
    """Return the advantage cards of a match in random order (AU-1.1)."""
    return list(
        rng.shuffled(card for card in range(len(CARD_KINDS)) for _ in range(count_copies(seat_count)))
    )


def reshuffle_discard(discard: Iterable[Card], rng: Chance) -> tuple[Card, ...]:
    """Shuffle the discard pile and return it as the new draw pile (AU-5.1)."""
    return rng.shuffled(sorted(discard))


def roll_dice(dice: Sequence[Die], rng: Chance) -> list[Die]:
    """Roll dice one by one. Return their new faces in the same order."""
    falls = rng.draw_several(DIE_SIDE_COUNT, len(dice))
    return [DIE_FACES[die.colour][fall] for die, fall in zip(dice, falls, strict=True)]


def roll_all_dice(seat_count: int, rng: Chance) -> tuple[Die, ...]:
    """Roll all dice of a match and return them in ascending order (AU-1.2, AU-5.1)."""
    dice: list[Die] = []
    for colour in COLOURS:
        falls = rng.draw_several(DIE_SIDE_COUNT, 1 if colour == RED else seat_count)
        dice += [DIE_FACES[colour][fall] for fall in sorted(falls)]
    return tuple(dice)
