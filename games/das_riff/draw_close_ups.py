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
from games.das_riff.draw import SPRITE_BY_CARD
from games.das_riff.draw_moves import locate_cell
from games.das_riff.events import CardTaken, Event, FishBred
from games.das_riff.layout import (
    CARD_SIZE,
    CELL_STEP,
    CORAL_TOP,
    CORAL_X,
    NAME_PLATES,
    STRIP_TOP,
    find_stock_box,
)
from games.das_riff.parts import (
    BROODS_TO_WIN,
    COLOUR_LETTERS,
    CORAL_CARD,
    MAX_CORALS,
    PEARL_CARD,
    Brood,
)
from games.das_riff.view import FACE_DOWN_CARD, View
from games.drawing.turn_signs import NOWHERE

FRAME_SIZE: Final = (PICTURE_WIDTH // 2, MAX_BOARD_HEIGHT // 2)
CELL_WIDTH: Final = 84
"""Width of a cell and its gap in a frame, in pixels. A whole number makes all cells look and compress
alike.
"""
REEF_HEIGHT: Final = 131
"""Height of the seat's corals and the sand around them in a frame, in pixels."""
BROOD_SIZE: Final = 142
"""Width and height of a new brood in a frame, about half as much again as those of a coral."""
BROOD_MARGIN: Final = 2
"""Space between a brood and the edges of a frame, in pixels."""
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
    corals. Before the turn, all fish that will breed are seen, and rings mark those on the corals. After it,
    the new broods lie large on their corals for a moment.
    """
    river, sand, corals, *stocks = RIVER_CLOSE_UP, *_show_reef(seat, events, after)
    bred = sorted((event for event in events if isinstance(event, FishBred)), key=lambda event: event.coral)
    if before is after:
        shown = (*_show_turned_up_parents(before, events), *_show_lone_parents(before, bred, corals))
    else:
        shown = tuple(_show_broods(bred, corals))
    return river, sand, corals, *stocks, *shown


def _show_turned_up_parents(view: View, events: Sequence[Event]) -> Iterator[CloseUp]:
    """Yield the fish that will breed and are face down before the turn."""
    corals = {event.coral for event in events if isinstance(event, FishBred)}
    for event in events:
        if not isinstance(event, CardTaken) or event.card == CORAL_CARD or event.coral not in corals:
            continue
        if view.tableau[event.cell] == FACE_DOWN_CARD:
            (x, y), (source, target) = locate_cell(event.cell), RIVER_CLOSE_UP[:2]
            left, top, size = (
                round(length * CELL_WIDTH / CELL_STEP) for length in (x - source.x, y - source.y, CARD_SIZE)
            )
            place = Box(target.x + left, target.y + top, size, size)
            yield CloseUp(NOWHERE, place, sprite=SPRITE_BY_CARD[event.card])


def _show_lone_parents(view: View, bred: Sequence[FishBred], corals: CloseUp) -> Iterator[CloseUp]:
    """Yield close-ups of the fish that are on the corals before the turn in which they breed.

    :param corals: the close-up of the seat's corals.
    """
    for event in bred:
        own = view.reefs[event.seat].corals
        if event.coral < len(own) and own[event.coral].parent is not None:
            x, y = CORAL_X + CELL_STEP * event.coral, CORAL_TOP[0 if event.seat else 1]
            left, top = (
                start + (place - first) * CORAL_STEP // CELL_STEP
                for start, place, first in zip(corals.target[:2], (x, y), corals.source[:2], strict=True)
            )
            size = CARD_SIZE * CORAL_STEP // CELL_STEP
            yield CloseUp(Box(x, y, CARD_SIZE, CARD_SIZE), Box(left, top, size, size), is_ringed=True)


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


def _show_broods(bred: Sequence[FishBred], corals: CloseUp) -> Iterator[CloseUp]:
    """Yield close-ups of broods on their corals. Broods that would overlap lie beside each other.

    :param bred: the broods from left to right.
    :param corals: the close-up of the seat's corals.
    """
    first = corals.target.x + (CORAL_X + CARD_SIZE // 2 - corals.source.x) * CORAL_STEP // CELL_STEP
    centred = [first + CORAL_STEP * event.coral - BROOD_SIZE // 2 for event in bred]
    placed = _spread(centred, BROOD_MARGIN, BROOD_SIZE)
    # Move the broods back by the mean distance, so that they lie around the middle of their corals.
    back = sum(left - own for left, own in zip(placed, centred, strict=True)) // max(1, len(placed))
    top = FRAME_SIZE[1] - BROOD_SIZE - BROOD_MARGIN
    lefts = _spread([left - back for left in placed], BROOD_MARGIN, BROOD_SIZE)
    for event, left in zip(bred, lefts, strict=True):
        place = Box(left, top, BROOD_SIZE, BROOD_SIZE)
        sprite = _find_sprite_name(event.brood)
        yield CloseUp(NOWHERE, place, sprite=sprite, lies_on_board=True, is_fleeting=True)


def _spread(lefts: Sequence[int], edge: int, width: int) -> list[int]:
    """Return the left edges of boxes, moved to the right where they would cross ``edge`` or each other."""
    found = list[int]()
    for left in lefts:
        found.append(max(left, edge))
        edge = found[-1] + width
    return found


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
