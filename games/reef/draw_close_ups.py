"""Chooses the parts of the board that a replay shows for a turn: the seat's reef, much larger, the displayed
cards, and the supply or, after the turn, its card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

from games.core.picture import Box, CloseUp, ComparedSource, ScoreboardEntry
from games.core.words import Words
from games.drawing.turn_signs import NOWHERE
from games.reef.draw_shown_card import (
    MATCHES_PART,
    PANEL_PATCH,
    POINTS_PART,
    SUPPLY_GAP,
    ShownCard,
    show_hand,
    show_played_card,
    show_points,
)
from games.reef.ending import make_move_view, rate_tied_reef
from games.reef.events import CardDrawn, CardPlayed, CardTaken, Event, HandScored, PatternScored
from games.reef.layout import (
    DISPLAY_BOXES,
    LARGE_SITE,
    LAST_CARD_SIZE,
    LOWER_PANEL_BOX,
    PICTURE_HEIGHT,
    ROW_NUMBER_DISTANCE,
    SITE_PLACES_BY_SEAT_COUNT,
    SUPPLY_BOXES,
)
from games.reef.parts import DECK_PRICE, REEF_SIDE
from games.reef.view import View

REEF_WIDTH: Final = 480
"""Width of the reef in a frame, in pixels."""
FRAME_WIDTH: Final = 700
FRAME_HEIGHT: Final = PICTURE_HEIGHT // 2
"""Width and height of a frame, in pixels."""
CARD_TOP: Final = 16
"""Distance of a card beside a small reef from the upper edge of a frame."""
SUPPLY_SIZE: Final = (88, 104)
SUPPLY_HEIGHT: Final = 240
"""Height of the supply of all colours, two beside each other, with its margins."""
PLAY_BAND_HEIGHT: Final = 170
"""Height of the band above a large reef with the name plate, the played card and its points."""
ROW_HEIGHT: Final = 204
"""Height of the row of cards above a large reef."""
ROW_CARD_SIZE: Final = (166, 171)
SPACES_BOX: Final = Box(262, 12, 720, 552)
PLAY_SPACES_BOX: Final = Box(258, 12, 724, 552)
HAND_BOX: Final = Box(28, 244, 228, 280)
"""Parts of a large reef: its spaces up to its right edge, the same with a wider margin, and its hand."""
SEA_PATCH: Final = Box(960, 562, 4, 4)
"""Part of the sea beside a large reef with a single colour."""
LARGE_REEF_WIDTH: Final = 494
LARGE_REEF_HEIGHT: Final = 379
"""Width and height of a large reef in a frame, in pixels."""
NAME_SIZE: Final = (24, 28)
"""Size of the letter or number of a column or row, which a frame doesn't reduce."""


