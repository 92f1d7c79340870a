"""Draws the hands of Coral Reef: the viewer's own, the others' from behind, all of them open at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from games.coral_reef import changes
from games.coral_reef.events import Scene
from games.coral_reef.layout import HAND, PLATE, RAISED, card_height, spread
from games.coral_reef.parts import LETTER_OF, Card, is_tile, suit
from games.coral_reef.texts.nouns import hand_row
from games.coral_reef.view import View
from games.core.picture import WHITE, Box
from games.drawing.sprites import atlas

if TYPE_CHECKING:
    from games.drawing.canvas import Canvas

HAND_CARD: Final = 112
HAND_DEALT: Final = 8
ROOMY: Final = 300
"""From so much room on, the hand of another seat is as large as the own one."""
MEDALS: Final = {112: 60, 88: 48, 36: 28}
"""How wide the mark of a seat is on a back so wide."""


class HandPainter:
    """The hands of a picture in the making."""

    def __init__(self, canvas: Canvas, view: View, scene: Scene) -> None:
        self.canvas = canvas
        self.view = view
        self.scene = scene
        self.sprites = atlas("coral_reef")

    def put(self, key: str, x: int, y: int, dim: bool = False) -> None:
        """Lay a sprite, at will one step dimmer."""
        self.canvas.put(self.sprites.dim(key) if dim else self.sprites[key], x, y)

    def held(self, card: Card, x: int, y: int, across: int, *, dim: bool) -> None:
        """Lay a card of the own hand, its suit below its rank, at will one step dimmer."""
        kind = "tile" if is_tile(card) else "card"
        self.put(f"{kind}_{LETTER_OF[card]}_{across}", x, y, dim)
        if not is_tile(card):
            self.put(f"suit_{suit(card)}_{across}", x + across // 12, y + across // 3, dim)

    def back(self, seat: int, x: int, y: int, across: int, seen: int) -> None:
        """Lay a card of a seat face down, its mark in the middle where ``seen`` pixels across show it."""
        self.put(f"back_{across}", x, y)
        size = MEDALS[across]
        if (across + size) // 2 <= seen:
            left, top = (across - size) // 2, (card_height(across) - size) // 2
            self.put(f"medal_{seat}_{size}", x + left, y + top)

    def backs(self, seat: int, box: Box) -> None:
        """Draw a hand from behind beside its plate."""
        count = self.view.hand_sizes[seat]
        room = box.w - PLATE[0] - 24
        across = 112 if room >= ROOMY else 88
        if not count or room < across:
            return
        least = HAND_DEALT if self.scene.steady else count
        x, step = box.x + PLATE[0] + 16, spread(max(count, least), across, room, across - 8)
        y = box.y + (box.h - card_height(across)) // 2 + 2
        for i in range(count):
            self.back(seat, x + step * i, y, across, across if i == count - 1 else step)

    def faces(self, seat: int, box: Box) -> None:
        """Draw the hand that a seat is left with at the end."""
        cards = hand_row(self.view.hands[seat])
        room = box.w - PLATE[0] - 24
        across = 112 if room >= ROOMY else 88
        if room < across:
            return
        x, step = box.x + PLATE[0] + 16, spread(len(cards), across, room, across + 8)
        y = box.y + (box.h - card_height(across)) // 2 + 2
        for i, card in enumerate(cards):
            self.held(card, x + step * i, y, across, dim=False)

    def own(self) -> None:
        """Draw the own hand by rank. What can be played is raised, bright and bears a sign."""
        view = self.view
        cards = hand_row(view.hand)
        step = spread(len(cards), HAND_CARD, HAND.w, HAND_CARD + 8)
        over = self.scene.outcome is not None
        fresh = changes.fresh_cards(view, self.scene)
        able = [LETTER_OF[card] in view.playable and not over for card in cards]
        places = [(HAND.x + step * i, HAND.y - (RAISED if can else -4)) for i, can in enumerate(able)]
        for card, can, (x, y) in zip(cards, able, places, strict=True):
            self.held(card, x, y, HAND_CARD, dim=not can and not over)
        for i, (x, y) in enumerate(places):
            if cards[i] in fresh:
                seen = HAND_CARD if i == len(cards) - 1 else min(step, HAND_CARD)
                self.canvas.ring(x + 4, y + 4, seen - 8, card_height(HAND_CARD) - 8, 3, WHITE)
        # Over the outlines, which would cut through them.
        for can, (x, y) in zip(able, places, strict=True):
            if can:
                self.put("marker", x + 42 if step > 80 else x + max(2, step // 2 - 13), y - 12)
