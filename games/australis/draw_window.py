"""Finds the part of the current that a replay shows: as large as possible with all that must be shown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from games.australis.events import CoralPlaced, Event, TurtleMoved
from games.australis.layout import (
    PANEL_BOX,
    POOL_AREA_BY_SPACE,
    REEF_BOXES,
    STONE_CENTRES,
    TAG_BOX,
    TURTLE_BOUNDS,
)
from games.australis.parts import REEF_NUMBERS
from games.australis.view import View
from games.core.picture import Box, find_union

CURRENT_TOP: Final = 2
CURRENT_BOX: Final = Box(0, CURRENT_TOP, PANEL_BOX.x - 2, 742 - CURRENT_TOP)
"""The current with its reefs on the board."""
SCALES: Final = (1.0, 0.85)
"""Sizes of the current in a frame relative to the board, tried in order. If what must be shown doesn't fit,
the current is as wide as the frame.
"""
MIN_WINDOW_MARGIN: Final = 8
"""Minimum space around what must be shown, in pixels of the board."""
STEP_COUNT: Final = 2
"""Number of steps between the first and the last place of a window."""


def find_window(shown_boxes: Sequence[Box], size: tuple[int, int]) -> Box:
    """Return the part of the board that a place of this size in a frame shows.

    The part contains all boxes of ``shown_boxes`` if they fit, or else as many of the first ones as possible.
    """
    least = size[0] / CURRENT_BOX.w
    while True:
        joined = find_union(shown_boxes) if shown_boxes else CURRENT_BOX
        for scale in (*SCALES, least):
            wide, high = round(size[0] / scale), round(size[1] / scale)
            if joined.w + 2 * MIN_WINDOW_MARGIN <= wide and joined.h + 2 * MIN_WINDOW_MARGIN <= high:
                return _centre_window(joined, wide, high)
        if len(shown_boxes) <= 1:
            return _centre_window(joined, wide, high)
        shown_boxes = shown_boxes[:-1]


def _centre_window(joined: Box, width: int, height: int) -> Box:
    """Return a window of this size around a box, inside the current.

    The window has one of a few places if possible, because windows in the same place make a smaller file.
    """
    x = _choose_start(joined.x, joined.w, CURRENT_BOX.x, CURRENT_BOX.w, width)
    y = _choose_start(joined.y, joined.h, CURRENT_BOX.y, CURRENT_BOX.h, height)
    return Box(x, y, width, height)


def _choose_start(start: int, length: int, first: int, room: int, size: int) -> int:
    """Return where a window of length ``size`` starts along one axis.

    :param start: start of the part that the window must contain, whose length is ``length``.
    :param first: start of the current, whose length is ``room``.
    """
    middle = min(max(start + (length - size) // 2, first), first + room - size)
    places = [first + (room - size) * step // STEP_COUNT for step in range(STEP_COUNT + 1)]
    fitting = [
        place
        for place in places
        if (place == first or place + MIN_WINDOW_MARGIN <= start)
        and (place == first + room - size or start + length + MIN_WINDOW_MARGIN <= place + size)
    ]
    return min(fitting, key=lambda place: abs(place - middle), default=middle)


def list_turtle_boxes(view: View) -> list[Box]:
    """Return the boxes of the turtles, the furthest ahead first."""
    return [find_turtle_box(view, board.space) for board in sorted(view.boards, key=lambda one: -one.space)]


def find_turtle_box(view: View, space: int) -> Box:
    """Return the box of a turtle with its tag on a space or, for the last space, the area of that space."""
    if space == view.track_end:
        return POOL_AREA_BY_SPACE[space]
    x, y = STONE_CENTRES[space]
    return find_union([box._replace(x=x + box.x, y=y + box.y) for box in (TURTLE_BOUNDS, TAG_BOX)])


def list_changed_boxes(view: View, seat: int, events: Iterable[Event]) -> list[Box]:
    """Return the boxes of the reefs and spaces that a turn changes.

    If the turn changes none, return the box of the seat's turtle.
    """
    boxes = list[Box]()
    for event in events:
        match event:
            case CoralPlaced():
                reefs = (event.reef, event.origin) if event.origin else (event.reef,)
                boxes += [REEF_BOXES[REEF_NUMBERS.index(reef)] for reef in reefs]
            case TurtleMoved() if event.origin != event.space:
                spaces = range(event.origin, event.space + 1)
                boxes.append(find_union([find_turtle_box(view, space) for space in spaces]))
            case _:
                pass
    return boxes or [find_turtle_box(view, view.boards[seat].space)]
