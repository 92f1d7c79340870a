"""Finds the pieces that move between two positions, for replays of a match as spectators see it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from games.australis import events as e
from games.australis.board_layout import (
    BOARD_PLANS_BY_SEAT_COUNT,
    find_board_box,
    find_kept_card_column,
    list_kept_card_boxes,
)
from games.australis.layout import (
    POOL_AREA_BY_SPACE,
    REEF_BOXES,
    REEF_SIZE,
    STONE_CENTRES,
    TURTLE_BOUNDS,
    arrange_dice,
)
from games.australis.offer_layout import FLAT_CARD_BOXES
from games.australis.parts import CARD_CODES, DICE_PER_SEAT, REEF_NUMBERS, Card, Colour, Die
from games.australis.view import View
from games.core.picture import Box, PieceMove


def list_piece_moves(before: View, after: View, events: tuple[e.Event, ...]) -> tuple[PieceMove, ...]:
    """Return the movements of dice, cards, corals and turtles."""
    return tuple(_find_moves(before, events))


def _find_moves(before: View, events: tuple[e.Event, ...]) -> Iterator[PieceMove]:
    for event in events:
        match event:
            case e.DieTaken(seat=seat, die=die):
                yield from _find_die_move(before, seat, die)
            case e.CardKept(seat=seat, card=card):
                yield from _find_card_move(before, seat, card)
            case e.CoralPlaced(seat=seat, reef=reef, origin=origin):
                yield _make_coral_move(before, seat, reef, origin)
            case e.TurtleMoved(seat=seat, origin=origin, space=space) if origin != space:
                yield PieceMove(
                    f"turtle_{seat}", tuple(_locate_turtle(before, s) for s in range(origin, space + 1)), True
                )
            case e.RoundBegan():
                return
            case _:
                pass


def locate_offer(view: View) -> Iterator[Box]:
    """Yield the box of each die on the gameboard.

    Each colour has its own places, so that the other dice don't move when a die is taken.
    """
    places, count = arrange_dice(DICE_PER_SEAT * view.seat_count + 1), Counter[Colour]()
    for die in view.offer:
        yield places[view.seat_count * die.colour + count[die.colour]]
        count[die.colour] += 1


def _find_die_move(before: View, seat: int, die: Die) -> Iterator[PieceMove]:
    """Yield the movement of a die from the gameboard to a seat's board, if the die was there."""
    box, plan = find_board_box(before.seat_count, seat), BOARD_PLANS_BY_SEAT_COUNT[before.seat_count]
    for offered, start in zip(before.offer, locate_offer(before), strict=True):
        if offered == die:
            goal = plan.dice[min(len(before.boards[seat].dice), len(plan.dice) - 1)]
            yield PieceMove(f"die{start.w}_{die.code}", (start[:2], (box.x + goal.x, box.y + goal.y)), True)
            return


def _find_card_move(before: View, seat: int, card: Card) -> Iterator[PieceMove]:
    """Yield the movement of a card from the display to a seat's board, if the card was there."""
    if card not in before.display:
        return
    box, start = find_board_box(before.seat_count, seat), FLAT_CARD_BOXES[before.display.index(card)]
    cards = sorted((*before.boards[seat].cards, card), key=find_kept_card_column)
    goal = list_kept_card_boxes(BOARD_PLANS_BY_SEAT_COUNT[before.seat_count], len(cards), is_steady=True)[
        cards.index(card)
    ]
    way = (start[:2], (box.x + goal.x + (goal.w - start.w) // 2, box.y + goal.y + (goal.h - start.h) // 2))
    yield PieceMove(f"card_{CARD_CODES[card]}", way, True)


def _make_coral_move(before: View, seat: int, reef: int, origin: int) -> PieceMove:
    """Return the movement of a coral to a reef from reef ``origin``, or from the supply if that is 0."""
    if origin:
        start = _locate_reef(origin)
    else:
        box = find_board_box(before.seat_count, seat)
        place = BOARD_PLANS_BY_SEAT_COUNT[before.seat_count].counts[2]
        start = (box.x + place.x, box.y + place.y)
    return PieceMove(f"coral_{seat}", (start, _locate_reef(reef)))


def _locate_reef(reef: int) -> tuple[int, int]:
    box = REEF_BOXES[REEF_NUMBERS.index(reef)]
    return box.x + REEF_SIZE[0] // 2 - 27, box.y + 80


def _locate_turtle(before: View, space: int) -> tuple[int, int]:
    x, y = STONE_CENTRES[space]
    if space == before.track_end:
        pool = POOL_AREA_BY_SPACE[space]
        x, y = pool.x + pool.w // 2, pool.y + pool.h // 2
    return x + TURTLE_BOUNDS.x, y + TURTLE_BOUNDS.y
