"""Draws a position of Coral Reef: name plates at the top, stacks, and the viewer's hand at the bottom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from games.coral_reef import changes
from games.coral_reef.closing import find_round_end
from games.coral_reef.draw_hands import HandPainter
from games.coral_reef.draw_plates import PlatePainter
from games.coral_reef.draw_ribbon import put_ribbon
from games.coral_reef.draw_sea import remove_covered_animals
from games.coral_reef.events import Scene
from games.coral_reef.layout import (
    MAX_IN_A_ROW,
    MIN_COUNTED_WIDTH,
    MINI_GAP,
    MINI_ROW_HEIGHT,
    NEW_ROUND_HEIGHT,
    OPEN_PLATE_HEIGHT,
    PLATE_HEIGHT,
    RING_GAP,
    STACK_GAP,
    STUB_HEIGHT,
    TAG_BY_MIN_CARD_WIDTH,
    Fan,
    Grid,
    choose_grid,
    count_mini_rows,
    find_hand,
    find_stack_area,
    find_tag,
    fits_on_plate,
    limit_fan_room,
    list_cells,
    list_plates,
    locate_new_stack,
    make_fan,
    measure_card,
    measure_fan,
    measure_foot,
)
from games.coral_reef.parts import (
    LETTER_BY_CARD,
    NINE_RANK,
    STARTING_STACK_COUNT,
    Card,
    format_letters,
    format_rank,
    is_tile,
)
from games.coral_reef.sums import ZERO_BIT, find_sums
from games.coral_reef.texts.nouns import find_variant
from games.coral_reef.view import View, can_begin_stack, find_target
from games.core.picture import (
    GOLD_COLOUR,
    INK_COLOUR,
    PICTURE_HEIGHT,
    PICTURE_WIDTH,
    WHITE_COLOUR,
    Box,
)
from games.drawing import palette
from games.drawing.canvas import Canvas
from games.drawing.marks import CORNER_RADIUS, put_empty_place, put_ring
from games.drawing.sprites import Sprite, load_atlas, make_masked_sprite

CREAM_COLOUR: Final = "#FFF4DD"
CALM_COLOUR: Final = "#9DBFCB"
PILL_COLOUR: Final = "#0D334F"
DIM_SAND_COLOUR, DIM_SAND_SHADE_COLOUR = "#8CB9CF", "#6F9FBB"
"""Colours of the shelf behind the name plates, and of its edge."""
DEEP_WATER_LEFT: Final = 430
"""Left edge of the deep water, in which dimmed cards are dark. In light water, they are pale."""
DEEP_WATER_COLOUR, LIGHT_WATER_COLOUR = "#113A5B", "#86BCD6"
"""Colours towards which cards are dimmed there."""
TRANSPOSE: Final = Image.Transpose.TRANSPOSE
SHELF_BODY_HEIGHT: Final = 120
SHELF_HEIGHT: Final = 170
"""Heights of the shelf behind the name plates: of its single-coloured part, and of the whole shelf."""
NUMBER_SIZE: Final = 36
"""Font size on the smallest tags. On others, it grows with the tag."""
SMALL_TAG_HEIGHT: Final = TAG_BY_MIN_CARD_WIDTH[MIN_COUNTED_WIDTH].h
TAG_ICON_RIGHT: Final = 68
"""Right edge of the pile of cards on the smallest tag."""
NEW_STACK_COLOUR: Final = "#C8EBE4"
NEW_STACK_LINE_WIDTH: Final = 16
"""Colour and line width of the plus sign at the place for a new stack."""
BUOY_SIZE: Final = 84
SMALL_BUOY_SIZE: Final = 64
"""Diameters of the buoy with a stack's target, on large and on small cards."""


