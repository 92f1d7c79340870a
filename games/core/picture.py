"""Sizes, colours and types that the pictures of all games share."""

from __future__ import annotations

from typing import Final, NamedTuple

from games.core.words import Msg

WIDTH: Final = 1400
HEIGHT: Final = 1000
MAX_HEIGHT: Final = 1166
"""Maximum height of a board in pixels. At a ratio of 6 to 5 it fills most of a phone's width."""

INK: Final = "#10293D"
WHITE: Final = "#FFFFFF"
GOLD: Final = "#FFC53D"
NAVY: Final = "#0B2E4A"
PLATE_LIT: Final = "#FFE9B0"
PLATE_DIM: Final = "#1A3D59"
PLATE_DIM_TOP: Final = "#234F70"
RING_OUT: Final = 8
"""Pixels by which the ring around a change extends beyond its box."""


class Box(NamedTuple):
    """A rectangle: the coordinates of its upper left corner and its size, in pixels."""

    x: int
    y: int
    w: int
    h: int


PLATES: Final = "plates"
"""The field for which ``list_places`` returns the places of the turn plate and of the viewer's own plate."""

LABELS: Final = "labels"
"""The field for which ``list_places`` returns the places of signs beside the pieces, such as row letters."""

BARRED: Final = "barred"
"""The field for which ``list_places`` returns the places that no move can use, such as full stacks."""

EVERY: Final = "every"
"""The field for which ``list_places`` returns all places of a kind, such as all stacks. Its values "0",
"1", … are the kinds. If all places of a kind can be chosen, none is framed, because frames would say nothing.
"""

PictureRows = tuple[tuple[Box, ...], ...]
"""Boxes of a picture in rows, from top to bottom and from left to right."""


class Piece(NamedTuple):
    """A sprite on a poster: its centre, its scale, and its counterclockwise rotation in degrees."""

    sprite: str
    x: int
    y: int
    scale: float = 1.0
    turn: float = 0.0


class Move(NamedTuple):
    """A piece that moves in a film: its sprite, and the positions that its upper left corner passes.

    If ``lifted``, the place that the piece leaves is drawn as after the move as soon as the piece starts.
    """

    sprite: str
    way: tuple[tuple[int, int], ...]
    lifted: bool = False


class CloseUp(NamedTuple):
    """A part of a board that a film shows larger than the whole: its place on the board and in the frame.

    The frame is half as wide and high as the board. With ``fill``, the part is a plain piece of the
    background that is stretched; pieces never move to it or from it.
    """

    source: Box
    target: Box
    fill: bool = False


class Standing(NamedTuple):
    """A seat's score on the scoreboard of a film, and the sprite of its piece, if it has one."""

    score: str
    sign: str = ""


class Poster(NamedTuple):
    """A game's picture before a match, as sprites of an atlas, with its alt text."""

    atlas: str = ""
    pieces: tuple[Piece, ...] = ()
    alt: Msg = Msg("")
