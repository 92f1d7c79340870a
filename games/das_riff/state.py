"""A position of Das Riff with its secrets: flat tuples, built directly."""

from __future__ import annotations

from typing import Final

from games.core.values import value
from games.das_riff.parts import BOATS, CARDS, Brood, Card, Colour
from games.das_riff.view import Reef

FACE_DOWN: Final = CARDS
"""Added to the kind of a card that lies face down in :attr:`River.tableau`."""

Worms = tuple[int, int, int, int, int, int]
"""Counts by colour, in the order of :class:`Colour`."""


@value
class Ruleset:
    """The switches: ``deck`` (``a``, ``b``) and ``reshuffle`` (``discard_seven``, ``deck_below_eight``)."""

    deck: str
    reshuffle: str


@value
class Turn:
    """Where the turn of ``seat`` stands.

    ``missing`` worms are still to be chosen (DR-2.2); ``flipped`` is the cell that the very next action may
    take for one more (DR-3.3); ``quiet_turns`` counts the turns in a row without a breeding, this one
    included (DR-6.2), so a breeding sets it to 0.
    """

    stage: str
    seat: int
    dice: tuple[Colour, Colour]
    missing: int
    flipped: int | None
    quiet_turns: int


@value
class River:
    """The reef cards that nobody owns.

    ``tableau`` has 32 cells, rows A to D, the sea edge first: a kind, a kind plus :data:`FACE_DOWN`, or
    ``GAP``. ``draw_pile`` has the next card first. ``discard`` is kept in ascending order, because its
    order means nothing: equal positions are equal values.
    """

    tableau: tuple[int, ...]
    draw_pile: tuple[Card, ...]
    discard: tuple[Card, ...]


@value
class State:
    """Everything, secrets included. ``broods`` lie face up; ``brood_pile`` has the next card first."""

    ruleset: Ruleset
    turn: Turn
    river: River
    broods: tuple[Brood, ...]
    brood_pile: tuple[Brood, ...]
    bank: Worms
    reefs: tuple[Reef, Reef]


def boats_left(reefs: tuple[Reef, Reef]) -> int:
    """Return how many boats can still be bought by anybody."""
    return BOATS - reefs[0].boats - reefs[1].boats


def with_reef(reefs: tuple[Reef, Reef], seat: int, reef: Reef) -> tuple[Reef, Reef]:
    """Return both reefs, that of ``seat`` replaced."""
    return (reefs[0], reef) if seat else (reef, reefs[1])


def with_cell(tableau: tuple[int, ...], cell: int, card: int) -> tuple[int, ...]:
    """Return the tableau with one cell replaced."""
    return (*tableau[:cell], card, *tableau[cell + 1 :])


def with_worms(worms: Worms, colour: int, more: int) -> Worms:
    """Return the counts with ``more`` (or, below zero, fewer) worms of one colour."""
    counts = list(worms)
    counts[colour] += more
    return by_colour(counts)


def by_colour(counts: list[int]) -> Worms:
    """Return counts, one for each colour, as a value."""
    red, yellow, blue, green, purple, white = counts
    return (red, yellow, blue, green, purple, white)


def discarded(discard: tuple[Card, ...], *cards: Card) -> tuple[Card, ...]:
    """Return the discard pile with ``cards`` added."""
    return tuple(sorted((*discard, *cards)))
