"""Sizes, colours and types that the pictures of all games share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from games.core.words import Msg

PICTURE_WIDTH: Final = 1400
PICTURE_HEIGHT: Final = 1000
MAX_BOARD_HEIGHT: Final = 1166
"""Maximum height of a board in pixels. Its ratio is then 6 to 5, which suits a phone's width."""

INK_COLOUR: Final = "#10293D"
WHITE_COLOUR: Final = "#FFFFFF"
GOLD_COLOUR: Final = "#FFC53D"
NAVY_COLOUR: Final = "#0B2E4A"
LIT_PLATE_COLOUR: Final = "#FFE9B0"
DIM_PLATE_COLOUR: Final = "#1A3D59"
DIM_PLATE_TOP_COLOUR: Final = "#234F70"
RING_MARGIN: Final = 8
"""Pixels by which the ring around a change extends beyond its box."""


class Box(NamedTuple):
    """A rectangle: the coordinates of its upper left corner, and its width and height, in pixels."""

    x: int
    y: int
    w: int
    h: int


def find_union(boxes: Iterable[Box]) -> Box:
    """Return the smallest box that contains all of ``boxes``."""
    edges = [(box.x, box.y, box.x + box.w, box.y + box.h) for box in boxes]
    left, top = min(edge[0] for edge in edges), min(edge[1] for edge in edges)
    return Box(left, top, max(edge[2] for edge in edges) - left, max(edge[3] for edge in edges) - top)


PLATES_FIELD: Final = "plates"
"""The field for which ``list_places`` returns two places: the plate that says whose turn it is, and the
viewer's own name plate.
"""

LABELS_FIELD: Final = "labels"
"""The field for which ``list_places`` returns the places of signs beside the pieces, such as row letters."""

UNAVAILABLE_FIELD: Final = "barred"
"""The field for which ``list_places`` returns the places that no move can use, such as full stacks."""

NEIGHBOURS_FIELD: Final = "neighbours"
"""The field for which ``list_places`` returns the places of everything that a contour should not cover."""

OWN_FIELD: Final = "own side"
"""The field for which ``list_places`` returns the places of the viewer's own pieces, which stay lit in a
puzzle. With the value :data:`HELD_VALUE`, it returns only those of what the viewer holds, such as dice and
cards, which stay lit in a lesson unless the question is about some of them.
"""

HELD_VALUE: Final = "held"

COMPLETED_FIELD: Final = "completed"
"""The field for which ``list_places`` returns the places of what the viewer has completed, such as pairs.
They are always lit.
"""

OUTLINED_FIELD: Final = "outlined"
"""The field for which ``list_places`` returns the places of the viewer's pieces with a white outline. They
are always lit, in their own shape.
"""

GROUND_FIELD: Final = "ground"
"""The field for which ``list_places`` returns the ground under the viewer's pieces, such as an island in the
sea. It is always lit, in its own shape, so that the viewer finds their own side.
"""

EVERY_FIELD: Final = "every"
"""The field for which ``list_places`` returns all places of one kind, such as all stacks. The values "0", "1"
and so on are the numbers of the kinds. If all places of a kind can be chosen, they aren't framed, because
frames would then say nothing.
"""

SAND_COLOUR: Final = "#F4D592"
"""Colour of bright sand below a seat's pieces."""
OWN_GAP: Final = 10
"""Usual space in pixels between a seat's own parts, beside and above each other, as *Enlarge* shows them."""


class OwnRow(NamedTuple):
    """A row of a seat's own parts of the board: its pieces or reach, which *Enlarge* shows alone."""

    parts: tuple[tuple[Box, ...], ...]
    """Parts from left to right. Each consists of boxes of the board that keep their distances."""
    background_colour: str = SAND_COLOUR
    gap: int = OWN_GAP
    """Space between two parts, in pixels."""
    label_boxes: frozenset[Box] = frozenset()
    """Those boxes of the parts that hold a letter or number. They are shown without what is behind it."""
    outlined_boxes: frozenset[Box] = frozenset()
    """Boxes of the parts that hold a piece with a dark outline, outside which nothing is shown."""


OwnRows = tuple[OwnRow, ...]
"""Rows of a seat's own parts, from top to bottom."""


class PosterPiece(NamedTuple):
    """A sprite on a poster. ``x`` and ``y`` are its centre."""

    sprite: str
    x: int
    y: int
    scale: float = 1.0
    rotation: float = 0.0
    """Counterclockwise rotation in degrees."""


class PieceMove(NamedTuple):
    """A piece's movement, as a replay shows it."""

    sprite: str
    path: tuple[tuple[int, int], ...]
    """Positions of the sprite's upper left corner along the way, in pixels of the board."""
    uncovers_start: bool = False
    """Whether the piece uncovers its first place as soon as it starts to move."""


class CloseUp(NamedTuple):
    """A part of a board that a replay enlarges, or a sprite or text that it shows instead.

    The frame is half as wide and high as the board.
    """

    source: Box
    """The part's place on the board."""
    target: Box
    """The part's place in the frame."""
    is_stretchable: bool = False
    """Whether the part is plain background that may be stretched. No piece moves to or from it."""
    sprite: str = ""
    """Sprite that is shown instead of the part, in the target's size, and of pieces that move there."""
    text: str | Msg = ""
    """Text that is shown instead of the part, centred, in one or more lines. A name starts with a capital
    letter.
    """
    lies_on_board: bool = False
    """Whether a sprite lies on another part of the board, which is shown again when the piece leaves."""
    is_ringed: bool = False
    """Whether a ring marks a sprite as what scored points, or a part as one that matters in the turn."""
    is_fleeting: bool = False
    """Whether a sprite on the board disappears after a moment, because it covers other pieces."""
    text_size: int = 0
    """Font size of the text. With 0, the text is as large as fits the height of the target."""
    text_colour: str = WHITE_COLOUR
    has_plate: bool = False
    """Whether a dark plate separates the text from the board."""


class ScoreboardEntry(NamedTuple):
    """A seat's entry on the scoreboard of a replay."""

    score: str
    sprite: str = ""
    """Sprite of the seat's piece. Empty if the seat has no piece."""
    value: int = 0
    """Number whose change in a turn is shown, such as points."""
    change: int = 0
    """Change of the value in the turn that is shown."""
    has_changed: bool = False
    """Whether that turn changes the score, even if it has no value."""
    unit: str = ""
    """Sprite after the score, which shows what the score counts."""
    stars: int = 0
    """Number of stars before the score, such as rounds won. The game's atlas needs a sprite for them."""
    goal: int = 0
    """Number of stars that wins the match."""
    is_ahead: bool = False
    """Whether the seat leads although the values don't say so."""


class ComparedSource(NamedTuple):
    """A source of points, or another reason for the result of a match, and what each seat got from it."""

    label: str
    values: tuple[int, ...]
    """Number by seat."""
    sprites: tuple[tuple[str, ...], ...] = ()
    """Sprites by seat that are shown instead of the numbers."""


class Poster(NamedTuple):
    """The picture of a game that is shown before a match."""

    atlas: str = ""
    """Name of the atlas with the sprites."""
    pieces: tuple[PosterPiece, ...] = ()
    alt: Msg = Msg("")
