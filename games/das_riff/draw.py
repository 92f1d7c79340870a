"""Draws a position of Das Riff: two reefs, the river of cards between them, and the stocks at the side.

The near edge belongs to the viewer, or to seat 0 for a spectator. The sea edge, column 1, is always on the
left. Empty places are part of the background.
"""

from __future__ import annotations

from typing import Final

from PIL.Image import Image

from games.core.picture import INK_COLOUR, NAVY_COLOUR, WHITE_COLOUR, Box
from games.das_riff import parts
from games.das_riff.changes import CardPath, Changes, compare_views, find_changes
from games.das_riff.draw_side import SidePainter
from games.das_riff.events import Scene
from games.das_riff.layout import (
    CARD_SIZE,
    CELL_STEP,
    CORAL_TOP,
    CORAL_X,
    FIRST_WORM_STOCK,
    NAME_PLATES,
    NO_WORMS_STOCK,
    NUMBER_SIZE,
    NUMBER_Y,
    RIVER_LEFT,
    RIVER_TOP,
    SHORE_STEP,
    SHORE_Y,
    STOCK_SHORE_Y,
    STOCK_SIZE,
    STRIP_HEIGHT,
    STRIP_TOP,
    TIP_GAP,
    arrange_stocks,
    find_stock_box,
    list_held_stocks,
)
from games.das_riff.parts import COLOUR_LETTERS
from games.das_riff.view import EMPTY_CELL, FACE_DOWN_CARD, OFFER_STAGE, Reef, View
from games.drawing.canvas import Canvas
from games.drawing.marks import LIGHT_RING_MARGIN, make_number_background, put_ring, put_trail
from games.drawing.name_plates import NamePlate
from games.drawing.sprites import Sprite, load_atlas
from games.drawing.veil import MIST_COLOUR

LETTER_BACKGROUND_COLOUR: Final = "#0D334F"
LIT_SAND_COLOUR: Final = "#F4D592"
DIM_SAND_COLOUR: Final = "#8CB9CF"
COUNT_SIZE: Final = 54
TWO_DIGIT_SIZE: Final = 36
"""Font size of a two-digit count. ``COUNT_SIZE`` is for one digit."""
MAX_MARKED_STOCKS: Final = 3
"""Maximum number of counts that a replay marks as changed in one turn."""
NEW_COUNT_BOX: Final = Box(46, -3, 53, 102)
"""Box of the white background of a count that changed, relative to the stock's box."""
MIN_CORNER_DISTANCE: Final = 40
"""Minimum distance from a piece's corner at which a path may end."""
MAX_STRAIGHT_DISTANCE: Final = 80
"""Maximum horizontal distance at which a path leads straight to a piece instead of running along the shore.
"""

SPRITE_BY_CARD: Final = {
    **{
        parts.make_fish(colour, sex): f"fish_{COLOUR_LETTERS[colour]}{'mf'[sex]}"
        for colour in range(6)
        for sex in range(2)
    },
    parts.CORAL_CARD: "coral",
    parts.PEARL_CARD: "pearl",
    parts.SHARK_CARD: "shark",
    parts.WATER_CARD: "water",
    FACE_DOWN_CARD: "down",
}
STOCK_SPRITES: Final = ("pearls", "sharks", *(f"worm_{letter}" for letter in COLOUR_LETTERS), "no_worms")


