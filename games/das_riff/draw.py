"""Draws a position of Das Riff: two reefs, the river of cards between them, the stocks at its side.

The near edge is the viewer's (seat 0 for a spectator); the sea edge, column 1, is on the left for
everybody. All places are those of ``layout``; nothing here is measured while drawing.
"""

from __future__ import annotations

from typing import Final

from PIL.Image import Image

from games.core.outcome import CLOSED
from games.core.picture import GOLD, INK, PLATE_DIM, PLATE_DIM_TOP, PLATE_LIT, WHITE
from games.das_riff import parts
from games.das_riff.changes import changes, differences
from games.das_riff.events import Scene
from games.das_riff.layout import (
    BANK_Y,
    BROODS,
    CARD,
    CORAL_X,
    CORAL_Y,
    LEFT,
    PILES,
    PLATE,
    REEF_TOP,
    RIBBON,
    RIBBON_ROOM,
    RIBBON_SIZE,
    RIBBON_TALL,
    STEP,
    STOCK_X,
    STRIP_TOP,
    TILE,
    TOP,
    TURN,
)
from games.das_riff.parts import LETTERS, Card
from games.das_riff.view import CHOOSE, DOWN, GAP, Reef, View
from games.drawing.canvas import Canvas
from games.drawing.podium import put_crown, put_medal
from games.drawing.sprites import atlas

FOOT: Final = "#0B2E4A"
FOOT_EMPTY: Final = "#1A3B50"
PILL: Final = "#0D334F"
SAND_LIT: Final = "#F4D592"
SAND_DIM: Final = "#86AAA6"

CARD_NAMES: Final = {
    **{
        parts.fish(colour, sex): f"fish_{LETTERS[colour]}{'mf'[sex]}"
        for colour in range(6)
        for sex in range(2)
    },
    parts.CORAL: "coral",
    parts.PEARL: "pearl",
    parts.SHARK: "shark",
    parts.WATER: "water",
    DOWN: "down",
}


