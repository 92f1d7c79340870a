"""Where things lie in a picture of Reef: a place for each seat, and the panel at the side."""

from __future__ import annotations

from typing import Final, NamedTuple

from games.core.picture import Box


class Site(NamedTuple):
    """How a seat's place is laid out: measures of its spaces, and where things lie within it.

    ``cells`` is the upper left corner of a4's hollow; each coral of a stack lies ``high`` pixels higher.
    """

    name: str
    wide: int
    deep: int
    high: int
    cells: tuple[int, int]
    size: tuple[int, int]


LARGE: Final = Site("large", 152, 92, 14, (356, 74), (984, 480))
SMALL: Final = Site("small", 108, 78, 11, (42, 130), (488, 480))
FACE: Final = (4, 3)
"""How far the face of a coral is inset in its sprite."""

NEAR_LARGE: Final = (LARGE, 12, 508)
PLACES: Final = {
    2: (NEAR_LARGE, (LARGE, 12, 12)),
    3: (NEAR_LARGE, (SMALL, 12, 12), (SMALL, 508, 12)),
    4: ((SMALL, 12, 508), (SMALL, 12, 12), (SMALL, 508, 12), (SMALL, 508, 508)),
}
"""By seats: where each lies, the near one first, then clockwise."""

PANEL_X: Final = 1016
BANNER: Final = Box(PANEL_X, 16, 368, 60)
CARD: Final = (176, 160)
DISPLAY: Final = tuple(Box(PANEL_X + 192 * (i % 2), 86 + 168 * (i // 2), *CARD) for i in range(4))
"""The three open cards, then the deck."""
SUPPLY: Final = tuple(Box(PANEL_X + 94 * i, 424, 86, 104) for i in range(4))
HEADING_Y: Final = 552
HAND: Final = tuple(Box(PANEL_X + 192 * (i % 2), 572 + 202 * (i // 2), 176, 194) for i in range(4))
LAST: Final = Box(PANEL_X, 572, *CARD)
RANKING: Final = {
    2: tuple(Box(PANEL_X, 752 + 116 * i, 368, 108) for i in range(2)),
    3: tuple(Box(PANEL_X, 752 + 78 * i, 368, 70) for i in range(3)),
    4: tuple(Box(PANEL_X, 752 + 58 * i, 368, 50) for i in range(4)),
}
"""By seats: a line for each."""
MINI: Final = (88, 80)
FINAL: Final = {
    2: tuple(Box(PANEL_X, 548 + 168 * i, 368, 148) for i in range(2)),
    3: tuple(Box(PANEL_X, 540 + 148 * i, 368, 142) for i in range(3)),
    4: tuple(Box(PANEL_X, 424 + 140 * i, 368, 134) for i in range(4)),
}
"""By seats: a line for each at the end, with its hand; four of them need the place of the supply."""
BADGE: Final = (124, 54)
"""Where a number lies on a card that is not part of it: points laid on it, cards left in the deck."""
ROW_OF_TWO: Final = 70
"""The least height of a line that has room for a second one of text."""
RIBBON: Final = Box(232, 446, 540, 94)
RIBBON_SIZE: Final = 34
RIBBON_ROOM: Final = 320
RIBBON_TALL: Final = 56
BESIDE_CROWN: Final = 38
"""How far the line of the ribbon makes way for the crown."""


def slots(seats: int) -> tuple[Box, ...]:
    """Return every place on which something may lie; no two of them overlap."""
    areas = [Box(x, y, *site.size) for site, x, y in PLACES[seats]]
    return (*areas, BANNER, *DISPLAY, *SUPPLY, *HAND)
