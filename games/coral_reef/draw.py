"""Draws a position of Coral Reef: stacks as fans in the sea, seats on both shelves, the own hand near."""

from __future__ import annotations

from typing import Final

from PIL.Image import Image

from games.coral_reef import changes
from games.coral_reef.closing import round_over
from games.coral_reef.draw_hands import HandPainter
from games.coral_reef.events import Scene
from games.coral_reef.layout import (
    DECK,
    PANEL,
    RIBBON,
    SEATS_FACING,
    SHELF_TOP,
    TURN,
    Fan,
    Grid,
    card_height,
    cells,
    fan,
    fan_height,
    grid_for,
    panels,
    shelves,
    ways,
)
from games.coral_reef.parts import LETTER_OF, REFORMS, TEN_ON_TOP, Card, is_tile, suit
from games.coral_reef.view import View, target
from games.core.outcome import CLOSED
from games.core.picture import GOLD, INK, NAVY, PLATE_DIM, PLATE_DIM_TOP, PLATE_LIT, WHITE, Box
from games.drawing.canvas import Canvas
from games.drawing.podium import put_crown, put_medal
from games.drawing.sprites import atlas

CREAM: Final = "#FFF4DD"
PILL: Final = "#0D334F"
STUB: Final = "#C9DDE2"
DEPTHS: Final = "#0A2438"
SEABED: Final = 16
RIBBON_SIZE: Final = 42
RIBBON_ROOM: Final = 460
RIBBON_TALL: Final = 64
THEN_ROOM: Final = 200
THEN_TALL: Final = 38
SIGN_ROOM: Final = 204
SIGN_SIZE: Final = 28
"""Of what is written below the signs of the panel: to be read where a phone shows the picture small."""
STAR: Final = 24
STAR_OF_MANY: Final = 20
"""How far apart many stars lie, to leave room for the number of cards before them."""
MANY_STARS: Final = 5
TWO: Final = 2
NINES: Final = 9
"""Above it a number has two digits."""
PILL_SIZES: Final = (25, 22)
_GROUNDS: Final = {
    (True, True): "both",
    (True, False): "far",
    (False, True): "near",
    (False, False): "none",
}
"""The table by the shelves that are lit: the far one, the near one."""


