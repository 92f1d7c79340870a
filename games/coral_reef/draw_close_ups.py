"""Chooses the parts of the board that a replay shows for a turn: the stacks.

The stacks always have the same place and scale. Cards far below the top of a tall stack are not shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, zip_longest
from math import ceil
from typing import Final

from games.coral_reef.draw import find_sprite_prefix
from games.coral_reef.draw_moves import (
    MAX_FACE_WIDTH,
    find_card_start,
    find_moving_sprite,
    find_stack_bottom,
)
from games.coral_reef.events import CardDrawn, CoralsPlayed, Event, NineSeeded, RoundEnded
from games.coral_reef.layout import (
    CLOSE_UP_MARGIN,
    REPLAY_STACK_AREA,
    choose_grid,
    find_replay_part,
    find_stack_area,
    limit_fan_room,
    list_cells,
    make_fan,
    measure_fan,
)
from games.coral_reef.parts import Card
from games.coral_reef.texts.nouns import format_terms, list_terms
from games.coral_reef.view import View
from games.core.picture import PICTURE_HEIGHT, PICTURE_WIDTH, Box, CloseUp, ScoreboardEntry
from games.drawing.scoreboard import STAR_SPRITE
from games.drawing.sprites import load_atlas
from games.drawing.text import measure_width
from games.drawing.turn_signs import NOWHERE

FRAME_SIZE: Final = (PICTURE_WIDTH // 2, PICTURE_HEIGHT // 2)
CARD_SIGN: Final = "back_38"
MAX_CARD_WIDTH: Final = 150
"""Maximum width of the cards that a turn plays, in a frame."""
MAX_CARD_ROWS: Final = 2
CARDS_GAP: Final = 10
CARDS_MARGIN: Final = 14
CARD_SHAPE: Final = 1.4
"""Height of a card divided by its width."""
SIDE_COLUMN: Final = Box(546, 0, FRAME_SIZE[0] - 546, FRAME_SIZE[1])
"""Place for cards or stars beside smaller stacks."""
MAX_SIDE_ROWS: Final = 4
MAX_SUM_SIZE: Final = 76
MIN_SUM_SIZE: Final = 30
"""Maximum and minimum font size of a sum. A longer one isn't shown."""
SECOND_LINE_GAIN: Final = 1.3
"""Minimum factor by which a sum in two lines must be larger than in one."""
MIN_STAR_HEIGHT: Final = 72
"""Minimum height of the water for stars above a sum."""
SUM_HEIGHT_SHARE: Final = 1.25
"""Height of a sum, as a fraction of its font size."""
MAX_WATER: Final = Box(0, 0, 480, 200)
"""Size of free water beyond which more of it is no better, in pixels."""


def list_close_ups(before: View, after: View, seat: int, events: tuple[Event, ...]) -> tuple[CloseUp, ...]:
    """Return the parts of the board that a replay shows for a turn: the stacks, and in free water the cards
    that the turn is about to play. After it, there are the sum of the cards and the stars of a round's winner
    instead. If only a round ends, return nothing, because the sum and the stars of its last turn stay.

    If the stacks are in several rows, they are smaller, with the cards and stars beside them.
    """
    if before is after and events and isinstance(events[0], RoundEnded):
        return ()
    heights = [len(stack) for stack in before.stacks]
    cards, raised = _find_played_cards(events, heights)
    area = find_stack_area(None, has_ribbon=False)
    is_small = any(choose_grid(len(v.stacks), area).rows > 1 for v in (before, after))
    stacks = _shrink_stacks() if is_small else (CloseUp(find_replay_part(), Box(0, 0, *FRAME_SIZE)),)
    if before is after:
        places = _place_signs(len(cards), () if is_small else heights, CARD_SHAPE) if cards else ()
        return *stacks, *_show_cards(cards, places, raised, seat, before)
    newest = [new - old for new, old in zip_longest(raised, heights, fillvalue=0)]
    water = SIDE_COLUMN if is_small else _find_free_water(list_columns(raised, newest))
    # A nine that begins a stack has no target.
    is_sum = any(isinstance(event, CoralsPlayed) for event in events)
    return *stacks, *_show_result(cards if is_sum else (), _count_stars(before, events), water)


