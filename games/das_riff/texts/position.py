"""Looks up facts about a view that texts mention: prices, reach, and possible broods."""

from __future__ import annotations

from typing import Final

from games.das_riff.coral import find_brood, find_first_empty_coral, map_lone_parents
from games.das_riff.parts import (
    BROODS_TO_WIN,
    COLUMN_COUNT,
    ROW_COUNT,
    WATER_CARD,
    Brood,
    Card,
    get_colour,
    is_fish,
)
from games.das_riff.public import list_unseen_cards
from games.das_riff.river import is_face_up, is_in_reach
from games.das_riff.view import FACE_DOWN_CARD, View

MAX_BROODS_LEFT: Final = 2
"""Maximum number of broods that a seat still needs if the match may end soon."""


def find_reader(view: View) -> int:
    """Return the seat that a text addresses: the viewer, the active seat or, after the match, seat 0."""
    if view.viewer is not None:
        return view.viewer
    return view.active_seat or 0


def find_price(view: View, seat: int, cell: int) -> int:
    """Return the price for ``seat`` to take a card or to turn it up (DR-3.2, DR-3.3)."""
    if view.flipped == cell or view.tableau[cell] == FACE_DOWN_CARD:
        return 1
    return find_row_price(seat, cell // COLUMN_COUNT)


def find_row_price(seat: int, row: int) -> int:
    """Return the price of a row's face-up cards: 1 in the seat's own row, 3 in the far row, or 2 (DR-3.2)."""
    near = row if seat == 0 else ROW_COUNT - 1 - row
    return (1, 2, 2, 3)[near]


def list_possible_broods(view: View, seat: int, card: Card) -> tuple[tuple[int, Brood], ...]:
    """Return the corals on which ``card`` would complete an open brood, with the brood (DR-3.7).

    Of several corals with the same kind of parent, only the first is included, because legal actions name
    only that one.
    """
    if not is_fish(card):
        return ()
    bred = [
        (index, find_brood(parent, card, view.broods))
        for parent, index in map_lone_parents(view.reefs[seat].corals).items()
    ]
    return tuple((index, brood) for index, brood in bred if brood is not None)


def find_parent(view: View, seat: int, coral: int) -> Card | None:
    """Return the lone parent on a seat's coral, or ``None`` if there is none or no such coral."""
    corals = view.reefs[seat].corals
    return corals[coral].parent if coral < len(corals) else None


def find_brood_on_coral(view: View, seat: int, card: Card, coral: int) -> Brood | None:
    """Return the open brood that ``card`` completes on a seat's coral, if any (DR-3.7)."""
    parent = find_parent(view, seat, coral)
    return None if parent is None or not is_fish(card) else find_brood(parent, card, view.broods)


def list_broods_with_colour_of(view: View, card: Card) -> tuple[Brood, ...]:
    """Return the open broods that show the colour of the fish ``card``."""
    return tuple(brood for brood in view.broods if get_colour(card) in brood)


def is_takable_card(view: View, cell: int) -> bool:
    """Return whether a cell has a face-up card that can be taken (DR-3.11)."""
    return is_face_up(view.tableau[cell]) and view.tableau[cell] != WATER_CARD


def list_fish_in_reach(view: View, seat: int) -> list[int]:
    """Return the cells in reach with a fish that an open brood needs, lone parents' mates first."""
    cells = [
        cell
        for cell, card in enumerate(view.tableau)
        if is_fish(card)
        and is_in_reach(cell, view.reefs[seat].boats)
        and list_broods_with_colour_of(view, card)
    ]
    return sorted(cells, key=lambda cell: not list_possible_broods(view, seat, view.tableau[cell]))


def find_unseen_mate(view: View, seat: int) -> tuple[Card, Brood] | None:
    """Return an unseen fish that would breed with a lone parent of ``seat``, and the brood, or ``None``."""
    unseen = set(list_unseen_cards(view))
    for parent in map_lone_parents(view.reefs[seat].corals):
        for card in sorted(unseen):
            brood = find_brood(parent, card, view.broods) if is_fish(card) else None
            if brood is not None:
                return card, brood
    return None


def has_home(view: View, seat: int, card: Card) -> bool:
    """Return whether a seat has a coral that could house this fish (DR-3.6)."""
    return find_first_empty_coral(view.reefs[seat].corals) is not None or bool(
        list_possible_broods(view, seat, card)
    )


def find_threat(view: View, seat: int) -> tuple[int, Brood] | None:
    """Return the cell of a fish in reach that completes a brood for ``seat``, and the brood, or ``None``."""
    for cell in list_fish_in_reach(view, seat):
        broods = list_possible_broods(view, seat, view.tableau[cell])
        if broods:
            _, brood = broods[0]
            return cell, brood
    return None


def is_nearly_won(view: View) -> bool:
    """Return whether a seat needs at most :data:`MAX_BROODS_LEFT` more broods to win."""
    return max(reef.broods for reef in view.reefs) >= BROODS_TO_WIN - MAX_BROODS_LEFT