def list_close_ups(before: View, after: View, seat: int, events: tuple[Event, ...]) -> tuple[CloseUp, ...]:
    """Return the parts of the board that a replay shows for a turn of ``seat``.

    If ``before`` is ``after``, these are the parts shown before the turn.

    A turn that plays a card, or takes one with points on it, shows the reef, the card and the supply. Any
    other turn also shows the displayed cards. When hands are scored, the cards with points take the place of
    the played card. Another seat's reef is shown if the seat has none, or if that other seat wins a tie. If
    nobody has any, return nothing. Without events, the reef and the supply are shown.
    """
    is_before_turn = before is after
    played = next((event for event in events if isinstance(event, CardPlayed)), None)
    count = sum(len(event.matches) for event in events if isinstance(event, PatternScored) and event.points)
    shown = None if played is None else ShownCard(played.card, is_before_turn, count)
    card_taken = next((event for event in events if isinstance(event, CardTaken) and event.points), None)
    if card_taken is not None:
        boxes = zip(before.display, DISPLAY_BOXES, strict=False)
        source = next((box for lying, box in boxes if lying.card == card_taken.card), NOWHERE)
        shown = ShownCard(card_taken.card, is_before_turn, 1, source, card_taken.points)
    held: tuple[tuple[int, int], ...] | None = None if events else ()
    if events and isinstance(events[0], HandScored):
        scored = [event for event in events if isinstance(event, HandScored) and event.points]
        if not scored:
            # If no parts are returned, the replay keeps showing the last move.
            return ()
        seat = _find_scored_seat(after, scored, seat)
        held = tuple((event.card, event.points) for event in scored if event.seat == seat)
    site, x, y = SITE_PLACES_BY_SEAT_COUNT[len(before.seats)][seat]
    if site is not LARGE_SITE:
        left, top = x + (site.size[0] - REEF_WIDTH) // 2, y + (site.size[1] - FRAME_HEIGHT) // 2
        reef = CloseUp(Box(left, top, REEF_WIDTH, FRAME_HEIGHT), Box(0, 0, REEF_WIDTH, FRAME_HEIGHT))
        if held is not None:
            return (reef, *_show_hand_beside(held))
        if shown is not None:
            return (reef, *_show_play_beside(shown))
        return tuple(_show_take_below(reef, is_before_turn=is_before_turn))
    if shown is not None or held is not None:
        return _show_large_play(shown, held or (), x, y)
    spaces, hand, sea = (box._replace(x=x + box.x, y=y + box.y) for box in (SPACES_BOX, HAND_BOX, SEA_PATCH))
    reef_box = Box(0, FRAME_HEIGHT - LARGE_REEF_HEIGHT, LARGE_REEF_WIDTH, LARGE_REEF_HEIGHT)
    return (
        CloseUp(sea, Box(0, 0, FRAME_WIDTH, FRAME_HEIGHT), is_stretchable=True),
        CloseUp(spaces, reef_box),
        *_show_names(x, y, reef_box),
        *(
            _show_supply(sea, LARGE_REEF_WIDTH, ROW_HEIGHT)
            if is_before_turn
            else _make_last_move_close_ups(hand)
        ),
        *_show_card_row(),
    )


def _find_scored_seat(view: View, scored: Sequence[HandScored], mover: int) -> int:
    """Return the seat whose reef and scored cards are shown: the winner of a tie, the one that has moved or,
    if its cards score nothing, the one whose cards score most.
    """
    most = max(seat.points for seat in view.seats)
    tied = [seat for seat, board in enumerate(view.seats) if board.points == most]
    if len(tied) > 1:
        return max(tied, key=lambda seat: rate_tied_reef(view.seats[seat].reef))
    sums = Counter[int]()
    for event in scored:
        sums[event.seat] += event.points
    return mover if sums[mover] else max(sums, key=lambda seat: sums[seat])


