"""Draws the side panel of a Reef board: the turn, the cards, the supply, the hand or the last move, and the
result.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Final

from PIL import Image, ImageDraw

from games.core.outcome import CLOSED_ENDING, Outcome
from games.core.picture import GOLD_COLOUR, INK_COLOUR, NAVY_COLOUR, WHITE_COLOUR, Box
from games.drawing import palette
from games.drawing.fitting import fit_text
from games.drawing.marks import put_empty_place, put_ring
from games.drawing.plates import MIN_SIZE, put_line_plate, put_turn_plate
from games.drawing.sprites import Sprite, make_masked_sprite
from games.drawing.text import measure_width
from games.drawing.win_plate import join_boxes, put_rank_plate, put_win_plate
from games.reef.changes import Changes
from games.reef.draw_last import LastMovePainter
from games.reef.draw_supply import USED_UP_COLOUR, put_supply
from games.reef.events import Scene
from games.reef.layout import (
    BANNER_BOX,
    CARD_SIZE,
    DECK_COUNT_SIZE,
    DISPLAY_BOXES,
    FINAL_SUPPLY_BOXES_BY_SEAT_COUNT,
    HEADING_SIZE,
    LARGE_CARD_SIZE,
    LARGE_DISPLAY_BOXES,
    LARGE_HAND_CARD_SIZE,
    LARGE_PANEL_TOP,
    LARGE_SCORE_SIZE,
    LARGE_SITE,
    LARGE_SUPPLY_BOXES,
    LARGE_SUPPLY_CHIP,
    LARGE_SUPPLY_COUNT,
    LAST_CARD_SIZE,
    LAST_MOVE_AREA,
    LAST_ROW_TOP,
    LOWER_PANEL_BOX,
    LOWER_PANEL_RADIUS,
    PANEL_COLOUR,
    PANEL_WIDTH,
    PANEL_X,
    PICTURE_HEIGHT,
    RANKING_PLATES_BY_SEAT_COUNT,
    SAND_MOVE_BOX,
    SINGLE_HAND_BOX,
    SITE_PLACES_BY_SEAT_COUNT,
    SMALL_SCORE_SIZE,
    SUPPLY_BOXES,
    find_heading_y,
    find_points_box,
    find_score_box,
    has_large_cards,
    list_hand_boxes,
    list_quiz_hand_boxes,
)
from games.reef.parts import (
    CARDS,
    COLOUR_LETTERS,
    COLOURS,
    DECK_PRICE,
    MAX_HAND_SIZE,
    OPEN_CARD_COUNT,
)
from games.reef.texts.endings import explain_tie_break
from games.reef.texts.position import find_best_score
from games.reef.view import PLAY_STAGE, OpenCard, View

if TYPE_CHECKING:
    from games.drawing.canvas import Canvas
    from games.drawing.sprites import Atlas, Sprite

PILL_COLOUR: Final = "#1A5576"
PALE_COLOUR: Final = "#C8EBE4"
RED_COLOUR: Final = "#8D0C16"
POINTS_SIZE_PERCENT: Final = 56
"""Font size of the points on an open card, in percent of their disc's size."""
SCORE_SIZE: Final = 44
"""Font size of the score on a large coin."""
TIE_BREAK_OFFSET: Final = 28
"""Vertical centre of the reason that broke a tie, below its plate."""


