"""Draws a position of Australis: the current with its reefs, what is on offer, and the boards below.

The board on the left is the viewer's (seat 0's for a spectator), the others follow in turn order.
All places are those of ``layout``; nothing is measured while drawing.
"""

from __future__ import annotations

from typing import Final

from PIL.Image import Image

from games.australis import layout
from games.australis.changes import changes, differences
from games.australis.draw_board import BoardPainter
from games.australis.events import Scene
from games.australis.layout import (
    BERTHS,
    CARDS,
    CUBES,
    DICE,
    RANKING,
    REEF_PLACES,
    STOCKS,
    STONE,
    STONES,
    TURN,
    board_place,
)
from games.australis.legal import legal
from games.australis.parts import (
    CARD_CODES,
    FOOD_SPACES,
    GREY_ROUNDS,
    GREY_SPACE,
    REEFS,
    ROUNDS,
    SECOND_POINTS,
)
from games.australis.public import stand_in
from games.australis.score import MOST_POINTS, TURTLE_AHEAD
from games.australis.view import CHOOSE, CORAL, GAP, View
from games.core.outcome import CLOSED, Outcome
from games.core.picture import GOLD, INK, NAVY, PLATE_DIM_TOP, PLATE_LIT, WHITE, Box
from games.drawing.canvas import Canvas
from games.drawing.fitting import fit_text
from games.drawing.names import plate
from games.drawing.podium import put_crown, put_medal
from games.drawing.sprites import atlas
from games.drawing.text import width

SILVER: Final = "#E9F0F3"
ROUND_ROOM: Final = 140
RIBBON_ROOM: Final = 380
RIBBON_SIZE: Final = 32
RIBBON_TALL: Final = 64
RIBBON: Final = Box(120, 290, 760, 132)


