"""Finds the pieces that move between two positions, for replays of a match as spectators see it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.core.picture import PieceMove
from games.reef.events import CardDrawn, CardPlayed, CardTaken, Event
from games.reef.layout import (
    CARD_SIZE,
    DISPLAY_BOXES,
    HELD_SIZE,
    LARGE_SITE,
    SITE_PLACES_BY_SEAT_COUNT,
    SUPPLY_BOXES,
    arrange_held_backs,
)
from games.reef.parts import COLOUR_LETTERS, MAX_HAND_SIZE, OPEN_CARD_COUNT, READING_ORDER, REEF_SIDE
from games.reef.stacks import STACK_HEIGHTS
from games.reef.view import View

MIN_TOP_MARGIN: Final = 12
"""Minimum distance of a card from the upper edge of the site to which it moves."""


def list_piece_moves(before: View, after: View, events: tuple[Event, ...]) -> tuple[PieceMove, ...]:
    """Return the movements of placed corals and taken cards."""
    return tuple(_find_moves(before, events))


def _find_moves(before: View, events: tuple[Event, ...]) -> Iterator[PieceMove]:
    for event in events:
        match event:
            case CardPlayed(seat=seat, placed=placed):
                heights = [STACK_HEIGHTS[stack] for stack in before.seats[seat].reef]
                for cell, colour in placed:
                    heights[cell] += 1
                    yield _make_coral_move(len(before.seats), seat, cell, colour, heights[cell])
            case CardTaken(seat=seat, card=card):
                place = next((i for i, lying in enumerate(before.display) if lying.card == card), None)
                if place is not None:
                    way = (DISPLAY_BOXES[place][:2], _locate_new_card(before, seat))
                    yield PieceMove(f"card_{card}", way, uncovers_start=True)
            case CardDrawn(seat=seat, card=card, was_face_up=seen):
                key = f"card_{card}" if seen and card is not None else "card_back"
                yield PieceMove(key, (DISPLAY_BOXES[OPEN_CARD_COUNT][:2], _locate_new_card(before, seat)))
            case _:
                pass


def _make_coral_move(seat_count: int, seat: int, cell: int, colour: int, height: int) -> PieceMove:
    """Return the movement of a coral from the supply onto a stack.

    :param height: height of the stack with the coral.
    """
    site, x, y = SITE_PLACES_BY_SEAT_COUNT[seat_count][seat]
    place, letter = READING_ORDER.index(cell), COLOUR_LETTERS[colour]
    left = x + site.first_space[0] + site.space_width * (place % REEF_SIDE)
    upper = y + site.first_space[1] + site.space_depth * (place // REEF_SIDE) + site.coral_step * (3 - height)
    start = SUPPLY_BOXES[colour]
    return PieceMove(
        f"{site.name}_{letter}{height}",
        ((start.x + (start.w - site.space_width) // 2, start.y), (left, upper)),
    )


def _locate_new_card(before: View, seat: int) -> tuple[int, int]:
    """Return the upper left corner of a card that is centred on the place of a seat's next card in hand.

    The card stays below the upper edge of its site, at which a replay cuts off the board.
    """
    site, x, y = SITE_PLACES_BY_SEAT_COUNT[len(before.seats)][seat]
    left, top = x + site.hand[0], y + site.hand[1]
    wide, high = HELD_SIZE
    if site is LARGE_SITE:
        place = arrange_held_backs(site)[min(before.seats[seat].cards, MAX_HAND_SIZE - 1)]
        left, top, wide, high = x + place.x, y + place.y, place.w, place.h
    return left + (wide - CARD_SIZE[0]) // 2, max(y + MIN_TOP_MARGIN, top + (high - CARD_SIZE[1]) // 2)
