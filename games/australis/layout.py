"""The layout of a picture of Australis, for making the artwork and for drawing positions."""

from __future__ import annotations

import math
from functools import cache, lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from games.australis.parts import Card, Colour, Function, get_colour, get_function
from games.core.picture import MAX_HEIGHT, Box

Point = tuple[float, float]

PICTURE_HEIGHT: Final = MAX_HEIGHT
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
TAG_BOX: Final = Box(-25, 15, 50, 38)
"""Tag with the number of a turtle's space, relative to the turtle's centre."""
POOL_AREAS: Final = {25: Box(836, 2, 160, 172), 18: Box(2, 10, 160, 172)}
"""Area of the last space, by number of that space. Below the number there is room for all turtles."""
POOL_PLACES: Final = ((45, 72), (114, 72), (45, 131), (114, 131))
"""Centres of turtles on the last space, relative to the upper left corner of its area, in the order of
arrival.
"""
ARRIVAL_BOX: Final = Box(-36, -6, 38, 38)
"""Disc with a turtle's order of arrival, relative to the turtle's centre."""
CUBE_SIZE: Final = 40
CUBE_OFFSETS: Final = {5: ((30, -40),), 11: ((30, -42),), 15: ((32, -38),), 17: ((-44, 33), (-3, 38))}
"""Offsets of food cubes from the centre of a space, by number of the space. The cubes on space 17 are
grey.
"""
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
REEF_POINTS: Final = (Box(134, 9, 54, 54), Box(188, 9, 54, 54))
"""Signs with the points for first and second place on a reef. If only first place scores, its sign takes up
both places.
"""
REEF_COLOURS: Final = ("#F6DCA8", "#F9C79A", "#F3AFA8", "#D8B4E2", "#B3C0F2", "#A5E3CC")
"""Colours of reefs 3 to 8, and of the stones in their sections."""
FAR_REEF_COLOURS: Final = ("#86AAA6", "#84948C", "#90989C", "#A398B6", "#75A0C7", "#6DB5B7")
"""Colours of reefs 3 to 8 when they are out of reach. All of them are in the shared palette."""
PILL_SIZE: Final = (60, 48)
"""Size of the background behind a number of corals that scores."""
GATE_RADIUS: Final = 25
"""Radius of the disc with a reef's number, at the start of the reef's section of the current."""

