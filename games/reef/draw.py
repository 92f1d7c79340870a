"""Draws a position of Reef: every seat's reef on its sand, and at the side the cards and the supply.

The viewer's reef lies at the near edge (seat 0's for a spectator), the others follow clockwise.
"""

from __future__ import annotations

from typing import Final

from PIL.Image import Image

from games.core.outcome import CLOSED
from games.core.picture import GOLD, INK, NAVY, PLATE_DIM, PLATE_DIM_TOP, PLATE_LIT, WHITE, Box
from games.kit.canvas import Canvas
from games.kit.names import plate
from games.kit.sprites import atlas
from games.kit.text import width
from games.reef.changes import changes, differences
from games.reef.ending import empty_spaces, full_stacks
from games.reef.events import Scene
from games.reef.layout import (
    BADGE,
    BANNER,
    CARD,
    DISPLAY,
    FACE,
    HAND,
    HEADING_Y,
    LARGE,
    LAST,
    PANEL_X,
    PLACES,
    RANKING,
    RIBBON,
    RIBBON_ROOM,
    RIBBON_SIZE,
    ROW_OF_TWO,
    SUPPLY,
    Site,
)
from games.reef.matching import score
from games.reef.parts import CARDS, COLOURS, LETTERS, MOST_HAND, OPEN_CARDS, SEEN_ORDER, SIDE
from games.reef.stacks import EMPTY, Reef, corals
from games.reef.view import Open, Shown, View

