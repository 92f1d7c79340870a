"""Draws a position of Australis: the current with its reefs, the offered dice and cards, and the seats'
boards.

The board on the left belongs to the viewer, or to seat 0 for a spectator. The others follow in turn order.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

import PIL.Image
from PIL import ImageFilter, ImageOps
from PIL.Image import Image

from games.australis.board_layout import find_board_box
from games.australis.changes import compare_views, find_changes
from games.australis.draw_board import BoardPainter
from games.australis.draw_current import CurrentPainter
from games.australis.draw_end import EndPainter
from games.australis.draw_moves import locate_offer
from games.australis.events import Scene
from games.australis.layout import (
    FAR_REEF_COLOUR,
    PILL_SIZE,
    RANKING_ROWS_BY_SEAT_COUNT,
    REEF_BOXES,
    REEF_COLOURS,
    REEF_SIZE,
    ROUND_BOX,
    TILE_BOXES,
    TRAY_BOXES_BY_SEAT_COUNT,
    TURN_BOX,
    arrange_dice,
    find_card_boxes,
    find_dice_boxes,
    find_free_dice_boxes,
    find_tile_boxes,
    has_tray,
)
from games.australis.legal import list_legal_actions
from games.australis.offer_layout import FLAT_CARD_BOXES
from games.australis.parts import (
    CARD_CODES,
    DICE_PER_SEAT,
    GREY_CUBE_ROUNDS,
    REEF_NUMBERS,
    ROUND_COUNT,
    SECOND_PLACE_POINTS,
)
from games.australis.public import make_stand_in
from games.australis.score import TURTLE_AHEAD_ENDING
from games.australis.view import (
    CHOOSE_STAGE,
    CORAL_STAGE,
    DRAFT_STAGE,
    EMPTY_PLACE,
    ORDER_STAGE,
    OVER_STAGE,
    TILE_STAGE,
    View,
)
from games.core.outcome import CLOSED_ENDING, Outcome
from games.core.picture import GOLD_COLOUR, INK_COLOUR, NAVY_COLOUR, WHITE_COLOUR, Box
from games.drawing import palette
from games.drawing.canvas import Canvas
from games.drawing.fitting import fit_text
from games.drawing.marks import put_empty_place, put_ring
from games.drawing.names import fit_name
from games.drawing.plates import MIN_SIZE, NAME_SIZE, TASK_SIZE, put_line_plate, put_turn_plate
from games.drawing.sprites import Atlas, Sprite, load_atlas, make_masked_sprite
from games.drawing.win_plate import join_boxes, put_win_plate

SILVER_COLOUR: Final = "#E9F0F3"
GOLD_TILE_COLOUR: Final = "#FFE08A"
TILE_NUMBER_SIZE_PERCENT: Final = 70
"""Font size of the number on a tile, in percent of the tile's height."""
GREY_CUBE_OVERHANG: Final = 22
"""Pixels by which the grey cube extends beyond a small silver tile."""
CARD_EDGE: Final = 4
"""Width of the edge at the right and the bottom of a card on the gameboard."""
REEF_FRAME_LINES: Final = ((INK_COLOUR, 6), (GOLD_COLOUR, 4), (INK_COLOUR, -3), (None, -4))
"""Colours of the frame around a reef, and the pixels by which each reaches outside the reef, from the
outside in. Nothing covers the reef inside the frame.
"""
REEF_FRAME_REACH: Final = 6
MAX_LARGE_CORAL_SEATS: Final = 2
"""Maximum number of seats with corals on a reef at which the corals are drawn large."""


