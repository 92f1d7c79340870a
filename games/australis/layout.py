"""The layout of a picture of Australis, used for the artwork and for drawing positions."""

from __future__ import annotations

import math
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from games.australis.board_layout import (
    BOARD_HEIGHT,
    BOARD_TOP,
    LOW_PLANS_BY_SEAT_COUNT,
    BoardPlan,
    find_board_box,
    fit_plans,
)
from games.australis.offer_layout import (
    CARD_WIDTH,
    FLAT_CARD_BOXES,
    HIGH_CARD_HEIGHTS,
    arrange_cards,
    arrange_offer,
)
from games.australis.parts import DICE_PER_SEAT
from games.australis.view import CHOOSE_STAGE, DRAFT_STAGE, TILE_STAGE
from games.core.picture import MAX_BOARD_HEIGHT, Box

if TYPE_CHECKING:
    from games.australis.view import View

Point = tuple[float, float]

PICTURE_HEIGHT: Final = MAX_BOARD_HEIGHT
CURRENT_POINTS: Final[tuple[Point, ...]] = (
    (58, 653),
    (190, 679),
    (330, 650),
    (480, 680),
    (640, 650),
    (800, 675),
    (906, 637),
    (950, 518),
    (904, 408),
    (790, 376),
    (640, 403),
    (480, 371),
    (330, 399),
    (180, 374),
    (82, 339),
    (50, 225),
    (104, 122),
    (220, 90),
    (370, 120),
    (520, 88),
    (670, 118),
    (800, 95),
    (896, 109),
)
"""Points on the centre line of the current, from space 0 to the last space of the longest track."""
LONGEST_TRACK_END: Final = 25
STONE_SIZE: Final = 68
TURTLE_BOUNDS: Final = Box(-45, -45, 92, 85)
"""Bounds of a turtle's sprite, relative to the turtle's centre."""
TAG_BOX: Final = Box(-31, 11, 56, 42)
"""Tag with the number of a turtle's space, relative to the turtle's centre."""
POOL_AREA_BY_SPACE: Final = {25: Box(836, 2, 160, 172), 18: Box(2, 10, 160, 172)}
"""Area of the last space, by number of that space. It has room for all turtles below the number."""
POOL_PLACES: Final = ((45, 72), (114, 72), (45, 131), (114, 131))
"""Centres of turtles on the last space, relative to its area, in the order of arrival."""
ARRIVAL_BOX: Final = Box(-36, -6, 38, 38)
"""Disc with a turtle's order of arrival, relative to the turtle's centre."""
CUBE_SIZE: Final = 40
CUBE_OFFSETS_BY_SPACE: Final = {
    5: ((38, -40),),
    11: ((30, -58),),
    15: ((32, -54),),
    17: ((-44, 33), (-3, 38)),
}
"""Offsets of food cubes from the centre of a space, by space. Those on space 17 are grey."""
REEF_SIZE: Final = (256, 166)
REEF_BOXES: Final = (
    Box(34, 444, *REEF_SIZE),
    Box(306, 444, *REEF_SIZE),
    Box(578, 444, *REEF_SIZE),
    Box(620, 164, *REEF_SIZE),
    Box(358, 164, *REEF_SIZE),
    Box(96, 164, *REEF_SIZE),
)
"""Boxes of reefs 3 to 8, inside the bends of the current."""
REEF_NUMBER_DISC: Final = (38, 35, 28)
"""Centre and radius of the disc with a reef's number."""
REEF_POINTS: Final = (Box(126, 6, 60, 60), Box(188, 6, 60, 60))
"""Signs with the points for first and second place on a reef. A lone sign takes up both places."""
REEF_COLOURS: Final = ("#F6DCA8", "#F9C79A", "#F3AFA8", "#D8B4E2", "#B3C0F2", "#A5E3CC")
"""Colours of reefs 3 to 8, and of the stones in their sections."""
FAR_REEF_COLOUR: Final = "#78A6C1"
"""Colour of reefs out of reach, similar to that of a waiting seat's sand."""
PILL_SIZE: Final = (60, 48)
"""Size of the background behind a number of corals that scores."""
SECTION_DISC_RADIUS: Final = 25
"""Radius of the disc with a reef's number, at the start of the reef's section of the current."""

