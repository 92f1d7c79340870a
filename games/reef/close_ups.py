"""Chooses the parts of the board that a replay shows for a turn: the seat's reef, much larger, and the side
panel.
"""

from __future__ import annotations

from typing import Final

from games.core.picture import Box, CloseUp, ScoreboardEntry
from games.reef.events import Event
from games.reef.layout import BANNER_BOX, LARGE_SITE, PANEL_X, PICTURE_HEIGHT, SITE_PLACES
from games.reef.view import View

REEF_WIDTH: Final = 480
"""Width of the reef in a frame, in pixels."""
FRAME_HEIGHT: Final = PICTURE_HEIGHT // 2
"""Height of a frame, in pixels."""
_PANEL_TOP: Final = BANNER_BOX.y + BANNER_BOX.h + 6
PANEL_CLOSE_UP: Final = CloseUp(
    Box(PANEL_X - 12, _PANEL_TOP, 400, PICTURE_HEIGHT - _PANEL_TOP),
    Box(REEF_WIDTH, 0, 700 - REEF_WIDTH, FRAME_HEIGHT),
)
"""The cards, the supply and the last move. The turn plate is left out, because the bright name plate shows
whose turn it is.
"""
SAND_PATCH: Final = Box(270, 540, 4, 4)
"""Part of a large reef's background with a single colour."""
SPACES_BOX: Final = Box(262, 12, 700, 552)
NAME_PLATE_BOX: Final = LARGE_SITE.plate
HAND_BOX: Final = Box(28, 244, 228, 280)
"""Parts of a large reef: its spaces, its name plate and its cards in hand."""


def list_close_ups(before: View, after: View, seat: int, events: tuple[Event, ...]) -> tuple[CloseUp, ...]:
    """Return the parts of the board that a replay shows for a turn of ``seat``: its reef and the side
    panel.
    """
    del after, events  # The reef and the panel contain everything that a turn can change.
    site, x, y = SITE_PLACES[len(before.seats)][seat]
    if site is not LARGE_SITE:
        left, top = x + (site.size[0] - REEF_WIDTH) // 2, y + (site.size[1] - FRAME_HEIGHT) // 2
        return CloseUp(
            Box(left, top, REEF_WIDTH, FRAME_HEIGHT), Box(0, 0, REEF_WIDTH, FRAME_HEIGHT)
        ), PANEL_CLOSE_UP
    parts = (
        (SPACES_BOX, Box(0, FRAME_HEIGHT - 379, REEF_WIDTH, 379)),
        (NAME_PLATE_BOX, Box(12, 12, 218, 186)),
        (HAND_BOX, Box(250, 8, 154, 189)),
    )
    shown = [CloseUp(box._replace(x=x + box.x, y=y + box.y), target) for box, target in parts]
    sand = SAND_PATCH._replace(x=x + SAND_PATCH.x, y=y + SAND_PATCH.y)
    return CloseUp(sand, Box(0, 0, REEF_WIDTH, FRAME_HEIGHT), is_stretchable=True), *shown, PANEL_CLOSE_UP


def list_scoreboard(view: View) -> tuple[ScoreboardEntry, ...]:
    """Return each seat's entry on the scoreboard of a replay."""
    return tuple(ScoreboardEntry(str(seat.points), value=seat.points) for seat in view.seats)
