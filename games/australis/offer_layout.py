"""The layout of the dice and cards on the gameboard of Australis, outside replays.

What a seat chooses from has most of the room: the dice in a draft, and the cards while it chooses a card.
"""

from __future__ import annotations

from functools import cache
from math import ceil
from typing import Final, NamedTuple

from games.core.picture import Box

OFFER_AREA: Final = Box(1010, 212, 376, 528)
"""Area of the dice, and of the cards below them."""
CARD_WIDTH: Final = 120
CARD_COLUMN_COUNT: Final = 3
CARD_GAP: Final = 8
"""Space between cards, and between them and the dice."""
HIGH_CARD_HEIGHTS: Final = (132, 162, 182, 212)
"""Heights of cards that have a sprite of their own."""
FLAT_CARD_BOXES: Final = tuple(Box(1012 + 126 * (i % 3), 524 + 108 * (i // 3), 120, 102) for i in range(6))
"""Boxes of the cards in replays and below many dice."""


class OfferPlan(NamedTuple):
    """How dice are arranged above the cards."""

    column_count: int
    side: int
    column_gap: int
    row_gap: int
    card_height: int = 0
    """Height of the cards, or 0 for those of :data:`FLAT_CARD_BOXES`."""


_DRAFT_PLANS: Final = (
    (1, OfferPlan(1, 120, 8, 8, 182)),
    (2, OfferPlan(2, 184, 8, 8, 162)),
    (3, OfferPlan(3, 120, 8, 8, 182)),
    (4, OfferPlan(2, 144, 28, 8)),
    (6, OfferPlan(3, 120, 8, 8, 132)),
    (8, OfferPlan(4, 88, 8, 8, 162)),
    (9, OfferPlan(3, 92, 36, 8)),
    (12, OfferPlan(4, 88, 8, 8)),
    (15, OfferPlan(5, 72, 4, 4, 132)),
    (16, OfferPlan(4, 72, 29, 4)),
    (20, OfferPlan(5, 72, 4, 4)),
)
_CHOICE_PLANS: Final = (
    (4, OfferPlan(4, 88, 8, 8, 212)),
    (5, OfferPlan(5, 72, 4, 4, 212)),
    (6, OfferPlan(6, 56, 8, 8, 212)),
    (7, OfferPlan(7, 48, 6, 6, 212)),
    (8, OfferPlan(4, 72, 29, 4, 182)),
    (10, OfferPlan(5, 72, 4, 4, 182)),
    (12, OfferPlan(6, 56, 8, 8, 182)),
    (15, OfferPlan(5, 48, 34, 2, 182)),
    (20, OfferPlan(6, 48, 16, 3, 162)),
)
"""Layouts by maximum number of dice, in a draft and while a seat chooses a card."""
SMALL_DIE_SIDES: Final = tuple(sorted({plan.side for _, plan in _CHOICE_PLANS}))
LARGE_DIE_SIDES: Final = tuple(sorted({plan.side for _, plan in _DRAFT_PLANS}))
"""Sizes of the dice while a seat chooses a card, and in a draft."""


def plan_offer(count: int, *, is_choosing: bool) -> OfferPlan:
    """Return the layout of this number of dice and of the cards below them.

    :param is_choosing: whether a seat chooses a card.
    """
    plans = _CHOICE_PLANS if is_choosing else _DRAFT_PLANS
    return next(plan for most, plan in plans if count <= most)


@cache
def arrange_high_cards(height: int) -> tuple[Box, ...]:
    """Return the boxes of the displayed cards of a height, at the bottom of the area."""
    step, pitch = CARD_WIDTH + CARD_GAP, height + CARD_GAP
    top = OFFER_AREA.y + OFFER_AREA.h + CARD_GAP - 2 * pitch
    return tuple(
        Box(
            OFFER_AREA.x + step * (i % CARD_COLUMN_COUNT),
            top + pitch * (i // CARD_COLUMN_COUNT),
            CARD_WIDTH,
            height,
        )
        for i in range(2 * CARD_COLUMN_COUNT)
    )


def arrange_cards(count: int, *, is_choosing: bool) -> tuple[Box, ...]:
    """Return the boxes of the displayed cards below this number of dice. See :func:`plan_offer`."""
    height = plan_offer(count, is_choosing=is_choosing).card_height
    return arrange_high_cards(height) if height else FLAT_CARD_BOXES


@cache
def arrange_offer(count: int, *, is_choosing: bool = False) -> tuple[Box, ...]:
    """Return the boxes of dice in equal rows, and then of the free places in the last row.

    See :func:`plan_offer`.
    """
    if not count:
        return ()
    plan, top = plan_offer(count, is_choosing=is_choosing), OFFER_AREA.y
    high = arrange_cards(count, is_choosing=is_choosing)[0].y - CARD_GAP - top
    rows = ceil(count / plan.column_count)
    columns = min(count, plan.column_count)
    step, pitch = plan.side + plan.column_gap, plan.side + plan.row_gap
    left = OFFER_AREA.x + (OFFER_AREA.w - step * columns + plan.column_gap) // 2
    upper = top + (high - pitch * rows + plan.row_gap) // 2
    return tuple(
        Box(left + step * (i % columns), upper + pitch * (i // columns), plan.side, plan.side)
        for i in range(rows * columns)
    )