PANEL: Final = "#0E3350"
PILL: Final = "#17577A"
PALE: Final = "#BFE9EE"
BANNER_ROOM, HEADING_ROOM = 340, 368


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
        self.banner()
        self.display()
        self.supply()
        if self.view.viewer is not None and not self.view.hands:
            self.hand()
        else:
            self.last_move()
            self.ranking()
        if self.scene.outcome is not None:
            self.ribbon()
        return self.canvas.image

    def lit(self, seat: int) -> bool:
        """Tell whether a seat's sand is bright: it is to act, or has won."""
        if self.scene.outcome is not None:
            return seat in self.scene.outcome.winners
        return seat == self.view.turn

    def name(self, seat: int, size: int, room: int) -> str:
        """Return what stands for a seat where there are ``room`` pixels for it."""
        return plate(self.scene.names, seat, size, room)

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
        self.canvas.write_name(self.scene.names, seat, x + 44, y + 58, 32, ink, head, 236)
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
        self.canvas.write_name(self.scene.names, seat, x + 36, y + 46, 28, ink, head, 164)
        self.held(seat, shown.cards, x + 206, y + 23, 35)
        self.canvas.put(self.sprites["coin"], x + 346, y + 19)
        self.canvas.write(str(shown.points), x + 402, y + 45, 36, ink, head, "left")
        if seat in self.changed.scored:
            self.canvas.ring(x + 338, y + 16, 120, 58, 3, WHITE)

    def held(self, seat: int, cards: int, x: int, y: int, step: int) -> None:
        """Draw the backs of the cards that a seat holds."""
        for i in range(cards):
            self.canvas.put(self.sprites["held"], x + step * i, y)
        if seat in self.changed.held and cards:
            self.canvas.ring(x + step * (cards - 1), y, 34, 44, 3, WHITE)

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
        """Outline the face of a stack that scored or has a new coral."""
        face = (x + FACE[0], y + FACE[1], site.wide - 2 * FACE[0], site.deep - 2 * FACE[1])
        numbers = self.changed.matches.get((seat, cell))
        if numbers is not None or (laid and self.scene.before is not None):
            self.canvas.ring(*face, 4, WHITE)
        elif laid:
            self.canvas.ring(*face, 2, PALE)
        right = x + site.wide - 42
        if numbers is not None and len(numbers) == 1:
            self.canvas.put(self.sprites[f"match_{numbers[0]}"], right, y + 6)
        if laid:
            self.canvas.put(self.sprites["fresh"], right, y + site.deep - 42)

    def banner(self) -> None:
        """Draw whose turn it is, and whether the last round is on."""
        view, w = self.view, self.scene.w
        self.canvas.put(self.sprites["banner"], BANNER.x, BANNER.y)
        x, y = BANNER.x + BANNER.w // 2, BANNER.y + 29
        if view.turn is None:
            self.canvas.write(w("The match is over"), x, y, 28, INK, GOLD, room=BANNER_ROOM)
        elif view.last_round:
            room = BANNER_ROOM - width(w("{name} · last round", name=""), 28)
            line = w("{name} · last round", name=self.name(view.turn, 28, room))
            self.canvas.write(line, x, y, 28, "#8C0F16", GOLD, room=BANNER_ROOM)
        else:
            room = BANNER_ROOM - width(w("Turn: {name}", name=""), 28)
            line = w("Turn: {name}", name=self.name(view.turn, 28, room))
            self.canvas.write(line, x, y, 28, INK, GOLD, room=BANNER_ROOM)

    def card(self, number: int, box: Box) -> None:
        """Lay a card."""
        self.canvas.put(self.sprites[f"card_{number}"], box.x, box.y)

    def display(self) -> None:
        """Draw the open cards with the points on them, and the deck."""
        for place in range(OPEN_CARDS):
            box = DISPLAY[place]
            if place < len(self.view.display):
                self.open_card(self.view.display[place], box)
            else:
                self.canvas.put(self.sprites["card_none"], box.x, box.y)
        box = DISPLAY[OPEN_CARDS]
        top = "card_back" if self.view.top is None else f"card_{self.view.top}"
        self.canvas.put(self.sprites[top if self.view.deck else "card_none"], box.x, box.y)
        self.canvas.put(self.sprites["count"], box.x + BADGE[0] - 10, box.y + BADGE[1] + 3)
        self.canvas.write(str(self.view.deck), box.x + BADGE[0] + 20, box.y + BADGE[1] + 26, 30, WHITE, NAVY)

    def open_card(self, lying: Open, box: Box) -> None:
        """Draw one open card."""
        self.card(lying.card, box)
        if lying.points:
            x, y = box.x + BADGE[0], box.y + BADGE[1]
            self.canvas.put(self.sprites["extra"], x, y)
            self.canvas.write(f"+{lying.points}", x + 26, y + 25, 26, WHITE, "#8C0F16")
        if lying.card in self.changed.refilled:
            self.canvas.ring(*box, 2, PALE)

    def supply(self) -> None:
        """Draw what is left of each colour."""
        for colour in COLOURS:
            box, left = SUPPLY[colour], self.view.supply[colour]
            key = f"supply_{LETTERS[colour]}"
            self.canvas.put(self.sprites[key] if left else self.sprites.dim(key), box.x, box.y)
            self.canvas.write(str(left), box.x + 43, box.y + 84, 30, WHITE if left else "#FF9C8F", NAVY)

    def hand(self) -> None:
        """Draw the viewer's hand with what each card would score on the reef as it is."""
        view, w = self.view, self.scene.w
        heading = w("Your hand, and what it scores now")
        self.canvas.write(heading, PANEL_X + 184, HEADING_Y, 22, WHITE, PANEL, room=HEADING_ROOM)
        reef = view.seats[self.near].reef
        for place in range(MOST_HAND):
            box = HAND[place]
            if place >= len(view.hand):
                self.canvas.put(self.sprites["card_none"], box.x, box.y)
                continue
            number = view.hand[place]
            self.card(number, box)
            self.canvas.put(self.sprites["pill"], box.x, box.y + 160)
            points = score(CARDS[number], reef)
            ink = WHITE if points else "#9FC3D2"
            self.canvas.write(w("now {points}", points=points), box.x + 88, box.y + 176, 22, ink, PILL)
            if number in self.changed.gained:
                self.canvas.ring(box.x, box.y, *CARD, 4, WHITE)

    def last_move(self) -> None:
        """Draw the card of the newest move and what it brought."""
        changed, w = self.changed, self.scene.w
        heading = w("Last move")
        if changed.seat is not None:
            room = HEADING_ROOM - width(w("Last move: {name}", name=""), 22)
            heading = w("Last move: {name}", name=self.name(changed.seat, 22, room))
        self.canvas.write(heading, PANEL_X + 184, HEADING_Y, 22, WHITE, PANEL, room=HEADING_ROOM)
        if changed.card is None and not changed.taken:
            self.canvas.put(self.sprites["card_none"], LAST.x, LAST.y)
            return
        face = "card_back" if changed.card is None else f"card_{changed.card}"
        self.canvas.put(self.sprites[face], LAST.x, LAST.y)
        x = LAST.x + 276
        sign = "+" if changed.points >= 0 else "−"
        ink = GOLD if changed.points > 0 else PALE
        self.canvas.write(f"{sign}{abs(changed.points)}", x, LAST.y + 62, 76, ink, PANEL)
        if changed.times and changed.card is not None:
            sum_text = f"{changed.times} × {CARDS[changed.card].points}"
            self.canvas.write(sum_text, x, LAST.y + 126, 34, WHITE, PANEL)

    def ranking(self) -> None:
        """Draw the seats by points."""
        seats, w = self.view.seats, self.scene.w
        ended = self.scene.outcome
        places = ended.placements if ended else tuple(-shown.points for shown in seats)
        order = sorted(range(len(seats)), key=places.__getitem__)
        for box, seat in zip(RANKING[len(seats)], order, strict=True):
            lit, reef = self.lit(seat), seats[seat].reef
            self.canvas.put(self.sprites[f"row_{len(seats)}_{'lit' if lit else 'dim'}"], box.x, box.y)
            ink, ground = (INK, PLATE_LIT) if lit else (WHITE, PLATE_DIM_TOP)
            points = str(seats[seat].points)
            self.canvas.write(points, box.x + 350, box.y + box.h // 2, 36, ink, ground, "right")
            middle = box.y + box.h // 2
            if box.h >= ROW_OF_TWO:
                told = w("{empty} empty, {full} full", empty=empty_spaces(reef), full=full_stacks(reef))
                self.canvas.write(told, box.x + 16, middle + box.h // 5, 20, ink, ground, "left", 260)
                middle -= box.h // 6
            self.canvas.write_name(self.scene.names, seat, box.x + 16, middle, 26, ink, ground, 260)

    def ribbon(self) -> None:
        """Draw the ribbon of the end."""
        outcome, w = self.scene.outcome, self.scene.w
        if outcome is None:
            return
        if outcome.ending == CLOSED:
            line = w("The table is closed")
        elif len(outcome.winners) > 1:
            line = w("A shared win")
        else:
            winner = outcome.winners[0]
            points = self.view.seats[winner].points
            room = RIBBON_ROOM - width(w("{name} wins: {points}", name="", points=points), RIBBON_SIZE)
            name = self.name(winner, RIBBON_SIZE, room)
            line = w("{name} wins: {points}", name=name, points=points)
        self.canvas.put(self.sprites["ribbon"], RIBBON.x, RIBBON.y)
        middle = RIBBON.x + RIBBON.w // 2
        self.canvas.write(line, middle, RIBBON.y + 39, RIBBON_SIZE, INK, GOLD, room=RIBBON_ROOM)


def draw(view: View, scene: Scene) -> Image:
    """Draw a position as a palette picture of 1400 by 1000 pixels."""
    return Painter(view, scene).paint()
