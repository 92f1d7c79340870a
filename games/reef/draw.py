"""Draws a position of Reef: every seat's reef on its sand, and at the side the cards and the supply.

The viewer's reef lies at the near edge (seat 0's for a spectator), the others follow clockwise.
"""

from __future__ import annotations

from typing import Final

from PIL.Image import Image

from games.core.outcome import CLOSED
from games.core.picture import GOLD, INK, PLATE_DIM, PLATE_DIM_TOP, PLATE_LIT, WHITE
from games.drawing.canvas import Canvas
from games.drawing.podium import put_crown, put_medal
from games.drawing.sprites import atlas
from games.reef.changes import changes, differences
from games.reef.draw_side import SidePainter
from games.reef.events import Scene
from games.reef.layout import (
    BESIDE_CROWN,
    CARD,
    FACE,
    LARGE,
    PLACES,
    RIBBON,
    RIBBON_ROOM,
    RIBBON_SIZE,
    RIBBON_TALL,
    Site,
)
from games.reef.parts import LETTERS, SEEN_ORDER, SIDE
from games.reef.stacks import EMPTY, Reef, corals
from games.reef.view import Shown, View

PANEL: Final = "#0E3350"
PILL: Final = "#17577A"
PALE: Final = "#BFE9EE"
BANNER_ROOM, HEADING_ROOM, LAST_ROOM = 340, 368, 184
SEATS_WITH_SUPPLY: Final = 3
"""With more seats, the ranking of the end takes the place of the supply."""


