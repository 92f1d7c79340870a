"""The layout of the seats' boards in a picture of Australis."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from games.australis.parts import Card, CardFunction, Colour, get_card_function, get_colour
from games.core.picture import Box, find_union

BOARD_TOP: Final = 758
BOARD_HEIGHT: Final = 400
PLAIN_PLATE_HEIGHT: Final = 84
"""Height of a name plate with only one row, on a board without dice and cards."""
LARGE_COUNT_HEIGHT: Final = 84
"""Height of the number below a piece on a board without dice and cards."""
MAX_OWN_DICE: Final = 4
DICE_SIZES: Final = (210, 156, 120, 88, 72)
"""Sizes of the dice on a board, the largest first."""
DICE_GAP: Final = 8
"""Space between dice, and between them and the cards."""
KEPT_CARD_GAP: Final = 4
STEADY_CARD_COUNT: Final = 4
"""Number of kept cards for which replays reserve room, so that cards don't change their size or place."""
BROAD_KEPT_CARD_SIZES: Final = ((150, 190), (114, 190), (154, 93), (114, 93), (76, 93), (60, 41))
"""Sizes of kept cards in a replay with two seats, the largest first."""
KEPT_CARD_SIZES: Final = ((102, 128), (75, 128), (102, 64), (76, 64), (60, 41))
"""Sizes of kept cards in a replay with more than two seats, the largest first."""
LARGE_KEPT_CARD_SIZES: Final = (*BROAD_KEPT_CARD_SIZES[:4], *KEPT_CARD_SIZES[2:])
"""Sizes of kept cards with four seats, outside replays, the largest first."""
WIDE_KEPT_CARD_SIZES: Final = ((186, 246), (144, 246), (186, 121), (144, 121), *BROAD_KEPT_CARD_SIZES[3:])
"""Sizes of kept cards with two or three seats, outside replays, the largest first."""


class BoardPlan(NamedTuple):
    """Layout of a board for a number of seats, relative to the board's upper left corner."""

    width: int
    name_plate: Box
    counts: tuple[Box, ...]
    """Boxes of the counts of food cubes, fish and corals."""
    count_size: int
    dice: tuple[Box, ...]
    cards: Box
    """Area of the kept cards."""
    card_sizes: tuple[tuple[int, int], ...]
    """Sizes of kept cards, the largest first. The first size that fits is used."""
    area: Box
    """Area below the counts, for dice and cards of any size."""
    large_counts: tuple[Box, ...]
    """Boxes of larger counts, used while the seat has neither dice nor cards."""
    large_piece: tuple[int, int]
    """Size of the piece above each large count."""
    has_rows: bool = False
    """Whether the cards are in rows of their own below the dice."""
    height: int = BOARD_HEIGHT
    has_counts_beside: bool = False
    """Whether each large count is beside its piece instead of below it."""

    @property
    def has_counts_on_plate(self) -> bool:
        return self.counts[0].y < self.name_plate.h


def _place_large_counts(width: int, plate_height: int, piece_height: int) -> tuple[Box, ...]:
    """Return the places of the numbers on a board without dice and cards, beside each other.

    :param piece_height: the height of a piece with its number below it.
    """
    step, top = (width - 8) // 3, plate_height + (BOARD_HEIGHT - 6 - plate_height - piece_height) // 2
    return tuple(Box(2 + step * i, top, step, piece_height) for i in range(3))


def _plan_narrow_board(width: int) -> BoardPlan:
    """Return the layout of a narrow board, with the counts below the plate and the cards below the dice."""
    # The count of food has only one digit, so it needs less room.
    food, room = width * 28 // 100, width * 34 // 100
    columns = ((12, food), (12 + food, room), (12 + food + room, room))
    return BoardPlan(
        width,
        Box(0, 0, width, 132),
        tuple(Box(left, 134, across, 50) for left, across in columns),
        48 if width > 400 else 44,
        tuple(Box(12 + 78 * i, 187, 72, 72) for i in range(MAX_OWN_DICE)),
        Box(12, 263, width - 22, 132),
        KEPT_CARD_SIZES,
        Box(8, 194, width - 16, 196),
        _place_large_counts(width, 132, 92 + LARGE_COUNT_HEIGHT),
        (96, 92),
    )


