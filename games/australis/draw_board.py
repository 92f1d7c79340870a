"""Draws one seat's board: name, points, food, fish, corals, tiles, dice and cards."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, Final

from games.australis.board_layout import (
    BOARD_HEIGHT,
    BOARD_PLANS_BY_SEAT_COUNT,
    LARGE_COUNT_HEIGHT,
    PLAIN_PLATE_HEIGHT,
    find_kept_card_column,
    list_kept_card_boxes,
)
from games.australis.layout import plan_boards
from games.australis.parts import CARD_CODES
from games.australis.view import ORDER_STAGE
from games.core.picture import GOLD_COLOUR, INK_COLOUR, WHITE_COLOUR, Box
from games.drawing.marks import put_ring
from games.drawing.name_plates import SCORE_SIZE, NamePlate, find_tail_end
from games.drawing.plates import PLATE_GAP, PLATE_PADDING
from games.drawing.text import measure_width

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.australis.changes import Changes
    from games.australis.events import Scene
    from games.australis.view import View
    from games.drawing.canvas import Anchor, Canvas
    from games.drawing.sprites import Atlas

FOOT_COLOURS: Final = ("#1A3D59", "#FFE9B0")
"""Background colours of the lower part of a dim and a bright board."""
TILE_COLOURS: Final = ("#E9F0F3", "#FFE08A")
"""Colours of silver and gold tiles."""
LARGE_BOARD_SEATS: Final = 2
"""Number of seats at which boards are wide enough for larger pieces."""
MIN_THREE_DIGITS: Final = 100
"""Smallest count with three digits."""
THREE_DIGIT_SIZE: Final = 32
"""Font size of counts with three digits."""
TILE_SIZE: Final = 36
"""Font size of the points on tiles."""
LARGE_COUNT_SIZE: Final = 72
LARGE_COUNT_SMALL_SIZE: Final = 56
"""Font sizes of the numbers on a board without dice and cards, up to two digits and from three."""
TILE_WIDTH: Final = 60
FLAG_WIDTH: Final = 56
"""Widths of the tiles and the flag on a name plate, with the space beside them."""
MAX_NARROW_WIDTH: Final = 400
"""Maximum width of a board that has two rows on its name plate even if it has neither dice nor cards."""
ICON_GAP: Final = 4
"""Space between an icon and its count."""
MAX_COUNT_GAP: Final = 40
"""Maximum space between a count and the next icon on a name plate."""

MIN_WIDE_RING_HEIGHT: Final = 70
"""Minimum card height at which the wide rings of several cards don't overlap."""


