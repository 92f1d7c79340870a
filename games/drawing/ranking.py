"""The last card of a film: who came in which place, with how many points."""

from __future__ import annotations

import math
from functools import cache
from typing import Final

from PIL import Image, ImageDraw

from games.core.outcome import Outcome
from games.core.picture import GOLD, HEIGHT, INK, NAVY, PLATE_DIM, PLATE_LIT, WHITE, WIDTH
from games.drawing import palette
from games.drawing.canvas import EDGE, Canvas
from games.drawing.sprites import Sprite

ROW: Final = 104
GAP: Final = 12
ACROSS: Final = 920
HEAD: Final = 128
PAD: Final = 32
TITLE: Final = 56
NAME: Final = 48
CORNER: Final = 20
MEDALS: Final = {1: (GOLD, INK), 2: ("#C3CED4", INK), 3: ("#B9771D", WHITE)}
OTHER: Final = (NAVY, WHITE)
SEA: Final = ("#7FD0CF", "#4FB3C0", "#2F8FAE", "#1F6F96", "#17577A", "#10405F")


def ranking(title: str, names: tuple[str, ...], outcome: Outcome, height: int = HEIGHT) -> Image.Image:
    """Draw the ranking of a finished match, as high as its boards. Nothing but the title is in words."""
    canvas = Canvas(Sprite(sea(height), None))
    pen = ImageDraw.Draw(canvas.image)
    seats = sorted(range(len(names)), key=outcome.placements.__getitem__)
    high = HEAD + len(seats) * (ROW + GAP) - GAP + PAD
    left, top = (WIDTH - ACROSS) // 2, (height - high) // 2
    box = (left, top, left + ACROSS, top + high)
    pen.rounded_rectangle(box, 2 * CORNER, palette.index(NAVY), palette.index(GOLD), 4)
    canvas.write(title, WIDTH // 2, top + HEAD // 2, TITLE, GOLD, NAVY, room=ACROSS - 2 * PAD)
    for number, seat in enumerate(seats):
        _row(canvas, pen, left + PAD, top + HEAD + number * (ROW + GAP), names, seat, outcome)
    return canvas.image


@cache
def sea(height: int = HEIGHT) -> Image.Image:
    """Draw flat waves, one behind the other, light above and deep below."""
    image = Image.new("P", (WIDTH, height), palette.index(SEA[0]))
    pen = ImageDraw.Draw(image)
    for number, colour in enumerate(SEA[1:], 1):
        top = height * number // len(SEA)
        crest = [(x, top + 26 * math.sin(x / 160 + 2 * number)) for x in range(0, WIDTH + 1, 8)]
        pen.polygon([*crest, (WIDTH, height), (0, height)], palette.index(colour))
    return image


def _row(
    canvas: Canvas,
    pen: ImageDraw.ImageDraw,
    x: int,
    y: int,
    names: tuple[str, ...],
    seat: int,
    outcome: Outcome,
) -> None:
    place, across = outcome.placements[seat], ACROSS - 2 * PAD
    ink, ground = (INK, PLATE_LIT) if seat in outcome.winners else (WHITE, PLATE_DIM)
    pen.rounded_rectangle((x, y, x + across, y + ROW), CORNER, palette.index(ground))
    metal, mark = MEDALS.get(place, OTHER)
    pen.ellipse((x + 16, y + 14, x + 92, y + 90), palette.index(metal), palette.index(EDGE), 4)
    canvas.write(str(place), x + 54, y + ROW // 2, 44, mark, metal)
    canvas.write_name(names, seat, x + 120, y + ROW // 2, NAME, ink, ground, across - 320)
    if outcome.scores:
        canvas.write(str(outcome.scores[seat]), x + across - 28, y + ROW // 2, TITLE, ink, ground, "right")