class Painter:
    """One drawing in the making."""

    def __init__(self, view: View, scene: Scene) -> None:
        self.view = view
        self.scene = scene
        self.ended = round_over(scene)
        self.sprites = atlas("coral_reef")
        self.kit = atlas("kit")
        apart = bool(view.hands) and view.seats > SEATS_FACING
        self.far, self.near = shelves(view.seats, None if apart else view.viewer)
        self.ways = ways(self.far, self.near) if view.seats > TWO else {}
        lit = self.lit()
        above, below = any(seat in self.far for seat in lit), any(seat in self.near for seat in lit)
        # In a film neither shelf is lit: it would be so for whose turn it is not.
        ground = "none" if scene.steady else _GROUNDS[above, below]
        self.canvas = Canvas(self.sprites[f"table_{ground}"])
        self.hands = HandPainter(self.canvas, view, scene)

    def lit(self) -> tuple[int, ...]:
        """Return the seats whose plates are bright: the turn's, or at an end the winners'."""
        if self.scene.outcome is not None:
            return self.scene.outcome.winners
        if self.ended is not None:
            return self.ended.winners
        return () if self.view.turn is None else (self.view.turn,)

    def paint(self) -> Image:
        """Lay everything and return the picture."""
        view, over = self.view, self.scene.outcome is not None or self.ended is not None
        grid = grid_for(len(view.stacks), over)
        places = cells(len(view.stacks), over)
        fans = [fan(len(stack), box, grid) for stack, box in zip(view.stacks, places, strict=True)]
        tallest: dict[int, int] = {}
        for shown, box in zip(fans, places, strict=True):
            tallest[box.y] = max(tallest.get(box.y, 0), fan_height(shown, grid))
        for index, box in enumerate(places):
            room = box.h - grid.foot
            high = room - SEABED if self.scene.steady else tallest[box.y]
            self.stack(index, box, box.y + (room + high) // 2, fans[index], grid)
        for seats, top in ((self.far, SHELF_TOP[0]), (self.near, SHELF_TOP[1])):
            for seat, box in zip(seats, panels(len(seats), top), strict=True):
                self.seat(seat, box)
        self.panel()
        if over:
            self.ribbon()
        return self.canvas.image

    def card(self, card: Card, x: int, y: int, across: int, rows: int | None) -> None:
        """Lay a card of a stack face up, its suit on the right; of a covered one the uppermost ``rows``."""
        kind = "tile" if is_tile(card) else "card"
        self.put(f"{kind}_{LETTER_OF[card]}_{across}", x, y, rows=rows)
        if not is_tile(card):
            mark = f"suit_{suit(card)}_{across}"
            right = x + across - self.sprites[mark].size[0] - across // 16
            self.put(mark, right, y + across // 14)

    def put(self, key: str, x: int, y: int, dim: bool = False, rows: int | None = None) -> None:
        """Lay a sprite, at will one step dimmer, or of one that others cover so many ``rows``."""
        self.canvas.put(self.sprites.dim(key) if dim else self.sprites[key], x, y, rows)

    def stack(self, index: int, box: Box, bottom: int, shown: Fan, grid: Grid) -> None:
        """Draw a stack: its newest cards as a fan, the top in front, what it asks for, how deep it is."""
        cards = self.view.stacks[index]
        hidden = len(cards) - shown.cards
        high = fan_height(Fan(shown.cards, stub=False), grid)
        x, y = box.x + (box.w - grid.card) // 2, bottom - high
        if shown.stub:
            middle = x + grid.card // 2, y - grid.strip // 2 + 3
            self.put(f"stub_{grid.card}", x, y - grid.strip)
            self.canvas.write(f"+{hidden}", *middle, grid.more, INK, STUB)
        # The corners of the next card are round.
        covered = grid.strip + grid.card // 8
        for i, card in enumerate(cards[hidden:-1]):
            self.card(card, x, y + grid.strip * i, grid.card, covered)
        self.card(cards[-1], x, bottom - card_height(grid.card), grid.card, None)
        new = min(changes.new_cards(self.view, self.scene, index), shown.cards)
        if new:
            above = grid.strip * (shown.cards - new)
            self.canvas.spotlight(x, y + above, grid.card, high - above)
        self.foot(index, box.x + box.w // 2, bottom, grid)

    def foot(self, index: int, middle: int, bottom: int, grid: Grid) -> None:
        """Draw the number of a stack, the sum that it asks for and its depth."""
        cards = self.view.stacks[index]
        buoy = grid.buoy
        self.put(f"buoy_{buoy}", middle - buoy // 2, bottom + grid.foot - buoy - 2)
        centre = bottom + grid.foot - buoy // 2 - 2
        asked = target(cards)
        size = max(18, grid.label - 6) if asked == TEN_ON_TOP else grid.label
        self.canvas.write(str(asked), middle, centre, size, INK, CREAM)
        level = bottom + grid.foot - 31
        left = middle - buoy // 2 - 33
        self.put("pill", left, level)
        self.canvas.write(str(index + 1), left + 16, level + 15, PILL_SIZES[index >= NINES], WHITE, PILL)
        right = middle + buoy // 2 + 1
        if grid.card >= 112:
            self.put("pill_deep", right, level)
            self.canvas.write(
                str(len(cards)), right + 38, level + 15, PILL_SIZES[len(cards) > NINES], WHITE, PILL
            )
        elif grid.card >= 88:
            self.put("pill", right, level)
            self.canvas.write(f"×{len(cards)}", right + 16, level + 15, 18, WHITE, PILL)

    def seat(self, seat: int, box: Box) -> None:
        """Draw the plate of a seat with its cards: face down, or the viewer's own hand."""
        view, lit = self.view, seat in self.lit()
        self.put("plate_lit" if lit else "plate_dim", box.x, box.y)
        ink, head, foot = (INK, GOLD, PLATE_LIT) if lit else (WHITE, PLATE_DIM_TOP, PLATE_DIM)
        outcome = self.scene.outcome
        room = 200
        if outcome is not None and outcome.winners:
            room = 158
            put_medal(self.canvas, outcome, seat, box.x + 174, box.y + 4)
        elif seat in self.ways:
            room = 162
            self.canvas.put(self.kit[f"way_{self.ways[seat]}"], box.x + 186, box.y + 18)
        self.canvas.write_name(self.scene.names, seat, box.x + 16, box.y + 34, 34, ink, head, room, 60)
        self.hands.back(seat, box.x + 14, box.y + 84, 36, 36)
        self.canvas.write(str(view.hand_sizes[seat]), box.x + 60, box.y + 109, 38, ink, foot, "left")
        step = STAR if view.rounds_to_win < MANY_STARS else STAR_OF_MANY
        across = step * (view.rounds_to_win - 1) + STAR
        for i in range(view.rounds_to_win):
            place = self.sprites["star_full" if i < view.wins[seat] else "star_none"]
            self.canvas.put(place, box.x + 222 - across + step * i, box.y + 97)
        before = self.scene.before
        if before is not None and view.wins[seat] != before.wins[seat]:
            self.canvas.ring(box.x + 220 - across, box.y + 95, across + 2, 28, 3, WHITE)
        if changes.drew(view, self.scene, seat):
            self.canvas.ring(box.x + 14, box.y + 84, 36, card_height(36), 3, WHITE)
        if view.hands:
            self.hands.faces(seat, box)
        elif seat == view.viewer:
            self.hands.own()
        else:
            self.hands.backs(seat, box)

    def panel(self) -> None:
        """Draw whose turn it is, the deck and how often it was formed anew, and the round."""
        view, w = self.view, self.scene.w
        middle = PANEL.x + PANEL.w // 2
        self.put("turn", TURN.x, TURN.y)
        lit = self.lit()
        if view.turn is None or self.scene.outcome is not None:
            self.put("star_full", TURN.x + 16, TURN.y + 19)
            if len(lit) == 1:
                self.in_turn(lit[0])
        else:
            arrow = "arrow_down" if view.turn in self.near else "arrow_up"
            self.canvas.put(self.kit[arrow], TURN.x + 8, TURN.y + 11)
            self.in_turn(view.turn)
        if self.ways and view.turn is not None and self.scene.outcome is None:
            following = (view.turn + 1) % view.seats
            self.canvas.write_about(
                lambda name: w("then {name}", name=name),
                self.scene.names,
                following,
                middle,
                290,
                26,
                WHITE,
                DEPTHS,
                THEN_ROOM,
                THEN_TALL,
            )
        self.canvas.write(w("Round {number}", number=view.number), middle, 330, 30, WHITE, DEPTHS, room=200)
        self.put("deck", DECK.x, DECK.y)
        self.canvas.write(str(view.deck), middle, DECK.y + 186, 36, WHITE, NAVY)
        if changes.reformed(view, self.scene):
            self.canvas.ring(DECK.x, DECK.y, DECK.w, DECK.h, 4, WHITE)
        for i in range(REFORMS):
            used = "anew_full" if i < view.reforms else "anew_none"
            self.put(used, middle - 17 * REFORMS + 34 * i + 2, 584)
        anew = w("{time} of {most}", time=view.reforms, most=REFORMS)
        for y, words in ((634, w("Reshuffled")), (664, anew)):
            self.canvas.write_text(words, middle, y, SIGN_SIZE, WHITE, DEPTHS, "middle", SIGN_ROOM)
        goal = w.plural("Goal: {n} round", "Goal: {n} rounds", view.rounds_to_win)
        self.canvas.write_text(goal, middle, 714, SIGN_SIZE, WHITE, DEPTHS, "middle", SIGN_ROOM)
        for i in range(view.rounds_to_win):
            self.put("star_full", middle - 14 * view.rounds_to_win + 28 * i + 2, 738)

    def in_turn(self, seat: int) -> None:
        """Write the name of a seat on the plate of the turn."""
        self.canvas.write_name(self.scene.names, seat, TURN.x + 54, TURN.y + 31, 34, INK, GOLD, 146)

    def ribbon(self) -> None:
        """Draw the ribbon of the end."""
        outcome, w = self.scene.outcome, self.scene.w
        winners, middle = self.lit(), RIBBON.x + 380
        self.canvas.put(self.kit["ribbon"], RIBBON.x, RIBBON.y)
        if outcome is not None and len(winners) == 1:
            put_crown(self.canvas, outcome, RIBBON.x + 576, RIBBON.y + 24)
            middle = RIBBON.x + 336
        if len(winners) == 1:
            number = self.view.number

            def won(name: str) -> str:
                if self.ended is None:
                    return w("{name} wins", name=name)
                return w("{name} wins round {n}", name=name, n=number)

            written = middle, RIBBON.y + 55, RIBBON_SIZE, INK, GOLD
            self.canvas.write_about(won, self.scene.names, winners[0], *written, RIBBON_ROOM, RIBBON_TALL)
            return
        if outcome is not None and outcome.ending == CLOSED:
            line = w("Table closed")
        else:
            line = w("A shared victory") if self.ended is None else w("A shared round")
        self.canvas.write(line, middle, RIBBON.y + 55, RIBBON_SIZE, INK, GOLD, room=RIBBON_ROOM)


def draw(view: View, scene: Scene) -> Image:
    """Draw a position as a palette picture of 1400 by 1000 pixels."""
    return Painter(view, scene).paint()
