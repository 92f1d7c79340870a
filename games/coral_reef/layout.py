"""The layout of a picture of Coral Reef: cells for the stacks, name plates, and the viewer's hand."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from math import ceil
from typing import Final, NamedTuple

from games.core.picture import PICTURE_HEIGHT, PICTURE_WIDTH, RING_MARGIN, Box


class Grid(NamedTuple):
    """How stacks are arranged in a grid, and the sizes of their cards."""

    columns: int
    rows: int
    card_width: int
    strip_height: int
    """Visible height of each covered card."""


class Fan(NamedTuple):
    """The visible cards of a stack."""

    card_count: int
    """Number of visible cards. They are the newest cards of the stack."""
    has_stub: bool
    """Whether edges of older cards are shown above the visible cards."""
    new_count: int = 0
    """Number of newly placed cards among the visible cards. A ring is drawn around them."""
    lift_height: int = 0
    """Pixels by which the cards above the ring are raised, so that the ring doesn't hide their ranks."""


class HandPlace(NamedTuple):
    """A place in the viewer's hand for one card or several equal cards."""

    first_index: int
    equal_count: int
    """Number of equal cards at this place."""
    x: int


BOARD_MARGIN: Final = 16
STACKS_GAP: Final = 10
CLOSE_UP_MARGIN: Final = 10
"""Margin that the close-ups of a replay include below the name plates and below the stacks, in pixels."""
PLATES_TOP: Final = 12
PLATE_HEIGHT: Final = 132
OPEN_PLATE_HEIGHT: Final = 156
"""Height of a name plate with an open hand beside the number of cards."""
MAX_IN_A_ROW: Final = 4
"""Maximum number of name plates in a single row. More plates are in two rows, so that names fit."""
LOW_PLATE: Final = Box(0, 8, 0, 72)
"""Top edge and height of name plates in two rows."""
LOW_PLATE_COLUMNS: Final = 3
LOW_PLATE_GAP: Final = 6
REPLAY_STACK_AREA: Final = Box(12, 172, 1060, 816)
"""Area of the stacks in a replay, beside a column for the deck. Other pictures adapt this area."""
SIGN_WATER_HEIGHT: Final = 236
"""Height of the water in a replay that is reserved for cards about to be played and for stars."""
NEW_ROUND_HEIGHT: Final = 896
"""Height of a spectator's picture before the first cards of a round are played, when all stacks are low."""
STATUS_PLATE: Final = Box(1108, 12, 276, 132)
"""Plate with the active seat and the deck, beside the name plates on a spectator's board."""
TURN_PLATE: Final = STATUS_PLATE._replace(h=STATUS_PLATE.h * 54 // 100)
"""Upper part of the status plate, with the active seat."""
TURN_BOX: Final = Box(1080, 172, 308, 92)
DECK_BOX: Final = Box(1080, 272, 308, 134)
DECK_COUNT_BOX: Final = Box(1196, 272, 184, 134)
"""Part of the deck's plate next to the cards, for the number of cards and the number of the round."""
LAST_PLAY_AREA: Final = Box(1080, 412, 308, 580)
"""Area of the cards played last."""
LAST_PLAY_HEAD_HEIGHT: Final = 80
OWN_LAST_PLAY_HEAD_HEIGHT: Final = 48
"""Height of the caption above the cards played last, for a viewer with a hand."""
LAST_PLAY_GAP: Final = 8
LAST_PLAY_SIZES: Final = ((232, 1), (208, 1), (176, 1), (150, 2), (96, 3), (84, 3), (60, 4), (48, 5))
"""Widths of the cards played last and their numbers of columns, the largest cards first."""
RIBBON_SIZE: Final = Box(0, 0, 760, 132)
"""Size of the ribbon. Its position depends on the stacks below it."""
TAG_BY_MIN_CARD_WIDTH: Final = {232: Box(0, 22, 216, 72), 150: Box(0, 22, 168, 56), 112: Box(0, 30, 135, 46)}
"""Boxes of the tags below a stack, relative to its bottom centre, by minimum card width.

The distance between the tag and the cards leaves room for a ring. Without the count, the tag is a square.
"""
MIN_COUNTED_WIDTH: Final = 112
"""Minimum width of cards at which the tag below a stack shows the number of cards."""
STUB_HEIGHT: Final = 18
"""Height of the edges of hidden cards above a fan."""
RING_GAP: Final = 8
"""Distance between the newest cards and the ring around them."""
LIFT_HEIGHT: Final = RING_GAP + RING_MARGIN + 4
"""Height by which older cards are raised, so that the ring doesn't touch the card or edge above it."""
STRIP_HEIGHT_BY_CARD_WIDTH: Final = {
    300: 76,
    264: 66,
    232: 60,
    208: 49,
    176: 50,
    150: 52,
    112: 48,
    88: 42,
    64: 40,
}
"""Visible height of a covered card, by width of the cards."""
MAX_FIXED_CARD_WIDTH: Final = 232
"""Maximum width of cards in grids that don't depend on the height of the stacks."""
MIN_LARGE_CARD_WIDTH: Final = 232
MAX_COVERED_BY_LARGE_CARDS, MAX_COVERED_BY_OTHER_CARDS = 3, 2
"""Maximum number of covered cards in each stack that must stay visible when cards are as large as possible.

Tags show the number of all cards.
"""
STACK_GAP: Final = 24
"""Space between two stacks, with room for the ring around the newest cards."""
GRID_REQUIREMENTS: Final = (
    (150, 3, 2),
    (150, 2, 1),
    (112, 4, 2),
    (112, 2, 1),
    (64, 2, 1),
    (64, 0, 0),
)
"""Requirements for a grid, the best first.

Each requirement is a minimum width of cards, then the minimum number of visible covered cards in each stack,
first for a single row and then for several rows.
"""
HAND_CARD_WIDTH, LARGE_HAND_CARD_WIDTH = 150, 180
"""Widths of cards in the viewer's hand: in general, and with at most :data:`MAX_LARGE_CARDS` cards."""
MAX_LARGE_CARDS: Final = 7
"""Maximum number of cards in a hand with large cards."""
HAND_FOOT_HEIGHT: Final = 4
"""Space below the viewer's hand."""
HAND_SHELF: Final = Box(0, PICTURE_HEIGHT - 262, PICTURE_WIDTH, 262)
"""The sand below the viewer's hand."""
HAND_GAP: Final = 36
"""Height of the space above the viewer's hand for raised cards."""
RAISED_CARD_OFFSET: Final = 28
MIN_STEP: Final = 100
"""Minimum visible width of a card in the viewer's hand, so that rank and value are legible."""
EQUAL_CARD_STEP: Final = 8
"""Visible width of a card that is covered by another card of the same rank."""
MINI_WIDTH: Final = 48
OPEN_HAND_MARGIN: Final = 190
"""Width on a name plate that isn't available for the small cards of a hand."""
MINI_STEP: Final = MINI_WIDTH + 4
MIN_MINI_STEP: Final = 38
"""Minimum visible width of a small card, so that the rank is legible."""
MINI_ROW_HEIGHT: Final = 72
MAX_MINI_ROWS: Final = 2
MINI_GAP: Final = 8
"""Distance between small cards and the name plate above them."""


def measure_card(width: int) -> int:
    """Return the height of a card with a given width."""
    return round(width * 1.4)


def find_tag(card_width: int) -> Box:
    """Return the box of the tag below a stack, relative to the centre and bottom of the stack."""
    for least, tag in TAG_BY_MIN_CARD_WIDTH.items():
        if card_width >= least:
            return tag
    small = TAG_BY_MIN_CARD_WIDTH[MIN_COUNTED_WIDTH]
    return small._replace(w=small.h)


def measure_foot(card_width: int) -> int:
    """Return the height of the space below cards of a given width in a cell."""
    tag = find_tag(card_width)
    return tag.y + tag.h


def choose_hand_card_width(cards: int) -> int:
    """Return the width of the cards in a viewer's hand with this number of cards."""
    return LARGE_HAND_CARD_WIDTH if cards <= MAX_LARGE_CARDS else HAND_CARD_WIDTH


def find_hand(cards: int) -> Box:
    """Return the area of a viewer's hand with this number of cards."""
    high = measure_card(choose_hand_card_width(cards))
    return Box(BOARD_MARGIN, PICTURE_HEIGHT - HAND_FOOT_HEIGHT - high, PICTURE_WIDTH - 2 * BOARD_MARGIN, high)


def find_stack_area(hand: Box | None, has_ribbon: bool, top: int = 0, *, is_wide: bool = False) -> Box:
    """Return the area of the stacks, between the ribbon and open hands above and the viewer's hand below.

    :param hand: the area of the viewer's hand, or ``None`` if there is none.
    :param top: the lower edge of the open hands, or 0 if there are none.
    :param is_wide: whether the area takes the full width, without a column for the deck.
    """
    x, y, w, h = REPLAY_STACK_AREA
    if hand is not None:
        h = hand.y - HAND_GAP - y
    used_height = (RIBBON_SIZE.h if has_ribbon else 0) + max(0, top - y)
    return Box(x, y + used_height, PICTURE_WIDTH - 2 * x if top or is_wide else w, h - used_height)


def fits_on_plate(cards: int, width: int) -> bool:
    """Return whether a hand's small cards fit on a name plate, beside their number and a medal."""
    room = width - OPEN_HAND_MARGIN
    return not cards or len(list_mini_offsets(cards, room, 1)) == cards


def count_mini_rows(cards: int, width: int) -> int:
    """Return how many rows the small cards of a hand need below a name plate of this width."""
    return 1 if cards <= 1 + (width - MINI_WIDTH) // MINI_STEP else MAX_MINI_ROWS


def list_mini_offsets(cards: int, width: int, rows: int) -> tuple[tuple[int, int], ...]:
    """Return the offsets of the small cards of a hand. Cards that don't fit legibly are left out."""
    most = rows * (1 + (width - MINI_WIDTH) // MIN_MINI_STEP)
    across = ceil(min(cards, most) / rows)
    step = min(MINI_STEP, (width - MINI_WIDTH) // (across - 1)) if across > 1 else 0
    return tuple((step * (i % across), MINI_ROW_HEIGHT * (i // across)) for i in range(min(cards, most)))


@lru_cache(maxsize=256)
def choose_grid(stack_count: int, area: Box, tallest: int = 0, new_count: int = 0) -> Grid:
    """Return the grid with the largest cards that has a cell for each stack and shows some covered cards.

    :param tallest: number of cards in the tallest stack if low stacks allow larger cards, otherwise 0.
    :param new_count: number of new cards in a stack that must all be visible.
    """
    for card, strip in STRIP_HEIGHT_BY_CARD_WIDTH.items() if tallest else ():
        most = MAX_COVERED_BY_LARGE_CARDS if card >= MIN_LARGE_CARD_WIDTH else MAX_COVERED_BY_OTHER_CARDS
        strip_count = min(tallest - 1, max(most, new_count - 1))
        high = measure_card(card) + measure_foot(card) + STACK_GAP + LIFT_HEIGHT + strip * strip_count
        if stack_count * (card + STACK_GAP) <= area.w and high <= area.h:
            return max(
                Grid(stack_count, 1, card, strip),
                choose_grid(stack_count, area),
                key=lambda grid: grid.card_width,
            )
    for least, alone, several in GRID_REQUIREMENTS:
        for card, strip in STRIP_HEIGHT_BY_CARD_WIDTH.items():
            if card > MAX_FIXED_CARD_WIDTH:
                continue
            columns = min(stack_count, max(1, area.w // (card + STACK_GAP)))
            rows = ceil(stack_count / columns)
            strip_count = alone if rows == 1 else several
            if (
                card >= least
                and area.h // rows
                >= measure_card(card) + measure_foot(card) + STACK_GAP + strip_count * strip
            ):
                return Grid(ceil(stack_count / rows), rows, card, strip)
    # Only reached with more stacks than a real match can have.
    card = min(STRIP_HEIGHT_BY_CARD_WIDTH)
    rows = max(1, area.h // (measure_card(card) + measure_foot(card) + 4))
    return Grid(ceil(stack_count / rows), rows, card, STRIP_HEIGHT_BY_CARD_WIDTH[card])


def list_cells(stack_count: int, area: Box, tallest: int = 0, new_count: int = 0) -> tuple[Box, ...]:
    """Return a cell for each stack, row by row. See :func:`choose_grid` for the parameters."""
    grid = choose_grid(stack_count, area, tallest, new_count)
    width, height = area.w // grid.columns, area.h // grid.rows
    return tuple(
        Box(area.x + width * (i % grid.columns), area.y + height * (i // grid.columns), width, height)
        for i in range(stack_count)
    )


def make_fan(card_count: int, new_count: int, box: Box, grid: Grid) -> Fan:
    """Return the visible part of a stack in its cell."""
    lift = LIFT_HEIGHT if 0 < new_count < card_count else 0
    room = box.h - measure_foot(grid.card_width) - STACK_GAP - measure_card(grid.card_width) - lift
    if card_count <= 1 + max(0, room // grid.strip_height):
        return Fan(card_count, has_stub=False, new_count=new_count, lift_height=lift)
    cards = 1 + max(0, (room - STUB_HEIGHT) // grid.strip_height)
    return Fan(cards, has_stub=room >= STUB_HEIGHT, new_count=min(new_count, cards), lift_height=lift)


def measure_fan(fan: Fan, grid: Grid) -> int:
    """Return the height of a fan."""
    return (
        measure_card(grid.card_width)
        + grid.strip_height * (fan.card_count - 1)
        + STUB_HEIGHT * fan.has_stub
        + fan.lift_height
    )


def locate_new_stack(cell: Box, grid: Grid, tallest: int) -> Box:
    """Return the box of the place for a new stack's nine in a cell, in line with the other top cards.

    :param tallest: height of the tallest stack in the row, or 0 if the row is empty.
    """
    wide, high = grid.card_width, measure_card(grid.card_width)
    bottom = cell.y + (cell.h - measure_foot(wide) + max(tallest, high)) // 2
    return Box(cell.x + (cell.w - wide) // 2, bottom - high, wide, high)


@lru_cache(maxsize=1)
def find_replay_part() -> Box:
    """Return the part of the board that a replay shows: the bottom of the sea, shaped like the board."""
    # The first and the last stack's rings must be equally far from the edges.
    left = REPLAY_STACK_AREA.x - CLOSE_UP_MARGIN + 1
    wide = DECK_BOX.x - left
    deep = PICTURE_HEIGHT * wide // PICTURE_WIDTH
    return Box(left, PICTURE_HEIGHT - CLOSE_UP_MARGIN - deep, wide, deep)


def limit_fan_room(box: Box, *, is_new: bool = False) -> Box:
    """Return the part of a cell that a stack may fill in a replay, which omits the upper sea.

    :param is_new: whether the stack has new cards, which also fill the water that is reserved for signs.
    """
    top = find_replay_part().y + SIGN_WATER_HEIGHT * (not is_new)
    return box._replace(h=box.y + box.h - top + STACK_GAP - STACK_GAP // 4 - CLOSE_UP_MARGIN)


@lru_cache(maxsize=32)
def list_plates(
    seat_count: int, rows: int = 0, *, has_status: bool = False, height: int = PLATE_HEIGHT
) -> tuple[Box, ...]:
    """Return the name plate of each seat, from left to right in turn order.

    The first row takes the whole width, in equal shares. The second row has the same columns.

    :param rows: number of rows of small cards below each name plate.
    :param has_status: whether :data:`STATUS_PLATE` is beside the name plates.
    :param height: height of name plates in a single row.
    """
    columns = seat_count if seat_count <= MAX_IN_A_ROW else LOW_PLATE_COLUMNS
    right = STATUS_PLATE.x - STACKS_GAP if has_status else PICTURE_WIDTH - BOARD_MARGIN
    top, high = (PLATES_TOP, height) if seat_count <= MAX_IN_A_ROW else (LOW_PLATE.y, LOW_PLATE.h)
    pitch = high + rows * MINI_ROW_HEIGHT + (LOW_PLATE_GAP if not rows else MINI_GAP + LOW_PLATE_GAP)
    width = (right - BOARD_MARGIN - STACKS_GAP * (columns - 1)) // columns
    boxes = [
        Box(BOARD_MARGIN + (width + STACKS_GAP) * (i % columns), top + pitch * (i // columns), width, high)
        for i in range(seat_count)
    ]
    # The last column also takes the pixels that are left over.
    return tuple(
        box._replace(w=right - box.x) if i % columns == columns - 1 else box for i, box in enumerate(boxes)
    )


def arrange_last_play(cards: int, area: Box, head_height: int) -> tuple[int, tuple[tuple[int, int], ...]]:
    """Return the width and the positions of the cards played last, at the largest size that fits.

    :param head_height: height of the caption above the cards.
    """
    top = area.y + head_height
    for width, columns in LAST_PLAY_SIZES:
        pitch = measure_card(width) + LAST_PLAY_GAP
        rows = (area.y + area.h + LAST_PLAY_GAP - top) // pitch
        if cards <= columns * rows:
            break
    shown = min(cards, columns * rows)
    across = ceil(shown / ceil(shown / columns))
    step = width + LAST_PLAY_GAP
    lines = ceil(shown / across)
    # Centre an incomplete last row.
    counts = [min(across, shown - across * line) for line in range(lines)]
    lefts = [area.x + (area.w - count * step + LAST_PLAY_GAP) // 2 for count in counts]
    places = tuple(
        (lefts[i // across] + step * (i % across), top + pitch * (i // across)) for i in range(shown)
    )
    return width, places


def find_last_play_area(hand: Box | None) -> tuple[Box, int]:
    """Return the area of the cards played last, and the height of the caption in this area.

    :param hand: the area of the viewer's hand below, or ``None`` for a spectator.
    """
    if hand is not None:
        return LAST_PLAY_AREA._replace(h=hand.y - HAND_GAP - LAST_PLAY_AREA.y), OWN_LAST_PLAY_HEAD_HEIGHT
    return LAST_PLAY_AREA, LAST_PLAY_HEAD_HEIGHT


def spread_hand(letters: Sequence[str]) -> tuple[HandPlace, ...]:
    """Return the places of a hand's cards. In a large hand, equal cards share a place."""
    count = len(letters)
    hand, held = find_hand(count), choose_hand_card_width(count)
    if count <= 1 or (hand.w - held) // (count - 1) >= MIN_STEP:
        step = min(held + 8, (hand.w - held) // (count - 1)) if count > 1 else 0
        first = hand.x + (hand.w - held - step * (count - 1)) // 2
        return tuple(HandPlace(i, 1, first + step * i) for i in range(count))
    groups = [len(list(run)) for _, run in groupby(letters)]
    peeps = sum(size > 1 for size in groups) * EQUAL_CARD_STEP
    step = min(held + 8, (hand.w - held - peeps) // max(1, len(groups) - 1))
    places, x, index = [], hand.x, 0
    for size in groups:
        x += EQUAL_CARD_STEP * (size > 1)
        places.append(HandPlace(index, size, x))
        x, index = x + step, index + size
    return tuple(places)
