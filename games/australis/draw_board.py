"""Draws one seat's board: name, points, food, fish, corals, dice, cards and tiles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from games.australis.changes import Changes
from games.australis.events import Scene
from games.australis.layout import CHIP_GAP, PLANS
from games.australis.parts import CARD_CODES, Colour, Function, colour_of, function_of
from games.australis.score import school_points
from games.australis.view import OVER, View
from games.core.picture import INK, NAVY, WHITE
from games.core.words import N_
from games.drawing.podium import MEDAL, put_medal
from games.drawing.text import SMALLEST, width

if TYPE_CHECKING:
    from games.drawing.canvas import Canvas
    from games.drawing.sprites import Atlas

HEAD: Final = ("#234F70", "#FFC53D")
FOOT: Final = ("#1A3D59", "#FFE9B0")
LEDGER_SIZES: Final = (28, 26, 24, 22, 20)
PAIR: Final = 40
"""So wide are a piece and two digits beside it each, one as large as can be read on a phone."""
LEDGER_NUMBER: Final = 64
"""The room at the end of a line of the ledger for three digits."""
_ORIGINS: Final = (
    N_("the start"),
    N_("circles"),
    N_("reefs"),
    N_("schools"),
    N_("turtle"),
    N_("corals"),
    N_("token"),
    N_("tiles"),
)


class BoardPainter:
    """One board in the making."""

    def __init__(
        self,
        canvas: Canvas,
        sprites: Atlas,
        view: View,
        scene: Scene,
        changed: Changes,
        seat: int,
        lit: bool,
    ) -> None:
        self.canvas = canvas
        self.sprites = sprites
        self.view = view
        self.scene = scene
        self.changed = changed
        self.seat = seat
        self.board = view.boards[seat]
        self.lit = lit
        self.plan = PLANS[view.seats]
        self.ink = INK if lit else WHITE

    def paint(self, x: int, y: int) -> None:
        """Draw the board with its upper left corner at ``x``, ``y``."""
        self.canvas.put(self.sprites[f"board{self.view.seats}_{'lit' if self.lit else 'dim'}"], x, y)
        self.head(x, y)
        self.food(x, y)
        self.stock(x, y)
        self.tiles(x, y)
        if self.view.stage == OVER:
            self.ledger(x, y)
        else:
            self.dice(x, y)
            self.cards(x, y)

    def head(self, x: int, y: int) -> None:
        """Draw turtle, name, points and whether the seat starts this round or the next."""
        head, ground = self.plan.head, HEAD[self.lit]
        seat, view = self.seat, self.view
        side = view.seats == 2
        points = str(self.board.points)
        self.canvas.put(self.sprites[f"shell_{seat}"], x + 6, y + 6)
        outcome = self.scene.outcome
        medal = 0 if side or outcome is None else MEDAL[0]
        room = head.w - 62 - (12 if side else 92) - medal
        self.canvas.write_name(self.scene.names, seat, x + 62, y + 29, 34, self.ink, ground, room, 58)
        if outcome is not None:
            left, top = (head.w - 64, 54) if side else (head.w - 140, -3)
            put_medal(self.canvas, outcome, seat, x + left, y + top)
        if side:
            self.canvas.write(points, x + 16, y + 84, 48, self.ink, ground, "left")
            spot = (x + 14, y + 62, 90, 46)
        else:
            self.canvas.write(points, x + head.w - 12, y + 29, 38, self.ink, ground, "right")
            spot = (x + head.w - 80, y + 8, 70, 42)
        if seat in self.changed.points:
            self.canvas.ring(*spot, 3, WHITE)
        if view.stage != OVER and (view.token == seat or (view.token is None and view.start == seat)):
            flag = x + self.plan.flag[0], y + self.plan.flag[1]
            self.canvas.put(self.sprites["token" if view.token == seat else "start"], *flag)
            if self.changed.token == seat:
                self.canvas.ring(*flag, 32, 32, 3, WHITE)

    def food(self, x: int, y: int) -> None:
        """Draw the food cubes in their slots."""
        plan, food = self.plan, self.board.food
        left, top = round(plan.food[0]), round(plan.food[1])
        for i, grey in enumerate(food):
            key = "food_grey" if grey else f"food_{self.seat}"
            spot = x + left + plan.slot * i
            self.canvas.put(self.sprites[key], spot + (plan.slot - 29) // 2, y + top + 3)
            if i >= len(food) - self.changed.food.get(self.seat, 0):
                self.canvas.ring(spot, y + top, plan.slot - 3, 32, 2, WHITE)

    def stock(self, x: int, y: int) -> None:
        """Draw how many fish and corals the seat has."""
        ground = FOOT[self.lit]
        for box, key, count in (
            (self.plan.fish, "fish", self.board.fish),
            (self.plan.corals, f"supply_{self.seat}", self.board.supply),
        ):
            middle = y + box.y + box.h // 2
            size = 34 if box.w > 2 * PAIR else 28
            self.canvas.put(self.sprites[key], x + box.x, middle - 18)
            self.canvas.write(str(count), x + box.x + box.w - 1, middle, size, self.ink, ground, "right")
            if key == "fish" and self.seat in self.changed.fish:
                self.canvas.ring(x + box.x, y + box.y + 3, box.w, box.h - 6, 3, WHITE)

    def dice(self, x: int, y: int) -> None:
        """Draw the dice taken in this round, in their order."""
        dice = self.board.dice
        for number, (box, die) in enumerate(zip(self.plan.dice, dice, strict=False)):
            self.canvas.put(self.sprites[f"die{box.w}_{die.code}"], x + box.x, y + box.y)
            if number >= len(dice) - self.changed.dice.get(self.seat, 0):
                self.canvas.ring(x + box.x, y + box.y, box.w, box.h, 3, WHITE)

    def cards(self, x: int, y: int) -> None:
        """Draw the cards kept at each colour, those of the competition in the last column."""
        plan, counts = self.plan, [0] * 5
        for card in self.board.cards:
            compete = function_of(card) == Function.COMPETE
            column = Colour.RED if compete else colour_of(card)
            left = x + plan.columns[column] + 2
            top = y + plan.top + plan.band + CHIP_GAP + (plan.chip[1] + CHIP_GAP) * counts[column]
            counts[column] += 1
            self.canvas.put(self.sprites[f"chip{self.view.seats}_{CARD_CODES[card]}"], left, top)
            if (self.seat, card) in self.changed.cards:
                self.canvas.ring(left, top, plan.chip[0] - 1, plan.chip[1] - 1, 3, WHITE)

    def tiles(self, x: int, y: int) -> None:
        """Draw the tiles won and what the school brings now."""
        plan, board = self.plan, self.board
        left, top = x + round(plan.tiles[0]), y + round(plan.tiles[1])
        tiles = [(True, points) for points in board.gold] + [(False, points) for points in board.silver]
        for i, (gold, points) in enumerate(tiles):
            spot = left + 42 * i
            self.canvas.put(self.sprites["tile_gold" if gold else "tile_silver"], spot, top - 2)
            ground = "#FFE08A" if gold else "#E9F0F3"
            self.canvas.write(str(points), spot + 19, top + 17, 24, INK, ground)
            newest = i == (len(board.gold) if gold else len(tiles)) - 1
            if newest and (self.seat, gold) in self.changed.tiles:
                self.canvas.ring(spot, top - 2, 38, 38, 3, WHITE)
        school = school_points(len(board.food), board.fish)
        text = self.scene.w("school {points}", points=school)
        if self.view.seats == 2:
            self.canvas.write_text(text, left + 2, top + 62, 30, self.ink, FOOT[self.lit], "left", 206)
        else:
            room = plan.width - 24 - 42 * len(tiles)
            self.canvas.write_text(
                text, x + plan.width - 12, top + 17, 28, self.ink, FOOT[self.lit], "right", room
            )

    def ledger(self, x: int, y: int) -> None:
        """Draw, over the dice of a finished match, what the points came from."""
        plan, w = self.plan, self.scene.w
        panel = self.sprites[f"ledger{self.view.seats}"]
        left, top = x + plan.ledger.x, y + plan.ledger.y
        self.canvas.put(panel, left, top)
        half = panel.size[0] // 2
        step = panel.size[1] // 4
        labels, room = [w(origin) for origin in _ORIGINS], half - 48 - LEDGER_NUMBER
        fitting = (one for one in LEDGER_SIZES if all(width(label, one) <= room for label in labels))
        size = next(fitting, SMALLEST)
        for i, (label, points) in enumerate(zip(labels, self.board.ledger, strict=True)):
            cx, cy = left + half * (i // 4), top + step * (i % 4) + step // 2
            if half > 200:
                self.canvas.write(label, cx + 48, cy, size, WHITE, NAVY, "left", room)
            self.canvas.write(str(points), cx + half - 12, cy, 29, WHITE, NAVY, "right")
