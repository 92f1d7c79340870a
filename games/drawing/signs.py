"""Draws signs for the quality of moves. Their shapes differ, so they can be told apart without colour."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

from PIL import ImageDraw

from games.core.picture import GOLD_COLOUR, INK_COLOUR
from games.players.marks import BEST_MARK, COSTLY_MARK, FAIR_MARK, GOOD_MARK

SIGN_EMOJI: Final[Mapping[str, str]] = {BEST_MARK: "⭐", GOOD_MARK: "🐟", FAIR_MARK: "🫧", COSTLY_MARK: "🪨"}
"""The emoji for each sign, for lines of text."""
_FISH_COLOUR: Final = "#36C8FA"
_BUBBLE_COLOUR: Final = "#E5F7F5"
_ROCK_COLOURS: Final = ("#7A8B93", "#A9B7BD")

Pen = ImageDraw.ImageDraw


def draw_sign(pen: Pen, mark: str, x: float, y: float, size: float) -> None:
    """Draw the sign of a mark centred on a point, ``size`` pixels wide."""
    draw_by_mark = {
        BEST_MARK: _draw_star,
        GOOD_MARK: _draw_fish,
        FAIR_MARK: _draw_bubble,
        COSTLY_MARK: _draw_rock,
    }
    draw_by_mark[mark](pen, x, y, size / 2)


def _draw_star(pen: Pen, x: float, y: float, radius: float) -> None:
    points = []
    for corner in range(10):
        far = radius if corner % 2 == 0 else 0.45 * radius
        angle = math.pi * corner / 5 - math.pi / 2
        points.append((x + far * math.cos(angle), y + 0.05 * radius + far * math.sin(angle)))
    pen.polygon(points, GOLD_COLOUR, INK_COLOUR, max(1, round(radius / 12)))


def _draw_fish(pen: Pen, x: float, y: float, radius: float) -> None:
    line = max(1, round(radius / 12))
    pen.polygon(
        [(x - 0.35 * radius, y), (x - radius, y - 0.55 * radius), (x - radius, y + 0.55 * radius)],
        _FISH_COLOUR,
        INK_COLOUR,
        line,
    )
    pen.ellipse(
        (x - 0.6 * radius, y - 0.58 * radius, x + radius, y + 0.58 * radius), _FISH_COLOUR, INK_COLOUR, line
    )
    pen.ellipse((x + 0.42 * radius, y - 0.24 * radius, x + 0.64 * radius, y - 0.02 * radius), INK_COLOUR)


def _draw_bubble(pen: Pen, x: float, y: float, radius: float) -> None:
    line = max(2, round(radius / 7))
    pen.ellipse(
        (x - 0.9 * radius, y - 0.4 * radius, x + 0.3 * radius, y + 0.8 * radius), None, _BUBBLE_COLOUR, line
    )
    pen.ellipse(
        (x + 0.45 * radius, y - 0.1 * radius, x + 0.9 * radius, y + 0.35 * radius), None, _BUBBLE_COLOUR, line
    )
    pen.ellipse((x, y - 0.9 * radius, x + 0.35 * radius, y - 0.55 * radius), _BUBBLE_COLOUR)


def _draw_rock(pen: Pen, x: float, y: float, radius: float) -> None:
    body = [(-0.95, 0.65), (-0.75, -0.1), (-0.3, -0.6), (0.35, -0.5), (0.8, 0.05), (0.95, 0.65)]
    pen.polygon(
        [(x + a * radius, y + b * radius) for a, b in body],
        _ROCK_COLOURS[0],
        INK_COLOUR,
        max(1, round(radius / 12)),
    )
    face = [(-0.6, 0.0), (-0.25, -0.45), (0.25, -0.35), (0.0, 0.1)]
    pen.polygon([(x + a * radius, y + b * radius) for a, b in face], _ROCK_COLOURS[1])
