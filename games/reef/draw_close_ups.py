"""Chooses the parts of the board that a replay shows for a turn: the seat's reef, much larger, the displayed
cards, and the supply or, after the turn, its card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from games.core.picture import Box, CloseUp, ScoreboardEntry
from games.reef.events import Event, HandScored
from games.reef.layout import (
    BANNER_BOX,
    DISPLAY_BOXES,
    LARGE_SITE,
    LOWER_PANEL_BOX,
    PANEL_X,
    PICTURE_HEIGHT,
    SITE_PLACES,
    SUPPLY_BOXES,
)
from games.reef.parts import REEF_SIDE
from games.reef.view import View

REEF_WIDTH: Final = 480
"""Width of the reef in a frame, in pixels."""
FRAME_WIDTH: Final = 700
FRAME_HEIGHT: Final = PICTURE_HEIGHT // 2
"""Width and height of a frame, in pixels."""
_PANEL_TOP: Final = BANNER_BOX.y + BANNER_BOX.h + 6
_CARDS_FOOT: Final = DISPLAY_BOXES[-1].y + DISPLAY_BOXES[-1].h + 6
CARDS_CLOSE_UP: Final = CloseUp(
    Box(PANEL_X - 12, _PANEL_TOP, 400, _CARDS_FOOT - _PANEL_TOP),
    Box(REEF_WIDTH, 0, FRAME_WIDTH - REEF_WIDTH, (_CARDS_FOOT - _PANEL_TOP) * 11 // 20),
)
"""The displayed cards beside a small reef. The turn plate above them is left out, because the bright name
plate shows whose turn it is.
"""
LAST_MOVE_CLOSE_UP: Final = CloseUp(
    Box(PANEL_X - 12, _CARDS_FOOT, 400, PICTURE_HEIGHT - _CARDS_FOOT),
    Box(
        REEF_WIDTH, CARDS_CLOSE_UP.target.h, FRAME_WIDTH - REEF_WIDTH, FRAME_HEIGHT - CARDS_CLOSE_UP.target.h
    ),
)
"""The supply and the last move, below these cards."""
SUPPLY_SIZE: Final = (88, 104)
SUPPLY_GAP: Final = 12
PANEL_PATCH: Final = Box(PANEL_X + 4, LOWER_PANEL_BOX.y + 12, 4, 4)
"""Part of the panel's background that has a single colour."""
ROW_HEIGHT: Final = 204
"""Height of the row of cards above a large reef."""
ROW_CARD_SIZE: Final = (166, 171)
SPACES_BOX: Final = Box(262, 12, 720, 552)
HAND_BOX: Final = Box(28, 244, 228, 280)
"""Parts of a large reef: its spaces up to its right edge, and its cards in hand."""
SEA_PATCH: Final = Box(960, 562, 4, 4)
"""Part of the sea beside a large reef with a single colour."""
LARGE_REEF_WIDTH: Final = 494
LARGE_REEF_HEIGHT: Final = 379
"""Width and height of a large reef in a frame, in pixels."""
NAME_SIZE: Final = (20, 24)
"""Size of the letter or number of a column or row, which a frame doesn't reduce."""


def list_close_ups(before: View, after: View, seat: int, events: tuple[Event, ...]) -> tuple[CloseUp, ...]:
    """Return the parts of the board that a replay shows for a turn of ``seat``, or before it if there are no
    events.
    """
    del after  # The places don't depend on what a turn changes.
    site, x, y = SITE_PLACES[len(before.seats)][seat]
    if site is not LARGE_SITE:
        left, top = x + (site.size[0] - REEF_WIDTH) // 2, y + (site.size[1] - FRAME_HEIGHT) // 2
        reef = CloseUp(Box(left, top, REEF_WIDTH, FRAME_HEIGHT), Box(0, 0, REEF_WIDTH, FRAME_HEIGHT))
        below = (
            (LAST_MOVE_CLOSE_UP,)
            if events
            else _show_supply(PANEL_PATCH, REEF_WIDTH, CARDS_CLOSE_UP.target.h)
        )
        return reef, CARDS_CLOSE_UP, *below
    spaces, hand, sea = (box._replace(x=x + box.x, y=y + box.y) for box in (SPACES_BOX, HAND_BOX, SEA_PATCH))
    shown = Box(0, FRAME_HEIGHT - LARGE_REEF_HEIGHT, LARGE_REEF_WIDTH, LARGE_REEF_HEIGHT)
    return (
        CloseUp(sea, Box(0, 0, FRAME_WIDTH, FRAME_HEIGHT), is_stretchable=True),
        CloseUp(spaces, shown),
        *_show_names(x, y),
        *(_show_last_move(hand) if events else _show_supply(sea, LARGE_REEF_WIDTH, ROW_HEIGHT)),
        *_show_card_row(),
    )