class Painter:
    """Draws one position. Its methods share the canvas and the view."""

    def __init__(self, view: View, scene: Scene) -> None:
        self.view = view
        self.scene = scene
        self.sprites = load_atlas("australis")
        self.kit = load_atlas("kit")
        self.changed = (
            find_changes(scene.events)
            if scene.earlier_view is None
            else compare_views(scene.earlier_view, view)
        )
        self.canvas = Canvas(self.sprites[f"table_{view.track_end}"])
        # Replays don't dim what can't be chosen, and lessons and puzzles dim and frame pieces themselves.
        self.acting = (
            view.active_seat is not None and scene.outcome is None and not (scene.is_steady or scene.is_quiz)
        )
        self.open = self.list_allowed_picks()

    def list_lit_seats(self) -> tuple[int, ...]:
        """Return the seats with bright boards: winners, the seat that a replay shows, or the active one."""
        if self.scene.outcome is not None:
            return self.scene.outcome.winners
        if self.scene.mover_seat is not None:
            return (self.scene.mover_seat,)
        return () if self.view.active_seat is None else (self.view.active_seat,)

    def list_allowed_picks(self) -> frozenset[str] | None:
        """Return the cards or reefs that can be picked now, or ``None`` if the picture doesn't mark them."""
        view = self.view
        if view.active_seat is None or not self.acting or view.stage not in (CHOOSE_STAGE, CORAL_STAGE):
            return None
        if view.stage == CORAL_STAGE:
            return frozenset(f"reef-{reef}" for reef in REEF_NUMBERS if reef <= view.task.reef)
        return frozenset(
            str(action.path[0].value) for action in list_legal_actions(make_stand_in(view), view.active_seat)
        )

    def is_pick_allowed(self, stage: str, pick: str) -> bool | None:
        """Return whether a card or reef can be picked, or ``None`` if the picture doesn't mark picks."""
        return None if self.open is None or self.view.stage != stage else pick in self.open

    def paint(self) -> Image:
        """Draw everything and return the picture."""
        view, outcome = self.view, self.scene.outcome
        turtle_order = view.turtle_order
        for index in range(len(REEF_NUMBERS)):
            self.draw_reef(index, turtle_order)
        CurrentPainter(self.canvas, self.sprites, view, self.changed).paint(self.acting)
        self.draw_turn()
        end = EndPainter(self.canvas, self.sprites, view, self.scene)
        if outcome is not None and outcome.winners:
            end.draw_ranking(outcome)
        else:
            self.draw_dice_and_cards()
            self.draw_tiles()
        if view.stage == OVER_STAGE:
            end.draw_ledger()
            return self.canvas.image
        first = view.viewer or 0
        for place in range(view.seat_count):
            seat = (first + place) % view.seat_count
            lit = seat in self.list_lit_seats()
            board = BoardPainter(self.canvas, self.sprites, view, self.scene, self.changed, seat, lit)
            box = find_board_box(view.seat_count, place, board.plan.height)
            board.paint(box.x, box.y)
        return self.canvas.image

    def draw_reef(self, index: int, turtle_order: tuple[int, ...]) -> None:
        """Draw the corals on a reef, in the order in which the seats would score the reef."""
        view, box, number = self.view, REEF_BOXES[index], REEF_NUMBERS[index]
        allowed = self.is_pick_allowed(CORAL_STAGE, f"reef-{number}")
        barred = allowed is False
        if barred:
            self.canvas.put(self.sprites[f"far_reef_{number}"], box.x, box.y)
        elif allowed and self.scene.mover_seat is None:
            # The enlarged picture, which has a mover, shows only such reefs, so it needs no frames.
            frame = make_reef_frame(self.sprites, number)
            self.canvas.put(frame, box.x - REEF_FRAME_REACH, box.y - REEF_FRAME_REACH)
        corals = [board.corals[index] for board in view.boards]
        ranked = sorted((seat for seat in turtle_order if corals[seat]), key=lambda seat: -corals[seat])
        large = len(ranked) <= MAX_LARGE_CORAL_SEATS
        step = 118 if large else 60
        left = box.x + (REEF_SIZE[0] - step * len(ranked)) // 2
        for place, seat in enumerate(ranked):
            x = left + step * place
            if large:
                self.canvas.put(self.sprites[f"large_{seat}"], x - 4, box.y + 74)
                spot, size = (x + 60, box.y + 94), 46
            else:
                self.canvas.put(self.sprites[f"coral_{seat}"], x + 3, box.y + 60)
                spot, size = (x, box.y + 108), 42
            ink, ground = INK_COLOUR, FAR_REEF_COLOUR if barred else REEF_COLOURS[index]
            if place == 0 or (place == 1 and SECOND_PLACE_POINTS[index]):
                ink, ground = INK_COLOUR, SILVER_COLOUR if place else GOLD_COLOUR
                self.canvas.put(self.sprites["pill_second" if place else "pill_first"], *spot)
            self.canvas.write_line(
                str(corals[seat]), spot[0] + PILL_SIZE[0] // 2, spot[1] + PILL_SIZE[1] // 2, size, ink, ground
            )
            if (seat, number) in self.changed.changed_reefs:
                edge, top, across = (x - 3, 74, 124) if large else (x, 62, 60)
                put_ring(self.canvas, edge, box.y + top, across, (150 if large else 157) - top)

    def draw_turn(self) -> None:
        """Draw the active seat and its decision, or the result of the match."""
        if self.scene.outcome is not None:
            self.draw_result(self.scene.outcome)
            return
        for seat in self.list_lit_seats():
            note = "" if self.scene.is_steady else self.describe_decision()
            sign = self.sprites[f"shell_{seat}"]
            put_turn_plate(
                self.canvas, TURN_BOX, self.scene.names, seat, sign, note=note, note_size=TASK_SIZE
            )

    def draw_result(self, outcome: Outcome) -> None:
        """Draw the result of the match in place of the active seat."""
        w, names, winners = self.scene.w, self.scene.names, outcome.winners
        if len(winners) == 1 and not outcome.is_draw:
            seat, tied = winners[0], outcome.ending == TURTLE_AHEAD_ENDING
            put_win_plate(
                self.canvas,
                join_boxes(TURN_BOX, RANKING_ROWS_BY_SEAT_COUNT[self.view.seat_count][0]),
                names,
                seat,
                make_line=lambda name: name if self.scene.has_caption else w("{name} wins", name=name),
                score=str(self.view.boards[seat].points),
                sign=self.sprites[f"shell_{seat}"],
                note=w("tie: turtle ahead") if tied and not self.scene.has_caption else "",
            )
            return
        if outcome.ending == CLOSED_ENDING:
            line = w("Closed")
        elif outcome.is_draw:
            line = w("Draw")
        else:
            room = TURN_BOX.w // 2 - 60
            line = w(
                "{names} win", names=w.join_list([fit_name(names, seat, MIN_SIZE, room) for seat in winners])
            )
        put_line_plate(self.canvas, TURN_BOX, line)

    def describe_decision(self) -> str:
        """Return a short description of the decision of the seat to act."""
        w, stage = self.scene.w, self.view.stage
        if stage == CHOOSE_STAGE:
            return w.plural("takes {n} card", "takes {n} cards", self.view.task.cards_to_take)
        if stage == CORAL_STAGE:
            return w("coral up to reef {reef}", reef=self.view.task.reef)
        if stage == ORDER_STAGE:
            return w("chooses the next card")
        if stage == TILE_STAGE:
            return w("chooses a tile")
        return w("takes a die")

    def draw_dice_and_cards(self) -> None:
        """Draw the dice and cards on offer, dimmed if the seat to act can't take them."""
        view = self.view
        if self.scene.is_steady:
            empty_boxes = {*arrange_dice(DICE_PER_SEAT * view.seat_count + 1)} - {*self.list_dice_boxes()}
            for box in empty_boxes:
                put_empty_place(self.canvas, *box)
        elif has_tray(view):
            tray = TRAY_BOXES_BY_SEAT_COUNT[view.seat_count]
            self.canvas.put(self.sprites[f"tray{view.seat_count}"], tray.x, tray.y)
        else:
            for box in find_free_dice_boxes(view):
                put_empty_place(self.canvas, *box)
        for box, die in zip(self.list_dice_boxes(), view.offer, strict=True):
            key, faded = f"die{box.w}_{die.code}", self.acting and view.stage != DRAFT_STAGE
            self.canvas.put(self.sprites.fade(key, NAVY_COLOUR) if faded else self.sprites[key], box.x, box.y)
        self.draw_display()

    def draw_display(self) -> None:
        """Draw the displayed cards, dimmed if the seat to act can't take them."""
        view = self.view
        boxes = FLAT_CARD_BOXES if self.scene.is_steady else find_card_boxes(view)
        kind, edge = (
            ("card", CARD_EDGE) if boxes is FLAT_CARD_BOXES else ("chip{}x{}".format(*boxes[0][2:]), 0)
        )
        for place, (box, card) in enumerate(zip(boxes, view.display, strict=True)):
            if card == EMPTY_PLACE:
                if any(shown != EMPTY_PLACE for shown in view.display):
                    put_empty_place(self.canvas, box.x, box.y, box.w - edge, box.h - edge)
                if self.changed.has_used_display and not self.scene.is_steady:
                    put_ring(self.canvas, box.x + 3, box.y + 3, box.w - 7, box.h - 7, is_thin=True)
                continue
            code = CARD_CODES[card]
            key = f"{kind}_{code}"
            faded = self.acting and not self.is_pick_allowed(CHOOSE_STAGE, f"take-{code}")
            self.canvas.put(self.sprites.fade(key, NAVY_COLOUR) if faded else self.sprites[key], box.x, box.y)
            if view.viewer is not None and place in self.changed.new_display_places:
                put_ring(self.canvas, box.x + 2, box.y + 2, box.w - 5, box.h - 5, is_thin=True)

    def list_dice_boxes(self) -> Iterator[Box]:
        """Yield the box of each die on the gameboard.

        In a replay each colour has its own places, so that the other dice don't move when a die is taken.
        """
        if self.scene.is_steady:
            yield from locate_offer(self.view)
        else:
            yield from find_dice_boxes(self.view)

    def draw_tiles(self) -> None:
        """Draw the tiles at stake in this round's competition, and the number of the round."""
        view, canvas, sprites = self.view, self.canvas, self.sprites
        boxes = TILE_BOXES if self.scene.is_steady else find_tile_boxes(view)
        for box, pile, kind, ground in (
            (boxes[0], view.gold, "gold", GOLD_TILE_COLOUR),
            (boxes[1], view.silver, "silver", SILVER_COLOUR),
        ):
            if pile:
                canvas.put(sprites[f"{'next' if boxes is TILE_BOXES else 'choice'}_{kind}"], box.x, box.y)
                size = box.h * TILE_NUMBER_SIZE_PERCENT // 100
                middle = (box.x + box.w // 2, box.y + box.h // 2)
                canvas.write_line(str(pile[0]), *middle, size, INK_COLOUR, ground)
                if self.acting and view.stage == TILE_STAGE:
                    canvas.draw_ring(box.x + 4, box.y + 4, box.w - 8, box.h - 8, 7, GOLD_COLOUR)
        if view.silver and view.round <= GREY_CUBE_ROUNDS and view.grey_beside:
            # The cube is beside a small tile's number, and within the corner of a large tile.
            out = 0 if boxes is not TILE_BOXES else GREY_CUBE_OVERHANG
            cube, (x, y, wide, high) = sprites["cube_grey"], boxes[1]
            canvas.put(cube, x + wide - cube.size[0] + out, y + high - cube.size[1])
        words = self.scene.w("Round {round}/{rounds}", round=view.round, rounds=ROUND_COUNT)
        canvas.write_fitted(
            fit_text(words, NAME_SIZE, ROUND_BOX.w, 0, MIN_SIZE),
            ROUND_BOX.x + ROUND_BOX.w // 2,
            ROUND_BOX.y + ROUND_BOX.h // 2,
            WHITE_COLOUR,
            NAVY_COLOUR,
            "middle",
        )


@cache
def make_reef_frame(sprites: Atlas, number: int) -> Sprite:
    """Return the golden frame of a reef where a coral may be placed, in the reef's own shape."""
    shape = sprites[f"far_reef_{number}"].mask
    assert shape is not None
    reach = REEF_FRAME_REACH
    place = ImageOps.expand(shape.convert("L"), reach)
    frame = PIL.Image.new("P", place.size, palette.CLEAR_INDEX)
    for colour, outset in REEF_FRAME_LINES:
        index = palette.CLEAR_INDEX if colour is None else palette.find_index(colour)
        resize = ImageFilter.MaxFilter if outset > 0 else ImageFilter.MinFilter
        frame.paste(index, mask=place.filter(resize(2 * abs(outset) + 1)))
    return make_masked_sprite(frame)


def draw(view: View, scene: Scene) -> Image:
    """Draw a position as a palette picture, 1400 pixels wide."""
    return Painter(view, scene).paint()
