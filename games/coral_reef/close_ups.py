"""Chooses the parts of the board that a replay shows for a turn: the name plates and the stacks.

The stacks always have the same place and scale. Cards far below the top of a tall stack are not shown.
"""

from __future__ import annotations

from typing import Final

from games.coral_reef.events import Event
from games.coral_reef.layout import choose_grid, find_replay_parts, find_stack_area
from games.coral_reef.view import View
from games.core.picture import PICTURE_HEIGHT, PICTURE_WIDTH, Box, CloseUp

FRAME_SIZE: Final = (PICTURE_WIDTH // 2, PICTURE_HEIGHT // 2)


def list_close_ups(before: View, after: View, seat: int, events: tuple[Event, ...]) -> tuple[CloseUp, ...]:
    """Return the parts of the board that a replay shows for a turn.

    If the stacks are in several rows, or a round has ended, the result is empty and the replay shows the
    whole board.
    """
    del seat, events  # These parts are the same for every turn.
    area = find_stack_area(None, ribbon=False)
    if after.hands or after.ending or any(choose_grid(len(v.stacks), area).rows > 1 for v in (before, after)):
        return ()
    head, part = find_replay_parts(after.seats)
    across, above = FRAME_SIZE[0], head.h // 2
    return (
        CloseUp(head, Box(0, 0, across, above)),
        CloseUp(part, Box(0, above, across, FRAME_SIZE[1] - above)),
    )
