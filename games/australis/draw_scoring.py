"""Arranges what a replay shows of a scoring: the part of the current with the turtles, and below it a
table with the sources of each seat's points.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from games.australis.draw_window import find_window, list_turtle_boxes
from games.australis.events import (
    Event,
    FinalPointsScored,
    PointsGained,
    ReefScored,
    RoundPointsScored,
)
from games.australis.view import View
from games.core.picture import GOLD_COLOUR, MAX_BOARD_HEIGHT, PICTURE_WIDTH, WHITE_COLOUR, Box, CloseUp
from games.core.words import N_, Msg
from games.drawing.text import measure_width
from games.drawing.turn_signs import NOWHERE

FRAME_SIZE: Final = (PICTURE_WIDTH // 2, MAX_BOARD_HEIGHT // 2)
SCORING_EVENTS: Final = ReefScored | RoundPointsScored | FinalPointsScored
SCORE_LABELS: Final = {
    "turtle": Msg(N_("turtle")),
    "schools": Msg(N_("schools")),
    "reefs": Msg(N_("reefs")),
    "circles": Msg(N_("circles")),
    "corals": Msg(N_("corals")),
    "token": Msg(N_("token")),
    "tiles": Msg(N_("tiles")),
}
"""Name of each source of points in a scoring, in the order of the table."""
OTHER_LABEL: Final = Msg(N_("other"))
SCORE_SIGNS: Final = {
    "turtle": (("turtle_{seat}", (92, 85)),),
    "schools": (("fish_132", (132, 126)),),
    "reefs": (("supply_132_{seat}", (132, 126)),),
    "circles": (("choice_gold", (112, 112)), ("choice_gold", (112, 112))),
    "corals": (("supply_132_{seat}", (132, 126)),),
    "token": (("token", (48, 48)),),
    "tiles": (("choice_silver", (112, 112)), ("choice_gold", (112, 112))),
}
"""Signs of each source, the last one on top, and their sizes."""
MAX_ROWS: Final = 3
"""Maximum number of rows. If there are more sources, the smallest ones share the last row."""
ROW_HEIGHTS: Final = (88, 92)
"""Height of a row with the name of the source between the points, and of one with the name above them."""
SIGN_HEIGHTS: Final = (72, 50)
VALUE_SIZES: Final = (66, 58)
"""Height of a sign and font size of the points in these two kinds of rows."""
TABLE_PADDING: Final = 8
VALUE_GAP: Final = 8
PAIR_VISIBLE_SHARE: Final = 0.4
"""Visible part of a sign that another one of the same source covers, as a fraction of its width."""
PAIR_SHARE: Final = 0.68
"""Height of signs that overlap, as a fraction of the height of a single sign."""
LABEL_SIZE: Final = 40
LABEL_HEIGHT: Final = 36
"""Height of the line with the name of a source above the points."""
SMALL_LABEL_SIZE: Final = 34
"""Font size of that name."""
LABEL_COLOUR: Final = "#C8EBE4"
MAX_SEATS_BESIDE_LABEL: Final = 2
"""Maximum number of seats whose points have room for the name of the source between them."""


class ScoreRow(NamedTuple):
    """A row of the table: one or more sources of points, and each seat's points from them."""

    sources: tuple[str, ...]
    points: tuple[int, ...]


def arrange_scores(before: View, after: View, events: Sequence[Event]) -> tuple[CloseUp, ...]:
    """Return the close-ups of a scoring. Each seat's points are above its plate, and add up to its gain.

    :param before: the view before the turn, if the turn's points for circles are counted as well, otherwise
        ``after``.
    """
    rows = list_score_rows(before, after, events)
    high = ROW_HEIGHTS[len(after.boards) > MAX_SEATS_BESIDE_LABEL]
    top = FRAME_SIZE[1] - high * len(rows) - TABLE_PADDING * bool(rows)
    window = find_window(list_turtle_boxes(after), (FRAME_SIZE[0], top))
    found = [CloseUp(window, Box(0, 0, FRAME_SIZE[0], top))]
    for number, row in enumerate(rows):
        found += _arrange_row(Box(0, top + TABLE_PADDING + high * number, FRAME_SIZE[0], high), row)
    return tuple(found)