def _show_result(cards: Sequence[Card], stars: int, water: Box) -> Iterator[CloseUp]:
    """Yield the sum of the cards that a turn has played, and above it the stars of a round's winner. A sum
    has a term for each card, even if the only one equals the target.

    :param water: the place for them in a frame.
    """
    room = water.h - MIN_STAR_HEIGHT * bool(stars)
    lines, size = _fit_sum(list_terms(cards), water.w - 2 * CARDS_MARGIN, room) if cards else ((), 0)
    step = int(size * SUM_HEIGHT_SHARE)
    high = step * len(lines)
    if stars:
        above = water._replace(h=water.h - high)
        for place in _place_cards(stars, [above], 1, MAX_SIDE_ROWS if water == SIDE_COLUMN else 1):
            yield CloseUp(NOWHERE, place, sprite=STAR_SPRITE, lies_on_board=True)
    top = water.y + water.h - high if stars else water.y + (water.h - high) // 2
    if lines:
        box = Box(water.x + CARDS_MARGIN, top, water.w - 2 * CARDS_MARGIN, high)
        content = "\n".join(lines)
        yield CloseUp(NOWHERE, box, text=content, text_size=size, lies_on_board=True, has_plate=True)


def _fit_sum(terms: Sequence[int], width: int, height: int) -> tuple[tuple[str, ...], int]:
    """Return the lines of a sum, and the largest font size with which they fit. Without room, return nothing.

    The second line begins with a sign.
    """
    words = f"{format_terms(terms)} = {sum(terms)}".split()
    best, best_lines = MIN_SUM_SIZE - 1, tuple[str, ...]()
    for end in (len(words), len(terms) // 2 * 2 + 1):
        lines = tuple(" ".join(part) for part in (words[:end], words[end:]) if part)
        widest = max(measure_width(line, MAX_SUM_SIZE) for line in lines)
        size = min(MAX_SUM_SIZE, MAX_SUM_SIZE * width // widest, int(height / len(lines) / SUM_HEIGHT_SHARE))
        # Break the sum into two lines only if its letters then become much larger.
        if size > best * (SECOND_LINE_GAIN if best_lines else 1):
            best, best_lines = size, lines
    return (best_lines, best) if best_lines else ((), 0)


def _find_free_water(columns: Sequence[Box]) -> Box:
    """Return the largest box of water above stacks that are beside each other.

    :param columns: the water above each stack.
    """
    runs = [columns[first:end] for first, end in combinations(range(len(columns) + 1), 2)]
    boxes = [
        Box(run[0].x, 0, run[-1].x + run[-1].w - run[0].x, min(column.h for column in run)) for run in runs
    ]
    return max(boxes, key=lambda box: (min(box.w, MAX_WATER.w) * min(box.h, MAX_WATER.h), box.w))


def _place_signs(count: int, heights: Sequence[int], shape: float) -> tuple[Box, ...]:
    """Return places for cards.

    :param heights: number of cards in each stack, or empty for places beside smaller stacks.
    """
    if not heights:
        return _place_cards(count, [SIDE_COLUMN], shape, MAX_SIDE_ROWS)
    return _place_cards(count, list_columns(heights), shape)


def _find_played_cards(events: Sequence[Event], heights: Sequence[int]) -> tuple[tuple[Card, ...], list[int]]:
    """Return the cards that a turn plays, and the number of cards in each stack after it.

    :param heights: number of cards in each stack before the turn.
    """
    for event in events:
        if isinstance(event, CoralsPlayed):
            return event.cards, [
                high + len(event.cards) * (i == event.stack) for i, high in enumerate(heights)
            ]
        if isinstance(event, NineSeeded):
            return (event.card,), [*heights, 1]
    return (), list(heights)


def _count_stars(before: View, events: Sequence[Event]) -> int:
    """Return how many rounds the winner of a round has won, or 0 if the turn ends no round or the match has
    only one.
    """
    ended = next((event for event in events if isinstance(event, RoundEnded) and event.winners), None)
    return ended.wins[ended.winners[0]] if ended is not None and before.rounds_to_win > 1 else 0


def _find_water() -> Box:
    """Return a small box of plain water, which close-ups stretch."""
    part = find_replay_part()
    return Box(part.x + part.w - 8, part.y + 4, 4, 4)


def _shrink_stacks() -> tuple[CloseUp, ...]:
    """Return close-ups of stacks in several rows at the lower left, on plain water."""
    x, y, wide, high = REPLAY_STACK_AREA
    source = Box(x - CLOSE_UP_MARGIN, y, wide + CLOSE_UP_MARGIN, high + CLOSE_UP_MARGIN)
    deep = source.h * SIDE_COLUMN.x // source.w
    patch = _find_water()
    return (
        CloseUp(patch, Box(0, 0, *FRAME_SIZE), is_stretchable=True),
        CloseUp(source, Box(0, FRAME_SIZE[1] - deep, SIDE_COLUMN.x, deep)),
    )


def list_columns(heights: Sequence[int], newest: Sequence[int] = ()) -> list[Box]:
    """Return the water above each stack in a frame.

    :param heights: number of cards in each stack.
    :param newest: number of these cards that have just been played, by default none.
    """
    area, part = find_stack_area(None, has_ribbon=False), find_replay_part()
    grid, cells = choose_grid(len(heights), area), list_cells(len(heights), area)
    share, columns = FRAME_SIZE[0] / part.w, list[Box]()
    for high, new, cell in zip(heights, newest or (0,) * len(heights), cells, strict=True):
        fan = make_fan(high, new, limit_fan_room(cell, is_new=new > 0), grid)
        top = find_stack_bottom(cell, grid) - measure_fan(fan, grid)
        left, right = (round((x - part.x) * share) for x in (cell.x, cell.x + cell.w))
        columns.append(Box(left, 0, right - left, max(0, round((top - part.y) * share))))
    return columns


def _place_cards(
    count: int, columns: Sequence[Box], shape: float, max_rows: int = MAX_CARD_ROWS
) -> tuple[Box, ...]:
    """Return places for cards in the water at the right, as large as possible.

    :param columns: the water above each stack.
    :param shape: height of a card divided by its width.
    """
    best, best_places = 0, tuple[Box, ...]()
    for left in sorted({column.x for column in columns}):
        high = min(column.h for column in columns if column.x + column.w > left + 1) - CARDS_MARGIN
        room = max(column.x + column.w for column in columns) - left - 2 * CARDS_MARGIN
        for rows in range(1, max_rows + 1):
            across = ceil(count / rows)
            wide = min(
                int(((high - CARDS_MARGIN + CARDS_GAP) / rows - CARDS_GAP) / shape),
                (room + CARDS_GAP) // across - CARDS_GAP,
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
            best, best_places = wide, tuple(places)
    return best_places


def _show_cards(
    cards: tuple[Card, ...], places: Sequence[Box], raised: Sequence[int], seat: int, before: View
) -> Iterator[CloseUp]:
    """Yield the cards that a turn is about to play.

    :param raised: number of cards in each stack after the turn.
    """
    size = choose_grid(len(raised), find_stack_area(None, has_ribbon=False)).card_width
    for number, (card, place) in enumerate(zip(cards, places, strict=False)):
        # On the board, the card starts at the seat's plate. In the close-up, it starts at ``place``.
        x, y = find_card_start(seat, before.seat_count, number, size)
        wide, high = load_atlas("coral_reef")[find_moving_sprite(card, size)].size
        source = Box(x + wide // 2 - 1, y + high // 2 - 1, 3, 3)
        sprite = f"{find_sprite_prefix(card)}_{MAX_FACE_WIDTH}"
        yield CloseUp(source, place, sprite=sprite, lies_on_board=True)


def list_scoreboard_entries(
    view: View, uncounted_events: tuple[Event, ...] = ()
) -> tuple[ScoreboardEntry, ...]:
    """Return each seat's entry on the scoreboard of a replay: the cards left and the rounds won. The seat
    that has won most rounds is ahead or, if several have, the one with the fewest cards.

    :param uncounted_events: events that have happened in the view but are not counted yet.
    """
    drawn = Counter(event.seat for event in uncounted_events if isinstance(event, CardDrawn))
    won = Counter(
        seat for event in uncounted_events if isinstance(event, RoundEnded) for seat in event.winners
    )
    goal = view.rounds_to_win if view.rounds_to_win > 1 else 0
    left = [cards - drawn[seat] for seat, cards in enumerate(view.hand_sizes)]
    rounds = [wins - won[seat] if goal else 0 for seat, wins in enumerate(view.wins)]
    standings = [(-n, cards) for n, cards in zip(rounds, left, strict=True)]
    best = min(standings)
    return tuple(
        ScoreboardEntry(
            str(cards),
            unit=CARD_SIGN,
            stars=n,
            goal=goal,
            is_ahead=(-n, cards) == best and standings.count(best) == 1,
        )
        for n, cards in zip(rounds, left, strict=True)
    )
