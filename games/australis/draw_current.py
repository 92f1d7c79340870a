"""Draws the current: trails, turtles, food cubes, and the spaces in reach."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from PIL import Image, ImageDraw

from games.australis.layout import (
    ARRIVAL_BOX,
    CENTRE_LINE,
    CUBE_OFFSETS_BY_SPACE,
    POOL_AREA_BY_SPACE,
    POOL_PLACES,
    SECTION_DISC_RADIUS,
    SPACE_INDICES,
    STONE_CENTRES,
    STONE_SIZE,
    TAG_BOX,
    TURTLE_BOUNDS,
    find_section_disc,
)
from games.australis.parts import GREY_CUBE_SPACE, SECTION_STARTS, Colour
from games.australis.texts.position import find_landing
from games.australis.view import DRAFT_STAGE
from games.core.picture import GOLD_COLOUR, INK_COLOUR, WHITE_COLOUR
from games.drawing import palette
from games.drawing.canvas import EDGE_COLOUR
from games.drawing.sprites import Sprite, make_masked_sprite

if TYPE_CHECKING:
    from games.australis.changes import Changes
    from games.australis.view import View
    from games.drawing.canvas import Canvas
    from games.drawing.sprites import Atlas

TRAIL_LINES: Final = ((86, EDGE_COLOUR), (76, WHITE_COLOUR), (58, "#2F8FD3"))
"""Widths and colours of the lines of a trail, the widest first."""
CREAM_COLOUR: Final = "#FFF4DD"
TAG_SIZE: Final = 42
"""Font size of the space number on a turtle's tag."""
REACH_DIAMETER: Final = 84
"""Diameter of the ring around a space in reach of the seat to act."""


