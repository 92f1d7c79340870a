"""Where things lie in a picture of Reef: a place for each seat, and the panel at the side."""

from __future__ import annotations

from typing import Final, NamedTuple

from games.core.picture import TALLEST, WIDTH, Box

HIGH: Final = TALLEST


class Site(NamedTuple):
    """How a seat's place is laid out: measures of its spaces, and where things lie within it.

    ``cells`` is the upper left corner of a4; each coral of a stack lies ``high`` pixels higher, and a face
    is ``face`` pixels deep.
    """

    name: str
    wide: int
    deep: int
    high: int
    cells: tuple[int, int]
    size: tuple[int, int]
    plate: Box
    held: tuple[int, int]
    letters: int
    """How far below the first row the letters of the columns lie."""

    @property
    def face(self) -> int:
        """How deep a face is: a stack of four ends where that of a single coral behind it begins."""
        return self.deep - 3 * self.high


LARGE: Final = Site("large", 164, 126, 10, (294, 26), (984, 572), Box(22, 26, 242, 200), (34, 250), 517)
SMALL: Final = Site("small", 108, 110, 8, (36, 94), (488, 572), Box(16, 10, 374, 74), (402, 12), 452)
FACE: Final = (4, 3)
"""How far the face of a coral is inset in its sprite."""
EDGE: Final = 32
"""How much of a coral is drawn that lies below another."""
BADGE: Final = (7, 6)
"""Where the height lies on the sprite of a stack's highest coral."""
HELD: Final = (64, 70)
HELD_LARGE: Final = (102, 128)
HELD_SMALL: Final = (48, 54)
"""Size of the back of a card that a seat holds: beside a small reef, a large one, and at the end."""
HELD_GAP: Final = 14

NEAR_LARGE: Final = (LARGE, 12, 586)
PLACES: Final = {
    2: (NEAR_LARGE, (LARGE, 12, 8)),
    3: (NEAR_LARGE, (SMALL, 12, 8), (SMALL, 508, 8)),
    4: ((SMALL, 12, 586), (SMALL, 12, 8), (SMALL, 508, 8), (SMALL, 508, 586)),
}
"""By seats: where each lies, the near one first, then clockwise."""

PANEL_X: Final = 1012
PANEL_WIDE: Final = 376
BANNER: Final = Box(PANEL_X, 18, PANEL_WIDE, 84)
CARD: Final = (184, 190)
DISPLAY: Final = tuple(Box(PANEL_X + 192 * (i % 2), 112 + 198 * (i // 2), *CARD) for i in range(4))
"""The three open cards, then the deck."""
SUPPLY: Final = tuple(Box(PANEL_X + 96 * i, 512, 88, 104) for i in range(4))
LOWER: Final = Box(PANEL_X - 8, 626, WIDTH - PANEL_X + 2, HIGH - 634)
"""The part of the panel below the supply: the hand or the last move."""
ROUND: Final = 18
"""Radius of its corners."""
HEADING_Y: Final = 652
HEADING: Final = 34
HAND: Final = tuple(Box(PANEL_X + 192 * (i % 2), 676 + 240 * (i // 2), 184, 238) for i in range(4))
PILL: Final = (184, 46)
LAST_ROW: Final = 926
"""Where the last move is shown below a hand of one row."""
LAST: Final = Box(PANEL_X, 636, PANEL_WIDE, 512)
"""The last move, where nothing else needs the room."""
PAPER: Final = (376, 314)
"""The card of the last move, drawn large."""
TOLD_BACK: Final = (226, 290)
"""The back of a card that was drawn from the deck."""
TOLD: Final = {2: 126, 3: 88}
"""Size of a space of its pattern, by its greatest number of columns or rows."""
BROUGHT: Final = 66
RANKING: Final = {
    2: tuple(Box(PANEL_X, 118 + 206 * i, PANEL_WIDE, 156) for i in range(2)),
    3: tuple(Box(PANEL_X, 118 + 200 * i, PANEL_WIDE, 152) for i in range(3)),
    4: tuple(Box(PANEL_X, 118 + 214 * i, PANEL_WIDE, 160) for i in range(4)),
}
"""By seats: the plates of the end, the best one first, with room for a line below each."""
FINAL_SUPPLY: Final = {2: 522, 3: 716, 4: 1040}
"""By seats: where the supply lies at the end."""
FILM_LAST: Final = 766
"""Where it lies in a film."""
FINAL_LAST: Final = 880
"""Where the last move lies at the end of a match of three."""
EXTRA: Final = 62
COUNT: Final = (84, 60)


def slots(seats: int) -> tuple[Box, ...]:
    """Return every place on which something may lie; no two of them overlap."""
    areas = [Box(x, y, *site.size) for site, x, y in PLACES[seats]]
    return (*areas, BANNER, *DISPLAY, *SUPPLY, *HAND)
