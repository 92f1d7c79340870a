"""Chooses what a film shows of the board for a turn: the plates and the stacks, without the side panel.

The stacks always have the same place and scale. Covered cards far below the top of a tall stack are left out.
"""

from __future__ import annotations

from typing import Final

from games.coral_reef.events import Event
from games.coral_reef.layout import choose_grid, find_sea, list_plates
from games.coral_reef.view import View
from games.core.picture import HEIGHT, WIDTH, Box, CloseUp

FRAME: Final = (WIDTH // 2, HEIGHT // 2)
MARGIN: Final = 10


def list_close_ups(before: View, after: View, seat: int, events: tuple[Event, ...]) -> tuple[CloseUp, ...]:
    """Return the parts of the board that a film shows for a turn. The result is empty, so that the film shows
    the whole board, if stacks lie in several rows or a round has ended.
    """
    del seat, events  # Every turn is shown alike.
    sea = find_sea(own=False, ribbon=False)
    if after.hands or after.ending or any(choose_grid(len(v.stacks), sea).rows > 1 for v in (before, after)):
        return ()
    plates = list_plates(after.seats)
    foot = plates[-1].y + plates[-1].h + MARGIN
    wide, room = sea.w + MARGIN, FRAME[1] - foot // 2
    deep = room * wide // FRAME[0]
    return (
        CloseUp(Box(0, 0, WIDTH, foot), Box(0, 0, FRAME[0], foot // 2)),
        CloseUp(Box(0, HEIGHT - MARGIN - deep, wide, deep), Box(0, foot // 2, FRAME[0], room)),
    )