PANEL_BOX: Final = Box(1004, 12, 388, 732)
TURN_BOX: Final = Box(1010, 18, 376, 124)
"""Plate with the active player and that player's decision. After the match it shows the result."""
TILE_BOXES: Final = (Box(1014, 150, 60, 60), Box(1082, 150, 60, 60))
"""Boxes of the top gold and silver tiles."""
ROUND_BOX: Final = Box(1168, 150, 218, 60)
LARGE_TILE_BOXES: Final = (Box(1020, 225, 112, 112), Box(1152, 225, 112, 112))
"""Boxes of the tiles while a seat chooses one of them."""
LAST_DIE_BOX: Final = Box(1288, 237, 88, 88)
"""Box of the die that nobody has taken, beside large tiles."""
DICE_LAYOUTS: Final = (
    (Box(1120, 250, 156, 156),),
    tuple(Box(1026 + 188 * i, 250, 156, 156) for i in range(2)),
    tuple(Box(1012 + 126 * (i % 3), 222 + 130 * (i // 3), 120, 120) for i in range(6)),
    tuple(Box(1014 + 94 * (i % 4), 220 + 98 * (i // 4), 88, 88) for i in range(12)),
    tuple(Box(1012 + 75 * (i % 5), 218 + 75 * (i // 5), 72, 72) for i in range(20)),
)
"""Boxes of the dice on the gameboard in a replay. The first layout with enough boxes is used."""
TRAY_BOXES_BY_SEAT_COUNT: Final = {
    seats: Box(8, BOARD_TOP, 1384, BOARD_HEIGHT - 8 - plan.height)
    for seats, plan in LOW_PLANS_BY_SEAT_COUNT.items()
}
TRAY_DICE_BY_SEAT_COUNT: Final = {2: (144, 8, 8), 3: (100, 6, 6), 4: (92, 40, 6)}
"""Tray above low boards, and the size of the dice in it and the gaps beside and below, by number of seats."""
TRAY_CARD_BOXES: Final = tuple(
    Box(1010 + 128 * (i % 3), 247 + 246 * (i // 3), CARD_WIDTH, HIGH_CARD_HEIGHTS[-1]) for i in range(6)
)
"""Boxes of the displayed cards while the dice are in the tray."""
RANKING_ROWS_BY_SEAT_COUNT: Final = {
    seats: tuple(Box(1010, 164 + (high + 14) * i, 376, high) for i in range(seats))
    for seats, high in ((2, 250), (3, 180), (4, 132))
}
"""Rows of the final ranking, by number of seats. They replace the dice and cards after the match."""

LEDGER_BOX: Final = Box(8, BOARD_TOP, 1384, BOARD_HEIGHT)
"""Ledger of points by source. It covers the boards after the match."""
LEDGER_HEAD_HEIGHT: Final = 72
LEDGER_ROW_HEIGHT: Final = 40
"""Heights of the ledger's head and of each row."""
LEDGER_SOURCES_WIDTH: Final = 340
"""Width of the ledger's first column, which names the sources of points."""


def arrange_dice(count: int) -> tuple[Box, ...]:
    """Return the boxes of a number of dice on the gameboard in a replay."""
    return next(boxes for boxes in DICE_LAYOUTS if count <= len(boxes))[:count]


@cache
def arrange_tray(seat_count: int) -> tuple[Box, ...]:
    """Return the boxes of all dice of a round in the tray."""
    x, y, wide, high = TRAY_BOXES_BY_SEAT_COUNT[seat_count]
    # A tray has a shadow 4 pixels wide at the right and at the bottom.
    area = Box(x, y, wide - 4, high - 4)
    return _arrange_in_rows(DICE_PER_SEAT * seat_count + 1, area, *TRAY_DICE_BY_SEAT_COUNT[seat_count])


def _arrange_in_rows(count: int, area: Box, side: int, gap: int, row_gap: int) -> tuple[Box, ...]:
    """Return the boxes of squares in equal rows in the middle of an area."""
    x, y, wide, high = area
    step, pitch = side + gap, side + row_gap
    rows = max(1, math.ceil(count * step / (wide + gap - (wide + gap) % step)))
    top = y + (high - pitch * rows + row_gap) // 2
    boxes = list[Box]()
    longer = count % rows
    # Spread the rows with an additional die evenly, so that rows are offset like bricks.
    offset = {((2 * number + 1) * rows - 1) // (2 * longer) for number in range(longer)}
    for row in range(rows):
        columns = count // rows + (row in offset)
        left = x + (wide - step * columns + gap) // 2
        boxes += [Box(left + step * i, top + pitch * row, side, side) for i in range(columns)]
    return tuple(boxes)


def find_card_boxes(view: View) -> tuple[Box, ...]:
    """Return the boxes of the displayed cards, outside replays."""
    if has_tray(view):
        return TRAY_CARD_BOXES
    return arrange_cards(len(view.offer), is_choosing=view.stage == CHOOSE_STAGE)


def has_tray(view: View) -> bool:
    """Return whether all dice of a round are in a tray above low boards, because no seat has a card."""
    is_full = len(view.offer) == DICE_PER_SEAT * view.seat_count + 1
    return view.stage == DRAFT_STAGE and is_full and not any(dice or cards for dice, cards in view.holdings)


def plan_boards(view: View) -> tuple[BoardPlan, ...]:
    """Return the layout of each seat's board, outside replays."""
    if has_tray(view):
        return (LOW_PLANS_BY_SEAT_COUNT[view.seat_count],) * view.seat_count
    return fit_plans(view.holdings)


def has_large_tiles(view: View) -> bool:
    """Return whether the tiles are large because a seat chooses one. Large tiles replace dice."""
    return view.stage == TILE_STAGE and len(view.offer) <= 1


def find_tile_boxes(view: View) -> tuple[Box, Box]:
    """Return the boxes of the top gold and silver tiles, outside replays."""
    return LARGE_TILE_BOXES if has_large_tiles(view) else TILE_BOXES


def find_dice_boxes(view: View) -> tuple[Box, ...]:
    """Return the boxes of the dice on the gameboard, outside replays."""
    return _list_dice_places(view)[: len(view.offer)]


def find_free_dice_boxes(view: View) -> tuple[Box, ...]:
    """Return the boxes of the free places beside the last dice on the gameboard, outside replays."""
    return _list_dice_places(view)[len(view.offer) :]


def _list_dice_places(view: View) -> tuple[Box, ...]:
    """Return the boxes of the dice on the gameboard, and then of the free places beside them."""
    if has_tray(view):
        return arrange_tray(view.seat_count)
    if has_large_tiles(view):
        return (LAST_DIE_BOX,)[: len(view.offer)]
    return arrange_offer(len(view.offer), is_choosing=view.stage == CHOOSE_STAGE)


def make_curve(points: tuple[Point, ...], steps: int = 24) -> list[Point]:
    """Return a Catmull-Rom curve through ``points``, with ``steps`` points between one and the next."""
    out: list[Point] = []
    last = len(points) - 1
    for i in range(last):
        a, b, c, d = (points[min(max(j, 0), last)] for j in (i - 1, i, i + 1, i + 2))
        for step in range(steps):
            t = step / steps
            x, y = (
                0.5
                * (
                    2 * b[k]
                    + (c[k] - a[k]) * t
                    + (2 * a[k] - 5 * b[k] + 4 * c[k] - d[k]) * t**2
                    + (3 * b[k] - a[k] - 3 * c[k] + d[k]) * t**3
                )
                for k in (0, 1)
            )
            out.append((x, y))
    return [*out, points[-1]]


CENTRE_LINE: Final = tuple(make_curve(CURRENT_POINTS))
"""Points on the centre line of the current."""


def _find_space_indices() -> tuple[int, ...]:
    """Return the index into :data:`CENTRE_LINE` of each space. All spaces are equally far apart."""
    lengths = [0.0]
    for (ax, ay), (bx, by) in pairwise(CENTRE_LINE):
        lengths.append(lengths[-1] + math.hypot(bx - ax, by - ay))
    distances = (lengths[-1] * space / LONGEST_TRACK_END for space in range(LONGEST_TRACK_END + 1))
    return tuple(next(j for j, length in enumerate(lengths) if length >= one - 1e-6) for one in distances)


SPACE_INDICES: Final = _find_space_indices()
STONE_CENTRES: Final = tuple(
    (round(CENTRE_LINE[mark][0]), round(CENTRE_LINE[mark][1])) for mark in SPACE_INDICES
)


@cache
def find_section_disc(start: int) -> tuple[int, int]:
    """Return the centre of the disc at the start of a section, on the side of the current without reefs."""
    (ax, ay), (bx, by) = STONE_CENTRES[start - 1], STONE_CENTRES[start]
    along, down = bx - ax, by - ay
    step = 50 / math.hypot(along, down)
    mx, my = (ax + bx) / 2, (ay + by) / 2
    x, y = max(
        ((mx + side * step * down, my - side * step * along) for side in (-1, 1)),
        key=lambda place: min(_measure_gap(place[0], place[1], box) for box in REEF_BOXES),
    )
    return round(x), round(y)


def _measure_gap(x: float, y: float, box: Box) -> float:
    """Return the distance between a point and a box."""
    return math.hypot(max(box.x - x, 0, x - box.x - box.w), max(box.y - y, 0, y - box.y - box.h))


def list_slots(seat_count: int) -> tuple[Box, ...]:
    """Return the boxes of everything that is drawn during a match. No two boxes overlap."""
    boards = [find_board_box(seat_count, place) for place in range(seat_count)]
    return (
        *REEF_BOXES,
        TURN_BOX,
        *TILE_BOXES,
        ROUND_BOX,
        *arrange_offer(4 * seat_count + 1)[: 4 * seat_count + 1],
        *FLAT_CARD_BOXES,
        *boards,
    )