class SidePainter:
    """Draws the side panel of a board. ``sand`` is the colour of the sand at the near edge."""

    def __init__(
        self, canvas: Canvas, sprites: Atlas, view: View, scene: Scene, changed: Changes, sand: str
    ) -> None:
        self.canvas = canvas
        self.sprites = sprites
        self.view = view
        self.scene = scene
        self.changed = changed
        self.last = LastMovePainter(canvas, sprites, scene, changed, sand)
        self.has_move = changed.card is not None or changed.took_card
        self.has_sand = SITE_PLACES_BY_SEAT_COUNT[len(view.seats)][0][0] is LARGE_SITE

    def paint(self) -> None:
        """Draw the whole side panel."""
        view, outcome = self.view, self.scene.outcome
        self.draw_banner()
        if outcome is not None:
            self.draw_final_ranking(outcome)
            return
        if self.has_room_for_large_cards():
            self.draw_large_cards()
            return
        self.draw_display()
        put_supply(self.canvas, self.sprites, view.supply, SUPPLY_BOXES, is_steady=self.scene.is_steady)
        own = view.viewer is not None
        if own and view.hand:
            self.draw_lower_panel()
            self.draw_hand()
        elif self.has_move:
            self.draw_lower_panel()
            self.last.draw_large_move(LAST_MOVE_AREA.y)

    def draw_lower_panel(self, height: int = LOWER_PANEL_BOX.h, top: int = LOWER_PANEL_BOX.y) -> None:
        """Draw the background of the lower part of the panel."""
        self.canvas.put(_make_panel(LOWER_PANEL_BOX.w, height, PANEL_COLOUR), LOWER_PANEL_BOX.x, top)

    def draw_banner(self) -> None:
        """Draw the plate of the active seat, with a note in the last round, or the result."""
        view, w, names = self.view, self.scene.w, self.scene.names
        outcome, last = self.scene.outcome, view.is_last_round
        active_seat = view.active_seat if self.scene.mover_seat is None else self.scene.mover_seat
        if outcome is None and active_seat is not None:
            put_turn_plate(
                self.canvas,
                BANNER_BOX,
                names,
                active_seat,
                make_text=lambda name: (
                    w("{name} · last round", name=name) if last else w("Turn: {name}", name=name)
                ),
            )
        elif outcome is None:
            put_line_plate(self.canvas, BANNER_BOX, w("The match has ended"))
        elif len(outcome.winners) == 1:
            self.draw_winner(outcome)
        else:
            line = w("The table is closed") if outcome.ending == CLOSED_ENDING else w("A shared win")
            put_line_plate(self.canvas, BANNER_BOX, line)

    def draw_winner(self, outcome: Outcome) -> None:
        """Draw the winner's plate where the banner and the ranking's first plate would be."""
        w, seat, seats = self.scene.w, outcome.winners[0], self.view.seats
        put_win_plate(
            self.canvas,
            join_boxes(BANNER_BOX, RANKING_PLATES_BY_SEAT_COUNT[len(seats)][0]),
            self.scene.names,
            seat,
            make_line=lambda name: name if self.scene.has_caption else w("{name} wins", name=name),
            score=str(seats[seat].points),
            sign=self.sprites["coin"],
        )

    def has_room_for_large_cards(self) -> bool:
        """Return whether neither a hand nor a last move is shown, which leaves room for large cards."""
        view, changed = self.view, self.changed
        if self.scene.is_quiz:
            return has_large_cards(view)
        shown = (
            view.viewer is not None or self.scene.is_steady or changed.card is not None or changed.took_card
        )
        plain = len(view.display) == OPEN_CARD_COUNT and bool(view.deck) and view.top is None
        return not shown and plain and not any(lying.points for lying in view.display)

    def draw_large_cards(self) -> None:
        """Draw the open cards and the deck in a column, and the supply beside them."""
        view = self.view
        # This background also covers the gap between the two parts of the panel.
        self.draw_lower_panel(PICTURE_HEIGHT - 8 - LARGE_PANEL_TOP, LARGE_PANEL_TOP)
        for lying, box in zip(view.display, LARGE_DISPLAY_BOXES, strict=False):
            self.canvas.put(self.sprites.scale(f"card_{lying.card}", LARGE_CARD_SIZE), box.x, box.y)
            if lying.points:
                self.draw_points(lying, box)
        box = LARGE_DISPLAY_BOXES[OPEN_CARD_COUNT]
        self.canvas.put(self.sprites.scale("card_back", LARGE_CARD_SIZE), box.x, box.y)
        self.draw_deck_count(box)
        self.draw_large_supply()

    def draw_deck_count(self, box: Box) -> None:
        """Draw the number of cards in the deck, in the bottom right corner of the card back."""
        x, y = box.x + box.w - DECK_COUNT_SIZE[0] - 8, box.y + box.h - DECK_COUNT_SIZE[1] - 8
        self.canvas.put(self.sprites["count"], x, y)
        self.canvas.write_line(
            str(self.view.deck),
            x + DECK_COUNT_SIZE[0] // 2,
            y + DECK_COUNT_SIZE[1] // 2,
            44,
            WHITE_COLOUR,
            NAVY_COLOUR,
        )

    def draw_display(self) -> None:
        """Draw the deck and the open cards, dimmed if the viewer (or the active seat) can't take any."""
        view = self.view
        seat = view.active_seat if view.viewer is None else view.viewer
        able = view.stage == PLAY_STAGE and seat is not None and view.seats[seat].cards < MAX_HAND_SIZE
        # In replays and puzzles, all cards must be easy to read.
        able = able or self.scene.is_steady or self.scene.is_quiz
        for place in range(OPEN_CARD_COUNT):
            if place < len(view.display):
                self.draw_open_card(view.display[place], DISPLAY_BOXES[place], is_bright=able)
            else:
                put_empty_place(self.canvas, *DISPLAY_BOXES[place])
        self.draw_deck(seat, can_take=able)

    def draw_deck(self, seat: int | None, *, can_take: bool) -> None:
        """Draw the deck with its number of cards, dimmed if the seat can't take the top card."""
        view, box = self.view, DISPLAY_BOXES[OPEN_CARD_COUNT]
        if not view.deck:
            put_empty_place(self.canvas, *box)
            return
        paid = (
            self.scene.is_steady
            or self.scene.is_quiz
            or (seat is not None and view.seats[seat].points >= DECK_PRICE)
        )
        top = "card_back" if view.top is None else f"card_{view.top}"
        self.canvas.put(
            self.sprites[top] if can_take and paid else self.sprites.fade(top, PANEL_COLOUR), box.x, box.y
        )
        if view.top is None:
            self.draw_deck_count(box)
            return
        x, y, wide, high = find_points_box(view.top)
        x, y = box.x + x, box.y + y
        self.canvas.put(self.sprites[f"count_{wide}"], x, y)
        self.canvas.write_line(
            str(view.deck),
            x + wide // 2,
            y + high // 2,
            36,
            WHITE_COLOUR,
            NAVY_COLOUR,
        )

    def draw_open_card(self, open_card: OpenCard, box: Box, *, is_bright: bool) -> None:
        """Draw an open card with the points on it."""
        key = f"card_{open_card.card}"
        sprite = self.sprites[key] if is_bright else self.sprites.fade(key, PANEL_COLOUR)
        self.canvas.put(sprite, box.x, box.y)
        if open_card.points:
            self.draw_points(open_card, box)

    def draw_points(self, open_card: OpenCard, box: Box) -> None:
        """Draw the points on an open card, larger on a large card."""
        part = find_points_box(open_card.card)
        x, y, size = (value * box.w // CARD_SIZE[0] for value in part[:3])
        x, y, key = box.x + x, box.y + y, f"extra_{part.w}"
        disc = self.sprites[key] if size == part.w else self.sprites.scale(key, (size, size))
        self.canvas.put(disc, x, y)
        self.canvas.write_line(
            f"+{open_card.points}",
            x + size // 2,
            y + size // 2,
            size * POINTS_SIZE_PERCENT // 100,
            WHITE_COLOUR,
            RED_COLOUR,
        )
        if open_card.card in self.changed.paid_cards:
            put_ring(self.canvas, x, y, size, size, is_thin=True, corner_radius=size // 2)

    def draw_large_supply(self) -> None:
        """Draw the number of corals in the supply for each colour, beside the large cards."""
        (x, y, wide, high), (centre_y, size) = LARGE_SUPPLY_CHIP, LARGE_SUPPLY_COUNT
        for colour, box in zip(COLOURS, LARGE_SUPPLY_BOXES, strict=True):
            left = self.view.supply[colour]
            self.canvas.put(_make_panel(box.w, box.h, NAVY_COLOUR), box.x, box.y)
            chip = self.sprites.scale(f"supply_{COLOUR_LETTERS[colour]}", (wide, high))
            self.canvas.put(chip, box.x + x, box.y + y)
            ink = WHITE_COLOUR if left else USED_UP_COLOUR
            self.canvas.write_line(str(left), box.x + box.w // 2, box.y + centre_y, size, ink, NAVY_COLOUR)

    def draw_hand(self) -> None:
        """Draw the viewer's hand and, if it is small, the last move below it.

        With each card are the most points that it can score now with its corals, if any, as on its button,
        except in a quiz.
        """
        view, w = self.view, self.scene.w
        # In a review, this hand may belong to somebody else.
        heading = w("Your hand") if self.scene.reader_seat is not None else w("The hand")
        middle = PANEL_X + PANEL_WIDTH // 2
        boxes = (
            list_quiz_hand_boxes(len(view.hand))
            if self.scene.is_quiz
            else list_hand_boxes(len(view.hand), is_large=self.has_sand or not self.has_move)
        )
        heading_y = find_heading_y(boxes)
        self.canvas.write_line(
            heading, middle, heading_y, HEADING_SIZE, WHITE_COLOUR, PANEL_COLOUR, max_width=PANEL_WIDTH
        )
        if self.scene.is_quiz:
            if len(boxes) == 1:
                self.last.draw_large_card(CARDS[view.hand[0]], boxes[0].x, boxes[0].y)
                return
            for box, number in zip(boxes, view.hand, strict=True):
                self.canvas.put(self.sprites.scale(f"card_{number}", (box.w, box.h)), box.x, box.y)
            return
        for box, number in zip(boxes, view.hand, strict=True):
            points = find_best_score(view, number)
            if box == SINGLE_HAND_BOX:
                size = LAST_CARD_SIZE
                self.last.draw_scored_card(CARDS[number], points, box)
            else:
                size = LARGE_HAND_CARD_SIZE if box.w > CARD_SIZE[0] else CARD_SIZE
                self.canvas.put(self.sprites.scale(f"card_{number}", size), box.x, box.y)
                if points and size == CARD_SIZE:
                    self.draw_score_below(points, box)
                elif points:
                    self.draw_score_on_card(points, number, box)
            if number in self.changed.new_hand_cards:
                put_ring(self.canvas, box.x, box.y, *size)
        if self.has_move and self.has_sand:
            _, x, y = SITE_PLACES_BY_SEAT_COUNT[len(view.seats)][0]
            box = SAND_MOVE_BOX._replace(x=x + SAND_MOVE_BOX.x, y=y + SAND_MOVE_BOX.y)
            self.last.draw_move_on_sand(box)
        elif len(view.hand) <= MAX_HAND_SIZE // 2:
            self.last.draw_small_move(LAST_ROW_TOP)

    def draw_score_on_card(self, points: int, card: int, box: Box) -> None:
        """Draw a coin with the most points that a large card can score now, beside the card's pattern."""
        x, y, wide, high = find_score_box(card, box)
        coin = self.sprites["told_coin_small" if wide == SMALL_SCORE_SIZE[0] else "told_coin"]
        middle = x + wide // 2, y + high // 2 - 2
        self.canvas.put(coin, x, y)
        # Limit the width, so that two digits fit on the coin.
        label = fit_text(f"+{points}", SCORE_SIZE * high // LARGE_SCORE_SIZE[1], wide - 12)
        self.canvas.write_fitted(label, *middle, INK_COLOUR, GOLD_COLOUR, "middle")

    def draw_score_below(self, points: int, box: Box) -> None:
        """Draw the most points that a card can score now, with a coin, below the card."""
        self.canvas.put(self.sprites["pill"], box.x, box.y + box.h - 46)
        coin, text, middle = self.sprites["coin"], f"+{points}", box.y + box.h - 23
        left = box.x + (box.w - measure_width(text, 38) - 6 - coin.size[0]) // 2
        self.canvas.write_line(text, left, middle, 38, WHITE_COLOUR, PILL_COLOUR, "left")
        x = left + measure_width(text, 38) + 6
        self.canvas.put(coin, x, middle - coin.size[1] // 2)

    def draw_final_ranking(self, outcome: Outcome) -> None:
        """Draw the placements and scores, and the supply."""
        view, seats = self.view, self.view.seats
        order = sorted(range(len(seats)), key=outcome.placements.__getitem__)
        if outcome.winners and view.hands:
            self.draw_lower_panel()
        for box, seat in zip(RANKING_PLATES_BY_SEAT_COUNT[len(seats)], order, strict=True):
            if outcome.winners != (seat,):
                put_rank_plate(
                    self.canvas,
                    box,
                    self.scene.names,
                    seat,
                    is_lit=seat in outcome.winners,
                    score=str(seats[seat].points),
                    sign=self.sprites["coin"],
                    placement=self.scene.find_placement(seat),
                )
            reasons = explain_tie_break(seat, view, self.scene.w)
            if reasons:
                self.write_tie_break(reasons, box)
        boxes = FINAL_SUPPLY_BOXES_BY_SEAT_COUNT[len(seats)]
        put_supply(self.canvas, self.sprites, view.supply, boxes, is_steady=self.scene.is_steady)

    def write_tie_break(self, reasons: Sequence[str], box: Box) -> None:
        """Write the reason that broke a tie below a name plate, or only its deciding part."""
        line = ", ".join(reasons)
        if measure_width(line, MIN_SIZE) > box.w:
            line = reasons[-1]
        self.canvas.write_line(
            line,
            box.x + box.w // 2,
            box.y + box.h + TIE_BREAK_OFFSET,
            MIN_SIZE,
            WHITE_COLOUR,
            PANEL_COLOUR,
            max_width=box.w,
        )


@cache
def _make_panel(width: int, height: int, colour: str) -> Sprite:
    """Return a plain panel with rounded corners."""
    image = Image.new("P", (width, height), palette.CLEAR_INDEX)
    box = (0, 0, width - 1, height - 1)
    ImageDraw.Draw(image).rounded_rectangle(box, LOWER_PANEL_RADIUS, palette.find_index(colour))
    return make_masked_sprite(image)
