"""Chooses the parts of the board that a replay shows for a turn: the river, and below it the seat's corals.

The river always has the same place and scale, because a moving background would make the file far larger.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from games.core.picture import (
    MAX_BOARD_HEIGHT,
    PICTURE_WIDTH,
    Box,
    CloseUp,
    ComparedSource,
    ScoreboardEntry,
)
from games.core.words import Words
from games.das_riff.events import CardTaken, Event, FishBred
from games.das_riff.layout import (
    CARD_SIZE,
    CELL_STEP,
    CORAL_TOP,
    CORAL_X,
    NAME_PLATES,
    RIVER_LEFT,
    RIVER_TOP,
    STRIP_TOP,
    find_stock_box,
)
from games.das_riff.parts import (
    BROODS_TO_WIN,
    COLOUR_LETTERS,
    COLUMN_COUNT,
    CORAL_CARD,
    MAX_CORALS,
    PEARL_CARD,
    ROW_COUNT,
    WATER_CARD,
    Brood,
)
from games.das_riff.view import EMPTY_CELL, FACE_DOWN_CARD, View
from games.drawing.turn_signs import NOWHERE

FRAME_SIZE: Final = (PICTURE_WIDTH // 2, MAX_BOARD_HEIGHT // 2)
CELL_WIDTH: Final = 84
"""Width of a cell and its gap in a frame, in pixels. A whole number makes all cells look and compress
alike.
"""
REEF_HEIGHT: Final = 131
"""Height of the seat's corals and the sand around them in a frame, in pixels."""
BROOD_SIZE: Final = 152
"""Width and height of a new brood on the river in a frame, nearly those of four cells."""
BLANK_CARDS: Final = frozenset({EMPTY_CELL, WATER_CARD, FACE_DOWN_CARD})
"""Contents of cells that a brood may cover, because there is no card to see."""
HOME_SQUARE: Final = (1, COLUMN_COUNT - 2)
"""Square of a new brood, if it is free: at the reef edge of the middle rows, where cards arrive face down."""
_RIVER_TOP: Final = STRIP_TOP[0] - 46
_RIVER_WIDTH: Final = CELL_STEP * 17 // 2
"""Width of the part of the board with the river, in pixels: eight and a half cells."""
RIVER_CLOSE_UP: Final = CloseUp(
    Box(8, _RIVER_TOP, _RIVER_WIDTH, CELL_STEP * 11 // 2),
    Box(0, 0, _RIVER_WIDTH * CELL_WIDTH // CELL_STEP, CELL_WIDTH * 11 // 2),
)
CORAL_STEP: Final = 100
"""Width of a coral and its gap in a frame, in pixels."""
STOCK_WIDTH: Final = 80
"""Width and height in a frame of the stock that gets a taken card."""
_CORALS_SIZE: Final = (MAX_CORALS * CELL_STEP + 4, 146)
_CORAL_MARGINS: Final = (7, 12)
"""Size of a seat's corals and the sand around them, without their numbers, and the height of the sand above
them, at the far edge first.
"""
_SAND_PATCH: Final = Box(2, 60, 2, 2)
"""Place of sand in a single colour, relative to the right end and the top of a name plate."""


def list_close_ups(before: View, after: View, seat: int, events: tuple[Event, ...]) -> tuple[CloseUp, ...]:
    """Return the parts of the board that a replay shows for a turn of ``seat``: the river and the seat's
    corals. After the turn, its broods lie large on the river.
    """
    bred = [event.brood for event in events if isinstance(event, FishBred)] if before is not after else []
    return RIVER_CLOSE_UP, *_show_reef(seat, events, after), *_show_broods(bred, before, after)


def _show_reef(seat: int, events: Sequence[Event], view: View) -> Iterator[CloseUp]:
    """Yield close-ups of a seat's corals on the sand below the river, in the middle. If the turn takes a
    pearl or sharks, their stocks are beside the corals, unless ``view``, the position shown, has none yet.
    """
    side, top = 0 if seat else 1, FRAME_SIZE[1] - REEF_HEIGHT
    plate = NAME_PLATES[side]
    sand = _SAND_PATCH._replace(x=plate.x + plate.w + _SAND_PATCH.x, y=plate.y + _SAND_PATCH.y)
    yield CloseUp(sand, Box(0, top, FRAME_SIZE[0], REEF_HEIGHT), is_stretchable=True)
    source = Box(CORAL_X - 5, CORAL_TOP[side] - _CORAL_MARGINS[side], *_CORALS_SIZE)
    wide, high = (length * CORAL_STEP // CELL_STEP for length in _CORALS_SIZE)
    stocks = sorted(
        {
            event.card - PEARL_CARD
            for event in events
            if isinstance(event, CardTaken) and event.coral is None and event.card != CORAL_CARD
        }
    )
    room = FRAME_SIZE[0] - wide
    left = 0 if stocks else room // 2
    yield CloseUp(source, Box(left, top + (REEF_HEIGHT - high) // 2, wide, high))
    size = min(STOCK_WIDTH, REEF_HEIGHT // max(len(stocks), 1) - 2)
    counts = view.reefs[seat].pearls, view.reefs[seat].sharks
    for number, stock in enumerate(stocks):
        if not counts[stock]:
            continue
        middle = top + REEF_HEIGHT * (2 * number + 1) // (2 * len(stocks))
        target = Box(wide + (room - size) // 2, middle - size // 2, size, size)
        yield CloseUp(find_stock_box(stock, side), target)


def _show_broods(broods: Sequence[Brood], before: View, after: View) -> Iterator[CloseUp]:
    """Yield close-ups of broods on the river. Each lies on a square of four cells with as few face-up cards
    as possible, at :data:`HOME_SQUARE` or near it, so that it has the same place in most turns.
    """
    changed = [old != new for old, new in zip(before.tableau, after.tableau, strict=True)]
    taken = list[tuple[int, int]]()
    for brood in broods:
        squares = [
            (level, column)
            for level in range(ROW_COUNT - 1)
            for column in range(COLUMN_COUNT - 1)
            if all(abs(level - y) > 1 or abs(column - x) > 1 for y, x in taken)
        ]
        level, column = min(squares, key=lambda square: _rate_square(square, after, changed))
        taken.append((level, column))
        source, share = RIVER_CLOSE_UP.source, CELL_WIDTH / CELL_STEP
        margin = (2 * CELL_WIDTH - BROOD_SIZE - (CELL_STEP - CARD_SIZE) * share) / 2
        place = Box(
            round((RIVER_LEFT - source.x) * share + CELL_WIDTH * column + margin),
            round((RIVER_TOP - source.y) * share + CELL_WIDTH * level + margin),
            BROOD_SIZE,
            BROOD_SIZE,
        )
        yield CloseUp(NOWHERE, place, sprite=_find_sprite_name(brood), lies_on_board=True)


def _rate_square(square: tuple[int, int], view: View, changed: Sequence[bool]) -> tuple[int, int, int]:
    """Return the number of face-up cards that a brood on a square of four cells covers, the square's distance
    from :data:`HOME_SQUARE`, and the number of changed cells that it covers.

    :param square: the level and column of its upper left cell. Levels are counted from the top.
    :param changed: whether the turn changes each cell, in the order of :attr:`View.tableau`.
    """
    level, column = square
    cells = [
        COLUMN_COUNT * (ROW_COUNT - 1 - level - down) + column + right for down in (0, 1) for right in (0, 1)
    ]
    return (
        sum(view.tableau[cell] not in BLANK_CARDS for cell in cells),
        abs(level - HOME_SQUARE[0]) + abs(column - HOME_SQUARE[1]),
        sum(changed[cell] for cell in cells),
    )


def list_scoreboard_entries(
    view: View, uncounted_events: tuple[Event, ...] = ()
) -> tuple[ScoreboardEntry, ...]:
    """Return each seat's entry on the scoreboard of a replay."""
    del uncounted_events  # Only a turn's own move changes the broods.
    return tuple(
        ScoreboardEntry(f"{reef.broods}/{BROODS_TO_WIN}", f"boat_{seat}", reef.broods)
        for seat, reef in enumerate(view.reefs)
    )


def list_sources(view: View, history: Sequence[Sequence[Event]], w: Words) -> tuple[ComparedSource, ...]:
    """Return the broods of each seat in the order in which they bred."""
    all_events = [event for events in history for event in events]
    bred = [
        tuple(_find_sprite_name(e.brood) for e in all_events if isinstance(e, FishBred) and e.seat == seat)
        for seat in range(len(view.reefs))
    ]
    return (ComparedSource(w("broods"), tuple(map(len, bred)), tuple(bred)),) if any(bred) else ()


def _find_sprite_name(brood: Brood) -> str:
    """Return the sprite of a coral on which two fish have bred."""
    first, second = brood
    return f"closed_{COLOUR_LETTERS[first]}{COLOUR_LETTERS[second]}"