def _plan_high_board() -> BoardPlan:
    """Return the layout of a board for three seats, with the counts on the name plate."""
    width = 456
    return BoardPlan(
        width,
        Box(0, 0, width, 138),
        (Box(10, 77, 92, 56), Box(104, 77, 116, 56), Box(222, 77, 108, 56)),
        42,
        tuple(Box(12 + 78 * i, 146, 72, 72) for i in range(MAX_OWN_DICE)),
        Box(12, 224, width - 22, 170),
        KEPT_CARD_SIZES,
        Box(8, 142, width - 20, 250),
        _place_large_counts(width, PLAIN_PLATE_HEIGHT, 126 + LARGE_COUNT_HEIGHT),
        (132, 126),
    )


def _plan_wide_board() -> BoardPlan:
    """Return the layout of a wide board, with the counts on the name plate and the cards beside the dice."""
    return BoardPlan(
        688,
        Box(0, 0, 688, 140),
        tuple(Box(14 + 178 * i, 77, 166, 58) for i in range(3)),
        52,
        tuple(Box(14 + 96 * (i // 2), 168 + 96 * (i % 2), 88, 88) for i in range(MAX_OWN_DICE)),
        Box(210, 166, 472, 190),
        BROAD_KEPT_CARD_SIZES,
        Box(10, 143, 668, 250),
        _place_large_counts(688, PLAIN_PLATE_HEIGHT, 126 + LARGE_COUNT_HEIGHT),
        (132, 126),
    )


BOARD_PLANS_BY_SEAT_COUNT: Final = {
    2: _plan_wide_board(),
    3: _plan_narrow_board(456),
    4: _plan_narrow_board(340),
}
"""Layouts in replays, by number of seats. Dice and cards keep their places and sizes."""
LIVE_PLANS_BY_SEAT_COUNT: Final = {**BOARD_PLANS_BY_SEAT_COUNT, 3: _plan_high_board()}
"""Layouts outside replays, by number of seats. :func:`fit_plan` enlarges their dice and cards."""
LOW_PLANS_BY_SEAT_COUNT: Final = {
    2: LIVE_PLANS_BY_SEAT_COUNT[2]._replace(
        height=228,
        large_piece=(96, 92),
        large_counts=tuple(Box(12 + 224 * i, 107, 212, 92) for i in range(3)),
        has_counts_beside=True,
    ),
    3: LIVE_PLANS_BY_SEAT_COUNT[3]._replace(
        height=276, large_piece=(96, 92), large_counts=tuple(Box(2 + 149 * i, 88, 149, 176) for i in range(3))
    ),
    4: LIVE_PLANS_BY_SEAT_COUNT[4]._replace(height=190, large_counts=()),
}
"""Layouts of boards below all dice of a round, by number of seats. No seat has a die or card."""
MIN_DIE_SHARE, MAX_DIE_SHARE = 0.4, 1.25
"""Minimum and maximum area of a die, relative to that of a card on the same board, if both fit."""
MAX_DICE_RATIO: Final = 1.7
"""Maximum size of the dice on a board, relative to those on the other boards."""
_BOARD_DISTANCES_BY_SEAT_COUNT: Final = {2: 696, 3: 464, 4: 347}


@lru_cache(maxsize=256)
def fit_plans(holdings: tuple[tuple[int, int], ...]) -> tuple[BoardPlan, ...]:
    """Return the layout of each seat's board. No board's dice are much larger than another's.

    :param holdings: numbers of dice and cards on each board.
    """
    seat_count = len(holdings)
    plans = [fit_plan(seat_count, dice, cards) for dice, cards in holdings]
    sides = [plan.dice[0].w for plan, (dice, _) in zip(plans, holdings, strict=True) if dice]
    if not sides:
        return tuple(plans)
    max_side = next(side for side in DICE_SIZES if side <= MAX_DICE_RATIO * min(sides))
    return tuple(fit_plan(seat_count, dice, cards, max_side) for dice, cards in holdings)


@lru_cache(maxsize=256)
def fit_plan(seat_count: int, dice: int, cards: int, max_side: int = DICE_SIZES[0]) -> BoardPlan:
    """Return the layout in which this many dice and cards are as large as possible, and about equally large.

    :param max_side: maximum size of the dice.
    """
    plan = LIVE_PLANS_BY_SEAT_COUNT[seat_count]
    if not cards:
        return plan._replace(dice=_centre_dice(plan.area, dice, max_side))
    least = 0 if plan.card_sizes is BROAD_KEPT_CARD_SIZES else _measure_kept_cards(plan, cards)
    plans = [
        option
        for option in (*_put_cards_beside_dice(plan, dice), *_put_cards_below_dice(plan, dice, cards))
        if _measure_kept_cards(option, cards) >= max(1, least)
        if not dice or option.dice[0].w <= max_side
    ]
    balanced_plans = [
        option
        for option in plans
        if not dice
        or MIN_DIE_SHARE <= option.dice[0].w ** 2 / _measure_kept_cards(option, cards) <= MAX_DIE_SHARE
    ]
    if not plans:
        return _centre_plan(plan._replace(has_rows=True), dice, cards)
    best = max(balanced_plans or plans, key=lambda option: _measure_scale(option, dice, cards))
    return _centre_plan(best, dice, cards)


def _centre_dice(area: Box, count: int, max_side: int) -> tuple[Box, ...]:
    """Return the boxes of dice on a board without cards: equal rows of the largest dice that fit."""
    for side in DICE_SIZES[DICE_SIZES.index(max_side) :]:
        step = side + DICE_GAP
        across, down = ((room + DICE_GAP) // step for room in (area.w, area.h))
        if count <= across * down:
            break
    rows = max(1, math.ceil(count / across))
    columns = max(1, math.ceil(count / rows))
    left = area.x + (area.w - step * columns + DICE_GAP) // 2
    top = area.y + (area.h - step * rows + DICE_GAP) // 2
    return tuple(
        Box(left + step * (i % columns), top + step * (i // columns), side, side) for i in range(count)
    )


def _choose_card_sizes(plan: BoardPlan) -> tuple[tuple[int, int], ...]:
    """Return the sizes of cards that share a board's area with dice, the largest first."""
    return LARGE_KEPT_CARD_SIZES if plan.area.h < 2 * DICE_SIZES[2] else WIDE_KEPT_CARD_SIZES


def _put_cards_beside_dice(plan: BoardPlan, dice: int) -> Iterator[BoardPlan]:
    """Yield layouts with the dice in columns at the left, and the cards in the rest of the area."""
    area, sizes = plan.area, _choose_card_sizes(plan)
    for side in DICE_SIZES:
        step = side + DICE_GAP
        rows = (area.h + DICE_GAP) // step
        if not rows:
            continue
        high = min(max(1, dice), rows) * step - DICE_GAP
        top, right = area.y + (area.h - high) // 2, step * math.ceil(dice / rows)
        places = tuple(
            Box(area.x + step * (i // rows), top + step * (i % rows), side, side) for i in range(dice)
        )
        room = area._replace(x=area.x + right, w=area.w - right)
        yield from (plan._replace(dice=places, cards=room, card_sizes=(size,)) for size in sizes)


def _put_cards_below_dice(plan: BoardPlan, dice: int, cards: int) -> Iterator[BoardPlan]:
    """Yield layouts with all dice in a row, and the cards in equal rows below them."""
    area, sizes = plan.area, _choose_card_sizes(plan)
    for side, (wide, high) in product(DICE_SIZES, (*sizes, KEPT_CARD_SIZES[0])):
        step, pitch = side + DICE_GAP, high + KEPT_CARD_GAP
        across = (area.w + KEPT_CARD_GAP) // (wide + KEPT_CARD_GAP)
        if not dice or not across or dice * step - DICE_GAP > area.w:
            continue
        rows = math.ceil(cards / across)
        spare = area.h - step - rows * pitch + KEPT_CARD_GAP
        if spare < 0:
            continue
        top, columns = area.y + spare // 2, math.ceil(cards / rows)
        yield plan._replace(
            dice=tuple(Box(area.x + step * i, top, side, side) for i in range(dice)),
            cards=Box(area.x, top + step, columns * (wide + KEPT_CARD_GAP), rows * pitch),
            card_sizes=((wide, high),),
            has_rows=True,
        )


def _measure_kept_cards(plan: BoardPlan, cards: int) -> int:
    """Return the area of each kept card on a board, or 0 if not all cards fit."""
    area = plan.cards
    if area.w < plan.card_sizes[-1][0]:
        return 0
    last = list_kept_card_boxes(plan, cards)[-1]
    fits = last.x + last.w <= area.x + area.w and last.y + last.h <= area.y + area.h
    return last.w * last.h if fits else 0


def _measure_scale(plan: BoardPlan, dice: int, cards: int) -> float:
    """Return the sum of the sides of the dice and cards on a board. The sum is largest if both are about
    equally large.
    """
    return sum(box.w for box in plan.dice[:dice]) + math.sqrt(_measure_kept_cards(plan, cards)) * cards


def _centre_plan(plan: BoardPlan, dice: int, cards: int) -> BoardPlan:
    """Return the layout with its dice and cards moved to the middle of the board."""
    area, held = plan.area, plan.dice[:dice]
    kept_card_boxes = list_kept_card_boxes(plan, cards)
    if plan.has_rows:
        return plan._replace(
            dice=_shift_boxes(held, _find_shift(area, held)) if held else (),
            cards=_shift_boxes((plan.cards,), _find_shift(area, kept_card_boxes))[0],
        )
    across, whole = _find_shift(area, (*held, *kept_card_boxes)), find_union(kept_card_boxes)
    down = (area.h - whole.h) // 2 + area.y - whole.y
    return plan._replace(dice=_shift_boxes(held, across), cards=_shift_boxes((plan.cards,), across, down)[0])


def _find_shift(area: Box, boxes: tuple[Box, ...]) -> int:
    """Return the number of pixels by which boxes must move to the right to be centred in an area."""
    whole = find_union(boxes)
    return area.x - whole.x + (area.w - whole.w) // 2


def _shift_boxes(boxes: tuple[Box, ...], across: int, down: int = 0) -> tuple[Box, ...]:
    return tuple(box._replace(x=box.x + across, y=box.y + down) for box in boxes)


def list_kept_card_boxes(plan: BoardPlan, count: int, is_steady: bool = False) -> tuple[Box, ...]:
    """Return the boxes of kept cards on a board, in the largest size at which all cards fit.

    :param is_steady: whether to use the size for many cards even if there are few, so that cards don't move
        in a replay.
    """
    x, y, wide, high = plan.cards
    for w, h in plan.card_sizes:
        across, down = (
            (room + KEPT_CARD_GAP) // (one + KEPT_CARD_GAP) for room, one in ((wide, w), (high, h))
        )
        if max(count, STEADY_CARD_COUNT if is_steady else 0) <= across * down:
            break
    across = max(1, across)
    steps = ((i % across, i // across) for i in range(count))
    return tuple(Box(x + (w + KEPT_CARD_GAP) * i, y + (h + KEPT_CARD_GAP) * j, w, h) for i, j in steps)


def find_board_box(seat_count: int, place: int, height: int = BOARD_HEIGHT) -> Box:
    """Return the box of the board at index ``place``, counted from the left."""
    return Box(
        8 + _BOARD_DISTANCES_BY_SEAT_COUNT[seat_count] * place,
        BOARD_TOP + BOARD_HEIGHT - height,
        BOARD_PLANS_BY_SEAT_COUNT[seat_count].width,
        height,
    )


def find_kept_card_column(card: Card) -> int:
    """Return the column of a kept card: its colour or, for a competition card, the last column."""
    return Colour.RED if get_card_function(card) == CardFunction.COMPETITION else get_colour(card)
