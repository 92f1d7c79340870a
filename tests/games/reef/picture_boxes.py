"""Finds where a stack is on a picture of Reef."""

from __future__ import annotations

from games.reef import layout
from games.reef.parts import READING_ORDER, REEF_SIDE
from games.reef.stacks import STACK_HEIGHTS
from games.reef.view import View


def find_face_box(view: View, seat: int, cell: int) -> tuple[int, int, int, int]:
    """Return the box of a stack's face with a margin, on a spectator's board during a match."""
    count = len(view.seats)
    # With three seats, the active seat's reef is at the near edge and larger than the others.
    near = (view.active_seat or 0) if count == 3 else 0
    site, left, top = layout.SITE_PLACES_BY_SEAT_COUNT[count][(seat - near) % count]
    place = READING_ORDER.index(cell)
    x = left + site.first_space[0] + site.space_width * (place % REEF_SIDE)
    y = top + site.first_space[1] + site.space_depth * (place // REEF_SIDE)
    y += site.coral_step * (3 - STACK_HEIGHTS[view.seats[seat].reef[cell]])
    return x - 8, y - 8, x + site.space_width + 8, y + site.face_depth + 8