class Painter:
    """Draws one position. Its methods share the canvas and the view."""

    def __init__(self, view: View, scene: Scene) -> None:
        self.view = view
        self.scene = scene
        self.sprites = load_atlas("das_riff")
        self.kit = load_atlas("kit")
        self.near = view.viewer or 0
        self.changed = self.find_changes_to_mark()
        lit = self.list_lit_seats()
        self.even = (scene.is_steady and scene.mover_seat is None) or len(lit) != 1
        lit_side = "near" if self.near in lit else "far"
        self.canvas = Canvas(self.sprites[f"table_{'both' if self.even else lit_side}"])

    def find_changes_to_mark(self) -> Changes:
        """Return the changes to mark.

        In a replay, new cards in the river are not marked, and changed counts are marked only if there are
        few. Otherwise the marks would hide the seat's own actions.
        """
        scene, changes = self.scene, find_changes(self.scene.events)
        if scene.earlier_view is None:
            return changes
        found = compare_views(scene.earlier_view, self.view)
        if scene.is_steady and len(found.stocks) > MAX_MARKED_STOCKS:
            found = found._replace(stocks=frozenset())
        return (
            found._replace(cells=found.cells & changes.cells) if scene.is_steady and scene.events else found
        )

    def list_lit_seats(self) -> tuple[int, ...]:
        """Return the seats with bright edges: winners, the seat that a replay shows, or the one to act."""
        if self.scene.outcome is not None:
            return self.scene.outcome.winners
        shown = self.find_seat_to_act() if self.scene.mover_seat is None else self.scene.mover_seat
        return () if shown is None else (shown,)

    def find_seat_to_act(self) -> int | None:
        """Return the active seat, the other seat while it may take a worm (DR-2.3), or none at the end."""
        active_seat = self.view.active_seat
        return 1 - active_seat if active_seat is not None and self.view.stage == OFFER_STAGE else active_seat

    def paint(self) -> Image:
        """Draw everything and return the picture."""
        for cell in range(32):
            self.draw_cell(cell)
        for seat in (0, 1):
            self.draw_strip(seat)
            self.draw_reef(seat, self.view.reefs[seat])
        self.draw_row_letters()
        for cell in range(32):
            self.draw_outline(cell)
        SidePainter(self.canvas, self.sprites, self.view, self.scene, self.changed).paint(
            self.find_seat_to_act()
        )
        for number, path in enumerate(self.changed.paths):
            self.draw_path(path, number)
        return self.canvas.image

    def find_picture_row(self, row: int) -> int:
        """Return the index of a row in the picture, counted from the top."""
        return row if self.near == 1 else 3 - row

    def locate_cell(self, cell: int) -> tuple[int, int]:
        """Return the position of a cell's upper left corner."""
        row, column = divmod(cell, 8)
        return RIVER_LEFT + CELL_STEP * column, RIVER_TOP + CELL_STEP * self.find_picture_row(row)

    def draw_card(self, key: str, card: int, x: int, y: int, *, is_dim: bool = False) -> None:
        """Draw a card. The dots on a fish show the number of its copies in the deck."""
        # Cards out of reach must be recognizable, because players buy boats for them.
        shown = self.sprites.recede(key, MIST_COLOUR) if is_dim else self.sprites[key]
        self.canvas.put(shown, x, y)
        if parts.is_fish(card):
            dot = self.sprites.recede("dot", MIST_COLOUR) if is_dim else self.sprites["dot"]
            for i in range(parts.count_copies(card, self.view.deck)):
                self.canvas.put(dot, x + CARD_SIZE - 31 - 24 * i, y + CARD_SIZE - 31)

    def draw_cell(self, cell: int) -> None:
        """Draw the card in a cell, dimmed if out of reach, but not in a quiz or after the match."""
        card = self.view.tableau[cell]
        if card == EMPTY_CELL:
            return
        x, y = self.locate_cell(cell)
        viewer = self.view.viewer
        beyond = viewer is not None and cell % 8 >= self.view.reefs[viewer].boats
        is_dim = beyond and self.scene.outcome is None and not self.scene.is_quiz
        self.draw_card(SPRITE_BY_CARD[card], card, x, y, is_dim=is_dim)

    def draw_outline(self, cell: int) -> None:
        """Draw a ring around a cell if it changed, or if its card was turned up by the last action."""
        if cell == self.view.flipped or cell in self.changed.cells:
            # In a quiz, the ring is inside the cell, because the contour of a choice is around it.
            inside = self.scene.is_quiz
            inset = LIGHT_RING_MARGIN * inside
            x, y, size = (*self.locate_cell(cell), CARD_SIZE - 2 * inset)
            put_ring(self.canvas, x + inset, y + inset, size, size, is_thin=inside)
        elif cell in self.changed.refilled_cells:
            put_ring(
                self.canvas, *self.locate_cell(cell), CARD_SIZE, CARD_SIZE, is_thin=self.has_main_change()
            )

    def has_main_change(self) -> bool:
        """Return whether anything changed other than new cards in the river."""
        changed = self.changed
        return bool(changed.paths or changed.corals or changed.boats or changed.cells or changed.stocks)

    def find_side(self, seat: int) -> int:
        """Return 1 for the seat at the near edge, 0 for the seat at the far edge."""
        return 1 if seat == self.near else 0

    def draw_strip(self, seat: int) -> None:
        """Draw the strip for the columns that a seat reaches, with its boat at the last column."""
        side = self.find_side(seat)
        top, boats = STRIP_TOP[side], self.view.reefs[seat].boats
        tone = "bright" if self.even or seat in self.list_lit_seats() else "dim"
        key = f"reach_{tone}_{'near' if side else 'far'}"
        self.canvas.put(
            self.sprites[key].crop_left(CELL_STEP * boats - CELL_STEP + CARD_SIZE), RIVER_LEFT, top
        )
        for owner, column in self.changed.boats:
            if owner == seat:
                put_ring(self.canvas, RIVER_LEFT + CELL_STEP * column, top, CARD_SIZE, STRIP_HEIGHT)
        self.canvas.put(self.sprites[f"boat_{seat}"], RIVER_LEFT + CELL_STEP * boats - 6 - 90, top - 4)

    def draw_row_letters(self) -> None:
        """Draw the letters of the rows at the sea edge."""
        for row, letter in enumerate(parts.ROW_LETTERS):
            self.canvas.write_line(
                letter,
                26,
                RIVER_TOP + CELL_STEP * self.find_picture_row(row) + CARD_SIZE // 2,
                NUMBER_SIZE,
                WHITE_COLOUR,
                LETTER_BACKGROUND_COLOUR,
            )

    def draw_reef(self, seat: int, reef: Reef) -> None:
        """Draw the corals, stocks and name plate of a seat."""
        side, lit = self.find_side(seat), seat in self.list_lit_seats()
        plate = NamePlate(
            self.canvas,
            NAME_PLATES[side],
            self.scene.names,
            seat,
            is_lit=lit,
            has_moved=self.scene.marks_moved_seat and seat == self.changed.mover,
        )
        plate.put_medal(self.scene.find_placement(seat))
        plate.put_badge(self.find_badge(seat))
        plate.write_score(f"{reef.broods}/{parts.BROODS_TO_WIN}")
        plate.write_name()
        ground = LIT_SAND_COLOUR if lit or self.even else DIM_SAND_COLOUR
        y = CORAL_TOP[side]
        for i in range(len(reef.corals)):
            x = CORAL_X + CELL_STEP * i
            self.draw_coral(reef, i, x, y)
            self.canvas.write_line(
                str(i + 1), x + CARD_SIZE // 2, NUMBER_Y[side], NUMBER_SIZE, INK_COLOUR, ground
            )
            if (seat, i) in self.changed.corals:
                put_ring(self.canvas, x, y, CARD_SIZE, CARD_SIZE)
        self.draw_stocks(seat, reef)

    def place_stocks(self, seat: int) -> dict[int, Box]:
        """Return the boxes of a seat's stocks and, until the match ends, of those that were just used up."""
        side, held = self.find_side(seat), list_held_stocks(self.view.reefs[seat])
        if self.scene.outcome is None and not self.scene.is_quiz:
            held += [place for owner, place in self.changed.stocks if owner == seat]
        # Include the stock at the end of a trail, even if the card was spent right away.
        reached = {path.stock for path in self.changed.paths if path.seat == seat and path.stock is not None}
        held = sorted({*held, *reached})
        if any(FIRST_WORM_STOCK <= place < NO_WORMS_STOCK for place in held):
            held = [place for place in held if place != NO_WORMS_STOCK]
        if self.scene.is_steady:
            return {place: find_stock_box(place, side) for place in held}
        return arrange_stocks(held, side)

    def draw_stocks(self, seat: int, reef: Reef) -> None:
        """Draw a seat's pearls, sharks and worms with their counts."""
        counts = (reef.pearls, reef.sharks, *reef.worms, 0)
        places = self.place_stocks(seat)
        for place, box in places.items():
            key = STOCK_SPRITES[place]
            large = box.w > STOCK_SIZE
            self.canvas.put(self.sprites.scale(key, box[2:]) if large else self.sprites[key], box.x, box.y)
        # The counts come last, because the background of a new one extends beyond its tile.
        for place, box in places.items():
            is_new = (seat, place) in self.changed.stocks and self.scene.outcome is None
            self.write_stock(counts[place], box, is_new=is_new)

    def write_stock(self, count: int, box: Box, *, is_new: bool) -> None:
        """Write the number of pieces in a stock, dark on white if it changed."""
        size, ink, ground = COUNT_SIZE if count < 10 else TWO_DIGIT_SIZE, WHITE_COLOUR, NAVY_COLOUR
        x, y, wide, high = (value * box.w // STOCK_SIZE for value in NEW_COUNT_BOX)
        if is_new:
            ink, ground = INK_COLOUR, WHITE_COLOUR
            self.canvas.put(make_number_background(wide, high), box.x + x, box.y + y)
        middle = box.x + 73 * box.w // STOCK_SIZE
        self.canvas.write_line(
            str(count), middle, box.y + box.h // 2, size * box.w // STOCK_SIZE, ink, ground
        )

    def find_badge(self, seat: int) -> Sprite | None:
        """Return the badge on a name plate: the seat's boat or, after a win, only the winner's crown."""
        outcome = self.scene.outcome
        if outcome is None or not outcome.winners:
            return self.sprites[f"boat_{seat}"]
        return self.kit["crown"] if outcome.winners == (seat,) else None

    def draw_coral(self, reef: Reef, index: int, x: int, y: int) -> None:
        """Draw the coral at index ``index`` of a reef."""
        coral = reef.corals[index]
        if coral.brood is not None:
            first, second = coral.brood
            self.canvas.put(self.sprites[f"closed_{COLOUR_LETTERS[first]}{COLOUR_LETTERS[second]}"], x, y)
        elif coral.parent is not None:
            self.draw_card(SPRITE_BY_CARD[coral.parent].replace("fish", "reef"), coral.parent, x, y)
        else:
            self.canvas.put(self.sprites["coral"], x, y)

    def is_covered(self, goal: Box, seat: int) -> bool:
        """Return whether another stock of a seat lies between the shore and the stock in ``goal``."""
        near = self.find_side(seat)
        return any(
            abs(box.x - goal.x) < goal.w and (box.y < goal.y if near else box.y > goal.y)
            for box in self.place_stocks(seat).values()
        )

    def draw_path(self, path: CardPath, number: int) -> None:
        """Draw the path of a card from the river to a coral or stock, with a ring around its destination.

        The path runs between the columns and along the shore, so that it covers no card.

        :param number: index of the path. Even and odd paths use different lines along the shore.
        """
        side = self.find_side(path.seat)
        if path.stock is not None:
            goal = self.place_stocks(path.seat)[path.stock]
        else:
            last = len(self.view.reefs[path.seat].corals) - 1
            index = last if path.coral in (None, -1) else path.coral or 0
            goal = Box(CORAL_X + CELL_STEP * index, CORAL_TOP[side], CARD_SIZE, CARD_SIZE)
        put_ring(self.canvas, *goal)
        x, y = self.locate_cell(path.cell)
        middle = goal.x + goal.w // 2
        aside = CELL_STEP // 2
        between = x + CARD_SIZE // 2 + (-aside if middle < x + CARD_SIZE // 2 else aside)
        covered = path.stock is not None and self.is_covered(goal, path.seat)
        shore = (STOCK_SHORE_Y if path.stock is not None and not covered else SHORE_Y)[side] + SHORE_STEP * (
            number % 2
        ) * (-1 if side else 1)
        start = (x + CARD_SIZE // 2, y + CARD_SIZE // 2)
        edge = goal.y - TIP_GAP if side else goal.y + goal.h + TIP_GAP
        entry = min(max(between, goal.x + MIN_CORNER_DISTANCE), goal.x + goal.w - MIN_CORNER_DISTANCE)
        if covered:
            # Another stock lies between the shore and this stock, so the path ends at this stock's left edge.
            beside, centre_y = goal.x - 6, goal.y + goal.h // 2
            ends: tuple[tuple[int, int], ...] = (
                (between, shore),
                (beside, shore),
                (beside, centre_y),
                (goal.x + 22, centre_y),
            )
        elif abs(entry - between) <= MAX_STRAIGHT_DISTANCE:
            # A bend to a piece almost straight ahead would be too tight, so the path leads directly to the
            # piece.
            ends = ((between, STRIP_TOP[side] + (STRIP_HEIGHT if side else 0)), (entry, edge))
        else:
            ends = ((between, shore), (middle, shore), (middle, edge))
        put_trail(self.canvas, start, (between, start[1]), *ends)


def draw(view: View, scene: Scene) -> Image:
    """Draw a position as a palette picture of 1400 by 1166 pixels."""
    return Painter(view, scene).paint()
