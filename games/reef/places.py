"""Locates the boxes that show each choice in a picture of Reef, for highlights in lessons and puzzles."""

from __future__ import annotations

from math import ceil
from typing import Final

from games.core import picture
from games.core.picture import HELD_VALUE, Box, OwnRow, OwnRows
from games.reef.actions import DECK_VALUE
from games.reef.layout import (
    BANNER_BOX,
    CARD_SIZE,
    DISPLAY_BOXES,
    FACE_INSET,
    LARGE_DISPLAY_BOXES,
    LARGE_HAND_BOXES,
    LARGE_SITE,
    LARGE_SUPPLY_BOXES,
    LAST_CARD_SIZE,
    PANEL_COLOUR,
    PANEL_WIDTH,
    PANEL_X,
    PICTURE_HEIGHT,
    ROW_NUMBER_DISTANCE,
    SINGLE_HAND_BOX,
    SITE_PLACES_BY_SEAT_COUNT,
    SUPPLY_BOXES,
    find_heading_y,
    has_large_cards,
    list_hand_boxes,
    list_quiz_hand_boxes,
)
from games.reef.parts import (
    CELL_NAMES,
    COLOUR_LETTERS,
    MAX_STACK_HEIGHT,
    OPEN_CARD_COUNT,
    READING_ORDER,
    REEF_SIDE,
)
from games.reef.stacks import STACK_HEIGHTS
from games.reef.texts.position import find_best_score
from games.reef.view import View

NAME_BOX_SIZE: Final = (26, 30)
"""Width and height of a column's letter or a row's number."""
MAX_CARDS_IN_ROW: Final = 3
"""Maximum number of cards in a row below an enlarged small reef. A large one has one more."""
LARGE_CARD_GAP: Final = 24
"""Space between two large cards in an enlarged picture."""
HEADING_WIDTH: Final = 220
"""Width of the heading above the viewer's hand. Contours must not cover the heading."""


def list_places(view: View, field: str, value: str) -> tuple[Box, ...]:
    """Return the boxes in the viewer's picture that show a value of a field."""
    match field:
        case picture.PLATES_FIELD:
            return BANNER_BOX, _find_plate(view)
        case picture.EVERY_FIELD:
            kinds = (_list_cards(view), _list_hand(view), _list_spaces(view))
            return kinds[int(value)] if int(value) < len(kinds) else ()
        case picture.NEIGHBOURS_FIELD:
            cards, supply = _find_panel_boxes(view)
            return (*_list_spaces(view), *cards, *supply, *_list_hand(view), *_list_labels(view))
        case picture.OWN_FIELD:
            hand = _list_hand(view)
            return hand if value == HELD_VALUE else (_find_sand_box(view), *hand)
        case picture.GROUND_FIELD:
            return (_find_sand_box(view),)
        case picture.LABELS_FIELD:
            return _list_labels(view)
        case picture.UNAVAILABLE_FIELD:
            return _list_full_stacks(view)
        case "card":
            held = zip(_list_hand(view), view.hand, strict=True)
            return tuple(box for box, card in held if str(card) == value)
        case "source" | "onto":
            return _find_source(view, value)
        case "supply":
            return (_find_panel_boxes(view)[1][COLOUR_LETTERS.index(value)],)
    # Other fields are the names of spaces, or have them as values.
    space = field if field in CELL_NAMES else value
    return (_find_coral_box(view, CELL_NAMES.index(space)),) if space in CELL_NAMES else ()


def _find_plate(view: View) -> Box:
    """Return the box of the viewer's own name plate."""
    site, x, y = SITE_PLACES_BY_SEAT_COUNT[len(view.seats)][0]
    return site.plate._replace(x=x + site.plate.x, y=y + site.plate.y)