class Painter:
    """Draws one position. Its methods share the canvas and the view."""

    def __init__(self, view: View, scene: Scene) -> None:
        # In a replay, hands stay hidden, and a turn that ends a round looks like any other.
        self.view = view = replace(view, hands=()) if scene.is_steady else view
        self.scene = scene
        self.ended = None if scene.is_steady else find_round_end(scene)
        self.sprites = load_atlas("coral_reef")
        self.is_over = scene.outcome is not None or self.ended is not None
        self.shows_own_hand = view.viewer is not None and not view.hands
        # The stacks take the full width. In replays, and while a player's own hand is below them, they leave
        # a column for the last play.
        self.is_wide = (view.viewer is None or scene.is_quiz or self.is_new_round()) and not scene.is_steady
        self.has_status = self.is_wide and not view.hands and scene.outcome is None
        self.plate_height = self.measure_plates()
        self.rows = self.count_open_rows()
        # In a quiz, an empty place shows where a nine from the hand can begin a new stack.
        self.shows_new_stack = scene.is_quiz and self.shows_own_hand and can_begin_stack(view)
        near = "plain" if self.is_new_round() and not scene.is_steady else "open"
        if self.shows_own_hand:
            near = "lit" if view.viewer in self.list_lit_seats() and not scene.is_steady else "dim"
        self.canvas = Canvas(self.sprites[f"table_{near}"])
        self.hands = HandPainter(self.canvas, view, scene)
        self.plates = PlatePainter(
            self.canvas, view, scene, self.hands, self.list_lit_seats(), is_over=self.is_over
        )

    def is_new_round(self) -> bool:
        """Return whether no cards have been played in the round."""
        stacks = self.view.stacks
        plain = len(stacks) == STARTING_STACK_COUNT and all(
            len(stack) == 1 and LETTER_BY_CARD[stack[0]] == NINE_RANK for stack in stacks
        )
        return plain and not self.is_over and changes.find_last_play(self.scene) is None

    def measure_plates(self) -> int:
        """Return the height of the name plates, which are higher if all open hands fit on them."""
        view = self.view
        if not any(view.hands) or view.seat_count > MAX_IN_A_ROW or view.rounds_to_win > 1:
            return PLATE_HEIGHT
        width = list_plates(view.seat_count)[0].w
        return (
            OPEN_PLATE_HEIGHT if all(fits_on_plate(len(hand), width) for hand in view.hands) else PLATE_HEIGHT
        )

    def count_open_rows(self) -> int:
        """Return the number of rows of small cards below the name plates, which show open hands."""
        hands = self.view.hands
        if not any(hands) or self.plate_height > PLATE_HEIGHT:
            return 0
        if len(hands) > MAX_IN_A_ROW:
            return 1
        width = list_plates(len(hands))[0].w
        return max(count_mini_rows(len(hand), width) for hand in hands)

    def list_lit_seats(self) -> tuple[int, ...]:
        """Return the seats with lit plates: winners, the seat that a replay shows, or the active one."""
        if self.scene.outcome is not None:
            return self.scene.outcome.winners
        if self.ended is not None:
            return self.ended.winners
        shown = self.view.active_seat if self.scene.mover_seat is None else self.scene.mover_seat
        return () if shown is None else (shown,)

    def paint(self) -> Image.Image:
        """Draw everything and return the picture."""
        view = self.view
        boxes = list_plates(view.seat_count, self.rows, has_status=self.has_status, height=self.plate_height)
        foot = boxes[-1].y + boxes[-1].h + MINI_GAP + self.rows * MINI_ROW_HEIGHT
        foot = foot if self.rows or self.plate_height > PLATE_HEIGHT else 0
        hand = find_hand(len(view.hand)) if self.shows_own_hand else None
        area = find_stack_area(hand, self.is_over, foot, is_wide=self.is_wide)
        if low := hand is None and self.is_new_round() and self.is_wide and self.scene.mover_seat is None:
            area = area._replace(h=area.h - PICTURE_HEIGHT + NEW_ROUND_HEIGHT)
        self.draw_stacks(area, foot)
        for seat, box in enumerate(boxes):
            self.plates.draw_seat(seat, box, self.rows)
        if self.shows_own_hand:
            self.hands.draw_own_hand()
        if self.has_status:
            self.plates.draw_status()
        elif not (view.hands or self.is_wide):
            self.plates.draw_panel()
            if not self.is_over:
                self.hands.draw_last_play(hand)
        if self.is_over:
            put_ribbon(self.canvas, view, self.scene, self.list_lit_seats(), area)
        return self.canvas.image.crop((0, 0, PICTURE_WIDTH, NEW_ROUND_HEIGHT)) if low else self.canvas.image

    def draw_shelf(self, foot: int) -> None:
        """Extend the shelf downwards to the lowest open hands."""
        top = SHELF_BODY_HEIGHT
        foot = top + foot + 12 - SHELF_HEIGHT
        corners = [(0, top), (PICTURE_WIDTH, top), (PICTURE_WIDTH, foot), (0, foot)]
        self.canvas.fill_polygon(corners, DIM_SAND_COLOUR)
        self.canvas.put(make_shelf_edge(), 0, foot)

    def draw_stacks(self, area: Box, foot: int) -> None:
        """Draw all stacks with aligned top cards, and behind them the lower part of the shelf.

        :param foot: the lower edge of the open hands, or 0 if there are none.
        """
        stacks = self.view.stacks
        count = len(stacks) + self.shows_new_stack
        # In a replay, low stacks don't get larger cards, so that the size doesn't change as stacks grow.
        deepest = 0 if self.scene.is_steady else max(map(len, stacks))
        # Above a viewer's hand, the cards played last are beside the stacks, too.
        newest = max(map(self.count_marked_cards, range(len(stacks)))) if self.is_wide else 0
        grid = choose_grid(count, area, deepest, newest)
        spots = list_cells(count, area, deepest, newest)
        places, free = spots[: len(stacks)], spots[len(stacks) :]
        cells = places
        if self.scene.is_steady and grid.rows == 1 and not self.rows:
            cells = tuple(
                limit_fan_room(box, is_new=self.count_marked_cards(index) > 0)
                for index, box in enumerate(places)
            )
        fans = [
            make_fan(len(stack), self.count_marked_cards(index), cells[index], grid)
            for index, stack in enumerate(stacks)
        ]
        tallest: dict[int, int] = {}
        for laid, box in zip(fans, places, strict=True):
            tallest[box.y] = max(tallest.get(box.y, 0), measure_fan(laid, grid))
        if not self.scene.is_steady:
            obstacles = self.list_obstacles(area, grid, places, fans, tallest)
            remove_covered_animals(self.canvas, [*obstacles, *free])
        if foot > SHELF_HEIGHT:
            self.draw_shelf(foot)
        within = self.find_playable_stacks()
        for index, box in enumerate(places):
            room = box.h - measure_foot(grid.card_width)
            # In a replay, stacks stay in place, because only newly played cards may move.
            high = room - STACK_GAP // 2 if self.scene.is_steady else tallest[box.y]
            can = not within or index in within
            self.draw_stack(index, box, box.y + (room + high) // 2, fans[index], grid, can)
        for box in free:
            put_new_stack_place(self.canvas, locate_new_stack(box, grid, tallest.get(box.y, 0)))

    def list_obstacles(
        self, area: Box, grid: Grid, places: Sequence[Box], fans: Sequence[Fan], tallest: dict[int, int]
    ) -> list[Box]:
        """Return the boxes of what covers the sea: the stacks with their rings, and the panels around them.

        :param tallest: the height of the tallest stack in each row, by the row's upper edge.
        """
        boxes = [Box(0, 0, PICTURE_WIDTH, area.y), Box(area.x + area.w, area.y, PICTURE_WIDTH, area.h)]
        for box, laid in zip(places, fans, strict=True):
            high, wide = measure_fan(laid, grid) + RING_GAP, grid.card_width + 2 * RING_GAP
            bottom = box.y + (box.h - measure_foot(grid.card_width) + tallest[box.y]) // 2
            top = bottom - high
            boxes.append(Box(box.x + (box.w - wide) // 2, top, wide, box.y + box.h - top))
        return boxes

    def count_marked_cards(self, index: int) -> int:
        """Return how many of a stack's cards to mark as new. After the match, none are marked."""
        if self.scene.outcome is not None:
            return 0
        return changes.count_new_cards(self.view, self.scene, index)

    def find_playable_stacks(self) -> frozenset[int]:
        """Return the indices of the stacks that the viewer can play on, if the picture marks them."""
        view = self.view
        if not self.shows_own_hand or self.is_over or self.scene.is_quiz:
            # Lessons and puzzles dim and frame stacks themselves.
            return frozenset()
        sums = find_sums(format_letters(view.hand)) >> ZERO_BIT
        return frozenset(i for i, stack in enumerate(view.stacks) if sums >> find_target(stack) & 1)

    def draw_stack(self, index: int, box: Box, bottom: int, fan: Fan, grid: Grid, is_playable: bool) -> None:
        """Draw a stack as a fan of its newest cards, with its number and count below.

        :param is_playable: whether the viewer can play on the stack. Otherwise the cards are dimmed, except
            new ones in a ring.
        """
        cards = self.view.stacks[index]
        hidden, old = len(cards) - fan.card_count, fan.card_count - fan.new_count
        x, y = box.x + (box.w - grid.card_width) // 2, bottom - measure_card(grid.card_width)
        top = y - grid.strip_height * (fan.card_count - 1)
        if fan.has_stub:
            self.put(f"stub_{grid.card_width}", x, top - fan.lift_height - STUB_HEIGHT)
        for i, card in enumerate(cards[hidden:-1]):
            card_y = top + grid.strip_height * i - (fan.lift_height if i < old else 0)
            key = f"under_{find_sprite_prefix(card)}_{grid.card_width}"
            self.put(key, x, card_y, is_dim=not is_playable and i < old)
        self.put(
            f"{find_sprite_prefix(cards[-1])}_{grid.card_width}",
            x,
            y,
            is_dim=not is_playable and not fan.new_count,
        )
        if fan.new_count:
            high = measure_card(grid.card_width) + grid.strip_height * (fan.new_count - 1)
            self.draw_ring(x, bottom - high, grid.card_width, high)
        target = str(find_target(cards))
        if (
            target != format_rank(LETTER_BY_CARD[cards[-1]], find_variant(cards[-1]))
            and grid.card_width >= MIN_COUNTED_WIDTH
        ):
            self.draw_buoy(
                target,
                x + grid.card_width,
                bottom,
                SMALL_BUOY_SIZE if grid.card_width == MIN_COUNTED_WIDTH else BUOY_SIZE,
            )
        self.draw_tag(index, box.x + box.w // 2, bottom, grid, is_playable)

    def draw_buoy(self, target: str, right: int, bottom: int, size: int) -> None:
        """Draw the target of a stack at the corner of its top card."""
        left, top = right - size + size // 5, bottom - size + 8
        self.put(f"buoy_{size}", left, top)
        written = round(size * (0.5 if len(target) > 1 else 0.55))
        self.canvas.write_line(target, left + size // 2, top + size // 2, written, INK_COLOUR, CREAM_COLOUR)

    def draw_ring(self, x: int, y: int, width: int, height: int) -> None:
        """Draw a white ring around new cards, with a dark band between the ring and the cards."""
        self.canvas.put(make_band(width, height), x - RING_GAP, y - RING_GAP)
        put_ring(
            self.canvas,
            x - RING_GAP,
            y - RING_GAP,
            width + 2 * RING_GAP,
            height + 2 * RING_GAP,
            corner_radius=CORNER_RADIUS + RING_GAP,
        )

    def draw_tag(self, index: int, middle: int, bottom: int, grid: Grid, is_playable: bool) -> None:
        """Draw the tag below a stack with the stack's number and, if there is room, its number of cards.

        :param is_playable: whether the tag is lit.
        """
        tag, counted = find_tag(grid.card_width), grid.card_width >= MIN_COUNTED_WIDTH
        kind = f"{tag.h}" if counted else "short"
        left, top, centre_y = middle - tag.w // 2, bottom + tag.y, bottom + tag.y + tag.h // 2
        self.put(f"below_{kind}_{'lit' if is_playable else 'dim'}", left, top)
        ground = GOLD_COLOUR if is_playable else CALM_COLOUR
        size = NUMBER_SIZE * tag.h // SMALL_TAG_HEIGHT
        self.canvas.write_line(
            str(index + 1), left + tag.h // 2, centre_y, size - 4 * (index > 8), INK_COLOUR, ground
        )
        if counted:
            icon = left + TAG_ICON_RIGHT * tag.h // SMALL_TAG_HEIGHT
            beside = (icon + left + tag.w - tag.h // 5) // 2
            count = str(len(self.view.stacks[index]))
            self.canvas.write_line(count, beside, centre_y, size, WHITE_COLOUR, PILL_COLOUR)

    def put(self, key: str, x: int, y: int, is_dim: bool = False) -> None:
        """Draw a sprite, optionally dimmed towards the water around it."""
        water = DEEP_WATER_COLOUR if x >= DEEP_WATER_LEFT else LIGHT_WATER_COLOUR
        self.canvas.put(self.sprites.recede(key, water) if is_dim else self.sprites[key], x, y)


def put_new_stack_place(canvas: Canvas, box: Box) -> None:
    """Draw the empty place for a new stack, with a plus sign."""
    put_empty_place(canvas, *box)
    x, y = box.x + box.w // 2, box.y + box.h // 2
    arm = box.w // 6
    canvas.draw_line([(x - arm, y), (x + arm, y)], NEW_STACK_LINE_WIDTH, NEW_STACK_COLOUR)
    canvas.draw_line([(x, y - arm), (x, y + arm)], NEW_STACK_LINE_WIDTH, NEW_STACK_COLOUR)


def find_sprite_prefix(card: Card) -> str:
    """Return how the names of a card's sprites begin."""
    return f"{'tile' if is_tile(card) else 'card'}_{LETTER_BY_CARD[card]}"


@lru_cache(maxsize=1)
def make_shelf_edge() -> Sprite:
    """Return the lower edge of the shelf behind the name plates."""
    table = load_atlas("coral_reef")["table_open"].image
    edge = table.crop((0, SHELF_BODY_HEIGHT, PICTURE_WIDTH, SHELF_HEIGHT + 24))
    tones = {palette.find_index(colour) for colour in (DIM_SAND_COLOUR, DIM_SAND_SHADE_COLOUR)}
    columns_image = edge.point([255 * (index in tones) for index in range(256)], "L").transpose(TRANSPOSE)
    data, across = columns_image.tobytes(), columns_image.width
    # In each column, the shelf ends at the lowest pixel in one of its colours.
    ends = (data[start : start + across].rfind(255) + 1 for start in range(0, len(data), across))
    columns = b"".join(b"\xff" * end + b"\0" * (across - end) for end in ends)
    mask = Image.frombytes("L", columns_image.size, columns).transpose(TRANSPOSE)
    return Sprite(edge, mask.convert("1"))


@lru_cache(maxsize=128)
def make_band(width: int, height: int) -> Sprite:
    """Return a dark band around a box, :data:`RING_GAP` pixels wide."""
    image = Image.new("P", (width + 2 * RING_GAP, height + 2 * RING_GAP), palette.CLEAR_INDEX)
    box = (0, 0, image.width - 1, image.height - 1)
    pen = ImageDraw.Draw(image)
    pen.rounded_rectangle(
        box, CORNER_RADIUS + RING_GAP, outline=palette.find_index(INK_COLOUR), width=RING_GAP + 2
    )
    return make_masked_sprite(image)


def draw(view: View, scene: Scene) -> Image.Image:
    """Draw a position as a palette picture of 1400 by 1000 pixels."""
    return Painter(view, scene).paint()
