"""Draws the side of a board of Das Riff: the turn, the roll, the open broods and the bank, or the result."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from PIL import Image, ImageDraw

from games.core.outcome import AGREED_DRAW_ENDING, CLOSED_ENDING, FORFEITED_ENDING, RESIGNED_ENDING, Outcome
from games.core.picture import NAVY_COLOUR, WHITE_COLOUR, Box
from games.core.words import Words
from games.das_riff import parts
from games.das_riff.act import FIVE_BROODS_ENDING
from games.das_riff.events import Scene
from games.das_riff.layout import (
    ASKED_BOX,
    ASKING_BOX,
    BANK_BOXES,
    BANK_COLOUR,
    BANK_LABEL_Y,
    BANK_TRAY,
    BROOD_BOXES,
    DIE_BOXES,
    DRAW_RESULT_BOX,
    DRAW_SEAT_BOXES,
    LOSS_BOX,
    PILE_BOXES,
    RESULT_BOX,
    RESULT_PANEL,
    TURN_BOX,
    WIN_BOX,
)
from games.das_riff.parts import COLOUR_LETTERS
from games.das_riff.turn import NO_PROGRESS_ENDING
from games.das_riff.view import OFFER_STAGE, View
from games.das_riff.worms import list_offered_letters
from games.drawing import palette
from games.drawing.fitting import FittedText, fit_line, fit_name_lines, fit_text
from games.drawing.marks import put_frame, put_ring
from games.drawing.plates import (
    DIM_TONE,
    LARGE_NAME_SIZE,
    LIT_TONE,
    MIN_SIZE,
    NAME_SIZE,
    PLATE_PADDING,
    TASK_SIZE,
    make_plate,
    put_line_plate,
    put_turn_plate,
)
from games.drawing.sprites import FADED_STRENGTH, Sprite, make_masked_sprite
from games.drawing.veil import dim_colour
from games.drawing.win_plate import put_rank_plate, put_win_plate

if TYPE_CHECKING:
    from games.das_riff.changes import Changes
    from games.drawing.canvas import Canvas
    from games.drawing.sprites import Atlas

PANEL_COLOUR: Final = "#0B2740"
PANEL_RADIUS: Final = 16
RING_INSET: Final = 4
"""Pixels by which :func:`inset_box` insets each side."""
RESULT_HEAD_HEIGHT: Final = 78
"""Height of the winner's name above the result in a replay."""
RESULT_SIZE: Final = 84
"""Font size of the result in a replay."""
ASKING_SIZE: Final = 34
BANK_LABEL_SIZE: Final = 32
"""Maximum font sizes of whose turn it is above a question to the other seat, and of the bank's name."""
BANK_COUNT_LAYOUT: Final = (63, 32, 54)
"""Position of the count on a worm in the bank, then its font size. A count has one digit."""


