"""Which cards a turn moves on the board of everybody, for films."""

from __future__ import annotations

from collections.abc import Iterator

from games.coral_reef.draw import BACK, kind
from games.coral_reef.events import Drew, Event, Played, RoundEnded, Seeded
from games.coral_reef.layout import APART, DECK, FOOT, HELD, card_height, cells, grid_for, plates, sea_of
from games.coral_reef.parts import FACES, LETTER_OF, Card
from games.coral_reef.view import View
from games.core.picture import Move

WHOLE = 176
"""Width of a face card that is drawn whole."""
DRAWN = 3
"""Maximum number of drawn cards shown in a turn."""


def moves(before: View, after: View, events: tuple[Event, ...]) -> tuple[Move, ...]:
    """Return the cards that were laid on stacks, and the backs of those that were drawn."""
    found = list(_moves(after, events))
    drawn = [move for move in found if move.sprite.startswith("back")]
    return tuple(move for move in found if move not in drawn[DRAWN:])


def _moves(after: View, events: tuple[Event, ...]) -> Iterator[Move]:
    for event in events:
        match event:
            case Played(seat=seat, stack=stack, cards=cards):
                yield from _laid(after, seat, stack, cards)
            case Seeded(seat=seat, stack=stack, card=card):
                yield from _laid(after, seat, stack, (card,))
            case Drew(seat=seat):
                box = plates(after.seats)[seat]
                start = (DECK.x + (DECK.w - BACK) // 2, DECK.y + DECK.h // 3)
                yield Move(f"back_{BACK}", (start, (box.x + box.w // 2, box.y + box.h // 2)))
            case RoundEnded():
                return
            case _:
                pass


def _laid(after: View, seat: int, stack: int, cards: tuple[Card, ...]) -> Iterator[Move]:
    """Return the ways of cards from the plate of a seat onto a stack, the lowest first."""
    if stack >= len(after.stacks):
        return
    over = bool(after.ending)
    sea = sea_of(own=False, ribbon=over)
    grid, box = grid_for(len(after.stacks), sea), cells(len(after.stacks), sea)[stack]
    plate = plates(after.seats)[seat]
    room, high = box.h - FOOT, card_height(grid.card)
    bottom = box.y + (room + room - APART // 2) // 2
    left, start = box.x + (box.w - grid.card) // 2, plate.x + (plate.w - grid.card) // 2
    for below, card in enumerate(cards):
        level = bottom - high - grid.strip * (len(cards) - 1 - below)
        yield Move(_sprite(card, grid.card), ((start, plate.y + 20), (left, level)))


def _sprite(card: Card, width: int) -> str:
    """Return the sprite of a card. A face card, which is never on top, has none of every width."""
    if LETTER_OF[card] not in FACES:
        return f"{kind(card)}_{width}"
    if width >= HELD:
        return f"{kind(card)}_{WHOLE}" if width >= WHOLE else f"held_{kind(card)}"
    return f"under_{kind(card)}_{width}"
