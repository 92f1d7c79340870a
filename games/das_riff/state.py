"""A position of Das Riff, secrets included, as flat tuples."""

from __future__ import annotations

from typing import Final

from games.core.values import value
from games.das_riff.parts import BOATS, CARDS, Brood, Card, Colour
from games.das_riff.view import Reef

FACE_DOWN: Final = CARDS
"""Added to the kind of a face-down card in :attr:`River.tableau`."""

Worms = tuple[int, int, int, int, int, int]
"""Counts by colour, in the order of :class:`Colour`."""


@value
class Ruleset:
    """The options: ``deck`` (``a``, ``b``) and ``reshuffle`` (``discard_seven``, ``deck_below_eight``)."""

    deck: str
    reshuffle: str


@value
class Turn:
    """The progress of the turn of ``seat``.

    ``missing`` worms are still to be chosen (DR-2.2); ``flipped`` is the cell whose card the very next action
    can take for one worm (DR-3.3); ``quiet_turns`` counts the turns in a row without a brood, including this
    one (DR-6.2), so breeding sets it to 0.
    """

    stage: str
    seat: int
    dice: tuple[Colour, Colour]
    missing: int
    flipped: int | None
    quiet_turns: int


@value
class River:
    """The reef cards that no seat owns.

    ``tableau`` has 32 cells, rows A to D, the sea edge first: a kind, a kind plus :data:`FACE_DOWN`, or
    ``GAP``. ``draw_pile`` has the next card first. ``discard`` is sorted, because its order has no meaning
    and equal positions must be equal values.
    """

    tableau: tuple[int, ...]
    draw_pile: tuple[Card, ...]
    discard: tuple[Card, ...]


@value
class State:
    """The whole position. ``broods`` are face up; ``brood_pile`` has the next card first."""

    ruleset: Ruleset
    turn: Turn
    river: River
    broods: tuple[Brood, ...]
    brood_pile: tuple[Brood, ...]
    bank: Worms
    reefs: tuple[Reef, Reef]


def count_boats_left(reefs: tuple[Reef, Reef]) -> int:
    """Return how many boats can still be bought."""
    return BOATS - reefs[0].boats - reefs[1].boats


def replace_reef(reefs: tuple[Reef, Reef], seat: int, reef: Reef) -> tuple[Reef, Reef]:
    """Return both reefs, with that of ``seat`` replaced."""
    return (reefs[0], reef) if seat else (reef, reefs[1])


def replace_cell(tableau: tuple[int, ...], cell: int, card: int) -> tuple[int, ...]:
    """Return the tableau with one cell replaced."""
    return (*tableau[:cell], card, *tableau[cell + 1 :])


def add_worms(worms: Worms, colour: int, more: int) -> Worms:
    """Return the counts with ``more`` worms of one colour added; a negative number removes them."""
    counts = list(worms)
    counts[colour] += more
    return make_worms(counts)


def make_worms(counts: list[int]) -> Worms:
    """Return counts by colour as a tuple."""
    red, yellow, blue, green, purple, white = counts
    return (red, yellow, blue, green, purple, white)


def add_to_discard(discard: tuple[Card, ...], *cards: Card) -> tuple[Card, ...]:
    """Return the discard pile with ``cards`` added."""
    return tuple(sorted((*discard, *cards)))
