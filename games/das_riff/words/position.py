"""What the texts read out of a view: prices, reach and what a fish would complete."""

from __future__ import annotations

from games.das_riff.parts import COLUMNS, ROWS, Brood, Card, colour_of, is_fish, sex_of
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
    """Return each own coral, by index, on which ``card`` would complete an open brood (DR-3.7)."""
    if not is_fish(card):
        return ()
    found = []
    for index, coral in enumerate(view.reefs[seat].corals):
        if coral.parent is None or sex_of(coral.parent) == sex_of(card):
            continue
        low, high = sorted((int(colour_of(coral.parent)), int(colour_of(card))))
        if (low, high) in view.broods:
            found.append((index, (low, high)))
    return tuple(found)


def wanted_by(view: View, card: Card) -> tuple[Brood, ...]:
    """Return the open broods that a fish's colour belongs to."""
    return tuple(brood for brood in view.broods if colour_of(card) in brood)
