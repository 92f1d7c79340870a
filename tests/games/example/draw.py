"""The picture of Shells: the beach with its pebbles, and a plate for each seat.

Only this module of a game, and others beside it named ``draw_*.py``, may import Pillow.
"""

from __future__ import annotations

from typing import Final

from PIL.Image import Image, new

from games.core.picture import (
    DIM_PLATE_COLOUR,
    GOLD_COLOUR,
    INK_COLOUR,
    LIT_PLATE_COLOUR,
    NAVY_COLOUR,
    PICTURE_HEIGHT,
    PICTURE_WIDTH,
    WHITE_COLOUR,
)
from games.drawing import palette
from games.drawing.canvas import Canvas
from games.drawing.sprites import Sprite
from tests.games.example.rules import Scene, View

PEBBLE_SIZE, PEBBLE_GAP, PEBBLES_PER_ROW = 44, 16, 10
"""Size of a pebble, the gap between two, and pebbles per row."""
PLATE_SIZE: Final = (600, 200)
PEBBLES_LEFT, PLATES_LEFT, TOP = 60, 740, 60
NAME_FONT_SIZE, COUNT_FONT_SIZE = 40, 72


def draw(view: View, scene: Scene) -> Image:
    """Draw what a viewer sees, in the palette that all games share."""
    canvas = Canvas(_make_rectangle((PICTURE_WIDTH, PICTURE_HEIGHT), NAVY_COLOUR))
    for pebble in range(view.pebbles):
        row, column = divmod(pebble, PEBBLES_PER_ROW)
        canvas.put(
            _make_rectangle((PEBBLE_SIZE, PEBBLE_SIZE), WHITE_COLOUR),
            PEBBLES_LEFT + column * (PEBBLE_SIZE + PEBBLE_GAP),
            TOP + row * (PEBBLE_SIZE + PEBBLE_GAP),
        )
    for seat, taken in enumerate(view.taken):
        top = TOP + seat * (PLATE_SIZE[1] + PEBBLE_GAP)
        ink, ground = (
            (INK_COLOUR, LIT_PLATE_COLOUR)
            if scene.is_steady or _is_lit(seat, view, scene)
            else (WHITE_COLOUR, DIM_PLATE_COLOUR)
        )
        canvas.put(_make_rectangle(PLATE_SIZE, ground), PLATES_LEFT, top)
        canvas.write_name(scene.names, seat, PLATES_LEFT + 24, top + 60, NAME_FONT_SIZE, ink, ground, 400, 90)
        pearls = view.pearls[seat]
        count = str(taken) if pearls is None else f"{taken} + {pearls}"
        canvas.write_line(count, PLATES_LEFT + 24, top + 145, COUNT_FONT_SIZE, ink, ground, "left")
        if _has_changed(seat, view, scene):
            canvas.draw_ring(PLATES_LEFT, top, *PLATE_SIZE, 4, GOLD_COLOUR)
    return canvas.image


def _make_rectangle(size: tuple[int, int], colour: str) -> Sprite:
    return Sprite(new("P", size, palette.find_index(colour)), None)


def _is_lit(seat: int, view: View, scene: Scene) -> bool:
    return seat == view.active_seat if scene.outcome is None else seat in scene.outcome.winners


def _has_changed(seat: int, view: View, scene: Scene) -> bool:
    """Return whether a seat took pebbles since the earlier view, or in the newest events."""
    if scene.earlier_view is not None:
        return view.taken[seat] != scene.earlier_view.taken[seat]
    return any(event.seat == seat and event.pebbles for event in scene.events)
