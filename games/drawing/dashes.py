"""Splits a line into dashes, because Pillow draws only solid lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import hypot

Point = tuple[float, float]


def split_dashes(points: Sequence[Point], dashes: tuple[int, ...]) -> Iterator[list[Point]]:
    """Yield the dashes of a line as lists of points; without ``dashes``, the whole line.

    :param dashes: lengths of a dash, a gap, and so on, repeated along the line.
    """
    if not dashes or len(points) < 2:
        yield list(points)
        return
    number, left = 0, float(dashes[0])
    part: list[Point] = [points[0]]
    for (x, y), (to_x, to_y) in pairwise(points):
        whole = hypot(to_x - x, to_y - y)
        gone = 0.0
        while whole - gone > left:
            gone += left
            at = (x + (to_x - x) * gone / whole, y + (to_y - y) * gone / whole)
            if number % 2 == 0:
                yield [*part, at]
            part = [at]
            number += 1
            left = float(dashes[number % len(dashes)])
        left -= whole - gone
        part.append((to_x, to_y))
    if number % 2 == 0:
        yield part
