"""Every draw of chance, in one place: a recorded match replays only while this order is kept.

- setup: the starting seat is drawn; the advantage cards in the order of their kinds are shuffled; then all
  dice are rolled.
- a roll of all dice: white, yellow, blue and violet, as many of each as seats, then red.
- a roll of the competition: by seat from 0 on, each seat's dice in the order of colours.
- a new round: all dice are rolled, then the display is filled.
- as soon as the draw pile runs out while the display is filled: the discard pile, in the order of the
  kinds, is shuffled.

Nothing else draws. A change here is a new version of the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.australis.parts import COLOURS, FACES, KINDS, RED, SIDES, Card, Die, copies
from games.core.rng import Chance


def starting_seat(seats: int, rng: Chance) -> int:
    """Return the seat that begins (AU-1.3)."""
    return rng.below(seats)


def shuffled_deck(seats: int, rng: Chance) -> list[Card]:
    """Return the advantage cards of a match in a drawn order (AU-1.1)."""
    return list(rng.shuffled(card for card in range(len(KINDS)) for _ in range(copies(seats))))


def reshuffled(discard: Iterable[Card], rng: Chance) -> tuple[Card, ...]:
    """Return the discard pile as a draw pile (AU-5.1)."""
    return rng.shuffled(sorted(discard))


def cast(dice: Sequence[Die], rng: Chance) -> list[Die]:
    """Roll dice one after the other, each again as the one of its colour."""
    falls = rng.several(SIDES, len(dice))
    return [FACES[die.colour][fall] for die, fall in zip(dice, falls, strict=True)]


def all_cast(seats: int, rng: Chance) -> tuple[Die, ...]:
    """Roll all dice of a match (AU-1.2, AU-5.1). They come in ascending order, as the faces do."""
    dice: list[Die] = []
    for colour in COLOURS:
        falls = rng.several(SIDES, 1 if colour == RED else seats)
        dice += [FACES[colour][fall] for fall in sorted(falls)]
    return tuple(dice)