PANEL_BOX: Final = Box(1004, 12, 388, 732)
TURN_BOX: Final = Box(1010, 18, 376, 124)
"""Plate with the active player and that player's decision. After the match it shows the result."""
TILE_BOXES: Final = (Box(1014, 150, 60, 60), Box(1082, 150, 60, 60))
"""Boxes of the top gold and silver tiles."""
ROUND_BOX: Final = Box(1168, 150, 216, 60)
DICE_LAYOUTS: Final = (
    (Box(1120, 250, 156, 156),),
    tuple(Box(1026 + 188 * i, 250, 156, 156) for i in range(2)),
    tuple(Box(1012 + 126 * (i % 3), 222 + 130 * (i // 3), 120, 120) for i in range(6)),
    tuple(Box(1014 + 94 * (i % 4), 220 + 98 * (i // 4), 88, 88) for i in range(12)),
    tuple(Box(1012 + 75 * (i % 5), 218 + 75 * (i // 5), 72, 72) for i in range(20)),
)
"""Boxes of the dice on the gameboard, in layouts from the largest to the smallest dice. The first layout with
enough boxes is used.
"""
CARD_BOXES: Final = tuple(Box(1012 + 126 * (i % 3), 524 + 108 * (i // 3), 120, 102) for i in range(6))
RANKING_ROWS: Final = {
    seats: tuple(Box(1010, 164 + (high + 14) * i, 376, high) for i in range(seats))
    for seats, high in ((2, 250), (3, 180), (4, 132))
}
"""Rows of the final ranking, by number of seats. They replace the dice and cards after the match."""

BOARD_TOP: Final = 758
BOARD_HEIGHT: Final = 400
LEDGER_BOX: Final = Box(8, BOARD_TOP, 1384, BOARD_HEIGHT)
"""Table of points by source. It covers the boards after the match."""
LEDGER_HEAD_HEIGHT: Final = 72
LEDGER_ROW_HEIGHT: Final = 40
"""Heights of the table's head and of each row."""
LEDGER_SOURCES_WIDTH: Final = 322
"""Width of the table's first column, which names the sources of points."""
LARGE_COUNT_HEIGHT: Final = 84
"""Height of the number below a piece on a board without dice and cards."""
MAX_OWN_DICE: Final = 4
OWN_DICE_GAP: Final = 6
"""Space between dice that are beside kept cards."""
LARGE_DICE_SIZES: Final = (156, 120, 88)
LARGE_DICE_LEFT: Final = 14
LARGE_DICE_TOP: Final = 196
LARGE_DICE_HEIGHT: Final = 192
LARGE_DICE_GAP: Final = 10
"""Sizes of the larger dice, the place and height of their area, and the space between them."""
WIDE_AREA: Final = Box(14, 148, 668, 246)
"""Area of the dice and cards on a wide board."""
WIDE_DICE_SIZES: Final = (210, 156, 120, 88)
"""Sizes of dice on a wide board, the largest first."""
CHIP_GAP: Final = 4
STEADY_CARD_COUNT: Final = 4
"""Number of kept cards for which replays reserve room, so that cards don't change their size or place."""
BROAD_CHIP_SIZES: Final = ((150, 190), (114, 190), (154, 93), (114, 93), (76, 93), (60, 41))
CHIP_SIZES: Final = ((102, 128), (75, 128), (102, 64), (76, 64), (60, 41))
LARGE_CHIP_SIZES: Final = (*BROAD_CHIP_SIZES[:4], *CHIP_SIZES[2:])
WIDE_CHIP_SIZES: Final = ((186, 246), (144, 246), (186, 121), (144, 121), *BROAD_CHIP_SIZES[3:])
"""Sizes of kept cards, the largest first: on a wide board in a replay, on others, on others with cards beside
the dice, and on a wide board.
"""


class BoardPlan(NamedTuple):
    """Layout of a board for a number of seats, relative to the board's upper left corner."""

    width: int
    name_plate: Box
    """Box of the name plate."""
    counts: tuple[Box, ...]
    """Boxes of the counts of food cubes, fish and corals."""
    count_size: int
    """Font size of the counts."""
    dice: tuple[Box, ...]
    """Boxes of the dice of the round."""
    large_dice: tuple[tuple[Box, ...], ...]
    """Boxes of larger dice, used while the seat has no cards. The first layout with enough boxes is used."""
    large_counts: tuple[Box, ...]
    """Boxes of larger counts, used while the seat has neither dice nor cards."""
    large_piece: tuple[int, int]
    """Size of the piece above each of these counts."""
    cards: Box
    """Area of the kept cards."""
    card_sizes: tuple[tuple[int, int], ...]
    """Sizes of kept cards, the largest first. The first size that fits is used."""


def _place_large_dice(area: Box, sizes: tuple[int, ...]) -> tuple[tuple[Box, ...], ...]:
    """Return the layouts of the larger dice for a board without cards, starting with the largest dice.

    All rows of dice are centred on the same line.
    """
    found = []
    for side in sizes:
        step = side + LARGE_DICE_GAP
        across = (area.w + LARGE_DICE_GAP) // step
        rows = (area.h + LARGE_DICE_GAP) // step
        count = min(MAX_OWN_DICE, across * rows)
        top = _centre_rows(area, -(-count // across), side, LARGE_DICE_GAP)
        places = ((i % across, i // across) for i in range(count))
        found.append(tuple(Box(area.x + step * i, top + step * j, side, side) for i, j in places))
    return tuple(found)


def _centre_rows(area: Box, rows: int, side: int, gap: int) -> int:
    """Return the top of rows of dice that are vertically centred in an area."""
    return area.y + (area.h - (side + gap) * rows + gap) // 2


def _place_large_counts(width: int, high: int) -> tuple[Box, ...]:
    """Return the places of the numbers on a board without dice and cards, beside each other.

    :param high: the height of a piece with its number below it.
    """
    step, top = (width - 8) // 3, 132 + (BOARD_HEIGHT - 138 - high) // 2
    return tuple(Box(2 + step * i, top, step, high) for i in range(3))


def _plan_narrow(width: int) -> BoardPlan:
    """Return the layout of a narrow board, with the cards below the dice."""
    # The count of food has only one digit, so it needs less room.
    food, room = width * 28 // 100, width * 34 // 100
    area = Box(LARGE_DICE_LEFT, LARGE_DICE_TOP, width - 2 * LARGE_DICE_LEFT, LARGE_DICE_HEIGHT)
    columns = ((12, food), (12 + food, room), (12 + food + room, room))
    return BoardPlan(
        width,
        Box(0, 0, width, 132),
        tuple(Box(left, 134, across, 50) for left, across in columns),
        48 if width > 400 else 44,
        tuple(Box(12 + 78 * i, 187, 72, 72) for i in range(MAX_OWN_DICE)),
        _place_large_dice(area, LARGE_DICE_SIZES),
        _place_large_counts(width, 92 + LARGE_COUNT_HEIGHT),
        (96, 92),
        Box(12, 263, width - 22, 132),
        CHIP_SIZES,
    )


def _plan_wide() -> BoardPlan:
    """Return the layout of a wide board, with the counts on the name plate and the cards beside the dice."""
    return BoardPlan(
        688,
        Box(0, 0, 688, 140),
        tuple(Box(14 + 178 * i, 77, 166, 58) for i in range(3)),
        52,
        tuple(Box(14 + 96 * (i // 2), 168 + 96 * (i % 2), 88, 88) for i in range(MAX_OWN_DICE)),
        _place_large_dice(WIDE_AREA, WIDE_DICE_SIZES[:2]),
        _place_large_counts(688, 126 + LARGE_COUNT_HEIGHT),
        (132, 126),
        Box(210, 166, 472, 190),
        BROAD_CHIP_SIZES,
    )


BOARD_PLANS: Final = {2: _plan_wide(), 3: _plan_narrow(456), 4: _plan_narrow(340)}
_BOARD_DISTANCES: Final = {2: 696, 3: 464, 4: 347}


@lru_cache(maxsize=256)
def fit_plan(plan: BoardPlan, dice: int, cards: int) -> BoardPlan:
    """Return the layout in which this number of dice and cards are as large as possible."""
    if not cards:
        return plan._replace(dice=next(boxes for boxes in plan.large_dice if dice <= len(boxes)))
    if plan.card_sizes is BROAD_CHIP_SIZES:
        return _fit_wide_plan(plan, dice, cards)
    below = _measure_chips(plan, cards)
    for side in LARGE_DICE_SIZES[1:]:
        area = Box(plan.cards.x, LARGE_DICE_TOP, plan.cards.w, LARGE_DICE_HEIGHT)
        places, left = _place_dice_in_columns(area, side, dice)
        area = area._replace(x=left, w=area.x + area.w - left)
        beside = plan._replace(dice=places, cards=area, card_sizes=LARGE_CHIP_SIZES)
        if _measure_chips(beside, cards) >= below:
            return beside
    return plan


def _place_dice_in_columns(area: Box, side: int, dice: int) -> tuple[tuple[Box, ...], int]:
    """Return the boxes of dice in columns at the left of an area, and the left edge of the space beside
    them.
    """
    step = side + OWN_DICE_GAP
    rows = (area.h + OWN_DICE_GAP) // step
    top = _centre_rows(area, max(1, min(rows, dice)), side, OWN_DICE_GAP)
    places = tuple(
        Box(area.x + step * (i // rows), top + step * (i % rows), side, side) for i in range(MAX_OWN_DICE)
    )
    return places, area.x + step * -(-dice // rows)


def _fit_wide_plan(plan: BoardPlan, dice: int, cards: int) -> BoardPlan:
    """Return the layout of a wide board in which the dice and the cards beside them fill the most space."""
    area, best, most = WIDE_AREA, plan, 0
    for side in WIDE_DICE_SIZES:
        places, left = _place_dice_in_columns(area, side, dice)
        found = plan._replace(
            dice=places,
            cards=area._replace(x=left, w=area.x + area.w - left),
            card_sizes=WIDE_CHIP_SIZES,
        )
        filled = _measure_chips(found, cards) * cards
        if filled and filled + dice * side**2 > most:
            best, most = found, filled + dice * side**2
    return best


def _measure_chips(plan: BoardPlan, cards: int) -> int:
    """Return the area of each kept card on a board, or 0 if not all cards fit."""
    area = plan.cards
    if area.w < plan.card_sizes[-1][0]:
        return 0
    last = list_chip_places(plan, cards)[-1]
    fits = last.x + last.w <= area.x + area.w and last.y + last.h <= area.y + area.h
    return last.w * last.h if fits else 0


def list_chip_places(plan: BoardPlan, count: int, steady: bool = False) -> tuple[Box, ...]:
    """Return the boxes of kept cards on a board, in the largest size at which all cards fit.

    :param steady: whether to use the size for many cards even if there are few, so that cards don't move in a
      replay.
    """
    x, y, wide, high = plan.cards
    for w, h in plan.card_sizes:
        across, down = ((room + CHIP_GAP) // (one + CHIP_GAP) for room, one in ((wide, w), (high, h)))
        if max(count, STEADY_CARD_COUNT if steady else 0) <= across * down:
            break
    steps = ((i % across, i // across) for i in range(count))
    return tuple(Box(x + (w + CHIP_GAP) * i, y + (h + CHIP_GAP) * j, w, h) for i, j in steps)


def arrange_dice(count: int) -> tuple[Box, ...]:
    """Return the boxes of a number of dice on the gameboard."""
    return next(boxes for boxes in DICE_LAYOUTS if count <= len(boxes))[:count]


def find_board_place(seats: int, place: int) -> Box:
    """Return the box of the board at index ``place``, counted from the left."""
    return Box(8 + _BOARD_DISTANCES[seats] * place, BOARD_TOP, BOARD_PLANS[seats].width, BOARD_HEIGHT)


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


def _find_marks() -> tuple[int, ...]:
    """Return the index into :data:`CENTRE_LINE` of each space of the longest track. The spaces are equally
    far apart.
    """
    lengths = [0.0]
    for (ax, ay), (bx, by) in pairwise(CENTRE_LINE):
        lengths.append(lengths[-1] + math.hypot(bx - ax, by - ay))
    wanted = (lengths[-1] * space / LONGEST_TRACK_END for space in range(LONGEST_TRACK_END + 1))
    return tuple(next(j for j, length in enumerate(lengths) if length >= one - 1e-6) for one in wanted)


SPACE_INDICES: Final = _find_marks()
STONE_CENTRES: Final = tuple(
    (round(CENTRE_LINE[mark][0]), round(CENTRE_LINE[mark][1])) for mark in SPACE_INDICES
)


@cache
def find_gate(start: int) -> tuple[int, int]:
    """Return the centre of the disc at the start of a section. It is on the side of the current without
    reefs.
    """
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


def list_slots(seats: int) -> tuple[Box, ...]:
    """Return the boxes of everything that is drawn during a match. No two boxes overlap."""
    boards = [find_board_place(seats, place) for place in range(seats)]
    return (*REEF_BOXES, TURN_BOX, *TILE_BOXES, ROUND_BOX, *arrange_dice(4 * seats + 1), *CARD_BOXES, *boards)


def find_column(card: Card) -> int:
    """Return the column of a kept card: its colour or, for a competition card, the last column."""
    return Colour.RED if get_function(card) == Function.COMPETE else get_colour(card)