def list_scoreboard_entries(view: View, later: tuple[Event, ...] = ()) -> tuple[ScoreboardEntry, ...]:
    """Return each seat's entry on the scoreboard of a replay.

    :param later: events that have happened in the view but are not counted yet.
    """
    points = Counter({number: seat.points for number, seat in enumerate(view.seats)})
    for event in later:
        if isinstance(event, HandScored):
            points[event.seat] -= event.points
    return tuple(ScoreboardEntry(str(points[seat]), value=points[seat]) for seat in range(len(view.seats)))


def _show_names(x: int, y: int) -> Iterator[CloseUp]:
    """Yield close-ups of the letters and numbers beside a large reef at ``(x, y)`` in full size.

    They cover the reduced ones.
    """
    wide, high = NAME_SIZE
    left, top = LARGE_SITE.first_space
    share, upper = LARGE_REEF_WIDTH / SPACES_BOX.w, FRAME_HEIGHT - LARGE_REEF_HEIGHT
    for place in range(REEF_SIDE):
        row = top + place * LARGE_SITE.space_depth + 2 * LARGE_SITE.coral_step + LARGE_SITE.face_depth // 2
        level = upper + round((row - SPACES_BOX.y) * share)
        yield CloseUp(
            Box(x + left - 12 - wide // 2, y + row - high // 2, wide, high),
            Box(0, level - high // 2, wide, high),
        )
        column = left + place * LARGE_SITE.space_width + LARGE_SITE.space_width // 2
        middle = round((column - SPACES_BOX.x) * share)
        yield CloseUp(
            Box(x + column - wide // 2, y + top + LARGE_SITE.letters_offset - high // 2, wide, high),
            Box(middle - wide // 2, FRAME_HEIGHT - high - 2, wide, high),
        )


def _show_card_row() -> tuple[CloseUp, ...]:
    """Return close-ups of the displayed cards and the deck, in a row above a large reef."""
    wide, high = ROW_CARD_SIZE
    gap = (FRAME_WIDTH - len(DISPLAY_BOXES) * wide) // (len(DISPLAY_BOXES) + 1)
    return tuple(
        CloseUp(box, Box(gap + (wide + gap) * number, (ROW_HEIGHT - high) // 2, wide, high))
        for number, box in enumerate(DISPLAY_BOXES)
    )


def _show_supply(ground: Box, edge: int, top: int) -> tuple[CloseUp, ...]:
    """Return close-ups of the supply of each colour, two beside each other, in the column beside a reef.

    :param ground: plain background.
    :param edge: left edge of the column.
    :param top: upper edge of this part of the column.
    """
    wide, high = SUPPLY_SIZE
    left = edge + (FRAME_WIDTH - edge - 2 * wide - SUPPLY_GAP) // 2
    upper = top + (FRAME_HEIGHT - top - 2 * high - SUPPLY_GAP) // 2
    column = Box(edge, top, FRAME_WIDTH - edge, FRAME_HEIGHT - top)
    places = (
        CloseUp(
            box,
            Box(
                left + (wide + SUPPLY_GAP) * (number % 2),
                upper + (high + SUPPLY_GAP) * (number // 2),
                wide,
                high,
            ),
        )
        for number, box in enumerate(SUPPLY_BOXES)
    )
    return CloseUp(ground, column, is_stretchable=True), *places


def _show_last_move(hand: Box) -> tuple[CloseUp, ...]:
    """Return close-ups of the card that a turn played or took, in the column beside a large reef.

    :param hand: place of the cards in hand, which is covered by the card. A card that is taken moves there.
    """
    column = Box(LARGE_REEF_WIDTH, ROW_HEIGHT, FRAME_WIDTH - LARGE_REEF_WIDTH, FRAME_HEIGHT - ROW_HEIGHT)
    high = column.w * LOWER_PANEL_BOX.h // LOWER_PANEL_BOX.w
    target = Box(column.x, column.y + (column.h - high) // 2, column.w, high)
    covered = Box(target.x + 20, target.y + 20, target.w - 40, hand.h * (target.w - 40) // hand.w)
    return CloseUp(hand, covered), CloseUp(LOWER_PANEL_BOX, target)
