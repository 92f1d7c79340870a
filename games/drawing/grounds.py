"""Lights the ground under a seat's pieces, such as an island, in its own shape.

A ground is warm sand in cool water, so its shape is found by its colours.
"""

from __future__ import annotations

from functools import cache

from PIL import Image, ImageChops

from games.core.picture import Box
from games.drawing import palette
from games.drawing.contours import find_edges


def light_ground(dimmed: Image.Image, board: Image.Image, ground: Box) -> None:
    """Copy a ground from the lit board to the dimmed one, without the water around it."""
    piece = board.crop(find_edges(ground))
    dimmed.paste(piece, (ground.x, ground.y), _make_ground_mask(piece))


def _make_ground_mask(piece: Image.Image) -> Image.Image:
    """Return the mask of everything between the outermost warm pixels of each row and column."""
    warm = piece.point(_make_warm_table(), "L")
    down = _fill_rows(warm.transpose(Image.Transpose.TRANSPOSE)).transpose(Image.Transpose.TRANSPOSE)
    return ImageChops.darker(_fill_rows(warm), down).convert("1")


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
    found = [255 * (red > blue) for red, _, blue in palette.list_colours()]
    return found + [0] * (256 - len(found))