class Painter:
    """One drawing in the making."""

    def __init__(self, view: View, scene: Scene) -> None:
        self.view = view
        self.scene = scene
        self.sprites = atlas("das_riff")
        self.kit = atlas("kit")
        self.near = view.viewer or 0
        self.changed = changes(scene.events) if scene.before is None else differences(scene.before, view)
        lit = self.lit()
        self.even = scene.steady or len(lit) != 1
        both = "both" if self.even else ("near" if self.near in lit else "far")
        self.canvas = Canvas(self.sprites[f"table_{both}"])

    def lit(self) -> tuple[int, ...]:
        """Return the seats whose edge of the table is bright: the turn's, the winners' at the end."""
        if self.scene.outcome is not None:
            return self.scene.outcome.winners
        return () if self.view.turn is None else (self.view.turn,)

    def paint(self) -> Image:
        """Lay everything and return the picture."""
        for cell in range(32):
            self.cell(cell)
        for cell in range(32):
            self.outline(cell)
        for seat in (0, 1):
            self.strip(seat)
            self.reef(seat, self.view.reefs[seat])
        self.rows()
        self.turn()
        self.stocks()
        for cell, seat in sorted(self.changed.left):
            self.trail(cell, seat)
        if self.scene.outcome is not None:
            self.ribbon()
        return self.canvas.image

    def level(self, row: int) -> int:
        """Return where row ``A`` to ``D`` lies, counted from the top."""
        return row if self.near == 1 else 3 - row

    def place(self, cell: int) -> tuple[int, int]:
        """Return the upper left corner of a cell."""
        row, column = divmod(cell, 8)
        return LEFT + STEP * column, TOP + STEP * self.level(row)

    def card(self, key: str, x: int, y: int, dim: bool, card: Card | None = None) -> None:
        """Lay a card, and the dots of a fish."""
        self.canvas.put(self.sprites.dim(key) if dim else self.sprites[key], x, y)
        if card is not None and parts.is_fish(card):
            dot = self.sprites.dim("dot") if dim else self.sprites["dot"]
            for i in range(parts.dots(card, self.view.deck)):
                self.canvas.put(dot, x + CARD - 21 - 14 * i, y + CARD - 21)

    def cell(self, cell: int) -> None:
        """Draw a cell of the tableau."""
        x, y = self.place(cell)
        card = self.view.tableau[cell]
        viewer = self.view.viewer
        beyond = viewer is not None and cell % 8 >= self.view.reefs[viewer].boats
        if card != GAP:
            self.card(
                CARD_NAMES[card], x, y, beyond and self.scene.outcome is None, card if card >= 0 else None
            )

    def outline(self, cell: int) -> None:
        """Draw the outline of a change of a cell."""
        x, y = self.place(cell)
        if cell == self.view.flipped:
            self.canvas.spotlight(x, y, CARD, CARD)
        elif cell in self.changed.cells:
            self.canvas.ring(x, y, CARD, CARD, 4, WHITE)
        elif cell in self.changed.refilled:
            self.canvas.ring(x, y, CARD, CARD, 2, "#BFE9EE")

    def side(self, seat: int) -> int:
        """Return 1 for the seat at the near edge, 0 for the other."""
        return 1 if seat == self.near else 0

    def strip(self, seat: int) -> None:
        """Draw column numbers and the boats of a seat."""
        top = STRIP_TOP[self.side(seat)]
        for column in range(8):
            x = LEFT + STEP * column
            reached = column < self.view.reefs[seat].boats
            self.canvas.write(str(column + 1), x + 15, top + 24, 20, WHITE if reached else "#9FC3D2", PILL)
            if reached:
                self.canvas.put(self.sprites[f"boat_{seat}"], x + 42, top + 1)
            if (seat, column) in self.changed.boats:
                self.canvas.ring(x + 42, top + 2, 70, 44, 3, WHITE)

    def rows(self) -> None:
        """Draw the letters of the rows at the sea edge."""
        for row, letter in enumerate(parts.ROW_LETTERS):
            self.canvas.write(letter, 20, TOP + STEP * self.level(row) + 56, 22, WHITE, PILL)

    def reef(self, seat: int, reef: Reef) -> None:
        """Draw what lies before a seat."""
        top = REEF_TOP[self.side(seat)]
        lit = seat in self.lit()
        self.plate(seat, reef, top, lit)
        bright = lit or self.even
        ground = SAND_LIT if bright else SAND_DIM
        for i in range(parts.MAX_CORALS):
            x, y = CORAL_X + STEP * i, top + CORAL_Y
            self.coral(reef, i, x, y, bright)
            self.canvas.write(str(i + 1), x + CARD // 2, y + CARD + 16, 20, INK, ground)
            if (seat, i) in self.changed.corals:
                self.canvas.spotlight(x, y, CARD, CARD)
            if (seat, i) in self.changed.landed:
                key = "moved_down" if self.side(seat) else "moved_up"
                self.canvas.put(self.kit[key], x - 4, y + CARD - 40)
        counts = (reef.pearls, reef.sharks, *reef.worms)
        for i, (x, count) in enumerate(zip(STOCK_X, counts, strict=True)):
            self.tile(i, count, x, top)
            if (seat, i) in self.changed.stocks:
                # A pearl or a shark is the card itself; worms are what it cost.
                if (seat, i) in self.changed.won:
                    self.canvas.spotlight(x, top, *TILE)
                else:
                    self.canvas.ring(x, top, *TILE, 3, WHITE)

    def coral(self, reef: Reef, i: int, x: int, y: int, bright: bool) -> None:
        """Draw the coral at index ``i`` of a reef, or the place where it will stand."""
        if i >= len(reef.corals):
            self.canvas.put(self.sprites["slot_lit" if bright else "slot_dim"], x, y)
            return
        coral = reef.corals[i]
        if coral.brood is not None:
            first, second = coral.brood
            self.card(f"closed_{LETTERS[first]}{LETTERS[second]}", x, y, False)
        elif coral.parent is not None:
            self.card(CARD_NAMES[coral.parent].replace("fish", "reef"), x, y, False, coral.parent)
        else:
            self.card("coral", x, y, False)

    def tile(self, place: int, count: int, x: int, y: int) -> None:
        """Draw a stock with its count: ``place`` as in :data:`STOCK_X`."""
        key = ("pearls", "sharks")[place] if place < 2 else f"worm_{LETTERS[place - 2]}"
        self.canvas.put(self.sprites[key if count else f"{key}_none"], x, y)
        ink, ground = (WHITE, FOOT) if count else ("#9FB3BF", FOOT_EMPTY)
        self.canvas.write(str(count), x + 28, y + 132, 28, ink, ground)

    def plate(self, seat: int, reef: Reef, y: int, lit: bool) -> None:
        """Draw the name plate of a seat with its score."""
        x = PLATE.x
        self.canvas.put(self.sprites["plate_lit" if lit else "plate_dim"], x, y)
        self.canvas.put(self.sprites[f"boat_{seat}"], x + 10, y + 12)
        ink, head, foot = (INK, GOLD, PLATE_LIT) if lit else (WHITE, PLATE_DIM_TOP, PLATE_DIM)
        self.canvas.write_name(self.scene.names, seat, x + 86, y + 34, 28, ink, head, 138, 60)
        score = f"{reef.broods}/{parts.BROODS_TO_WIN}"
        self.canvas.write(score, x + 18, y + 108, 38, ink, foot, "left")
        outcome = self.scene.outcome
        if outcome is not None and outcome.winners:
            # In the place of what the score says as well.
            put_medal(self.canvas, outcome, seat, x + 162, y + 79)
            return
        for i in range(parts.BROODS_TO_WIN):
            pip = self.sprites["pip_full" if i < reef.broods else "pip_none"]
            self.canvas.put(pip, x + 92 + 26 * i, y + 96)

    def turn(self) -> None:
        """Draw whose turn it is, what is awaited and the dice; at the end the score."""
        view, x, y = self.view, *TURN[:2]
        self.canvas.put(self.sprites["turn"], x, y)
        if view.turn is None or self.scene.outcome is not None:
            for seat, left in ((0, x + 12), (1, x + 164)):
                self.canvas.put(self.sprites[f"boat_{seat}"], left, y + 12)
            first, second = (reef.broods for reef in view.reefs)
            self.canvas.write(f"{first} : {second}", x + 123, y + 35, 32, INK, GOLD)
        else:
            arrow = "arrow_down" if self.side(view.turn) else "arrow_up"
            self.canvas.put(self.kit[arrow], x + 12, y + 16)
            choosing = view.stage == CHOOSE
            room = 130 if choosing else 178
            self.canvas.write_name(self.scene.names, view.turn, x + 60, y + 35, 26, INK, GOLD, room)
            if choosing:
                self.canvas.put(self.kit["ask"], x + 198, y + 15)
        for i, colour in enumerate(view.dice):
            self.canvas.put(self.sprites[f"die_{LETTERS[colour]}"], x + 246 + 62 * i, y + 7)
            if self.changed.dice:
                self.canvas.ring(x + 246 + 62 * i, y + 7, 56, 56, 3, WHITE)

    def stocks(self) -> None:
        """Draw open broods, bank and piles."""
        view = self.view
        for box, (first, second) in zip(BROODS, view.broods, strict=False):
            self.canvas.put(self.sprites[f"brood_{LETTERS[first]}{LETTERS[second]}"], box.x, box.y)
            if (first, second) in self.changed.broods:
                self.canvas.ring(*box, 4, WHITE)
        for i, count in enumerate(view.bank):
            self.tile(2 + i, count, STOCK_X[2 + i], BANK_Y)
        counts = (view.draw_pile, view.discard, view.brood_pile, view.boats_left)
        for box, kind, count in zip(PILES, ("draw", "discard", "broods", "boats"), counts, strict=True):
            self.canvas.put(self.sprites[f"pile_{kind}"], box.x, box.y)
            self.canvas.write(str(count), box.x + 44, box.y + 87, 28, WHITE, FOOT)

    def trail(self, cell: int, seat: int) -> None:
        """Draw bubbles at the boats strip where a card left the water."""
        bubbles = self.sprites["bubbles"]
        x, _ = self.place(cell)
        self.canvas.put(bubbles, x + 29, STRIP_TOP[self.side(seat)] + 2)

    def ribbon(self) -> None:
        """Draw the ribbon of the end."""
        outcome, w = self.scene.outcome, self.scene.w
        if outcome is None:
            return
        scores = [reef.broods for reef in self.view.reefs]
        self.canvas.put(self.kit["ribbon"], RIBBON.x, RIBBON.y)
        for left, seat in zip((102, 588), outcome.winners, strict=False):
            self.canvas.put(self.sprites[f"boat_{seat}"], RIBBON.x + left, RIBBON.y + 31)
        put_crown(self.canvas, outcome, RIBBON.x + 576, RIBBON.y + 24)
        place = RIBBON.x + 375, RIBBON.y + 55, RIBBON_SIZE, INK, GOLD
        if len(outcome.winners) == 1:
            winner = outcome.winners[0]
            own, other = scores[winner], scores[1 - winner]

            def won(name: str) -> str:
                return w("{name} wins {own} : {other}", name=name, own=own, other=other)

            self.canvas.write_about(won, self.scene.names, winner, *place, RIBBON_ROOM, RIBBON_TALL)
            return
        if outcome.ending == CLOSED:
            line = w("Closed at {first} : {second}", first=scores[0], second=scores[1])
        else:
            line = w("Draw {first} : {second}", first=scores[0], second=scores[1])
        self.canvas.write(line, *place, room=RIBBON_ROOM)


def draw(view: View, scene: Scene) -> Image:
    """Draw a position as a palette picture of 1400 by 1000 pixels."""
    return Painter(view, scene).paint()