def _show_take_below(reef: CloseUp, *, is_before_turn: bool) -> Iterator[CloseUp]:
    """Yield close-ups of the displayed cards in a row, and below them a small reef beside the supply or,
    after the turn, the card that the seat took.
    """
    high = FRAME_HEIGHT - ROW_HEIGHT
    wide = REEF_WIDTH * high // FRAME_HEIGHT
    yield CloseUp(PANEL_PATCH, Box(0, 0, FRAME_WIDTH, FRAME_HEIGHT), is_stretchable=True)
    yield reef._replace(target=Box(0, ROW_HEIGHT, wide, high))
    if is_before_turn:
        yield from _show_supply(PANEL_PATCH, wide, ROW_HEIGHT)
    else:
        across = high * LOWER_PANEL_BOX.w // LOWER_PANEL_BOX.h
        target = Box(wide + (FRAME_WIDTH - wide - across) // 2, ROW_HEIGHT, across, high)
        yield CloseUp(LOWER_PANEL_BOX, target)
    yield from _show_card_row()


def _show_play_beside(played: ShownCard) -> Iterator[CloseUp]:
    """Yield close-ups of a played card, its points and the supply in the column beside a small reef."""
    wide = FRAME_WIDTH - REEF_WIDTH
    column = Box(REEF_WIDTH, 0, wide, FRAME_HEIGHT)
    yield CloseUp(PANEL_PATCH, column, is_stretchable=True)
    card = Box(column.x + 4, CARD_TOP, wide - 12, (wide - 12) * LAST_CARD_SIZE[1] // LAST_CARD_SIZE[0])
    room = FRAME_HEIGHT - SUPPLY_HEIGHT
    foot = card.y + card.h
    yield from show_played_card(played, card)
    yield from show_points(played, Box(column.x, foot, wide, room - foot))
    yield from _show_supply(PANEL_PATCH, REEF_WIDTH, room)


def _show_hand_beside(held: Sequence[tuple[int, int]]) -> Iterator[CloseUp]:
    """Yield close-ups of scored cards, if any, their points and the supply in the column beside a small
    reef.
    """
    column = Box(REEF_WIDTH, 0, FRAME_WIDTH - REEF_WIDTH, FRAME_HEIGHT)
    yield CloseUp(PANEL_PATCH, column, is_stretchable=True)
    room = FRAME_HEIGHT - SUPPLY_HEIGHT
    points = column._replace(y=room - POINTS_PART.h, h=POINTS_PART.h)
    if held:
        yield from show_hand(held, column._replace(h=points.y), points, 2 if len(held) > 1 else 1)
    yield from _show_supply(PANEL_PATCH, REEF_WIDTH, room)


def _show_large_play(
    played: ShownCard | None, held: Sequence[tuple[int, int]], x: int, y: int
) -> tuple[CloseUp, ...]:
    """Return close-ups of a large reef at ``(x, y)``, with the name plate, the played card and its points
    above it, and the supply beside it.

    :param played: the played card, or ``None`` if scored cards, or none, take its place.
    :param held: number and points of each scored card.
    """
    spaces, plate, sea = (
        box._replace(x=x + box.x, y=y + box.y) for box in (PLAY_SPACES_BOX, LARGE_SITE.plate, SEA_PATCH)
    )
    high = FRAME_HEIGHT - PLAY_BAND_HEIGHT
    reef = Box(0, PLAY_BAND_HEIGHT, spaces.w * high // spaces.h, high)
    tall = PLAY_BAND_HEIGHT - 12
    name = Box(8, 6, plate.w * tall // plate.h, tall)
    card = Box(name.x + name.w + 12, 6, tall * LAST_CARD_SIZE[0] // LAST_CARD_SIZE[1], tall)
    left = card.x + card.w + 12
    points = Box(left, card.y, FRAME_WIDTH - left - 8, card.h)
    shown = tuple[CloseUp, ...]()
    if played is None and held:
        area, total = card._replace(y=0, w=points.x - card.x, h=PLAY_BAND_HEIGHT), points
        if len(held) > 1:
            total = points._replace(x=FRAME_WIDTH - MATCHES_PART.w, w=MATCHES_PART.w - 8)
            area = area._replace(w=total.x - card.x)
        shown = tuple(show_hand(held, area, total, len(held)))
    elif played is not None:
        shown = (*show_played_card(played, card), *_show_points_on_panel(played, points))
    step = (high - 4) // len(SUPPLY_BOXES)
    edge = reef.x + reef.w + (FRAME_WIDTH - reef.w - SUPPLY_SIZE[0]) // 2
    return (
        CloseUp(sea, Box(0, 0, FRAME_WIDTH, FRAME_HEIGHT), is_stretchable=True),
        CloseUp(spaces, reef),
        CloseUp(plate, name),
        *shown,
        *(
            CloseUp(box, Box(edge, PLAY_BAND_HEIGHT + step * number, *SUPPLY_SIZE))
            for number, box in enumerate(SUPPLY_BOXES)
        ),
    )


def _show_points_on_panel(played: ShownCard, room: Box) -> Iterator[CloseUp]:
    """Yield close-ups of the points of a played card beside it, on a dark ground."""
    yield CloseUp(PANEL_PATCH, room, is_stretchable=True)
    yield from show_points(played, room)


def list_scoreboard_entries(
    view: View, uncounted_events: tuple[Event, ...] = ()
) -> tuple[ScoreboardEntry, ...]:
    """Return each seat's entry on the scoreboard of a replay.

    :param uncounted_events: events that have happened in the view but are not counted yet.
    """
    return tuple(
        ScoreboardEntry(str(seat.points), value=seat.points)
        for seat in make_move_view(view, uncounted_events).seats
    )


def list_sources(view: View, history: Sequence[Sequence[Event]], w: Words) -> tuple[ComparedSource, ...]:
    """Return the sources of each seat's points."""
    seats = range(len(view.seats))
    played, taken, held = (Counter[int]() for _ in range(3))
    for event in chain.from_iterable(history):
        match event:
            case PatternScored(seat=seat, points=points):
                played[seat] += points
            case CardTaken(seat=seat, points=points):
                taken[seat] += points
            case CardDrawn(seat=seat):
                taken[seat] -= DECK_PRICE
            case HandScored(seat=seat, points=points):
                held[seat] += points
            case _:
                pass
    begun = {seat: view.seats[seat].points - played[seat] - taken[seat] - held[seat] for seat in seats}
    sources = (
        (w("patterns"), played),
        (w("cards taken"), taken),
        (w("cards in hand"), held),
        (w("start"), begun),
    )
    return tuple(
        ComparedSource(label, tuple(points[seat] for seat in seats))
        for label, points in sources
        if any(points[seat] for seat in seats)
    )


def _show_names(x: int, y: int, reef: Box) -> Iterator[CloseUp]:
    """Yield close-ups of the letters and numbers beside a large reef at ``(x, y)`` in full size.

    These close-ups cover the reduced letters and numbers.

    :param reef: the place of the reef in a frame.
    """
    wide, high = NAME_SIZE
    left, top = LARGE_SITE.first_space
    share, upper = reef.w / SPACES_BOX.w, reef.y
    for place in range(REEF_SIDE):
        row = top + place * LARGE_SITE.space_depth + 2 * LARGE_SITE.coral_step + LARGE_SITE.face_depth // 2
        target_y = upper + round((row - SPACES_BOX.y) * share)
        yield CloseUp(
            Box(x + left - ROW_NUMBER_DISTANCE - wide // 2, y + row - high // 2, wide, high),
            Box(0, target_y - high // 2, wide, high),
        )
        column = left + place * LARGE_SITE.space_width + LARGE_SITE.space_width // 2
        middle = round((column - SPACES_BOX.x) * share)
        yield CloseUp(
            Box(x + column - wide // 2, y + top + LARGE_SITE.letters_offset - high // 2, wide, high),
            Box(middle - wide // 2, FRAME_HEIGHT - high - 2, wide, high),
        )


def _show_card_row() -> tuple[CloseUp, ...]:
    """Return close-ups of the displayed cards and the deck, in a row above a large reef."""
    wide, high = ROW_CARD_SIZE
    gap = (FRAME_WIDTH - len(DISPLAY_BOXES) * wide) // (len(DISPLAY_BOXES) + 1)
    return tuple(
        CloseUp(box, Box(gap + (wide + gap) * number, (ROW_HEIGHT - high) // 2, wide, high))
        for number, box in enumerate(DISPLAY_BOXES)
    )


def _show_supply(ground: Box, edge: int, top: int) -> tuple[CloseUp, ...]:
    """Return close-ups of the supply of each colour, two beside each other, in the column beside a reef.

    :param ground: plain background.
    :param edge: left edge of the column.
    :param top: upper edge of this part of the column.
    """
    wide, high = SUPPLY_SIZE
    left = edge + (FRAME_WIDTH - edge - 2 * wide - SUPPLY_GAP) // 2
    upper = top + (FRAME_HEIGHT - top - 2 * high - SUPPLY_GAP) // 2
    column = Box(edge, top, FRAME_WIDTH - edge, FRAME_HEIGHT - top)
    places = (
        CloseUp(
            box,
            Box(
                left + (wide + SUPPLY_GAP) * (number % 2),
                upper + (high + SUPPLY_GAP) * (number // 2),
                wide,
                high,
            ),
        )
        for number, box in enumerate(SUPPLY_BOXES)
    )
    return CloseUp(ground, column, is_stretchable=True), *places


def _make_last_move_close_ups(hand: Box) -> tuple[CloseUp, ...]:
    """Return close-ups of the card that a turn played or took, in the column beside a large reef.

    :param hand: place of the cards in hand, which is covered by the card. A card that is taken moves there.
    """
    column = Box(LARGE_REEF_WIDTH, ROW_HEIGHT, FRAME_WIDTH - LARGE_REEF_WIDTH, FRAME_HEIGHT - ROW_HEIGHT)
    high = column.w * LOWER_PANEL_BOX.h // LOWER_PANEL_BOX.w
    target = Box(column.x, column.y + (column.h - high) // 2, column.w, high)
    covered = Box(target.x + 20, target.y + 20, target.w - 40, hand.h * (target.w - 40) // hand.w)
    return CloseUp(hand, covered), CloseUp(LOWER_PANEL_BOX, target)
