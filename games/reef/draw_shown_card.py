"""Chooses how a replay shows the card that a turn plays or takes, the cards that score at the end, and their
points.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil
from typing import Final, NamedTuple

from games.core.picture import GOLD_COLOUR, Box, CloseUp
from games.drawing.turn_signs import NOWHERE
from games.reef.layout import (
    CARD_SIZE,
    LAST_CARD_SIZE,
    LAST_MOVE_AREA,
    LOWER_PANEL_BOX,
    PANEL_X,
    UNSCORED_MOVE_OFFSET,
)
from games.reef.parts import CARDS

PANEL_PATCH: Final = Box(PANEL_X + 4, LOWER_PANEL_BOX.y + 12, 4, 4)
"""Part of the panel's background that has a single colour."""
SUPPLY_GAP: Final = 12
LAST_CARD_TOP: Final = 88
"""Distance of the large card from the top of the last move's area."""
_POINTS_Y: Final = LAST_MOVE_AREA.y + LAST_CARD_TOP + LAST_CARD_SIZE[1] + 60
POINTS_PART: Final = Box(PANEL_X + 80, _POINTS_Y - 56, 216, 108)
MATCHES_PART: Final = Box(PANEL_X, _POINTS_Y - 34, 168, 68)
MANY_POINTS_PART: Final = Box(PANEL_X + 168, _POINTS_Y - 40, 208, 80)
"""Parts of the last move with the points: those of a single match, or the number of matches and their sum."""
TOTAL_SIZE: Final = 68
"""Font size of a hand's total points, and of the points of a card before the turn that plays or takes it."""
MATCHES_SIZE: Final = 56
"""Font size of a single match, like that of several matches on the board."""


class ShownCard(NamedTuple):
    """The card that a turn plays, or takes with the points on it."""

    number: int
    is_before_turn: bool
    """Whether it is shown before the turn, so that the board doesn't show it yet."""
    match_count: int
    """Number of times that its pattern scores. A card that is taken counts once."""
    display_box: Box = NOWHERE
    """Its place before the turn, if it is taken."""
    taken_points: int = 0
    """Number of points on it, if it is taken."""


def show_hand(
    held: Sequence[tuple[int, int]], area: Box, points: Box, column_count: int
) -> Iterator[CloseUp]:
    """Yield close-ups of scored cards in columns, and of the sum of their points.

    :param held: number and points of each card.
    :param area: the place for the cards in a frame.
    :param points: the place for the sum.
    """
    total = f"+{sum(gained for _, gained in held)}"
    yield CloseUp(PANEL_PATCH, points, is_stretchable=True)
    yield CloseUp(NOWHERE, points, text=total, text_size=TOTAL_SIZE, text_colour=GOLD_COLOUR)
    rows, gap = ceil(len(held) / column_count), SUPPLY_GAP
    high = min(
        (area.h - gap) // rows - gap,
        ((area.w - gap) // column_count - gap) * CARD_SIZE[1] // CARD_SIZE[0],
    )
    wide = high * CARD_SIZE[0] // CARD_SIZE[1]
    left = area.x + (area.w - column_count * (wide + gap) + gap) // 2
    top = area.y + (area.h - rows * (high + gap) + gap) // 2
    for number, (card, _) in enumerate(held):
        x, y = left + (wide + gap) * (number % column_count), top + (high + gap) * (number // column_count)
        yield CloseUp(NOWHERE, Box(x, y, wide, high), sprite=f"card_{card}")


def show_points(played: ShownCard, room: Box) -> Iterator[CloseUp]:
    """Yield close-ups of the points of a card below it, in full size: how often its pattern scores, and the
    sum. Before the turn, a question mark stands for that number. A pattern that doesn't score shows nothing.
    """
    worth = CARDS[played.number].points
    if played.is_before_turn:
        text = f"+{played.taken_points}" if played.taken_points else f"? × {worth}"
        yield CloseUp(NOWHERE, room, text=text, text_size=TOTAL_SIZE)
        return
    if not played.match_count:
        return
    if played.taken_points:
        yield CloseUp(POINTS_PART, _place_in_middle(POINTS_PART, room))
        return
    top = room.y + (room.h - MATCHES_PART.h - MANY_POINTS_PART.h) // 2
    upper = room._replace(y=top, h=MATCHES_PART.h)
    lower = room._replace(y=top + upper.h, h=MANY_POINTS_PART.h)
    if played.match_count > 1:
        yield CloseUp(MATCHES_PART, _place_in_middle(MATCHES_PART, upper))
        yield CloseUp(MANY_POINTS_PART, _place_in_middle(MANY_POINTS_PART, lower))
        return
    # The board shows the points of a single match larger, and without the number of matches.
    yield CloseUp(NOWHERE, upper, text=f"1 × {worth}", text_size=MATCHES_SIZE)
    wide = POINTS_PART.w * lower.h // POINTS_PART.h
    yield CloseUp(POINTS_PART, _place_in_middle(lower._replace(w=wide), lower))


def _place_in_middle(part: Box, room: Box) -> Box:
    """Return the place of a part of the board in the middle of a room, in full size."""
    return Box(room.x + (room.w - part.w) // 2, room.y + (room.h - part.h) // 2, part.w, part.h)


def show_played_card(played: ShownCard, card: Box) -> Iterator[CloseUp]:
    """Yield close-ups of a played card.

    :param card: the place of the large card in a frame. Before the turn, a smaller one is in its middle.
    """
    if played.is_before_turn:
        wide = card.h * CARD_SIZE[0] // CARD_SIZE[1]
        target = card._replace(x=card.x + (card.w - wide) // 2, w=wide)
        if played.display_box != NOWHERE:
            yield CloseUp(played.display_box, target)
        else:
            yield CloseUp(NOWHERE, target, sprite=f"card_{played.number}")
        return
    top = LAST_MOVE_AREA.y + LAST_CARD_TOP + UNSCORED_MOVE_OFFSET * (not played.match_count)
    yield CloseUp(Box(PANEL_X, top, *LAST_CARD_SIZE), card)
