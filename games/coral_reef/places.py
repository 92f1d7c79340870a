"""Locates the boxes that show each choice in a picture of Coral Reef, for highlights in lessons and
puzzles.
"""

from __future__ import annotations

from math import ceil

from games.coral_reef.layout import (
    HAND_SHELF,
    RAISED_CARD_OFFSET,
    TURN_PLATE,
    Grid,
    choose_grid,
    choose_hand_card_width,
    find_hand,
    find_stack_area,
    find_tag,
    list_cells,
    list_plates,
    locate_new_stack,
    make_fan,
    measure_fan,
    measure_foot,
    spread_hand,
)
from games.coral_reef.parts import LETTER_BY_CARD, NINE_RANK, RANK_LETTERS, RANK_VALUES, format_letters
from games.coral_reef.sums import ZERO_BIT, find_sums
from games.coral_reef.texts.nouns import sort_hand
from games.coral_reef.view import View, can_begin_stack, find_target
from games.core import picture
from games.core.picture import PICTURE_WIDTH, Box, OwnRow, OwnRows


def list_places(view: View, field: str, value: str) -> tuple[Box, ...]:
    """Return the boxes in the viewer's picture that show a value of a field."""
    match field:
        case picture.PLATES_FIELD:
            if view.viewer is None:
                return (TURN_PLATE,)
            return TURN_PLATE, list_plates(view.seat_count, has_status=True)[view.viewer]
        case picture.GROUND_FIELD:
            return (HAND_SHELF,)
        case picture.LABELS_FIELD:
            return _list_tags(view)
        case picture.OWN_FIELD:
            return _list_hand(view, RANK_LETTERS)
        case picture.NEIGHBOURS_FIELD:
            hand = _list_hand(view, RANK_LETTERS)
            return (*_list_stacks(view), *_find_new_stack_place(view), *hand, *_list_tags(view))
        case picture.EVERY_FIELD:
            return {"0": _list_stacks(view), "1": _list_hand(view, RANK_LETTERS)}.get(value, ())
        case "pile":
            return (_find_stack_box(view, int(value) - 1),)
        case "stack":
            index = int(value) - 1
            return (_find_stack_box(view, index), *_list_hand(view, _find_fitting_ranks(view, index)))
        case "kind" if value == "seed":
            return (*_list_hand(view, NINE_RANK), *_find_new_stack_place(view))
        case "coral" | "top":
            return _list_hand(view, value)
        case _:
            return ()


def _list_stacks(view: View) -> tuple[Box, ...]:
    """Return the boxes of the stacks."""
    return tuple(_find_stack_box(view, index) for index in range(len(view.stacks)))


def _list_tags(view: View) -> tuple[Box, ...]:
    """Return the boxes of the numbers below the stacks."""
    return tuple(_find_tag_box(view, index) for index in range(len(view.stacks)))


def _find_fitting_ranks(view: View, index: int) -> str:
    """Return the ranks in the viewer's hand that occur in a play on this stack."""
    hand, target = format_letters(view.hand), find_target(view.stacks[index])
    return "".join(
        rank
        for rank in dict.fromkeys(hand)
        if find_sums(hand.replace(rank, "", 1)) >> target - RANK_VALUES[rank] + ZERO_BIT & 1
    )


def _list_hand(view: View, ranks: str, raised_ranks: str = RANK_LETTERS) -> tuple[Box, ...]:
    """Return the boxes of the viewer's cards of these ranks.

    :param raised_ranks: ranks of the raised cards: all in a quiz, otherwise those that can be played.
    """
    letters = [LETTER_BY_CARD[card] for card in sort_hand(view.hand)]
    places, hand, across = spread_hand(letters), find_hand(len(letters)), choose_hand_card_width(len(letters))
    # No card covers the last one, so it is visible up to its right edge.
    edges = [*(held.x for held in places[1:]), PICTURE_WIDTH]
    return tuple(
        Box(
            held.x,
            hand.y - (RAISED_CARD_OFFSET if letters[held.first_index] in raised_ranks else 0),
            min(across, following - held.x),
            hand.h,
        )
        for held, following in zip(places, edges, strict=True)
        if letters[held.first_index] in ranks
    )


def list_own_parts(view: View) -> OwnRows:
    """Return the viewer's hand, split into two rows if it is wide."""
    cards = () if view.hands else _list_hand(view, RANK_LETTERS, view.playable)
    if not cards:
        return ()
    wide = cards[-1].x + cards[-1].w - cards[0].x > PICTURE_WIDTH // 2
    half = ceil(len(cards) / 2) if wide else len(cards)
    return tuple(OwnRow(tuple((box,) for box in row)) for row in (cards[:half], cards[half:]) if row)


def _arrange_stacks(view: View) -> tuple[Grid, tuple[Box, ...], list[int]]:
    """Return the stacks' grid, their cells with one for a new stack, and their heights."""
    hand = None if view.viewer is None else find_hand(len(view.hand))
    area = find_stack_area(hand, has_ribbon=False, is_wide=True)
    count = len(view.stacks) + can_begin_stack(view)
    tallest = max(map(len, view.stacks))
    grid, cells = choose_grid(count, area, tallest), list_cells(count, area, tallest)
    heights = [
        measure_fan(make_fan(len(stack), 0, cell, grid), grid)
        for stack, cell in zip(view.stacks, cells, strict=False)
    ]
    return grid, cells, heights


def _find_new_stack_place(view: View) -> tuple[Box, ...]:
    """Return the box of the place for a new stack, if the viewer can begin one."""
    grid, cells, heights = _arrange_stacks(view)
    return tuple(
        locate_new_stack(
            free,
            grid,
            max((high for high, cell in zip(heights, cells, strict=False) if cell.y == free.y), default=0),
        )
        for free in cells[len(heights) :]
    )


def _find_stack_box(view: View, index: int) -> Box:
    """Return the box of a stack's visible cards."""
    grid, cells, heights = _arrange_stacks(view)
    own = cells[index]
    tallest = max(high for high, cell in zip(heights, cells, strict=False) if cell.y == own.y)
    bottom = own.y + (own.h - measure_foot(grid.card_width) + tallest) // 2
    return Box(
        own.x + (own.w - grid.card_width) // 2, bottom - heights[index], grid.card_width, heights[index]
    )


def _find_tag_box(view: View, index: int) -> Box:
    """Return the box of the number below a stack."""
    box = _find_stack_box(view, index)
    tag = find_tag(box.w)
    return Box(box.x + (box.w - tag.w) // 2, box.y + box.h + tag.y, tag.w, tag.h)
