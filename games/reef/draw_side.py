"""Draws the side of a board of Reef: whose turn it is, cards, supply, and the hand or who leads."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from games.core.outcome import Outcome
from games.core.picture import GOLD, INK, NAVY, PLATE_DIM_TOP, PLATE_LIT, WHITE, Box
from games.drawing.canvas import TALL
from games.drawing.podium import put_medal
from games.drawing.text import width
from games.reef.changes import Changes
from games.reef.ending import empty_spaces, full_stacks
from games.reef.events import Scene
from games.reef.layout import (
    BADGE,
    BANNER,
    CARD,
    DISPLAY,
    FINAL,
    HAND,
    HEADING_Y,
    LAST,
    MINI,
    PANEL_X,
    RANKING,
    ROW_OF_TWO,
    SUPPLY,
)
from games.reef.matching import score
from games.reef.parts import CARDS, COLOURS, LETTERS, MOST_HAND, OPEN_CARDS
from games.reef.view import Open, View

if TYPE_CHECKING:
    from games.drawing.canvas import Canvas
    from games.drawing.sprites import Atlas

PANEL: Final = "#0E3350"
PILL: Final = "#17577A"
PALE: Final = "#BFE9EE"
BANNER_ROOM, HEADING_ROOM, LAST_ROOM = 340, 368, 184
HEADING_TALL = 38
TOLD: Final = 20
"""Font size of what the ranking says below a name."""
LAST_SIZES: Final = (48, 42, 36, 30)
SEATS_WITH_SUPPLY: Final = 3
"""With more seats, the ranking of the end takes the place of the supply."""


class SidePainter:
    """The side of a board in the making; ``lit`` tells whether a seat is to act or has won."""

    def __init__(
        self,
        canvas: Canvas,
        sprites: Atlas,
        view: View,
        scene: Scene,
        changed: Changes,
        lit: Callable[[int], bool],
    ) -> None:
        self.canvas = canvas
        self.sprites = sprites
        self.view = view
        self.scene = scene
        self.changed = changed
        self.lit = lit

    def paint(self) -> None:
        """Draw all of it."""
        view, outcome = self.view, self.scene.outcome
        self.banner()
        self.display()
        if outcome is not None and view.hands:
            if len(view.seats) <= SEATS_WITH_SUPPLY:
                self.supply()
            self.final(outcome)
            return
        self.supply()
        if view.viewer is not None and not view.hands:
            self.hand(view.viewer)
        else:
            self.last_move()
            self.ranking()

    def banner(self) -> None:
        """Draw whose turn it is, and whether the last round is on."""
        view, w = self.view, self.scene.w
        self.canvas.put(self.sprites["banner"], BANNER.x, BANNER.y)
        x, y = BANNER.x + BANNER.w // 2, BANNER.y + 29
        if view.turn is None:
            self.canvas.write(w("The match has ended"), x, y, 28, INK, GOLD, room=BANNER_ROOM)
        elif view.last_round:
            self.about(lambda name: w("{name} · last round", name=name), view.turn, x, y, "#8C0F16")
        else:
            self.about(lambda name: w("Turn: {name}", name=name), view.turn, x, y, INK)

    def about(self, make: Callable[[str], str], seat: int, x: int, y: int, ink: str) -> None:
        """Write on the banner about a seat."""
        self.canvas.write_about(make, self.scene.names, seat, x, y, 28, ink, GOLD, BANNER_ROOM, 50)

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

    def hand(self, viewer: int) -> None:
        """Draw the viewer's hand with what each card would score on the reef as it is."""
        view, w = self.view, self.scene.w
        # In a review others see it too.
        own = w("Your hand, and what it scores now")
        heading = own if self.scene.reader is not None else w("The hand, and what it scores now")
        self.canvas.write(heading, PANEL_X + 184, HEADING_Y, 22, WHITE, PANEL, room=HEADING_ROOM)
        reef = view.seats[viewer].reef
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
            self.canvas.write(
                w("now {points}", points=points), box.x + 88, box.y + 177, 28, ink, PILL, room=168
            )
            if number in self.changed.gained:
                self.canvas.spotlight(box.x, box.y, *CARD)

    def last_move(self) -> None:
        """Draw the card of the newest move and what it brought."""
        changed, w = self.changed, self.scene.w
        if changed.seat is not None:
            place = changed.seat, PANEL_X + 184, HEADING_Y, 22, WHITE, PANEL, HEADING_ROOM, HEADING_TALL
            self.canvas.write_about(lambda name: w("Last move: {name}", name=name), self.scene.names, *place)
        else:
            self.canvas.write(w("Last move"), PANEL_X + 184, HEADING_Y, 22, WHITE, PANEL, room=HEADING_ROOM)
        if changed.card is None and not changed.taken:
            self.canvas.put(self.sprites["card_none"], LAST.x, LAST.y)
            return
        face = "card_back" if changed.card is None else f"card_{changed.card}"
        self.canvas.put(self.sprites[face], LAST.x, LAST.y)
        x, level = LAST.x + 276, LAST.y + 78
        done = w("took") if changed.taken else w("played")
        if changed.points:
            self.canvas.write(done, x, LAST.y + 26, 32, WHITE, PANEL, room=LAST_ROOM)
            points = f"{'+' if changed.points > 0 else '−'}{abs(changed.points)}"
            self.canvas.write(points, x, level + 8, 76, GOLD if changed.points > 0 else PALE, PANEL)
        else:
            size = next((size for size in LAST_SIZES if width(done, size) <= LAST_ROOM), LAST_SIZES[-1])
            self.canvas.write(done, x, level, size, PALE, PANEL, room=LAST_ROOM)
        if changed.times and changed.card is not None:
            sum_text = f"{changed.times} × {CARDS[changed.card].points}"
            self.canvas.write(sum_text, x, LAST.y + 142, 30, WHITE, PANEL)

    def final(self, outcome: Outcome) -> None:
        """Draw who came in which place, with the hand that is left."""
        seats = self.view.seats
        order = sorted(range(len(seats)), key=outcome.placements.__getitem__)
        for box, seat in zip(FINAL[len(seats)], order, strict=True):
            lit = seat in outcome.winners
            self.canvas.put(self.sprites[f"final_{len(seats)}_{'lit' if lit else 'dim'}"], box.x, box.y)
            ink, ground = (INK, PLATE_LIT) if lit else (WHITE, PLATE_DIM_TOP)
            foot = box.y + box.h - MINI[1] - 6
            middle = (box.y + foot) // 2
            put_medal(self.canvas, outcome, seat, box.x + 6, middle - 34)
            self.canvas.write_name(
                self.scene.names, seat, box.x + 66, middle, 28, ink, ground, 210, foot - box.y
            )
            points = str(seats[seat].points)
            self.canvas.write(points, box.x + 352, middle, 44, ink, ground, "right")
            for place, card in enumerate(self.view.hands[seat]):
                self.canvas.put(self.sprites[f"mini_{card}"], box.x + 5 + 90 * place, foot)

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
            middle, tall = box.y + box.h // 2, box.h - 8
            if box.h >= ROW_OF_TWO:
                told = w("{empty} empty, {full} full", empty=empty_spaces(reef), full=full_stacks(reef))
                below = middle + box.h // 5
                self.canvas.write(told, box.x + 16, below, TOLD, ink, ground, "left", 260)
                middle -= box.h // 6
                tall = 2 * (below - TOLD // 2 - middle)
            tall = min(tall, TALL)
            self.canvas.write_name(self.scene.names, seat, box.x + 16, middle, 26, ink, ground, 260, tall)