def list_score_rows(before: View, after: View, events: Iterable[Event]) -> tuple[ScoreRow, ...]:
    """Return the rows of a scoring's table, without sources from which no seat got points."""
    events = tuple(events)
    gains = [count_scored_points(seat, events) for seat in range(len(after.boards))]
    for gained, earlier, later in zip(gains, before.boards, after.boards, strict=True):
        if before is not after:
            gained["circles"] += later.points - earlier.points - gained.total()
    rows = [
        ScoreRow((source,), tuple(gained[source] for gained in gains))
        for source in SCORE_LABELS
        if any(gained[source] for gained in gains)
    ]
    if len(rows) <= MAX_ROWS:
        return tuple(rows)
    ordered = sorted(rows, key=lambda row: sum(row.points), reverse=True)
    small = [row for row in rows if row in ordered[MAX_ROWS - 1 :]]
    joined = ScoreRow(
        tuple(source for row in small for source in row.sources),
        tuple(sum(points) for points in zip(*(row.points for row in small), strict=True)),
    )
    return (*(row for row in rows if row not in small), joined)


def count_scored_points(seat: int, events: Iterable[Event]) -> Counter[str]:
    """Return the points that a seat scored, by source."""
    gains = Counter[str]()
    for event in events:
        match event:
            case RoundPointsScored() if event.seat == seat:
                gains.update(turtle=event.turtle, schools=event.school, reefs=event.reefs)
            case FinalPointsScored() if event.seat == seat:
                gains.update(corals=event.corals, token=event.token, tiles=event.tiles)
            case PointsGained() if event.seat == seat:
                gains.update(circles=event.points)
            case _:
                pass
    return gains


def _arrange_row(area: Box, row: ScoreRow) -> Iterator[CloseUp]:
    """Yield a row of the table: the name of its source, and each seat's piece and points in the middle of its
    column. A row for several sources has no pieces.
    """
    seats, most = len(row.points), max(row.points)
    wide, is_beside = FRAME_SIZE[0] // seats, seats <= MAX_SEATS_BESIDE_LABEL
    size, value_size = (sizes[not is_beside] for sizes in (SIGN_HEIGHTS, VALUE_SIZES))
    label = SCORE_LABELS[row.sources[0]] if len(row.sources) == 1 else OTHER_LABEL
    box = area if is_beside else area._replace(h=LABEL_HEIGHT)
    text_size = LABEL_SIZE if is_beside else SMALL_LABEL_SIZE
    yield CloseUp(NOWHERE, box, text=label, text_size=text_size, text_colour=LABEL_COLOUR)
    high = area.h - LABEL_HEIGHT * (not is_beside)
    top = area.y + area.h - high
    for seat, gained in enumerate(row.points):
        value = f"+{gained}" if gained else "0"
        signs = _arrange_signs(row.sources[0], seat, size) if len(row.sources) == 1 else []
        across = max((box.x + box.w + VALUE_GAP for _, box in signs), default=0)
        value_width = measure_width(value, value_size)
        room = wide * 2 // 3 if is_beside else wide
        left = wide * seat + (wide - room) * (seat > 0) + (room - across - value_width) // 2
        for sprite, box in signs:
            place = box._replace(x=left + box.x, y=top + (high - box.h) // 2)
            yield CloseUp(NOWHERE, place, sprite=sprite)
        box = Box(left + across, top, value_width, high)
        colour = GOLD_COLOUR if gained == most and row.points.count(most) == 1 else WHITE_COLOUR
        yield CloseUp(NOWHERE, box, text=value, text_size=value_size, text_colour=colour)


def _arrange_signs(source: str, seat: int, height: int) -> list[tuple[str, Box]]:
    """Return the sprites of a source and their places beside each other, from left to right."""
    shown = SCORE_SIGNS[source]
    high = height if len(shown) == 1 else round(height * PAIR_SHARE)
    found, left = list[tuple[str, Box]](), 0
    for sprite, (wide, tall) in shown:
        across = high * wide // tall
        found.append((sprite.format(seat=seat), Box(left, 0, across, high)))
        left += round(across * PAIR_VISIBLE_SHARE)
    return found