def _list_labels(view: View) -> tuple[Box, ...]:
    """Return the boxes of the names of spaces, and of the heading above the viewer's hand if it has cards."""
    heading_y = find_heading_y(_list_hand(view))
    heading = Box(PANEL_X + (PANEL_WIDTH - HEADING_WIDTH) // 2, heading_y - 22, HEADING_WIDTH, 44)
    return (*_list_space_names(view), *((heading,) if view.hand else ()))


def _list_full_stacks(view: View) -> tuple[Box, ...]:
    """Return the boxes of the viewer's stacks that can't grow."""
    reef = view.seats[view.viewer or 0].reef
    full = [cell for cell, stack in enumerate(reef) if STACK_HEIGHTS[stack] == MAX_STACK_HEIGHT]
    return tuple(_find_coral_box(view, cell) for cell in full)


def _find_source(view: View, value: str) -> tuple[Box, ...]:
    """Return the box of the deck, or of an open card given its number."""
    boxes = _find_panel_boxes(view)[0]
    if value == DECK_VALUE:
        return (boxes[OPEN_CARD_COUNT],)
    return tuple(box for box, lying in zip(boxes, view.display, strict=False) if str(lying.card) == value)


def _find_panel_boxes(view: View) -> tuple[tuple[Box, ...], tuple[Box, ...]]:
    """Return the boxes of the three open cards and the deck, and those of the supply."""
    if has_large_cards(view):
        return LARGE_DISPLAY_BOXES, LARGE_SUPPLY_BOXES
    return DISPLAY_BOXES, SUPPLY_BOXES


def _list_cards(view: View) -> tuple[Box, ...]:
    """Return the boxes of the open cards, and of the deck if there is one."""
    boxes = _find_panel_boxes(view)[0]
    return (*boxes[: len(view.display)], *boxes[OPEN_CARD_COUNT:][: bool(view.deck)])


def _list_hand(view: View) -> tuple[Box, ...]:
    """Return the boxes of the viewer's cards."""
    return list_quiz_hand_boxes(len(view.hand))


def _list_spaces(view: View) -> tuple[Box, ...]:
    """Return the visible parts of the stacks and empty spaces on the viewer's reef."""
    return tuple(_find_coral_box(view, cell) for cell in range(len(CELL_NAMES)))


def list_own_parts(view: View) -> OwnRows:
    """Return the viewer's stacks with the names of their spaces, and below them the hand with its scores."""
    reef, (wide, high) = view.seats[view.viewer or 0].reef, FACE_INSET
    spaces = list(zip(_list_spaces(view), (STACK_HEIGHTS[stack] for stack in reef), strict=True))
    # A coral's edges extend beyond its face, but an empty space has no edges.
    stacks = [
        Box(box.x - wide, box.y - high, box.w + 2 * wide, box.h + 2 * high) for box, count in spaces if count
    ]
    empty = [box for box, count in spaces if not count]
    names = _list_space_names(view)
    shown = OwnRow(
        ((*stacks, *empty, *names),), label_boxes=frozenset(names), outlined_boxes=frozenset(stacks)
    )
    boxes = list_hand_boxes(len(view.hand), is_large=True)
    large = boxes == LARGE_HAND_BOXES[: len(boxes)]
    if not (large or any(find_best_score(view, number) for number in view.hand)):
        high = LAST_CARD_SIZE[1] if boxes == (SINGLE_HAND_BOX,) else CARD_SIZE[1]
        boxes = tuple(box._replace(h=high) for box in boxes)
    hand = [(box,) for box in boxes]
    most = MAX_CARDS_IN_ROW + (SITE_PLACES_BY_SEAT_COUNT[len(view.seats)][0][0] is LARGE_SITE)
    half = len(hand) if len(hand) <= most else ceil(len(hand) / 2)
    rows = (hand[:half], hand[half:])
    gap = LARGE_CARD_GAP if large else 8
    return shown, *(OwnRow(tuple(row), PANEL_COLOUR, gap=gap) for row in rows if row)


def _find_sand_box(view: View) -> Box:
    """Return the box of the viewer's sand with the water around it, as far as the picture's edge."""
    site, x, y = SITE_PLACES_BY_SEAT_COUNT[len(view.seats)][0]
    return Box(0, y - 6, x + site.size[0] + 4, PICTURE_HEIGHT - y + 6)


def _list_space_names(view: View) -> list[Box]:
    """Return the boxes of the column letters and row numbers beside the viewer's reef."""
    site, x, y = SITE_PLACES_BY_SEAT_COUNT[len(view.seats)][0]
    left, top = x + site.first_space[0], y + site.first_space[1]
    across, high = NAME_BOX_SIZE
    boxes = []
    for place in range(REEF_SIDE):
        row = top + place * site.space_depth + 2 * site.coral_step + site.face_depth // 2
        boxes.append(Box(left - ROW_NUMBER_DISTANCE - across // 2, row - high // 2, across, high))
        column = left + place * site.space_width + site.space_width // 2
        boxes.append(Box(column - across // 2, top + site.letters_offset - high // 2, across, high))
    return boxes


def _find_coral_box(view: View, cell: int) -> Box:
    """Return the visible part of a stack, or of an empty space, on the viewer's reef."""
    site, x, y = SITE_PLACES_BY_SEAT_COUNT[len(view.seats)][0]
    reef, place = view.seats[view.viewer or 0].reef, READING_ORDER.index(cell)
    tops = [
        y
        + site.first_space[1]
        + site.space_depth * row
        + site.coral_step * (3 - STACK_HEIGHTS[reef[READING_ORDER[row * REEF_SIDE + place % REEF_SIDE]]])
        for row in range(REEF_SIDE)
    ]
    row = place // REEF_SIDE
    low = y + site.first_space[1] + site.space_depth * (row + 1)
    if row + 1 < REEF_SIDE:
        low = min(low, tops[row + 1])
    left = x + site.first_space[0] + site.space_width * (place % REEF_SIDE)
    return Box(
        left + FACE_INSET[0],
        tops[row] + FACE_INSET[1],
        site.space_width - 2 * FACE_INSET[0],
        low - tops[row] - 2 * FACE_INSET[1],
    )
