"""Draws the plates of Coral Reef: each seat's name with its cards, and the deck with the round."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from PIL import Image

from games.coral_reef import changes
from games.coral_reef.events import Scene
from games.coral_reef.layout import (
    DECK_BOX,
    DECK_COUNT_BOX,
    MAX_IN_A_ROW,
    OPEN_PLATE_HEIGHT,
    STATUS_PLATE,
    TURN_BOX,
    TURN_PLATE,
)
from games.coral_reef.view import View
from games.core.picture import DIM_PLATE_COLOUR, NAVY_COLOUR, WHITE_COLOUR, Box
from games.drawing import palette
from games.drawing.canvas import Canvas
from games.drawing.fitting import fit_text
from games.drawing.marks import put_ring
from games.drawing.name_plates import NamePlate
from games.drawing.plates import MIN_SIZE, PLATE_PADDING, choose_tone, make_plate, put_turn_plate
from games.drawing.sprites import Sprite, load_atlas
from games.drawing.text import measure_width

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.coral_reef.draw_hands import HandPainter

ROUND_SIZE: Final = 38
DECK_SIZE, LARGE_DECK_SIZE = 60, 88
"""Font sizes of the number of cards in the deck, above the number of the round and alone."""
WINS_SIZE: Final = 46
WINS_WIDTH: Final = 88
"""Width of the place on a name plate for a starfish and the number of rounds won."""
STAR_SIZE: Final = 44
BACK_WIDTH: Final = 38
MAX_HAND_WIDTH: Final = 480
"""Maximum width of the card backs on a name plate."""


class PlatePainter:
    """Draws the plates of seats, the active seat and the deck."""

    def __init__(
        self,
        canvas: Canvas,
        view: View,
        scene: Scene,
        hands: HandPainter,
        lit_seats: Sequence[int],
        *,
        is_over: bool,
    ) -> None:
        """Draw on ``canvas``.

        :param is_over: whether the round or the match has ended, so that nobody has the turn.
        """
        self.canvas = canvas
        self.view = view
        self.scene = scene
        self.hands = hands
        self.lit_seats = lit_seats
        self.is_over = is_over
        self.leader = None if is_over or scene.is_steady else find_leader(view)
        self.sprites = load_atlas("coral_reef")

    def draw_seat(self, seat: int, box: Box, rows: int) -> None:
        """Draw a name plate with the number of cards or, after the match, with or above the open hand.

        :param rows: number of rows of small cards below the name plate.
        """
        view, lit = self.view, seat in self.lit_seats
        wins = view.wins[seat] if view.rounds_to_win > 1 else 0
        # An open hand shows how many cards are left, so the name plate shows only the rounds won.
        decided = view.rounds_to_win > 1 and bool(view.hands)
        low = view.seat_count > MAX_IN_A_ROW
        drawn = changes.has_drawn_cards(view, self.scene, seat)
        plate = NamePlate(
            self.canvas,
            box,
            self.scene.names,
            seat,
            is_lit=lit,
            has_moved=self.scene.marks_moved_seat and changes.has_placed_cards(view, self.scene, seat),
            is_leading=seat == self.leader,
        )
        plate.put_medal(self.scene.find_placement(seat))
        if not low:
            plate.write_score(str(wins if decided else view.hand_sizes[seat]), is_marked=drawn)
        elif decided:
            plate.put_badge(make_wins_badge(wins, lit))
        else:
            plate.write_score(
                str(view.hand_sizes[seat]),
                badge=make_wins_badge(wins, lit) if wins else None,
                unit=None if wins or view.hands else self.sprites[f"back_{BACK_WIDTH}"],
            )
        free = plate.write_name()
        if not low:
            self.draw_counts(free, view.hand_sizes[seat], wins, lit, decided)
        elif drawn:
            right, left = box.x + box.w - PLATE_PADDING + 4, free.x - 4
            put_ring(self.canvas, left, free.y + 4, right - left, free.h - 6, is_thin=True)
        if view.hands and box.h == OPEN_PLATE_HEIGHT:
            self.hands.draw_hand_on_plate(seat, free)
        elif view.hands:
            self.hands.draw_open_hand(seat, box, rows)

    def draw_counts(self, free: Box, cards: int, wins: int, is_lit: bool, is_decided: bool) -> None:
        """Draw a hand's card backs and the number of rounds won."""
        centre_y = free.y + free.h // 2
        if is_decided:
            self.canvas.put(self.sprites["star"], free.x - 6, centre_y - STAR_SIZE // 2)
        elif not self.view.hands and free.w >= BACK_WIDTH + (WINS_WIDTH if wins else 0):
            back = self.sprites[f"back_{BACK_WIDTH}"]
            room = min(free.w, MAX_HAND_WIDTH) - BACK_WIDTH - (WINS_WIDTH if wins else 0)
            step = min(BACK_WIDTH + 6, room // max(1, cards - 1))
            covered = self.sprites[f"back_{BACK_WIDTH}_covered"] if step < BACK_WIDTH else back
            for number in range(cards):
                shown = back if number == cards - 1 else covered
                self.canvas.put(shown, free.x + step * number, centre_y - back.size[1] // 2)
        if wins and not is_decided:
            tones = choose_tone(is_lit)
            x = free.x + free.w - WINS_WIDTH + 10
            self.canvas.put(self.sprites["star"], x, centre_y - STAR_SIZE // 2)
            self.canvas.write_line(
                str(wins),
                x + STAR_SIZE + 4,
                centre_y,
                WINS_SIZE,
                tones.text_colour,
                tones.score_part_colour,
                "left",
            )

    def draw_status(self) -> None:
        """Draw the active seat, the deck, and the number of the round beside the seats' plates."""
        view, w, box = self.view, self.scene.w, STATUS_PLATE
        low = TURN_PLATE.h
        self.canvas.put(make_plate(box.w, box.h, choose_tone(False), low), box.x, box.y)
        for seat in () if self.is_over else self.lit_seats:
            put_turn_plate(
                self.canvas,
                TURN_PLATE,
                self.scene.names,
                seat,
                make_text=lambda name: w("Turn: {name}", name=name),
            )
        middle = box.y + low + (box.h - low) // 2 - 2
        back = self.sprites[f"back_{BACK_WIDTH}"]
        several, wide = view.rounds_to_win > 1, BACK_WIDTH + 12 + measure_width(str(view.deck), WINS_SIZE)
        left = box.x + PLATE_PADDING if several else box.x + (box.w - wide) // 2
        self.canvas.put(back, left, middle - back.size[1] // 2)
        x = left + BACK_WIDTH + 12
        self.canvas.write_line(str(view.deck), x, middle, WINS_SIZE, WHITE_COLOUR, DIM_PLATE_COLOUR, "left")
        if several:
            text, right = w("Round {number}", number=view.number), box.x + box.w - PLATE_PADDING
            room = right - left - wide - PLATE_PADDING
            fitted = fit_text(text, ROUND_SIZE, room, 0, MIN_SIZE)
            self.canvas.write_fitted(fitted, right, middle, WHITE_COLOUR, DIM_PLATE_COLOUR, "right")
        if changes.has_new_deck(view, self.scene):
            put_ring(self.canvas, box.x + 8, middle - 26, box.w - 16, 52, is_thin=True)

    def draw_panel(self) -> None:
        """Draw the active seat, the deck and, if there are several rounds, the number of the round."""
        view, w = self.view, self.scene.w
        middle = DECK_COUNT_BOX.x + DECK_COUNT_BOX.w // 2
        for seat in () if self.is_over else self.lit_seats:
            put_turn_plate(
                self.canvas,
                TURN_BOX,
                self.scene.names,
                seat,
                make_text=lambda name: w("Turn: {name}", name=name),
            )
        self.canvas.put(self.sprites["deck"], DECK_BOX.x, DECK_BOX.y)
        several = view.rounds_to_win > 1
        centre_y = DECK_BOX.y + DECK_BOX.h * (31 if several else 50) // 100
        size = DECK_SIZE if several else LARGE_DECK_SIZE
        self.canvas.write_line(str(view.deck), middle, centre_y, size, WHITE_COLOUR, NAVY_COLOUR)
        if changes.has_new_deck(view, self.scene):
            put_ring(self.canvas, *DECK_BOX)
        if several:
            text = w("Round {number}", number=view.number)
            centre_y, room = DECK_BOX.y + DECK_BOX.h * 76 // 100, DECK_COUNT_BOX.w
            fitted = fit_text(text, ROUND_SIZE, room, 0, MIN_SIZE)
            self.canvas.write_fitted(fitted, middle, centre_y, WHITE_COLOUR, NAVY_COLOUR, "middle")


def find_leader(view: View) -> int | None:
    """Return the only seat with the most rounds won and, among those, the fewest cards, if there is one."""
    standings = [(-wins, cards) for wins, cards in zip(view.wins, view.hand_sizes, strict=True)]
    best = min(standings)
    return standings.index(best) if standings.count(best) == 1 else None


@lru_cache(maxsize=16)
def make_wins_badge(wins: int, is_lit: bool) -> Sprite:
    """Return a starfish with the number of rounds won, on the background of a name plate."""
    tones = choose_tone(is_lit)
    ground = Sprite(
        Image.new("P", (WINS_WIDTH - 10, STAR_SIZE), palette.find_index(tones.name_part_colour)), None
    )
    canvas = Canvas(ground)
    canvas.put(load_atlas("coral_reef")["star"], 0, 0)
    canvas.write_line(
        str(wins), STAR_SIZE + 4, STAR_SIZE // 2, WINS_SIZE, tones.text_colour, tones.name_part_colour, "left"
    )
    return Sprite(canvas.image, None)