class SidePainter:
    """Draws the side panel of a board."""

    def __init__(self, canvas: Canvas, sprites: Atlas, view: View, scene: Scene, changed: Changes) -> None:
        self.canvas = canvas
        self.sprites = sprites
        self.view = view
        self.scene = scene
        self.changed = changed

    def paint(self, seat_to_act: int | None) -> None:
        """Draw the whole side panel.

        :param seat_to_act: the active seat, or the other seat while it may take a worm.
        """
        outcome = self.scene.outcome
        if outcome is not None and not self.scene.has_caption:
            self.draw_result(outcome)
            return
        if outcome is not None:
            self.draw_captioned_result(outcome)
        else:
            self.draw_turn(seat_to_act if self.scene.mover_seat is None else self.scene.mover_seat)
            if not self.is_worm_offered():
                self.draw_dice_and_piles()
        self.draw_broods_and_bank()

    def is_worm_offered(self) -> bool:
        """Return whether the seat to act is only offered a worm from the other seat's roll (DR-2.3)."""
        return self.view.stage == OFFER_STAGE and self.scene.mover_seat is None

    def draw_turn(self, seat: int | None) -> None:
        """Draw the plate of the seat to act or, in a replay, of the seat that moves."""
        if seat is None:
            return
        w, names = self.scene.w, self.scene.names

        def name_turn(name: str) -> str:
            return w("Turn: {name}", name=name)

        room = TURN_BOX.w - 2 * PLATE_PADDING
        if self.is_worm_offered():
            line = fit_line(name_turn, names, 1 - seat, ASKING_SIZE, room, min_size=MIN_SIZE)
            self.write_on_dim_plate(ASKING_BOX, line)
            put_turn_plate(
                self.canvas, ASKED_BOX, names, seat, make_text=str, note=w("a worm?"), note_size=TASK_SIZE
            )
        elif fit_line(name_turn, names, seat, NAME_SIZE, room, min_size=MIN_SIZE).is_whole:
            put_turn_plate(self.canvas, TURN_BOX, names, seat, make_text=name_turn, is_one_line=True)
        else:
            # Leave out the words around the name, because the name leaves no room for them.
            put_turn_plate(self.canvas, TURN_BOX, names, seat)

    def write_on_dim_plate(self, box: Box, line: FittedText) -> None:
        """Draw a line on the dim plate of a seat that waits."""
        tone = DIM_TONE
        self.canvas.put(make_plate(box.w, box.h, tone, box.h), box.x, box.y)
        middle = (box.x + box.w // 2 - 2, box.y + box.h // 2 - 2)
        self.canvas.write_fitted(line, *middle, tone.text_colour, tone.name_part_colour, "middle")

    def draw_dice_and_piles(self) -> None:
        """Draw the dice, the draw pile and the discard pile."""
        view = self.view
        for box, colour in zip(DIE_BOXES, view.dice, strict=True):
            self.canvas.put(self.sprites[f"die_{COLOUR_LETTERS[colour]}"], box.x, box.y)
        for box, kind, count in zip(
            PILE_BOXES, ("draw", "discard"), (view.draw_pile, view.discard), strict=True
        ):
            self.canvas.put(self.sprites[f"pile_{kind}"], box.x, box.y)
            self.canvas.write_line(str(count), box.x + 60, box.y + 20, 38, WHITE_COLOUR, NAVY_COLOUR)

    def draw_broods_and_bank(self) -> None:
        """Draw the open broods and the bank, faded after the match."""
        over = self.scene.outcome is not None
        for box, (first, second) in zip(BROOD_BOXES, self.view.broods, strict=False):
            self.put(f"brood_{COLOUR_LETTERS[first]}{COLOUR_LETTERS[second]}", box, is_faded=over)
            if (first, second) in self.changed.broods and not over:
                put_ring(self.canvas, *inset_box(box), is_thin=True)
        self.draw_bank(is_faded=over)

    def draw_bank(self, *, is_faded: bool) -> None:
        """Draw the worms in the bank, with a frame around each that may be taken."""
        view, offered = self.view, tuple[str, ...]()
        if not is_faded:
            name = fit_text(self.scene.w("Bank"), BANK_LABEL_SIZE, BANK_TRAY.w, 0, MIN_SIZE)
            middle = BANK_TRAY.x + BANK_TRAY.w // 2
            self.canvas.write_fitted(name, middle, BANK_LABEL_Y, WHITE_COLOUR, BANK_COLOUR, "middle")
            if self.is_worm_offered() and not self.scene.is_quiz:
                offered = list_offered_letters(view.bank, view.dice)
        for box, letter, count in zip(BANK_BOXES, COLOUR_LETTERS, view.bank, strict=True):
            if count:
                self.put(f"bank_{letter}", box, is_faded=is_faded)
                ground = dim_colour(NAVY_COLOUR, FADED_STRENGTH, PANEL_COLOUR) if is_faded else NAVY_COLOUR
                x, y, size = BANK_COUNT_LAYOUT
                self.canvas.write_line(str(count), box.x + x, box.y + y, size, WHITE_COLOUR, ground)
        for box, letter in zip(BANK_BOXES, COLOUR_LETTERS, strict=True):
            if letter in offered:
                put_frame(self.canvas, *inset_box(box))

    def put(self, key: str, box: Box, *, is_faded: bool) -> None:
        """Draw a sprite, optionally faded."""
        self.canvas.put(self.sprites.fade(key, PANEL_COLOUR) if is_faded else self.sprites[key], box.x, box.y)

    def draw_result(self, outcome: Outcome) -> None:
        """Draw the result with its reason, and the plates below it, over the broods and the bank."""
        w, names = self.scene.w, self.scene.names
        scores = [reef.broods for reef in self.view.reefs]
        why = _name_ending(outcome, w)
        self.canvas.put(make_result_panel(), RESULT_PANEL.x, RESULT_PANEL.y)
        if len(outcome.winners) == 1:
            (winner,) = outcome.winners
            put_win_plate(
                self.canvas,
                WIN_BOX,
                names,
                winner,
                make_line=lambda name: w("{name} wins", name=name),
                score=str(scores[winner]),
                sign=self.sprites[f"boat_{winner}"],
                note=why,
            )
            others = {1 - winner: LOSS_BOX}
        else:
            line = w("Closed") if outcome.ending == CLOSED_ENDING else w("Draw")
            put_line_plate(self.canvas, DRAW_RESULT_BOX, line, note=why)
            others = dict(enumerate(DRAW_SEAT_BOXES))
        for seat, box in others.items():
            put_rank_plate(
                self.canvas,
                box,
                names,
                seat,
                is_lit=False,
                score=str(scores[seat]),
                sign=self.sprites[f"boat_{seat}"],
                placement=self.scene.find_placement(seat),
            )

    def draw_captioned_result(self, outcome: Outcome) -> None:
        """Write the final score large, the winner's broods first, below the winner's name."""
        scores = [reef.broods for reef in self.view.reefs]
        first = outcome.winners[0] if len(outcome.winners) == 1 else 0
        score, box, lit = f"{scores[first]} : {scores[1 - first]}", RESULT_BOX, LIT_TONE
        if len(outcome.winners) != 1:
            put_line_plate(self.canvas, box, score)
            return
        self.canvas.put(make_plate(box.w, box.h, lit, RESULT_HEAD_HEIGHT), box.x, box.y)
        middle, head = box.x + box.w // 2, box.y + RESULT_HEAD_HEIGHT // 2
        name = fit_name_lines(
            self.scene.names,
            first,
            LARGE_NAME_SIZE,
            box.w - 2 * PLATE_PADDING,
            RESULT_HEAD_HEIGHT - 8,
            MIN_SIZE,
        )
        self.canvas.write_fitted(name, middle, head, lit.text_colour, lit.name_part_colour, "middle")
        foot = box.y + (RESULT_HEAD_HEIGHT + box.h) // 2 - 3
        self.canvas.write_line(score, middle, foot, RESULT_SIZE, lit.text_colour, lit.score_part_colour)


@cache
def make_result_panel() -> Sprite:
    """Return the background of the result, which covers the places of the broods and the bank."""
    image = Image.new("P", RESULT_PANEL[2:], palette.CLEAR_INDEX)
    box = (0, 0, image.width - 1, image.height - 1)
    ImageDraw.Draw(image).rounded_rectangle(box, PANEL_RADIUS, palette.find_index(PANEL_COLOUR))
    return make_masked_sprite(image)


def inset_box(box: Box) -> Box:
    """Return the box inset on all sides, so that a ring touches no neighbour and no edge."""
    return Box(box.x + RING_INSET, box.y + RING_INSET, box.w - 2 * RING_INSET, box.h - 2 * RING_INSET)


def _name_ending(outcome: Outcome, w: Words) -> str:
    """Return a short reason for the end of the match, or an empty text if the match was closed."""
    return {
        FIVE_BROODS_ENDING: w("five broods"),
        NO_PROGRESS_ENDING: w("{n} turns, no brood", n=parts.MAX_QUIET_TURNS),
        RESIGNED_ENDING: w("resignation"),
        FORFEITED_ENDING: w("out of time"),
        AGREED_DRAW_ENDING: w("by agreement"),
    }.get(outcome.ending, "")