class Painter:
    """One drawing in the making."""

    def __init__(self, view: View, scene: Scene) -> None:
        self.view = view
        self.scene = scene
        self.sprites = atlas("australis")
        self.kit = atlas("kit")
        self.changed = changes(scene.events) if scene.before is None else differences(scene.before, view)
        self.canvas = Canvas(self.sprites[f"table_{view.track_end}"])
        self.open = self.allowed()

    def lit(self) -> tuple[int, ...]:
        """Return the seats whose board is bright: the turn's, the winners' at the end."""
        if self.scene.outcome is not None:
            return self.scene.outcome.winners
        return () if self.view.turn is None else (self.view.turn,)

    def allowed(self) -> frozenset[str] | None:
        """Return the first-field values that the viewer can choose now; ``None`` when it is not to act."""
        view = self.view
        if view.viewer is None or view.viewer != view.turn or self.scene.outcome is not None:
            return None
        actions = legal(stand_in(view), view.viewer)
        picks = {str(action.path[0].value) for action in actions}
        if view.stage == CORAL and not view.boards[view.viewer].supply:
            picks |= {f"reef-{reef}" for reef in REEFS if reef <= view.task.reef}
        return frozenset(picks)

    def paint(self) -> Image:
        """Lay everything and return the picture."""
        for index in range(len(REEFS)):
            self.reef(index)
        self.cubes()
        self.turtles()
        self.turn()
        if self.scene.outcome is not None and self.scene.outcome.winners:
            self.podium(self.scene.outcome)
        else:
            self.offer()
        self.stocks()
        first = self.view.viewer or 0
        for place in range(self.view.seats):
            seat = (first + place) % self.view.seats
            box = board_place(self.view.seats, place)
            lit = self.scene.steady or seat in self.lit()
            BoardPainter(self.canvas, self.sprites, self.view, self.scene, self.changed, seat, lit).paint(
                box.x, box.y
            )
        if self.scene.outcome is not None:
            self.ribbon()
        return self.canvas.image

    def reef(self, index: int) -> None:
        """Draw a reef with the corals of every seat; first and second place are marked."""
        view, box, number = self.view, REEF_PLACES[index], REEFS[index]
        dim = self.open is not None and view.stage == CORAL and f"reef-{number}" not in self.open
        key = f"reef_{number}"
        self.canvas.put(self.sprites.dim(key) if dim else self.sprites[key], box.x, box.y)
        corals = [board.corals[index] for board in view.boards]
        ranked = sorted((seat for seat in view.ahead if corals[seat]), key=lambda seat: -corals[seat])
        step = (box.w - 16) // view.seats
        for seat, count in enumerate(corals):
            x = box.x + 8 + step * seat + step // 2
            coral = f"coral_{seat}"
            self.canvas.put(self.sprites[coral] if count else self.sprites.dim(coral), x - 23, box.y + 53)
            place = ranked.index(seat) if seat in ranked else 9
            kind, ink, ground = "none", WHITE, NAVY
            if place == 0:
                kind, ink, ground = "first", INK, GOLD
            elif place == 1 and SECOND_POINTS[index]:
                kind, ink, ground = "second", INK, SILVER
            self.canvas.put(self.sprites[f"pill_{kind}"], x - 27, box.y + 99)
            self.canvas.write(str(count), x, box.y + 114, 28, ink, ground)
            if (seat, number) in self.changed.reefs:
                self.canvas.spotlight(x - 26, box.y + 55, 52, 74)

    def cubes(self) -> None:
        """Draw the food that still waits on its spaces."""
        view = self.view
        for space in FOOD_SPACES:
            x, y = STONES[space]
            for seat, board in enumerate(view.boards):
                if board.space < space:
                    dx, dy = CUBES[space][seat]
                    self.canvas.put(self.sprites[f"cube_{seat}"], x + dx, y + dy)
        x, y = STONES[GREY_SPACE]
        for dx, dy in CUBES[GREY_SPACE][: view.grey_track]:
            self.canvas.put(self.sprites["cube_grey"], x + dx, y + dy)

    def turtles(self) -> None:
        """Draw the turtles where they are, and a ring where one came from."""
        view, half = self.view, STONE // 2
        for seat in self.changed.turtles:
            left = self.changed.left[seat]
            if left != view.boards[seat].space:
                x, y = STONES[left]
                self.canvas.ring(x - half + 6, y - half + 4, STONE - 12, STONE - 12, 2, "#BFE9EE")
        for seat in reversed(view.ahead):
            space = view.boards[seat].space
            x, y = STONES[space]
            if space == view.track_end:
                place = view.arrived.index(seat)
                pool = layout.POOLS[space]
                x, y = pool.x + BERTHS[place][0], pool.y + BERTHS[place][1]
            self.canvas.put(self.sprites[f"turtle_{seat}"], x - 39, y - 36)
            if seat in self.changed.turtles:
                self.canvas.spotlight(x - 36, y - 34, 74, 68)
            if space == view.track_end:
                self.tag(str(view.arrived.index(seat) + 1), x - 18, y + 17)
            else:
                self.tag(str(space), x, y + 34)

    def tag(self, text: str, x: int, y: int) -> None:
        """Draw a small plate with a number about ``x``, ``y``."""
        self.canvas.put(self.sprites["tag"], x - 21, y - 15)
        self.canvas.write(text, x, y, 27, WHITE, NAVY)

    def turn(self) -> None:
        """Draw whose turn it is, and the round."""
        view, (x, y, w, _) = self.view, TURN
        self.canvas.put(self.sprites["turn"], x, y)
        words = self.scene.w("Round {round}/{rounds}", round=view.round, rounds=ROUNDS)
        found = fit_text(words, 28, ROUND_ROOM)
        self.canvas.write_fitted(found, x + w - 14, y + 28, INK, GOLD, "right")
        for seat in self.lit()[:1]:
            self.canvas.put(self.sprites[f"turtle_{seat}"], x + 6, y + 5)
            room = w - 92 - 14 - 12 - width(words, found.size)
            self.canvas.write_name(self.scene.names, seat, x + 92, y + 28, 34, INK, GOLD, room, 40)
        if self.lit():
            what = self.awaited()
            self.canvas.write_text(what, x + 92, y + 62, 28, INK, GOLD, "left", w - 106)

    def awaited(self) -> str:
        """Return in two words what the seat to act decides."""
        w, stage = self.scene.w, self.view.stage
        if self.scene.outcome is not None:
            return w("The match has ended.")
        if stage == CHOOSE:
            return w.plural("takes {n} card", "takes {n} cards", self.view.task.takes)
        if stage == CORAL:
            return w("coral: reef {reef} or lower", reef=self.view.task.reef)
        if stage == "order":
            return w("chooses the next card")
        if stage == "tile":
            return w("chooses a tile")
        return w("takes a die")

    def offer(self) -> None:
        """Draw the dice on the gameboard and the cards on display."""
        view = self.view
        for box, die in zip(DICE[view.seats], view.offer, strict=False):
            self.canvas.put(self.sprites[f"die{box.w}_{die.code}"], box.x, box.y)
        for place, (box, card) in enumerate(zip(CARDS, view.display, strict=True)):
            if card == GAP:
                continue
            key = f"card_{CARD_CODES[card]}"
            dim = (
                self.open is not None and view.stage == CHOOSE and f"take-{CARD_CODES[card]}" not in self.open
            )
            self.canvas.put(self.sprites.dim(key) if dim else self.sprites[key], box.x, box.y)
            if place in self.changed.places:
                self.canvas.ring(*box, 2, WHITE)

    def podium(self, outcome: Outcome) -> None:
        """Draw who came in which place, where the dice and cards lay."""
        order = sorted(range(self.view.seats), key=outcome.placements.__getitem__)
        for box, seat in zip(RANKING[self.view.seats], order, strict=True):
            lit, middle = seat in outcome.winners, box.y + box.h // 2
            self.canvas.put(self.kit["row_lit" if lit else "row_dim"], box.x, box.y)
            ink, ground = (INK, PLATE_LIT) if lit else (WHITE, PLATE_DIM_TOP)
            put_medal(self.canvas, outcome, seat, box.x + 10, middle - 32)
            self.canvas.put(self.sprites[f"turtle_{seat}"], box.x + 68, middle - 36)
            points = str(self.view.boards[seat].points)
            room = box.w - 154 - 14 - width(points, 44) - 10
            self.canvas.write_name(
                self.scene.names, seat, box.x + 154, middle, 32, ink, ground, room, box.h - 16
            )
            self.canvas.write(points, box.x + box.w - 14, middle, 44, ink, ground, "right")

    def stocks(self) -> None:
        """Draw the next tiles, the piles, the fish and the grey cubes beside the board."""
        view = self.view
        gold, silver = (str(pile[0]) if pile else "" for pile in (view.gold, view.silver))
        left = len(view.gold)
        kinds = (
            ("gold", left),
            ("silver", left),
            ("draw", view.draw_pile),
            ("discard", len(view.discard)),
            ("fish", view.fish_left),
            ("grey", view.grey_beside),
        )
        for box, (kind, count) in zip(STOCKS, kinds, strict=True):
            self.canvas.put(self.sprites[f"stock_{kind}"], box.x, box.y)
            text = f"×{count}" if kind in ("gold", "silver") else str(count)
            self.canvas.write_text(text, box.x + box.w // 2, box.y + 74, 30, WHITE, NAVY, "middle", box.w - 4)
        for box, points, ground in ((STOCKS[0], gold, "#FFE08A"), (STOCKS[1], silver, SILVER)):
            self.canvas.write(points, box.x + 28, box.y + 28, 26, INK, ground)
        if view.silver and view.round <= GREY_ROUNDS:
            self.canvas.put(self.sprites["food_grey"], STOCKS[1].x + 35, STOCKS[1].y - 6)
        if view.stage == "tile" and self.scene.outcome is None:
            for box in STOCKS[:2]:
                self.canvas.ring(*box, 3, WHITE)

    def ribbon(self) -> None:
        """Draw the ribbon of the end."""
        outcome, w = self.scene.outcome, self.scene.w
        if outcome is None:
            return
        self.canvas.put(self.kit["ribbon"], RIBBON.x, RIBBON.y)
        for seat in outcome.winners[:1]:
            self.canvas.put(self.sprites[f"turtle_{seat}"], RIBBON.x + 104, RIBBON.y + 20)
        put_crown(self.canvas, outcome, RIBBON.x + 576, RIBBON.y + 24)
        place = RIBBON.x + 380, RIBBON.y + 55, RIBBON_SIZE, INK, GOLD
        if len(outcome.winners) == 1:

            def won(name: str) -> str:
                if outcome.ending in (MOST_POINTS, TURTLE_AHEAD):
                    return w("{name} wins: {points}", name=name, points=outcome.scores[outcome.winners[0]])
                return w("{name} wins", name=name)

            winner = outcome.winners[0]
            self.canvas.write_about(won, self.scene.names, winner, *place, RIBBON_ROOM, RIBBON_TALL)
            return
        if outcome.ending == CLOSED:
            line = w("Closed")
        elif outcome.is_draw:
            line = w("Draw")
        else:
            room = RIBBON_ROOM // (len(outcome.winners) + 1)
            names = [plate(self.scene.names, seat, RIBBON_SIZE, room) for seat in outcome.winners]
            line = w("{names} win", names=w.listed(names))
        self.canvas.write(line, *place, room=RIBBON_ROOM)


def draw(view: View, scene: Scene) -> Image:
    """Draw a position as a palette picture of 1400 by 1000 pixels."""
    return Painter(view, scene).paint()
