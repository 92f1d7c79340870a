"""Draws the hands of Coral Reef: the viewer's hand, all remaining hands at the end, and the cards played
last.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from games.coral_reef import changes
from games.coral_reef.events import CoralsPlayed, Scene
from games.coral_reef.layout import (
    EQUAL_CARD_STEP,
    HAND_CARD_WIDTH,
    LARGE_HAND_CARD_WIDTH,
    MINI_GAP,
    MINI_WIDTH,
    RAISED_CARD_OFFSET,
    arrange_last_play,
    choose_hand_card_width,
    find_hand,
    find_last_play_area,
    list_mini_offsets,
    measure_card,
    spread_hand,
)
from games.coral_reef.parts import FACE_RANKS, LETTER_BY_CARD, Card, is_tile
from games.coral_reef.texts.nouns import sort_hand
from games.coral_reef.view import View
from games.core.picture import NAVY_COLOUR, WHITE_COLOUR, Box
from games.drawing.fitting import fit_line
from games.drawing.marks import put_ring
from games.drawing.plates import MIN_SIZE
from games.drawing.sprites import load_atlas

if TYPE_CHECKING:
    from games.drawing.canvas import Canvas

DEPTHS_COLOUR: Final = "#0F3350"
EQUAL_COUNT_SIZE: Final = 42
"""Font size of the number of equal cards that share a place."""
LAST_PLAY_SPRITE_BY_WIDTH: Final = {
    150: "held",
    96: "told_large",
    84: "told_medium",
    60: "told_small",
    48: "mini",
}
"""Kinds of sprites for the cards played last, by width. Larger cards use the sprites of stacks."""


class HandPainter:
    """Draws hands and the cards played last."""

    def __init__(self, canvas: Canvas, view: View, scene: Scene) -> None:
        self.canvas = canvas
        self.view = view
        self.scene = scene
        self.sprites = load_atlas("coral_reef")

    def put(self, kind: str, card: Card, x: int, y: int, is_dim: bool = False) -> None:
        """Draw a card, optionally dimmed to the tones of the sand.

        :param kind: kind of the sprite, such as ``held`` or ``mini``.
        """
        key = f"{kind}_{'tile' if is_tile(card) else 'card'}_{LETTER_BY_CARD[card]}"
        self.canvas.put(self.sprites.tan(key) if is_dim else self.sprites[key], x, y)

    def draw_own_hand(self) -> None:
        """Draw the viewer's hand by rank, with playable cards or, in a quiz, all cards raised."""
        view = self.view
        cards = sort_hand(view.hand)
        over = self.scene.outcome is not None
        fresh = set(changes.find_new_hand_cards(view, self.scene))
        places = spread_hand([LETTER_BY_CARD[card] for card in cards])
        hand, across = find_hand(len(cards)), choose_hand_card_width(len(cards))
        kind = "large_held" if across == LARGE_HAND_CARD_WIDTH else "held"
        rings = []
        # In a quiz, don't reveal which cards can be played. If none can be played, dimming the whole hand
        # would just make it hard to read.
        some = any(LETTER_BY_CARD[card] in view.playable for card in cards)
        dims = some and not (over or self.scene.is_quiz)
        for number, held in enumerate(places):
            equal = cards[held.first_index : held.first_index + held.equal_count]
            is_playable = LETTER_BY_CARD[equal[0]] in view.playable
            is_dim = dims and not is_playable
            raised = self.scene.is_quiz or (is_playable and not over)
            y = hand.y - (RAISED_CARD_OFFSET if raised else 0)
            if held.equal_count > 1:
                self.put(kind, equal[0], held.x - EQUAL_CARD_STEP, y, is_dim)
            self.put(kind, equal[0], held.x, y, is_dim)
            if held.equal_count > 1:
                self.canvas.put(self.sprites["times"], held.x + 6, y + hand.h - 60)
                count_text = f"×{held.equal_count}"
                self.canvas.write_line(
                    count_text, held.x + 48, y + hand.h - 35, EQUAL_COUNT_SIZE, WHITE_COLOUR, NAVY_COLOUR
                )
            if fresh.intersection(equal):
                following = places[number + 1].x if number + 1 < len(places) else hand.x + hand.w
                rings.append((held.x, y, min(across, following - held.x)))
        for x, y, wide in rings:
            put_ring(self.canvas, x + 4, y + 4, wide - 8, hand.h - 8)

    def draw_open_hand(self, seat: int, box: Box, rows: int) -> None:
        """Draw the remaining hand of a seat below its name plate."""
        cards = sort_hand(self.view.hands[seat])
        top = box.y + box.h + MINI_GAP
        places = list_mini_offsets(len(cards), box.w, rows)
        for card, (x, y) in zip(cards, places, strict=False):
            self.put("mini", card, box.x + x, top + y)
        if len(places) < len(cards):
            x, y = places[-1]
            self.canvas.put(self.sprites["mini_more"], box.x + x, top + y)

    def draw_hand_on_plate(self, seat: int, free: Box) -> None:
        """Draw the remaining hand of a seat on its name plate, in the space beside the number of cards."""
        cards = sort_hand(self.view.hands[seat])
        top = free.y + (free.h - measure_card(MINI_WIDTH)) // 2
        for card, (x, y) in zip(cards, list_mini_offsets(len(cards), free.w, 1), strict=True):
            self.put("mini", card, free.x + x, top + y)

    def draw_last_play(self, hand: Box | None) -> None:
        """Draw the cards played last, below a caption with the player's name.

        :param hand: the area of the viewer's hand below, or ``None`` for a spectator.
        """
        event, w = changes.find_last_play(self.scene), self.scene.w
        if event is None:
            return
        area, head = find_last_play_area(hand)
        cards = event.cards if isinstance(event, CoralsPlayed) else (event.card,)
        if not self.scene.is_steady:
            # Replays skip this line, because their caption already names the player.
            names, seat = self.scene.names, event.seat
            fitted = fit_line(
                lambda name: w("{name} played", name=name), names, seat, 40, area.w, head - 4, MIN_SIZE
            )
            middle, level = area.x + area.w // 2, area.y + head // 2
            self.canvas.write_fitted(fitted, middle, level, WHITE_COLOUR, DEPTHS_COLOUR, "middle")
        width, places = arrange_last_play(len(cards), area, head)
        kind = LAST_PLAY_SPRITE_BY_WIDTH.get(width, "")
        shown = cards if len(cards) == len(places) else cards[: len(places) - 1]
        for card, (x, y) in zip(shown, places, strict=False):
            if not kind or (width == HAND_CARD_WIDTH and LETTER_BY_CARD[card] not in FACE_RANKS):
                tile = "tile" if is_tile(card) else "card"
                self.canvas.put(self.sprites[f"{tile}_{LETTER_BY_CARD[card]}_{width}"], x, y)
            else:
                self.put(kind, card, x, y)
        if len(shown) < len(cards):
            self.canvas.put(self.sprites["mini_more"], *places[-1])