class BoardPainter:
    """Draws one seat's board. Its methods share the canvas and the layout."""

    def __init__(
        self,
        canvas: Canvas,
        sprites: Atlas,
        view: View,
        scene: Scene,
        changed: Changes,
        seat: int,
        is_lit: bool,
    ) -> None:
        """Prepare the board of a seat.

        :param is_lit: whether the board is bright. It is ignored in frames of a replay that show no move.
        """
        self.canvas = canvas
        self.sprites = sprites
        self.view = view
        self.scene = scene
        self.changed = changed
        self.seat = seat
        self.board = view.boards[seat]
        self.is_lit = is_lit and (not scene.is_steady or scene.mover_seat is not None)
        self.moved = seat in changed.list_movers()
        self.plan = BOARD_PLANS_BY_SEAT_COUNT[view.seat_count] if scene.is_steady else plan_boards(view)[seat]
        self.large = view.seat_count == LARGE_BOARD_SEATS
        self.ink = INK_COLOUR if self.is_lit else WHITE_COLOUR

    def paint(self, x: int, y: int) -> None:
        """Draw the board with its upper left corner at ``x``, ``y``."""
        kind = "board" if self.plan.height == BOARD_HEIGHT else "low_board"
        self.canvas.put(self.sprites[f"{kind}{self.view.seat_count}_{'lit' if self.is_lit else 'dim'}"], x, y)
        self.draw_head(x, y)
        if self.shows_only_counts() and self.plan.large_counts:
            self.draw_large_counts(x, y)
            return
        self.draw_counts(x, y)
        self.draw_dice(x, y)
        self.draw_cards(x, y)

    def draw_head(self, x: int, y: int) -> None:
        """Draw the name plate with points and tiles, and the flag of the seat that starts the next round."""
        plan, seat = self.plan, self.seat
        box = plan.name_plate._replace(x=x + plan.name_plate.x, y=y + plan.name_plate.y)
        is_one_row = self.shows_only_counts() and plan.area.w > MAX_NARROW_WIDTH
        if is_one_row:
            box = box._replace(h=PLAIN_PLATE_HEIGHT)
        has_open_foot = plan.has_counts_on_plate and not is_one_row
        has_moved = self.scene.marks_moved_seat and self.moved
        plate = NamePlate(
            self.canvas,
            box,
            self.scene.names,
            seat,
            is_lit=self.is_lit,
            has_moved=has_moved,
            tail=self.measure_signs() if is_one_row else 0,
            has_open_foot=has_open_foot,
        )
        plate.put_medal(self.scene.find_placement(seat))
        plate.write_score(str(self.board.points), badge=self.sprites[f"shell_{seat}"])
        free = plate.write_name()
        if seat in self.changed.seats_with_new_points and not self.moved:
            self.mark_score(box, free, is_one_row=is_one_row or has_open_foot)
        end, centre_y = free.x + free.w, free.y + free.h // 2 + (-1 if has_open_foot else 1)
        if is_one_row:
            end = find_tail_end(box, has_arrow=has_moved and not self.is_lit)
            centre_y = box.y + PLAIN_PLATE_HEIGHT // 2
        self.draw_signs(end, centre_y)

    def mark_score(self, box: Box, free_box: Box, *, is_one_row: bool) -> None:
        """Draw a ring around the points on the name plate.

        :param free_box: the free part of the plate.
        :param is_one_row: whether the points are at the right end of the name's row.
        """
        across = measure_width(str(self.board.points), SCORE_SIZE) + 12
        if is_one_row:
            left, foot = box.x + box.w - PLATE_PADDING + 4 - across, min(free_box.y + free_box.h, box.y + 75)
            put_ring(self.canvas, left, box.y + 9, across, foot - box.y - 18, is_thin=True)
        else:
            left = free_box.x - 2 * PLATE_GAP + 6 - across
            put_ring(self.canvas, left, free_box.y + 3, across, free_box.h - 4, is_thin=True)

    def measure_signs(self) -> int:
        """Return the width of the tiles and the flag on the name plate."""
        flagged = self.scene.outcome is None and self.view.token == self.seat
        return TILE_WIDTH * bool(self.board.gold or self.board.silver) + FLAG_WIDTH * flagged

    def draw_signs(self, end: int, centre_y: int) -> None:
        """Draw the points of the tiles and the flag of the first seat, to the left of ``end``."""
        if self.board.gold or self.board.silver:
            end -= TILE_WIDTH
            self.draw_tiles(end, centre_y)
        if self.scene.outcome is None and self.view.token == self.seat:
            flag = self.sprites["token"]
            left, top = end - FLAG_WIDTH + 4, centre_y - flag.size[1] // 2
            self.canvas.put(flag, left, top)
            if self.changed.token_seat == self.seat:
                put_ring(self.canvas, left, top, *flag.size, is_thin=True)

    def draw_counts(self, x: int, y: int) -> None:
        """Draw the numbers of the seat's food cubes, fish and corals."""
        counts = self.list_counts("_large" if self.large else "")
        boxes = self.plan.counts
        if self.plan.has_counts_on_plate and not self.large:
            boxes = self.spread_counts(counts)
        for box, (key, count, new) in zip(boxes, counts, strict=True):
            sprite, middle = self.sprites[key], y + box.y + box.h // 2
            self.canvas.put(sprite, x + box.x, middle - sprite.size[1] // 2)
            size = self.plan.count_size if count < MIN_THREE_DIGITS else THREE_DIGIT_SIZE
            left = x + box.x + sprite.size[0] + ICON_GAP
            self.canvas.write_line(
                str(count), left, middle, size, self.ink, FOOT_COLOURS[self.is_lit], "left"
            )
            if new:
                high = sprite.size[1]
                across = left - x - box.x + measure_width(str(count), size) + 5
                put_ring(self.canvas, x + box.x, middle - high // 2, across, high, is_thin=True)

    def spread_counts(self, counts: Sequence[tuple[str, int, bool]]) -> tuple[Box, ...]:
        """Return the boxes of counts with equal gaps, up to the tiles and the flag beside them."""
        first, size = self.plan.counts[0], self.plan.count_size
        widths = [
            self.sprites[key].size[0]
            + ICON_GAP
            + measure_width(str(count), size if count < MIN_THREE_DIGITS else THREE_DIGIT_SIZE)
            for key, count, _ in counts
        ]
        end = self.plan.name_plate.w - PLATE_PADDING - self.measure_signs()
        gap = min(MAX_COUNT_GAP, (end - first.x - sum(widths)) // len(widths))
        starts = accumulate((wide + gap for wide in widths), initial=first.x)
        return tuple(first._replace(x=left, w=wide) for left, wide in zip(starts, widths, strict=False))

    def draw_large_counts(self, x: int, y: int) -> None:
        """Draw the numbers of the seat's food cubes, fish and corals large, below or beside its piece."""
        across, high = self.plan.large_piece
        counts = self.list_counts(f"_{across}")
        for box, (key, count, new) in zip(self.plan.large_counts, counts, strict=True):
            left, top = x + box.x + (box.w - across) // 2, y + box.y
            size = LARGE_COUNT_SIZE if count < MIN_THREE_DIGITS else LARGE_COUNT_SMALL_SIZE
            start, centre_y = left + across // 2, top + high + LARGE_COUNT_HEIGHT // 2 + 4
            if self.plan.has_counts_beside:
                left = x + box.x
                start, centre_y = left + across + 2 * ICON_GAP, top + high // 2
            self.canvas.put(self.sprites[key], left, top)
            anchor: Anchor = "left" if self.plan.has_counts_beside else "middle"
            self.canvas.write_line(
                str(count), start, centre_y, size, self.ink, FOOT_COLOURS[self.is_lit], anchor
            )
            if new:
                put_ring(self.canvas, left - 4, top - 4, across + 8, box.h + 4, is_thin=True)

    def list_counts(self, suffix: str) -> tuple[tuple[str, int, bool], ...]:
        """Return a sprite, a number and whether to mark it as new, for the seat's food, fish and corals.

        :param suffix: the end of the sprites' names, for their size.
        """
        seat, board, changed = self.seat, self.board, self.changed
        # The moved piece is marked, so the food and fish gained with it need no rings.
        marked = not (changed.dice_count_by_seat.get(seat, 0) or self.has_moved_piece())
        return (
            (f"food{suffix}_{seat}", len(board.food), marked and changed.food_count_by_seat.get(seat, 0) > 0),
            (f"fish{suffix}", board.fish, marked and seat in changed.seats_with_new_fish),
            (f"supply{suffix}_{seat}", board.supply, False),
        )

    def shows_only_counts(self) -> bool:
        """Return whether only name and counts are drawn, because the seat has no dice or cards."""
        return not (self.board.dice or self.board.cards or self.scene.is_steady)

    def has_moved_piece(self) -> bool:
        """Return whether the seat's turtle or one of its corals has moved."""
        seat, changed = self.seat, self.changed
        return seat in changed.moved_turtles or any(owner == seat for owner, _ in changed.changed_reefs)

    def draw_tiles(self, left: int, middle: int) -> None:
        """Draw the points of the tiles won, centred vertically on ``middle``."""
        board = self.board
        if board.gold or board.silver:
            gold = bool(board.gold)
            sprite = self.sprites[f"tile_{'gold' if gold else 'silver'}"]
            across, high = sprite.size
            self.canvas.put(sprite, left, middle - high // 2)
            points = str(sum(board.gold) + sum(board.silver))
            self.canvas.write_line(
                points, left + across // 2, middle, TILE_SIZE, INK_COLOUR, TILE_COLOURS[gold]
            )
            if any(owner == self.seat for owner, _ in self.changed.taken_tiles):
                put_ring(self.canvas, left, middle - high // 2, across, high, is_thin=True, corner_radius=24)

    def draw_dice(self, x: int, y: int) -> None:
        """Draw the dice of this round in the order in which they were taken."""
        dice = self.board.dice
        for number, (box, die) in enumerate(zip(self.plan.dice, dice, strict=False)):
            self.canvas.put(self.sprites[f"die{box.w}_{die.code}"], x + box.x, y + box.y)
            if number >= len(dice) - self.changed.dice_count_by_seat.get(self.seat, 0):
                light = self.has_moved_piece()
                put_ring(self.canvas, x + box.x, y + box.y, box.w - 1, box.h - 1, is_thin=light)

    def draw_cards(self, x: int, y: int) -> None:
        """Draw the kept cards by colour, with competition cards last."""
        cards = sorted(self.board.cards, key=find_kept_card_column)
        view = self.view
        chosen = view.task.cards if view.stage == ORDER_STAGE and view.active_seat == self.seat else ()
        places = list_kept_card_boxes(self.plan, len(cards), self.scene.is_steady)
        for box, card in zip(places, cards, strict=True):
            left, top = x + box.x, y + box.y
            self.canvas.put(self.sprites[f"chip{box.w}x{box.h}_{CARD_CODES[card]}"], left, top)
            if card in chosen:
                self.canvas.draw_ring(left + 3, top + 3, box.w - 6, box.h - 6, 5, GOLD_COLOUR)
            if (self.seat, card) in self.changed.changed_cards:
                light = self.has_moved_piece() or (
                    box.h < MIN_WIDE_RING_HEIGHT and len(self.changed.changed_cards) > 1
                )
                put_ring(self.canvas, left, top, box.w - 1, box.h - 1, is_thin=light)
