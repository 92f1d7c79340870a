"""Lights the ground under a seat's pieces, such as an island, and pieces, in their own shapes.

A ground is warm sand in cool water, and a piece has a white outline, so colours show where they end.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from PIL import Image, ImageChops

from games.core.picture import Box
from games.drawing import palette
from games.drawing.contours import find_edges

MIN_WHITE_CHANNEL: Final = 0xD8
"""Minimum of red, green and blue at which a colour counts as a part of a white outline."""


def light_ground(dimmed: Image.Image, board: Image.Image, ground: Box) -> None:
    """Copy a ground from the lit board to the dimmed one, without the water around it."""
    _copy_shape(dimmed, board, ground, _make_warm_table())


def light_outlined_piece(dimmed: Image.Image, board: Image.Image, box: Box) -> None:
    """Copy a piece with a white outline from the lit board to the dimmed one, without what surrounds it."""
    _copy_shape(dimmed, board, box, _make_white_table())


def _copy_shape(dimmed: Image.Image, board: Image.Image, box: Box, edge_table: list[int]) -> None:
    """Copy everything in a box that is between the outermost edge pixels of each row and column.

    :param edge_table: 255 for the palette indices of edge pixels, otherwise 0.
    """
    piece = board.crop(find_edges(box))
    edges = piece.point(edge_table, "L")
    down = _fill_rows(edges.transpose(Image.Transpose.TRANSPOSE)).transpose(Image.Transpose.TRANSPOSE)
    dimmed.paste(piece, (box.x, box.y), ImageChops.darker(_fill_rows(edges), down).convert("1"))


def _fill_rows(mask: Image.Image) -> Image.Image:
    """Return a mask in which each row is filled between its outermost white pixels."""
    width, data, filled = mask.width, mask.tobytes(), bytearray(mask.width * mask.height)
    for start in range(0, len(data), width):
        row = data[start : start + width]
        left, right = row.find(255), row.rfind(255) + 1
        if right:
            filled[start + left : start + right] = b"\xff" * (right - left)
    return Image.frombytes("L", mask.size, bytes(filled))


@cache
def _make_warm_table() -> list[int]:
    """Return a list by palette index: 255 if the colour has more red than blue, otherwise 0."""
    levels = [255 * (red > blue) for red, _, blue in palette.list_colours()]
    return levels + [0] * (256 - len(levels))


@cache
def _make_white_table() -> list[int]:
    """Return a list by palette index: 255 if the colour is nearly white, otherwise 0."""
    levels = [255 * (min(colour) >= MIN_WHITE_CHANNEL) for colour in palette.list_colours()]
    return levels + [0] * (256 - len(levels))
