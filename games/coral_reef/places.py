"""Finds where on a picture of Coral Reef a choice is, for the spotlight of lessons and puzzles."""

from __future__ import annotations

from games.coral_reef.layout import (
    FOOT,
    HAND,
    HELD,
    RAISED,
    card_height,
    choose_grid,
    fan_height,
    find_sea,
    list_cells,
    make_fan,
    spread_hand,
)
from games.coral_reef.parts import LETTER_OF
from games.coral_reef.texts.nouns import sort_hand
from games.coral_reef.view import View
from games.core.picture import Box

NINE = "9"
"""The rank that a new stack begins with."""


def list_places(view: View, field: str, value: str) -> tuple[Box, ...]:
    """Return the places of a field's value on the picture of the viewer."""
    if field == "stack":
        return (_find_stack_box(view, int(value) - 1), *_list_hand(view))
    if (field, value) == ("kind", "seed"):
        value = NINE
    elif field not in ("coral", "top"):
        return ()
    return _list_hand(view, value)


def _list_hand(view: View, rank: str = "") -> tuple[Box, ...]:
    """Return the places of the viewer's cards of a rank, or of all cards."""
    letters = [LETTER_OF[card] for card in sort_hand(view.hand)]
    high = card_height(HELD) + RAISED
    return tuple(
        Box(held.x, HAND.y - RAISED, HELD, high)
        for held in spread_hand(letters)
        if not rank or letters[held.first] == rank
    )


def _find_stack_box(view: View, index: int) -> Box:
    """Return the place of a stack's visible cards and of the number below them."""
    sea, count = find_sea(own=view.viewer is not None, ribbon=False), len(view.stacks)
    grid, cells = choose_grid(count, sea), list_cells(count, sea)
    heights = [
        fan_height(make_fan(len(stack), 0, cell, grid), grid)
        for stack, cell in zip(view.stacks, cells, strict=True)
    ]
    own = cells[index]
    tallest = max(high for high, cell in zip(heights, cells, strict=True) if cell.y == own.y)
    bottom = own.y + (own.h - FOOT + tallest) // 2
    return Box(own.x + (own.w - grid.card) // 2, bottom - heights[index], grid.card, heights[index] + FOOT)
