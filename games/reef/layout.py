"""The layout of a picture of Reef: an area for each seat, and the panel at the side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from games.core.picture import MAX_BOARD_HEIGHT, PICTURE_WIDTH, SAND_COLOUR, Box
from games.reef.parts import CARDS, MAX_HAND_SIZE, OPEN_CARD_COUNT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.reef.view import View

PICTURE_HEIGHT: Final = MAX_BOARD_HEIGHT
SAND_COLOURS: Final = {True: SAND_COLOUR, False: "#8CB9CF"}
"""Colours of bright and dim sand, by whether the sand is bright."""
PANEL_COLOUR: Final = "#0E3450"


class Site(NamedTuple):
    """Layout of a seat's area. Positions are relative to the area's upper left corner."""

    name: str
    space_width: int
    space_depth: int
    coral_step: int
    """Pixels by which each coral of a stack is drawn higher than the coral below it."""
    first_space: tuple[int, int]
    """Upper left corner of space a4."""
    size: tuple[int, int]
    plate: Box
    hand: tuple[int, int]
    """Upper left corner of the cards in hand."""
    letters_offset: int
    """Distance of the column letters from the top of the first row."""
    final_plate_width: int
    """Width of the name plate after the match."""

    @property
    def face_depth(self) -> int:
        """Depth of a coral's face, small enough that four corals don't cover the face behind."""
        return self.space_depth - 3 * self.coral_step


LARGE_SITE: Final = Site(
    "large", 164, 126, 10, (294, 26), (984, 572), Box(22, 26, 234, 200), (22, 240), 518, 234
)
SMALL_SITE: Final = Site(
    "small", 108, 110, 8, (40, 94), (488, 572), Box(16, 10, 374, 74), (400, 11), 453, 456
)
ROW_NUMBER_DISTANCE: Final = 16
"""Distance of the row numbers from the first column, so that no ring around a coral covers them."""
FACE_INSET: Final = (4, 3)
"""Position of a coral's face within its sprite."""
EDGE_HEIGHT: Final = 32
"""Height of the visible edge of a coral below another coral."""
BADGE_OFFSET: Final = (7, 6)
"""Position of the number with a stack's height, on the sprite of its top coral."""
HELD_SIZE: Final = (72, 72)
"""Size of the sign for cards in hand next to a small reef."""
HELD_NUMBER_CENTRE: Final = (25, 37)
"""Centre of the number on the sign for cards in hand."""
LARGE_HELD_SIZE: Final = (109, 128)
"""Size of each card in hand next to a large reef. Two of them are as wide together as the plate above."""
COIN_SIZE: Final = (42, 42)
"""Size of the sign for points next to a score."""
HELD_CARD_GAP: Final = 26
"""Space between cards left in hand at the end."""
HELD_GAPS: Final = (16, 8)
"""Space between two columns and two rows of cards in hand."""
MAX_FINAL_PLATE_HEIGHT: Final = 160
"""Maximum height of a name plate after the match."""
REMAINING_CARDS_AREA: Final = Box(0, 196, 0, 362)
"""Top and height of the area for cards left in hand, next to a large reef."""
FINAL_MEDAL_TOP: Final = 248
"""Top of the large medal of a seat without cards, below its name plate next to a large reef."""

NEAR_LARGE_PLACE: Final = (LARGE_SITE, 12, 586)
SITE_PLACES_BY_SEAT_COUNT: Final = {
    2: (NEAR_LARGE_PLACE, (LARGE_SITE, 12, 8)),
    3: (NEAR_LARGE_PLACE, (SMALL_SITE, 12, 8), (SMALL_SITE, 508, 8)),
    4: ((SMALL_SITE, 12, 586), (SMALL_SITE, 12, 8), (SMALL_SITE, 508, 8), (SMALL_SITE, 508, 586)),
}
"""Layout and position of each seat's area, by number of seats, from the near seat clockwise."""

