"""Draws the last move at the side of a Reef board: the player, the card and the points."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from games.core.picture import GOLD_COLOUR, INK_COLOUR, WHITE_COLOUR, Box
from games.drawing.fitting import fit_line, fit_name_lines
from games.drawing.marks import put_ring
from games.drawing.plates import MIN_SIZE
from games.drawing.text import measure_width
from games.reef.changes import Changes
from games.reef.events import Scene
from games.reef.layout import (
    BROUGHT_CORAL_SIZE,
    CARD_SIZE,
    HEADING_SIZE,
    LARGE_HEADING_SIZE,
    LAST_BACK_SIZE,
    LAST_CARD_SIZE,
    PANEL_COLOUR,
    PANEL_WIDTH,
    PANEL_X,
    SINGLE_SCORE_SIZE,
    SPACE_SIZE_BY_PATTERN_LENGTH,
    UNSCORED_MOVE_OFFSET,
)
from games.reef.parts import CARDS, COLOUR_LETTERS, Card, PatternElement

if TYPE_CHECKING:
    from games.drawing.canvas import Canvas
    from games.drawing.sprites import Atlas

PALE_COLOUR: Final = "#C8EBE4"
BAND_COLOUR: Final = "#216F8F"
NUMBER_COLOUR: Final = "#A9D5E1"
"""Colour of a card's number, quieter than its pattern."""
CREAM_COLOUR: Final = "#FFF4DD"
PATTERN_WIDTH: Final = 276
"""Width of the part of the large card with the pattern."""
BESIDE_PATTERN_X: Final = 326
"""Horizontal centre of the part of the large card beside the pattern."""
COIN_GAP: Final = 10
"""Space between points and the coin beside them."""
SAND_MOVE_HEAD_HEIGHT: Final = 70
"""Height of the player's name above the card, when the move is drawn on the sand beside a reef."""
SAND_MOVE_POINTS_SIZE: Final = 52
"""Font size of the points, when the move is drawn on the sand beside a reef."""
HEIGHT_BADGE_SIZE: Final = (82, 58)
"""Size of the badge with the height that a space of a pattern requires."""
HEIGHT_OVERHANG: Final = (12, 26)
"""Pixels by which a height badge extends beyond its space, so that it covers less of the coral's pattern."""


