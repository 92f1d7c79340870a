"""The full position of Das Riff, including hidden cards, as flat tuples."""

from __future__ import annotations

from typing import Final

from games.core.values import value_class
from games.das_riff.parts import BOAT_COUNT, CARD_KIND_COUNT, Brood, Card, Colour
from games.das_riff.view import Reef

FACE_DOWN_OFFSET: Final = CARD_KIND_COUNT
"""Number added to a card's kind in :attr:`River.tableau` while the card is face down."""

Worms = tuple[int, int, int, int, int, int]
"""Numbers of worms, in the order of :class:`Colour`."""


@value_class
class Ruleset:
    """The options of a match."""

    deck: str
    """Composition of the reef deck: ``a`` or ``b``."""
    reshuffle: str
    """Condition for reshuffling (DR-5.1): ``discard_seven`` or ``deck_below_eight``."""


@value_class
class Turn:
    """The progress of a turn."""

    stage: str
    """Stage of the turn, such as ``ACT_STAGE``."""
    seat: int
    dice: tuple[Colour, Colour]
    """Colours rolled for the turn."""
    missing: int
    """Number of worms that the seat must still choose (DR-2.2)."""
    flipped: int | None
    """Cell of the card that the last action turned up, which costs one worm now (DR-3.3)."""
    quiet_turns: int
    """Number of turns in a row, including this one, without a brood (DR-6.2). Breeding sets it to 0."""


@value_class
class River:
    """The reef cards that no seat owns."""

    tableau: tuple[int, ...]
    """The 32 cells: rows A to D, each starting at the sea edge.

    A cell contains a kind of card, a kind plus :data:`FACE_DOWN_OFFSET`, or ``EMPTY_CELL``.
    """
    draw_pile: tuple[Card, ...]
    """The face-down reef cards, the next one first."""
    discard: tuple[Card, ...]
    """The discarded cards, sorted so that equal positions are equal values."""


@value_class
class State:
    """The whole position."""

    ruleset: Ruleset
    turn: Turn
    river: River
    broods: tuple[Brood, ...]
    """The face-up breeding cards."""
    brood_pile: tuple[Brood, ...]
    """The face-down breeding cards, the next one first."""
    bank: Worms
    """Worms that no seat owns."""
    reefs: tuple[Reef, Reef]


def count_boats_left(reefs: tuple[Reef, Reef]) -> int:
    """Return how many boats can still be bought."""
    return BOAT_COUNT - reefs[0].boats - reefs[1].boats


def replace_reef(reefs: tuple[Reef, Reef], seat: int, reef: Reef) -> tuple[Reef, Reef]:
    """Return both reefs, with the reef of ``seat`` replaced."""
    return (reefs[0], reef) if seat else (reef, reefs[1])


def replace_cell(tableau: tuple[int, ...], cell: int, card: int) -> tuple[int, ...]:
    """Return the tableau with one cell replaced."""
    return (*tableau[:cell], card, *tableau[cell + 1 :])


def add_worms(worms: Worms, colour: int, change: int) -> Worms:
    """Return the counts after adding ``change`` worms of a colour. ``change`` may be negative."""
    counts = list(worms)
    counts[colour] += change
    return make_worms(counts)


def make_worms(counts: list[int]) -> Worms:
    """Convert a list of counts by colour to a tuple."""
    red, yellow, blue, green, purple, white = counts
    return (red, yellow, blue, green, purple, white)


def add_to_discard(discard: tuple[Card, ...], *cards: Card) -> tuple[Card, ...]:
    """Return the discard pile with ``cards`` added."""
    return tuple(sorted((*discard, *cards)))