PANEL_X: Final = 1012
PANEL_WIDTH: Final = 376
BANNER_BOX: Final = Box(PANEL_X, 14, PANEL_WIDTH, 84)
CARD_SIZE: Final = (184, 190)
CARD_HEAD_HEIGHT: Final = 50
"""Height of the top of a card that stays visible below another card. It shows the corals and the number."""
DISPLAY_BOXES: Final = tuple(Box(PANEL_X + 192 * (i % 2), 112 + 198 * (i // 2), *CARD_SIZE) for i in range(4))
"""Boxes of the three open cards, then of the deck."""
SUPPLY_BOXES: Final = tuple(Box(PANEL_X + 96 * i, 512, 88, 104) for i in range(4))
"""Boxes of the supply of each colour, except at the start for spectators and after the match."""
LARGE_CARD_SIZE: Final = (246, 254)
LARGE_CARD_TOP: Final = 110
LARGE_CARD_STEP: Final = 262
"""Size and places of the open cards and the deck below each other, if no hand is shown."""
LARGE_DISPLAY_BOXES: Final = tuple(
    Box(PANEL_X, LARGE_CARD_TOP + LARGE_CARD_STEP * i, *LARGE_CARD_SIZE) for i in range(4)
)
LARGE_PANEL_TOP: Final = 560
"""Top of the background of the lower part of the panel behind the large cards."""
LARGE_SUPPLY_WIDTH: Final = 118
LARGE_SUPPLY_BOXES: Final = tuple(
    box._replace(x=PANEL_X + PANEL_WIDTH - LARGE_SUPPLY_WIDTH, w=LARGE_SUPPLY_WIDTH)
    for box in LARGE_DISPLAY_BOXES
)
"""Width and boxes of the supply of a colour beside the large cards, as high as these."""
LARGE_SUPPLY_CHIP: Final = Box(0, 32, LARGE_SUPPLY_WIDTH, 140)
"""Box of the chip in such a box."""
LARGE_SUPPLY_COUNT: Final = (188, 84)
"""Vertical centre of the number of corals in such a box, and its font size."""
LOWER_PANEL_BOX: Final = Box(PANEL_X - 8, 626, PICTURE_WIDTH - PANEL_X + 2, PICTURE_HEIGHT - 634)
"""Part of the side panel below the supply. It shows the viewer's hand or the last move."""
LOWER_PANEL_RADIUS: Final = 18
"""Radius of the corners of ``LOWER_PANEL_BOX``."""
HEADING_Y: Final = 644
HEADING_SIZE: Final = 34
LARGE_HEADING_SIZE: Final = 46
"""Font size of the heading above a large card."""
HAND_BOXES: Final = tuple(Box(PANEL_X + 192 * (i % 2), 676 + 240 * (i // 2), 184, 238) for i in range(4))
MAX_HAND_CARDS_IN_ROW: Final = 2
"""Maximum number of a hand's cards in a row."""
LARGE_HAND_CARD_SIZE: Final = (225, 232)
"""Size of each card in a hand of one or two that fills the lower part of the panel."""
LARGE_HAND_BOXES: Final = tuple(
    Box(PANEL_X + (PANEL_WIDTH - LARGE_HAND_CARD_SIZE[0]) // 2, 676 + 240 * i, *LARGE_HAND_CARD_SIZE)
    for i in range(2)
)
"""Boxes of a hand of one or two cards that fills the lower part of the panel."""
LARGE_SCORE_SIZE: Final = (76, 78)
SMALL_SCORE_SIZE: Final = (62, 64)
"""Sizes of the coin with the score of a large card. It is small beside a pattern that leaves little room."""
SCORE_MARGINS: Final = (4, 4)
"""Minimum distances of that coin from the right and the lower edge of the card."""
SAND_MOVE_BOX: Final = Box(28, 234, 222, 324)
"""Box of the last move beside the viewer's large reef, relative to the reef's area."""
PILL_SIZE: Final = (184, 46)
"""Size of the background of the score below a card."""
LAST_ROW_TOP: Final = 926
"""Top of the last move if it is below a hand with one row."""
LAST_MOVE_AREA: Final = Box(PANEL_X, 636, PANEL_WIDTH, 512)
"""Area of the last move if no hand is shown."""
UNSCORED_MOVE_OFFSET: Final = 40
"""Pixels by which a move without points is moved down, so that it stays vertically centred."""
LAST_CARD_SIZE: Final = (376, 314)
"""Size of the large card that the last move played or took, and of the only card of a hand in a quiz."""
LAST_BACK_SIZE: Final = (226, 290)
"""Size of the back of a card drawn from the deck."""
SPACE_SIZE_BY_PATTERN_LENGTH: Final = {1: 206, 2: 126, 3: 88}
"""Size of each space of the large card's pattern, by the larger number of columns or rows."""
SINGLE_HAND_BOX: Final = Box(PANEL_X, 676, PANEL_WIDTH, LAST_CARD_SIZE[1] + 92)
"""Box of the only card of a hand and its score, if it fills the lower part of the panel."""
SINGLE_SCORE_SIZE: Final = 72
"""Font size of the score below such a card."""
BROUGHT_CORAL_SIZE: Final = 66
"""Size of the corals that a card brings, on the large card."""
RANKING_PLATES_BY_SEAT_COUNT: Final = {
    2: (Box(PANEL_X, 118, PANEL_WIDTH, 262), Box(PANEL_X, 436, PANEL_WIDTH, 236)),
    3: (
        Box(PANEL_X, 118, PANEL_WIDTH, 220),
        *(Box(PANEL_X, 386 + 236 * i, PANEL_WIDTH, 188) for i in range(2)),
    ),
    4: tuple(Box(PANEL_X, 118 + 226 * i, PANEL_WIDTH, 170) for i in range(4)),
}
"""Name plates after the match by number of seats, each with room for a line below it."""
FINAL_SUPPLY_BOXES_BY_SEAT_COUNT: Final = {
    2: tuple(Box(PANEL_X + 192 * (i % 2), 730 + 216 * (i // 2), 184, 208) for i in range(4)),
    3: tuple(Box(PANEL_X + 192 * (i % 2) + 30, 868 + 142 * (i // 2), 124, 136) for i in range(4)),
    4: tuple(box._replace(y=1046) for box in SUPPLY_BOXES),
}
"""Boxes of the supply after the match, by number of seats. It shows which colour has run out."""
NUMBER_DISC_DIAMETER: Final = 62
"""Diameter of the disc with the points on an open card.

The number of cards on a face-up top card of the deck is as wide.
"""
SMALL_DISC_DIAMETER: Final = 54
"""Diameter of the disc beside a pattern that leaves little room."""
DECK_COUNT_SIZE: Final = (84, 60)
"""Size of the background of the number of cards in the deck."""


def arrange_held_backs(site: Site) -> tuple[Box, ...]:
    """Return the places of a hand's backs below a name plate, relative to the reef's area."""
    (left, top), (wide, high) = site.hand, LARGE_HELD_SIZE
    across, down = wide + HELD_GAPS[0], high + HELD_GAPS[1]
    return tuple(
        Box(left + across * (i % 2), top + down * (i // 2), wide, high) for i in range(MAX_HAND_SIZE)
    )


def has_large_cards(view: View) -> bool:
    """Return whether the open cards are large in a quiz, because the viewer has no hand."""
    return not view.hand and len(view.display) == OPEN_CARD_COUNT and bool(view.deck) and view.top is None


def list_slots(seat_count: int) -> tuple[Box, ...]:
    """Return the boxes of everything that is drawn during a match. No two boxes overlap."""
    areas = [Box(x, y, *site.size) for site, x, y in SITE_PLACES_BY_SEAT_COUNT[seat_count]]
    return (*areas, BANNER_BOX, *DISPLAY_BOXES, *SUPPLY_BOXES, *HAND_BOXES)


def list_quiz_hand_boxes(count: int) -> tuple[Box, ...]:
    """Return the places of a hand's cards in lessons and puzzles, the larger the fewer they are.

    They are in the middle of the lower part of the panel.
    """
    top = HAND_BOXES[0].y
    wide, high = LARGE_HAND_CARD_SIZE
    room = 2 * high + 8
    if count == 1:
        return (Box(PANEL_X, top + (room - LAST_CARD_SIZE[1]) // 2, *LAST_CARD_SIZE),)
    if count <= 2:
        left = PANEL_X + (PANEL_WIDTH - wide) // 2
        return tuple(Box(left, top + (high + 8) * i, wide, high) for i in range(count))
    step = CARD_SIZE[1] + 8
    top += (room - step - CARD_SIZE[1]) // 2
    return tuple(
        box._replace(y=top + step * (i // 2), h=CARD_SIZE[1])
        for i, box in enumerate(_centre_lone_card(HAND_BOXES[:count]))
    )


def find_heading_y(boxes: Sequence[Box]) -> int:
    """Return the vertical centre of the heading above a hand's cards."""
    return boxes[0].y - HAND_BOXES[0].y + HEADING_Y if boxes else HEADING_Y


def list_hand_boxes(count: int, *, is_large: bool) -> tuple[Box, ...]:
    """Return the boxes of a hand's cards and scores, except in lessons and puzzles.

    :param is_large: whether the cards may fill the lower part of the panel. A single card is always large.
    """
    if count == 1 and is_large:
        return (SINGLE_HAND_BOX,)
    if count == 1 or (is_large and count <= len(LARGE_HAND_BOXES)):
        return LARGE_HAND_BOXES[:count]
    return _centre_lone_card(HAND_BOXES[:count])


def find_points_box(card: int) -> Box:
    """Return the box of the points on a card, relative to it. It covers nothing of the card's pattern."""
    pattern = CARDS[card].pattern
    columns, rows = ({element.column for element in pattern}, {element.row for element in pattern})
    large, small = NUMBER_DISC_DIAMETER, SMALL_DISC_DIAMETER
    if len(columns) == 2 and len(rows) == 1:
        return Box(8, CARD_SIZE[1] - small - 2, small, small)
    if len(columns) > 1 and len(rows) == 1:
        return Box(8, CARD_SIZE[1] - large - 6, large, large)
    if len(columns) == len(rows) == len(pattern) > 1:
        return Box(4, 57, large, large)
    if _is_square(card):
        return Box(CARD_SIZE[0] - small, 64, small, small)
    return Box(CARD_SIZE[0] - large - 2, 62, large, large)


def _is_square(card: int) -> bool:
    """Return whether a pattern fills a square of several spaces, which leaves little room beside it."""
    columns = {element.column for element in CARDS[card].pattern}
    return CARDS[card].ring is not None or len(CARDS[card].pattern) == len(columns) ** 2 > 1


def find_score_box(number: int, card: Box) -> Box:
    """Return the box of the coin with the score of a large card, beside the card's pattern."""
    box = find_points_box(number)
    wide, high = LARGE_SCORE_SIZE if box.w == NUMBER_DISC_DIAMETER else SMALL_SCORE_SIZE
    right, bottom = (
        length - size - margin
        for length, size, margin in zip(card[2:], (wide, high), SCORE_MARGINS, strict=True)
    )
    left, top = box.x * card.w // CARD_SIZE[0], box.y * card.h // CARD_SIZE[1]
    return Box(card.x + min(left, right), card.y + min(top, bottom), wide, high)


def _centre_lone_card(boxes: tuple[Box, ...]) -> tuple[Box, ...]:
    """Move a third card to the middle of its row, where it is alone."""
    if len(boxes) != MAX_HAND_CARDS_IN_ROW + 1:
        return boxes
    return (*boxes[:-1], boxes[-1]._replace(x=PANEL_X + (PANEL_WIDTH - CARD_SIZE[0]) // 2))
