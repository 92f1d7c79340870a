"""What the texts read out of a view: prices, reach and what a fish would complete."""

from __future__ import annotations

from games.das_riff.coral import lone_parents, offspring
from games.das_riff.parts import COLUMNS, ROWS, Brood, Card, colour_of, is_fish
from games.das_riff.view import DOWN, View


def reader(view: View) -> int:
    """Return the seat that a text speaks to: the viewer, else the seat whose turn it is."""
    if view.viewer is not None:
        return view.viewer
    return view.turn or 0


def price(view: View, seat: int, cell: int) -> int:
    """Return what ``seat`` pays to take the card of ``cell``, or to turn it up (DR-3.2, DR-3.3)."""
    if view.flipped == cell or view.tableau[cell] == DOWN:
        return 1
    return row_price(seat, cell // COLUMNS)


def row_price(seat: int, row: int) -> int:
    """Return the price of a face-up card in a row: own 1, middle 2, far 3 (DR-3.2)."""
    near = row if seat == 0 else ROWS - 1 - row
    return (1, 2, 2, 3)[near]


def completes(view: View, seat: int, card: Card) -> tuple[tuple[int, Brood], ...]:
    """Return each own coral, by index, on which ``card`` would complete an open brood (DR-3.7).

    Corals with equal parents are one choice, as in the notation: the first of them.
    """
    if not is_fish(card):
        return ()
    bred = [
        (index, offspring(parent, card, view.broods))
        for parent, index in lone_parents(view.reefs[seat].corals).items()
    ]
    return tuple((index, brood) for index, brood in bred if brood is not None)


def bred_on(view: View, seat: int, card: Card, coral: int) -> Brood | None:
    """Return the open brood that ``card`` completes on an own coral, if any (DR-3.7)."""
    parent = view.reefs[seat].corals[coral].parent
    return None if parent is None or not is_fish(card) else offspring(parent, card, view.broods)


def wanted_by(view: View, card: Card) -> tuple[Brood, ...]:
    """Return the open broods that a fish's colour belongs to."""
    return tuple(brood for brood in view.broods if colour_of(card) in brood)
