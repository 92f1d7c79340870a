"""The tableau: cells in reach, prices, the water, reshuffling and refilling (DR-1.1, DR-3.1 to DR-3.3, DR-4,
DR-5).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from games.das_riff.parts import (
    COLUMN_COUNT,
    RESHUFFLE_DECK_SIZE,
    RESHUFFLE_DISCARD_SIZE,
    ROW_COUNT,
    WATER_CARD,
    Card,
)
from games.das_riff.state import FACE_DOWN_OFFSET, Ruleset
from games.das_riff.view import EMPTY_CELL, FACE_DOWN_CARD

CELL_COUNT: Final = ROW_COUNT * COLUMN_COUNT
MIDDLE_ROWS: Final = (1, 2)
"""Indices of the rows that are dealt face down."""
ROW_PRICES: Final = ((1, 2, 2, 3), (3, 2, 2, 1))
"""Prices by seat and row (DR-3.2): 1 in the seat's own row, 2 in the middle rows, 3 in the far row."""
CELL_PRICES: Final = tuple(
    tuple(prices[cell // COLUMN_COUNT] for cell in range(CELL_COUNT)) for prices in ROW_PRICES
)
FLIP_PRICE: Final = 1
FLIPPED_PRICE: Final = 1
"""Price of a card that the preceding action turned up (DR-3.3).

The rules print the price. That it applies only to the very next action is our ruling.
"""


def is_in_reach(cell: int, boats: int) -> bool:
    """Return whether a seat with ``boats`` boats reaches a cell (DR-3.1)."""
    return cell % COLUMN_COUNT < boats


def is_in_middle_row(cell: int) -> bool:
    """Return whether a cell is in one of the two middle rows, where cards are dealt face down."""
    return cell // COLUMN_COUNT in MIDDLE_ROWS


def get_price(seat: int, cell: int, flipped: int | None) -> int:
    """Return a seat's price for the face-up card in a cell (DR-3.2, DR-3.3).

    :param flipped: the cell whose card the preceding action turned up, if any.
    """
    return FLIPPED_PRICE if cell == flipped else CELL_PRICES[seat][cell]


def is_face_up(card: int) -> bool:
    """Return whether the contents of a cell are a face-up card, not a gap or a face-down card."""
    return 0 <= card < FACE_DOWN_OFFSET


def hide_faces(cards: Iterable[int]) -> tuple[int, ...]:
    """Return the contents of cells as players see them, with :data:`FACE_DOWN_CARD` for hidden cards."""
    return tuple([FACE_DOWN_CARD if card >= FACE_DOWN_OFFSET else card for card in cards])


_MOVING_CONTENTS: Final = frozenset({EMPTY_CELL, WATER_CARD})
"""Contents of a row's first cell that make the rest of the row move towards the sea."""


def flow_water(tableau: tuple[int, ...]) -> tuple[tuple[tuple[int, ...], ...], int]:
    """Close gaps, let open water at the sea edge flow out, and close gaps again (DR-4.1, DR-4.2).

    :returns: the cards left in each row, starting at the sea edge, and the number of water cards that flowed
        out.
    """
    rows = []
    gone = 0
    for start in range(0, CELL_COUNT, COLUMN_COUNT):
        row = tableau[start : start + COLUMN_COUNT]
        if row[0] not in _MOVING_CONTENTS and EMPTY_CELL not in row:
            rows.append(row)
            continue
        cards = [card for card in row if card != EMPTY_CELL]
        run = 0
        while run < len(cards) and cards[run] == WATER_CARD:
            run += 1
        gone += run
        rows.append(tuple(cards[run:]))
    return tuple(rows), gone


def must_reshuffle(ruleset: Ruleset, draw_pile_size: int, discard_size: int, needed_count: int) -> bool:
    """Return whether the discard pile must be reshuffled before a deal (DR-5.1, DR-5.2).

    :param draw_pile_size: number of cards in the draw pile.
    :param discard_size: number of cards in the discard pile.
    """
    if not discard_size:
        return False
    if draw_pile_size < needed_count:
        return True
    if ruleset.reshuffle == "discard_seven":
        return discard_size >= RESHUFFLE_DISCARD_SIZE
    return draw_pile_size < RESHUFFLE_DECK_SIZE


def refill_rows(
    rows: tuple[tuple[int, ...], ...], draw_pile: tuple[Card, ...]
) -> tuple[tuple[int, ...], tuple[Card, ...], tuple[int, ...]]:
    """Fill each row up to eight cards, row by row, until the draw pile is empty (DR-1.1, DR-5.2).

    The first card of a row is dealt nearest to the sea.

    :returns: the tableau, the rest of the draw pile, and the cells that were filled.
    """
    tableau: list[int] = []
    dealt: list[int] = []
    for row, cards in enumerate(rows):
        if len(cards) == COLUMN_COUNT:
            tableau += cards
            continue
        fresh = draw_pile[: COLUMN_COUNT - len(cards)]
        draw_pile = draw_pile[len(fresh) :]
        face = FACE_DOWN_OFFSET if row in MIDDLE_ROWS else 0
        gaps = COLUMN_COUNT - len(cards) - len(fresh)
        first = row * COLUMN_COUNT + len(cards)
        dealt += range(first, first + len(fresh))
        tableau += cards
        tableau += [card + face for card in fresh]
        tableau += [EMPTY_CELL] * gaps
    return tuple(tableau), draw_pile, tuple(dealt)