class LastMovePainter:
    """Draws the last move: large to fill a panel, small in a row, or on the sand beside the viewer's reef.

    :param sand: colour of that sand.
    """

    def __init__(self, canvas: Canvas, sprites: Atlas, scene: Scene, changed: Changes, sand: str) -> None:
        self.canvas = canvas
        self.sprites = sprites
        self.scene = scene
        self.changed = changed
        self.sand = sand

    def write_heading(
        self,
        middle: int,
        y: int,
        max_width: int,
        max_height: int,
        ink: str = WHITE_COLOUR,
        background_colour: str = PANEL_COLOUR,
        size: int = HEADING_SIZE,
    ) -> None:
        """Write the name of the player who made the move, and whether a card was taken or played."""
        w, taken = self.scene.w, self.changed.took_card
        if self.changed.seat is not None:
            fitted = fit_line(
                lambda name: w("{name} took", name=name) if taken else w("{name} played", name=name),
                self.scene.names,
                self.changed.seat,
                size,
                max_width,
                max_height,
                MIN_SIZE,
            )
            self.canvas.write_fitted(fitted, middle, y, ink, background_colour, "middle")

    def write_points(self, middle: int, y: int, size: int, background_colour: str = PANEL_COLOUR) -> None:
        """Write the points that the move gained or cost, if any, with a coin beside them.

        :param background_colour: the colour of the panel or of sand. On sand, the points are dark.
        """
        points = self.changed.points
        if points:
            text = f"{'+' if points > 0 else '−'}{abs(points)}"
            ink = GOLD_COLOUR if points > 0 else PALE_COLOUR
            if background_colour != PANEL_COLOUR:
                ink = INK_COLOUR
            self.write_sum(text, ink, middle, y, size, background_colour)

    def write_sum(
        self, text: str, ink: str, middle: int, y: int, size: int, background_colour: str = PANEL_COLOUR
    ) -> None:
        """Write a number of points with a coin beside it."""
        coin = self.sprites.scale("coin", (size * 3 // 4, size * 3 // 4))
        left = middle - (measure_width(text, size) + COIN_GAP + coin.size[0]) // 2
        self.canvas.write_line(text, round(left), y, size, ink, background_colour, "left")
        left += measure_width(text, size) + COIN_GAP
        self.canvas.put(coin, round(left), y - coin.size[1] // 2 + 2)

    def draw_small_move(self, y: int) -> None:
        """Draw the move in a row as high as a card: the card, and beside it the player's name and the points.

        A name with a word too long for this place is written above the card.
        """
        changed, w, left = self.changed, self.scene.w, PANEL_X + CARD_SIZE[0] + 12
        if changed.seat is None or (changed.card is None and not changed.took_card):
            return
        self.draw_moved_card(PANEL_X, y + 22)
        room = PANEL_X + PANEL_WIDTH - left
        middle = left + room // 2
        names, seat = self.scene.names, changed.seat
        beside = fit_name_lines(names, seat, HEADING_SIZE, room, 3 * HEADING_SIZE, MIN_SIZE)
        if beside.is_whole:
            self.canvas.write_fitted(beside, middle, y + 68, WHITE_COLOUR, PANEL_COLOUR, "middle")
        else:
            self.canvas.write_name(
                names,
                seat,
                PANEL_X,
                y + 5,
                MIN_SIZE,
                WHITE_COLOUR,
                PANEL_COLOUR,
                PANEL_WIDTH,
                MIN_SIZE,
                MIN_SIZE,
            )
        verb = w("took") if changed.took_card else w("played")
        self.canvas.write_line(
            verb, middle, y + 118, HEADING_SIZE, WHITE_COLOUR, PANEL_COLOUR, "middle", room
        )
        self.write_points(middle, y + 178, 64)

    def draw_move_on_sand(self, box: Box) -> None:
        """Draw the move on the sand beside the viewer's reef: the player, the card and the points."""
        middle, head = box.x + box.w // 2, SAND_MOVE_HEAD_HEIGHT
        foot = box.h - head - CARD_SIZE[1]
        top = box.y + (head if self.changed.points else head + foot // 3)
        self.write_heading(middle, (box.y + top) // 2 + 1, box.w - 8, head - 6, INK_COLOUR, self.sand)
        self.draw_moved_card(middle - CARD_SIZE[0] // 2, top)
        self.write_points(middle, top + CARD_SIZE[1] + foot // 2, SAND_MOVE_POINTS_SIZE, self.sand)

    def draw_moved_card(self, x: int, y: int) -> None:
        """Draw the card of the move at the size of cards in hand."""
        face = "card_back" if self.changed.card is None else f"card_{self.changed.card}"
        self.canvas.put(self.sprites[face], x, y)

    def draw_large_move(self, y: int) -> None:
        """Draw the move large, at the full width of the panel."""
        changed, middle = self.changed, PANEL_X + PANEL_WIDTH // 2
        if not changed.points:
            y += UNSCORED_MOVE_OFFSET
        if not self.scene.is_steady:
            # Replays skip this line, because their caption already names the player.
            self.write_heading(middle, y + 42, PANEL_WIDTH - 8, 80, size=LARGE_HEADING_SIZE)
        if changed.card is not None:
            self.draw_large_card(CARDS[changed.card], PANEL_X, y + 88)
        elif changed.took_card:
            self.canvas.put(self.sprites["told_back"], middle - LAST_BACK_SIZE[0] // 2, y + 88)
        if changed.match_count > 1 and changed.card is not None:
            each = f"{changed.match_count} × {CARDS[changed.card].points}"
            self.canvas.write_line(each, PANEL_X + 96, y + 462, 52, WHITE_COLOUR, PANEL_COLOUR)
            self.write_points(PANEL_X + 270, y + 462, 72)
        else:
            self.write_points(middle, y + 460, 92)

    def draw_scored_card(self, card: Card, points: int, box: Box) -> None:
        """Draw a large card at the top of a box and, if it can score now, its points below it."""
        self.draw_large_card(card, box.x, box.y)
        if points:
            y = box.y + (LAST_CARD_SIZE[1] + box.h) // 2
            self.write_sum(f"+{points}", GOLD_COLOUR, box.x + box.w // 2, y, SINGLE_SCORE_SIZE)

    def draw_large_card(self, card: Card, x: int, y: int) -> None:
        """Draw a card at twice the size of cards in hand."""
        self.canvas.put(self.sprites["told_paper"], x, y)
        self.draw_pattern(card, x, y)
        aside = x + BESIDE_PATTERN_X
        self.canvas.write_line(str(card.number), aside, y + 40, 46, NUMBER_COLOUR, BAND_COLOUR)
        for number, colour in enumerate(card.corals):
            brought = self.sprites[f"brought_{COLOUR_LETTERS[colour]}"]
            self.canvas.put(
                brought, aside - BROUGHT_CORAL_SIZE // 2, y + 76 + number * (BROUGHT_CORAL_SIZE + 8)
            )
        self.canvas.put(self.sprites["told_coin"], aside - 38, y + LAST_CARD_SIZE[1] - 86)
        self.canvas.write_line(
            str(card.points), aside, y + LAST_CARD_SIZE[1] - 49, 52, INK_COLOUR, GOLD_COLOUR
        )

    def draw_pattern(self, card: Card, x: int, y: int) -> None:
        """Draw a card's pattern on the large card."""
        if card.ring is not None:
            spaces = tuple(
                PatternElement(column, row, card.pattern[0].colour if row == column == 1 else card.ring)
                for row in range(3)
                for column in range(3)
            )
        else:
            spaces = card.pattern
        columns = 1 + max(element.column for element in spaces)
        rows = 1 + max(element.row for element in spaces)
        across = max(columns, rows)
        step = SPACE_SIZE_BY_PATTERN_LENGTH[across]
        left = x + (PATTERN_WIDTH - columns * step) // 2 + 3
        if any(element.height and element.colour is not None for element in spaces):
            left += HEIGHT_OVERHANG[0] // 2
        top = y + (LAST_CARD_SIZE[1] - rows * step) // 2 + 2
        for element in spaces:
            self.draw_space(
                element, across, left + element.column * step, top + (rows - 1 - element.row) * step, step - 6
            )
        if card.ring is not None:
            put_ring(self.canvas, left + step, top + step, step - 6, step - 6, is_thin=True)

    def draw_space(self, element: PatternElement, column_count: int, x: int, y: int, side: int) -> None:
        """Draw one space of a pattern, with the height that it requires."""
        letter = "any" if element.colour is None else COLOUR_LETTERS[element.colour]
        self.canvas.put(self.sprites[f"told_{column_count}_{letter}"], x, y)
        if not element.height:
            return
        text = f"{element.height}{'+' if element.is_min_height else ''}"
        if element.colour is None:
            self.canvas.write_line(
                text, x + side // 2, y + side // 2, 64 if column_count > 1 else 100, INK_COLOUR, CREAM_COLOUR
            )
            return
        x, y = x - HEIGHT_OVERHANG[0], y - HEIGHT_OVERHANG[1]
        self.canvas.put(self.sprites["told_height"], x, y)
        self.canvas.write_line(
            text, x + HEIGHT_BADGE_SIZE[0] // 2, y + HEIGHT_BADGE_SIZE[1] // 2, 48, INK_COLOUR, CREAM_COLOUR
        )