class Painter:
    """One drawing in the making."""

    def __init__(self, view: View, scene: Scene) -> None:
        self.view = view
        self.scene = scene
        self.sprites = atlas("reef")
        self.changed = (
            changes(scene.events) if scene.before is None else differences(scene.before, view, scene.events)
        )
        self.near = view.viewer or 0
        self.canvas = Canvas(self.sprites["sea"])

    def paint(self) -> Image:
        """Lay everything and return the picture."""
        count = len(self.view.seats)
        for step, (site, x, y) in enumerate(PLACES[count]):
            seat = (self.near + step) % count
            self.place(seat, site, x, y)
        SidePainter(self.canvas, self.sprites, self.view, self.scene, self.changed, self.lit).paint()
        if self.scene.outcome is not None:
            self.ribbon()
        return self.canvas.image

    def lit(self, seat: int) -> bool:
        """Tell whether a seat's sand is bright: it is to act, or has won."""
        if self.scene.outcome is not None:
            return seat in self.scene.outcome.winners
        return seat == self.view.turn

    def place(self, seat: int, site: Site, x: int, y: int) -> None:
        """Draw what lies before a seat."""
        lit, shown = self.scene.steady or self.lit(seat), self.view.seats[seat]
        self.canvas.put(self.sprites[f"area_{site.name}_{'lit' if lit else 'dim'}"], x, y)
        if site is LARGE:
            self.large_plate(seat, shown, x, y, lit)
        else:
            self.small_plate(seat, shown, x, y, lit)
        self.reef(seat, shown.reef, site, x + site.cells[0], y + site.cells[1])

    def large_plate(self, seat: int, shown: Shown, x: int, y: int, lit: bool) -> None:
        """Draw name, points, cards held and the newest discard beside a large reef."""
        ink, head, foot = (INK, GOLD, PLATE_LIT) if lit else (WHITE, PLATE_DIM_TOP, PLATE_DIM)
        outcome = self.scene.outcome
        room = 236 if outcome is None else 180
        self.canvas.write_name(self.scene.names, seat, x + 44, y + 58, 32, ink, head, room)
        if outcome is not None:
            put_medal(self.canvas, outcome, seat, x + 236, y + 27)
        self.canvas.put(self.sprites["coin"], x + 46, y + 112)
        self.canvas.write(str(shown.points), x + 112, y + 138, 62, ink, foot, "left")
        if seat in self.changed.scored:
            self.canvas.ring(x + 38, y + 96, 190, 84, 4, WHITE)
        self.held(seat, shown.cards, x + 46, y + 188, 48)
        played = self.scene.w("played: {n}", n=len(shown.discard))
        self.canvas.write(played, x + 162, y + 252, 22, ink, foot)
        newest = f"card_{shown.discard[-1]}" if shown.discard else f"discard_{'lit' if lit else 'dim'}"
        self.canvas.put(self.sprites[newest], x + 74, y + 268)
        if seat in self.changed.played and shown.discard:
            self.canvas.ring(x + 74, y + 268, *CARD, 4, WHITE)

    def small_plate(self, seat: int, shown: Shown, x: int, y: int, lit: bool) -> None:
        """Draw name, cards held and points above a small reef."""
        ink, head = (INK, GOLD) if lit else (WHITE, PLATE_DIM_TOP)
        self.canvas.write_name(self.scene.names, seat, x + 36, y + 46, 28, ink, head, 164, 58)
        if self.scene.outcome is None:
            self.held(seat, shown.cards, x + 206, y + 23, 35)
        else:
            put_medal(self.canvas, self.scene.outcome, seat, x + 276, y + 14)
        self.canvas.put(self.sprites["coin"], x + 346, y + 19)
        self.canvas.write(str(shown.points), x + 402, y + 45, 36, ink, head, "left")
        if seat in self.changed.scored:
            self.canvas.ring(x + 338, y + 16, 120, 58, 3, WHITE)

    def held(self, seat: int, cards: int, x: int, y: int, step: int) -> None:
        """Draw the backs of the cards that a seat holds."""
        for i in range(cards):
            self.canvas.put(self.sprites["held"], x + step * i, y)
        if seat in self.changed.held and cards:
            self.canvas.spotlight(x + step * (cards - 1), y, 34, 44)

    def reef(self, seat: int, reef: Reef, site: Site, left: int, top: int) -> None:
        """Draw the stacks of a reef, the far row first, with what scored outlined."""
        for place, cell in enumerate(SEEN_ORDER):
            stack = reef[cell]
            if stack == EMPTY:
                continue
            x, y = left + site.wide * (place % SIDE), top + site.deep * (place // SIDE)
            pile = corals(stack)
            for level, colour in enumerate(pile, 1):
                height = level if level == len(pile) else ""
                self.canvas.put(
                    self.sprites[f"{site.name}_{LETTERS[colour]}{height}"], x, y - site.high * level
                )
            face_y = y - site.high * len(pile)
            self.mark(seat, cell, (seat, cell) in self.changed.laid, site, x, face_y)

    def mark(self, seat: int, cell: int, laid: bool, site: Site, x: int, y: int) -> None:
        """Outline the face of a stack that has a new coral, or else that scored."""
        face = (x + FACE[0], y + FACE[1], site.wide - 2 * FACE[0], site.deep - 2 * FACE[1])
        numbers = self.changed.matches.get((seat, cell))
        if laid:
            self.canvas.spotlight(*face)
        elif numbers is not None:
            self.canvas.ring(*face, 4, WHITE)
        right = x + site.wide - 42
        if numbers is not None and len(numbers) == 1:
            self.canvas.put(self.sprites[f"match_{numbers[0]}"], right, y + 6)
        if laid:
            self.canvas.put(self.sprites["fresh"], right, y + site.deep - 42)

    def ribbon(self) -> None:
        """Draw the ribbon of the end."""
        outcome, w = self.scene.outcome, self.scene.w
        if outcome is None:
            return
        self.canvas.put(self.sprites["ribbon"], RIBBON.x, RIBBON.y)
        put_crown(self.canvas, outcome, RIBBON.x + 382, RIBBON.y + 8)
        middle, level = RIBBON.x + RIBBON.w // 2, RIBBON.y + 39
        if len(outcome.winners) == 1:
            winner = outcome.winners[0]
            points = self.view.seats[winner].points
            self.canvas.write_about(
                lambda name: w("{name} wins: {points}", name=name, points=points),
                self.scene.names,
                winner,
                middle - BESIDE_CROWN,
                level,
                RIBBON_SIZE,
                INK,
                GOLD,
                RIBBON_ROOM - BESIDE_CROWN,
                RIBBON_TALL,
            )
            return
        line = w("The table is closed") if outcome.ending == CLOSED else w("A shared win")
        self.canvas.write(line, middle, level, RIBBON_SIZE, INK, GOLD, room=RIBBON_ROOM)


def draw(view: View, scene: Scene) -> Image:
    """Draw a position as a palette picture of 1400 by 1000 pixels."""
    return Painter(view, scene).paint()
