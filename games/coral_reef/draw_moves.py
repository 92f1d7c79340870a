"""Finds the cards that move between two positions, for replays of a match as spectators see it."""

from __future__ import annotations

from collections.abc import Iterator

from games.coral_reef.draw import find_sprite_prefix
from games.coral_reef.draw_plates import BACK_WIDTH
from games.coral_reef.events import CardDrawn, CoralsPlayed, Event, NineSeeded, RoundEnded
from games.coral_reef.layout import (
    DECK_BOX,
    STACK_GAP,
    Grid,
    choose_grid,
    find_stack_area,
    list_cells,
    list_plates,
    measure_card,
    measure_foot,
)
from games.coral_reef.parts import FACE_RANKS, LETTER_BY_CARD, Card
from games.coral_reef.view import View
from games.core.picture import PICTURE_HEIGHT, PICTURE_WIDTH, Box, PieceMove

MAX_FACE_WIDTH = 176
"""Width of a face card's largest sprite."""
CARD_DISTANCE = 4
"""Distance between the first places of two cards that are played together."""
MAX_MOVED_DRAWS = 3
"""Maximum number of drawn cards that a replay animates in one step."""


def list_piece_moves(before: View, after: View, events: tuple[Event, ...]) -> tuple[PieceMove, ...]:
    """Return the movements of cards played on stacks, and of the backs of drawn cards."""
    moves = list(_find_moves(after, events))
    drawn = [move for move in moves if move.sprite.startswith("back")]
    return tuple(move for move in moves if move not in drawn[MAX_MOVED_DRAWS:])


def _find_moves(after: View, events: tuple[Event, ...]) -> Iterator[PieceMove]:
    for event in events:
        match event:
            case CoralsPlayed(seat=seat, stack=stack, cards=cards):
                yield from _list_stack_moves(after, seat, stack, cards)
            case NineSeeded(seat=seat, stack=stack, card=card):
                yield from _list_stack_moves(after, seat, stack, (card,))
            case CardDrawn(seat=seat):
                box = list_plates(after.seat_count)[seat]
                start = (DECK_BOX.x + (DECK_BOX.w - BACK_WIDTH) // 2, DECK_BOX.y + DECK_BOX.h // 3)
                yield PieceMove(f"back_{BACK_WIDTH}", (start, (box.x + box.w // 2, box.y + box.h // 2)))
            case RoundEnded():
                return
            case _:
                pass


def _list_stack_moves(after: View, seat: int, stack: int, cards: tuple[Card, ...]) -> Iterator[PieceMove]:
    """Yield the movements of cards from a seat's name plate onto a stack, the lowest card first."""
    if stack >= len(after.stacks):
        return
    area = find_stack_area(None, has_ribbon=False)
    grid, box = choose_grid(len(after.stacks), area), list_cells(len(after.stacks), area)[stack]
    bottom, high = find_stack_bottom(box, grid), measure_card(grid.card_width)
    left = box.x + (box.w - grid.card_width) // 2
    for below, card in enumerate(cards):
        card_y = bottom - high - grid.strip_height * (len(cards) - 1 - below)
        start = find_card_start(seat, after.seat_count, below, grid.card_width)
        sprite = find_moving_sprite(card, grid.card_width)
        yield PieceMove(sprite, (start, (left, card_y)), uncovers_start=True)


def find_stack_bottom(box: Box, grid: Grid) -> int:
    """Return the y coordinate of the lower edge of a stack, which is that of its top card."""
    room = box.h - measure_foot(grid.card_width)
    return box.y + (room + room - STACK_GAP // 2) // 2


def find_card_start(seat: int, seat_count: int, number: int, width: int) -> tuple[int, int]:
    """Return where a card that a seat plays comes from: the seat's plate below the board of a replay.

    :param number: index of the card among those that are played. No two cards begin at the same place, so
        that a replay can tell them apart.
    """
    middle = PICTURE_WIDTH * (2 * seat + 1) // (2 * seat_count)
    return middle - width // 2 + CARD_DISTANCE * number, PICTURE_HEIGHT


def find_moving_sprite(card: Card, width: int) -> str:
    """Return the name of a moving card's sprite. For a face, it shows only the strip that stays uncovered."""
    if LETTER_BY_CARD[card] in FACE_RANKS:
        return f"under_{find_sprite_prefix(card)}_{width}"
    return f"{find_sprite_prefix(card)}_{width}"
