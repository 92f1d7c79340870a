"""Chooses the parts of the board that a replay shows for a turn: the stacks.

The stacks always have the same place and scale. Cards far below the top of a tall stack are not shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from games.coral_reef.draw import find_sprite_prefix
from games.coral_reef.draw_moves import LARGEST_FACE_WIDTH, find_card_start, find_stack_bottom
from games.coral_reef.events import CardDrawn, CoralsPlayed, Event, NineSeeded, RoundEnded
from games.coral_reef.layout import (
    LIFT_HEIGHT,
    choose_grid,
    find_replay_part,
    find_stack_area,
    limit_fan_room,
    list_cells,
    make_fan,
    measure_card,
    measure_fan,
)
from games.coral_reef.parts import Card
from games.coral_reef.view import View
from games.core.picture import PICTURE_HEIGHT, PICTURE_WIDTH, Box, CloseUp, ScoreboardEntry
from games.core.words import N_, Msg
from games.drawing.scoreboard import STAR_SPRITE
from games.drawing.turn_signs import NOWHERE

FRAME_SIZE: Final = (PICTURE_WIDTH // 2, PICTURE_HEIGHT // 2)
CARD_SIGN: Final = "back_38"
MAX_CARD_WIDTH: Final = 150
MIN_CARD_WIDTH: Final = 52
"""Maximum and minimum width of the cards that a turn plays, in a frame."""
MAX_CARD_ROWS: Final = 2
CARDS_GAP: Final = 10
CARDS_MARGIN: Final = 14
CARD_STEP_SHARE: Final = 0.84
"""Minimum visible part of the width of a card that another one covers."""
NO_ROUND_ENDS: Final = Msg(N_("no round ends"))


def list_close_ups(before: View, after: View, seat: int, events: tuple[Event, ...]) -> tuple[CloseUp, ...]:
    """Return the parts of the board that a replay shows for a turn: the stacks, and in free water above low
    stacks the cards that the turn plays or, after a round, the winner's stars.

    If the stacks are in several rows, the result is empty and the replay shows the whole board.
    """
    area = find_stack_area(None, ribbon=False)
    if any(choose_grid(len(v.stacks), area).rows > 1 for v in (before, after)):
        return ()
    stacks = CloseUp(find_replay_part(), Box(0, 0, *FRAME_SIZE))
    heights = [len(stack) for stack in before.stacks]
    for event in events:
        if isinstance(event, CoralsPlayed):
            raised = [high + len(event.cards) * (i == event.stack) for i, high in enumerate(heights)]
            return stacks, *_show_cards(event.cards, heights, raised, seat, before)
        if isinstance(event, NineSeeded):
            return stacks, *_show_cards((event.card,), heights, [*heights, 1], seat, before)
        if isinstance(event, RoundEnded) and event.winners and before.rounds_to_win > 1:
            return stacks, *_show_stars(event.wins[event.winners[0]], heights)
    return (stacks,)


def _list_columns(heights: Sequence[int]) -> list[Box]:
    """Return the water above each stack in a frame.

    :param heights: number of cards in each stack.
    """
    area, part = find_stack_area(None, ribbon=False), find_replay_part()
    grid, cells = choose_grid(len(heights), area), list_cells(len(heights), area)
    share, found = FRAME_SIZE[0] / part.w, list[Box]()
    for high, cell in zip(heights, cells, strict=True):
        fan = make_fan(high, 0, limit_fan_room(cell), grid)
        # Leave room for the ring around new cards.
        top = find_stack_bottom(cell, grid) - measure_fan(fan, grid) - 2 * LIFT_HEIGHT
        left, right = (round((x - part.x) * share) for x in (cell.x, cell.x + cell.w))
        found.append(Box(left, 0, right - left, round((top - part.y) * share)))
    return found


def _place_cards(
    count: int, columns: Sequence[Box], shape: float, step_share: float = CARD_STEP_SHARE
) -> tuple[Box, ...]:
    """Return places for cards in the water at the right, as large as possible, or none if they'd be small.

    :param columns: the water above each stack.
    :param shape: height of a card divided by its width.
    :param step_share: minimum distance between two cards, as a fraction of their width.
    """
    best, found = MIN_CARD_WIDTH - 1, tuple[Box, ...]()
    for left in sorted({column.x for column in columns}):
        high = min(column.h for column in columns if column.x + column.w > left + 1) - CARDS_MARGIN
        room = FRAME_SIZE[0] - left - 2 * CARDS_MARGIN
        for rows in range(1, MAX_CARD_ROWS + 1):
            across = -(-count // rows)
            wide = min(
                int(((high - CARDS_MARGIN + CARDS_GAP) / rows - CARDS_GAP) / shape),
                int(room / (1 + step_share * (across - 1))),
                MAX_CARD_WIDTH,
            )
            if wide <= best:
                continue
            tall = round(wide * shape)
            step = min(wide + CARDS_GAP, (room - wide) // max(1, across - 1))
            top = CARDS_MARGIN + (high - CARDS_MARGIN - rows * (tall + CARDS_GAP) + CARDS_GAP) // 2
            places = list[Box]()
            for row in range(rows):
                inside = min(across, count - across * row)
                x = left + CARDS_MARGIN + (room - wide - step * (inside - 1)) // 2
                y = top + (tall + CARDS_GAP) * row
                places += [Box(x + step * number, y, wide, tall) for number in range(inside)]
            best, found = wide, tuple(places)
    return found


def _show_cards(
    cards: tuple[Card, ...], heights: Sequence[int], raised: Sequence[int], seat: int, before: View
) -> Iterator[CloseUp]:
    """Yield the cards that a turn plays.

    :param heights: number of cards in each stack before the turn.
    :param raised: the same after the turn.
    """
    size = choose_grid(len(raised), find_stack_area(None, ribbon=False)).card_width
    places = _place_cards(len(cards), _list_columns(heights) + _list_columns(raised), 1.4)
    for number, (card, place) in enumerate(zip(cards, places, strict=False)):
        # On the board, the card starts at the seat's plate. In the close-up, it starts at ``place``.
        x, y = find_card_start(seat, before.seat_count, number, size)
        source = Box(x + size // 2 - 1, y + measure_card(size) // 2 - 1, 3, 3)
        yield CloseUp(source, place, sprite=f"{find_sprite_prefix(card)}_{LARGEST_FACE_WIDTH}")


def _show_stars(count: int, heights: Sequence[int]) -> Iterator[CloseUp]:
    """Yield large stars, one for each round that the winner of a round has won."""
    for place in _place_cards(count, _list_columns(heights), 1, 1):
        yield CloseUp(NOWHERE, place, sprite=STAR_SPRITE)


def list_scoreboard_entries(view: View, later: tuple[Event, ...] = ()) -> tuple[ScoreboardEntry, ...]:
    """Return each seat's entry on the scoreboard of a replay: the cards left and the rounds won.

    :param later: events that have happened in the view but are not counted yet.
    """
    drawn = Counter(event.seat for event in later if isinstance(event, CardDrawn))
    won = Counter(seat for event in later if isinstance(event, RoundEnded) for seat in event.winners)
    goal = view.rounds_to_win if view.rounds_to_win > 1 else 0
    return tuple(
        ScoreboardEntry(
            str(cards - drawn[seat]),
            unit=CARD_SIGN,
            stars=wins - won[seat] if goal else 0,
            goal=goal,
            idle_text=NO_ROUND_ENDS,
        )
        for seat, (cards, wins) in enumerate(zip(view.hand_sizes, view.wins, strict=True))
    )