class CurrentPainter:
    """Draws everything on the current."""

    def __init__(self, canvas: Canvas, sprites: Atlas, view: View, changed: Changes) -> None:
        self.canvas = canvas
        self.sprites = sprites
        self.view = view
        self.changed = changed

    def paint(self, marks_reach: bool) -> None:
        """Draw everything on the current.

        :param marks_reach: whether to mark the spaces in reach.
        """
        for seat in self.changed.moved_turtles:
            self.draw_trail(self.changed.origin_by_seat[seat], self.view.boards[seat].space)
        for space, places in CUBE_OFFSETS_BY_SPACE.items():
            (x, y), grey = STONE_CENTRES[space], space == GREY_CUBE_SPACE
            for dx, dy in places[: self.view.grey_track] if grey else places:
                self.canvas.put(self.sprites["cube_grey" if grey else "cube_food"], x + dx, y + dy)
        if marks_reach:
            self.mark_spaces_in_reach()
        for seat in reversed(self.view.turtle_order):
            self.draw_turtle(seat)

    def draw_trail(self, origin: int, space: int) -> None:
        """Draw a trail along the current between two spaces, and redraw the numbers that it covers."""
        if origin == space:
            return
        first, last = sorted((origin, space))
        sprite, left, top = make_trail(first, last)
        self.canvas.put(sprite, left, top)
        end = self.view.track_end
        discs = [
            (*STONE_CENTRES[passed], STONE_SIZE // 2) for passed in range(first, last + 1) if passed != end
        ]
        discs += [
            (*find_section_disc(start), SECTION_DISC_RADIUS)
            for start in SECTION_STARTS
            if first < start <= last
        ]
        for x, y, radius in discs:
            self.canvas.put(make_table_cutout(self.sprites, end, x, y, radius), x - radius, y - radius)

    def mark_spaces_in_reach(self) -> None:
        """Mark where the turtle of the seat to act would land with each blue die, before the last space."""
        view = self.view
        if view.stage != DRAFT_STAGE or view.active_seat is None:
            return
        ways = {die.value for die in view.offer if die.colour == Colour.BLUE}
        for space in {find_landing(view, view.active_seat, way).space for way in ways}:
            if space != view.track_end:
                x, y = STONE_CENTRES[space]
                self.canvas.put(
                    make_reach_ring(REACH_DIAMETER), x - REACH_DIAMETER // 2, y - REACH_DIAMETER // 2
                )

    def draw_turtle(self, seat: int) -> None:
        """Draw a turtle with the number of its space."""
        view, space = self.view, self.view.boards[seat].space
        if space == view.track_end:
            self.draw_arrived_turtle(seat)
            return
        x, y = STONE_CENTRES[space]
        self.canvas.put(self.sprites[f"turtle_{seat}"], x + TURTLE_BOUNDS.x, y + TURTLE_BOUNDS.y)
        self.canvas.put(self.sprites["tag"], x + TAG_BOX.x, y + TAG_BOX.y)
        self.canvas.write_line(
            str(space),
            x + TAG_BOX.x + TAG_BOX.w // 2,
            y + TAG_BOX.y + TAG_BOX.h // 2,
            TAG_SIZE,
            INK_COLOUR,
            CREAM_COLOUR,
        )

    def draw_arrived_turtle(self, seat: int) -> None:
        """Draw a turtle on the last space with its order of arrival."""
        view = self.view
        pool, place = POOL_AREA_BY_SPACE[view.track_end], view.arrived.index(seat)
        x, y = pool.x + POOL_PLACES[place][0], pool.y + POOL_PLACES[place][1]
        resting, disc = self.sprites[f"resting_{seat}"], ARRIVAL_BOX
        self.canvas.put(resting, x - resting.size[0] // 2, y - resting.size[1] // 2)
        self.canvas.put(self.sprites["arrival"], x + disc.x, y + disc.y)
        self.canvas.write_line(
            str(place + 1), x + disc.x + disc.w // 2, y + disc.y + disc.h // 2, 34, INK_COLOUR, CREAM_COLOUR
        )


@lru_cache(maxsize=32)
def make_trail(first: int, last: int) -> tuple[Sprite, int, int]:
    """Return the sprite of the trail between two spaces, and its upper left corner."""
    points = [(round(x), round(y)) for x, y in CENTRE_LINE[SPACE_INDICES[first] : SPACE_INDICES[last] + 1]]
    margin = TRAIL_LINES[0][0] // 2 + 1
    left, top = (min(point[axis] for point in points) - margin for axis in (0, 1))
    right, bottom = (max(point[axis] for point in points) + margin for axis in (0, 1))
    image = Image.new("P", (right - left, bottom - top), palette.CLEAR_INDEX)
    pen = ImageDraw.Draw(image)
    way = [(x - left, y - top) for x, y in points]
    for wide, colour in TRAIL_LINES:
        ink, half = palette.find_index(colour), wide // 2
        pen.line(way, ink, wide, joint="curve")
        for x, y in (way[0], way[-1]):
            pen.ellipse((x - half, y - half, x + half, y + half), ink)
    return make_masked_sprite(image), left, top


@lru_cache(maxsize=64)
def make_table_cutout(sprites: Atlas, end: int, x: int, y: int, radius: int) -> Sprite:
    """Return a round cutout of the background around a point."""
    mask = Image.new("1", (2 * radius, 2 * radius))
    ImageDraw.Draw(mask).ellipse((1, 0, 2 * radius - 2, 2 * radius - 3), 1)
    ground = sprites[f"table_{end}"].image
    return Sprite(ground.crop((x - radius, y - radius, x + radius, y + radius)), mask)


@lru_cache(maxsize=4)
def make_reach_ring(diameter: int) -> Sprite:
    """Return the sprite of a ring that marks a space in reach."""
    image = Image.new("P", (diameter, diameter), palette.CLEAR_INDEX)
    pen = ImageDraw.Draw(image)
    for inset, colour, wide in ((0, EDGE_COLOUR, 11), (2, GOLD_COLOUR, 7)):
        box = (inset, inset, diameter - 1 - inset, diameter - 1 - inset)
        pen.ellipse(box, outline=palette.find_index(colour), width=wide)
    return make_masked_sprite(image)
