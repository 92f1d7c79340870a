"""Arranges what a replay shows of a scoring: the part of the current with the turtles, and below it each
seat's points from the source that decides and from all others, or how one seat's points add up.
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
from games.drawing.turn_signs import NOWHERE, TurnSign, arrange_signs

FRAME_SIZE: Final = (PICTURE_WIDTH // 2, MAX_BOARD_HEIGHT // 2)
SCORING_EVENTS: Final = ReefScored | RoundPointsScored | FinalPointsScored
SCORE_LABELS: Final = {
    "turtle": Msg(N_("turtle")),
    "schools": Msg(N_("fish")),
    "reefs": Msg(N_("reefs")),
    "circles": Msg(N_("dice")),
    "corals": Msg(N_("corals")),
    "token": Msg(N_("token")),
    "tiles": Msg(N_("tiles")),
}
"""Name of each source of points in a scoring, in the order of the table."""
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
MAX_CENTRE_LABEL_ROWS: Final = 3
"""Maximum number of rows with the names of sources between the points of two seats. If there are more
sources, some share the last row.
"""
MAX_SIGN_ROWS: Final = 2
"""Maximum number of rows with the points of more seats."""
CENTRE_LABEL_SEATS: Final = 2
"""Number of seats whose points have room for the name of the source between them."""
TABLE_PADDING: Final = 10
SIGN_MARGIN: Final = 12
"""Difference between the height of a row's points and that of its signs."""
VALUE_GAP: Final = 8
PAIR_VISIBLE_SHARE: Final = 0.4
"""Visible part of a sign that another one of the same source covers, as a fraction of its width."""
PAIR_SHARE: Final = 0.68
"""Height of signs that overlap, as a fraction of the height of a single sign."""
LABEL_COLOUR: Final = "#C8EBE4"


class RowStyle(NamedTuple):
    """Height of a row, and the font sizes of the names of its sources and of the points, in pixels."""

    height: int
    label_size: int
    value_size: int
    heading_height: int = 0
    """Height of the line above the row with the name of its source."""


CENTRE_LABEL_STYLES: Final = (RowStyle(84, 40, 66), RowStyle(84, 34, 58))
"""Styles of rows with the name of a source between the points, and with the names of several."""
SIGN_ROW_STYLES: Final = {
    3: (RowStyle(92, 0, 66, 48), RowStyle(54, 0, 46, 44)),
    4: (RowStyle(76, 0, 52, 48), RowStyle(54, 0, 46, 44)),
}
"""Styles of the first row of a table for more seats, by their number, and of the row for all other points."""
HEADING_SHARE: Final = 0.8
"""Font size of the name above a row, as a fraction of the line's height."""
SUM_HEIGHTS: Final = (96, 104)
"""Heights of the two lines of a seat's sum: the points from each source, and their total."""
SUM_SIGN_HEIGHT: Final = 84
CENTRE_LABEL_SHARES: Final = (0.67, 0.44)
"""Room for the points in such rows, as a fraction of a seat's column."""


class ScoreRow(NamedTuple):
    """A row of the table: one or more sources of points, and each seat's points from them."""

    sources: tuple[str, ...]
    points: tuple[int, ...]


def arrange_scores(before: View, after: View, events: Sequence[Event]) -> tuple[CloseUp, ...]:
    """Return the close-ups of a scoring. Each seat's points are above its plate.

    If the events are about one of several seats, show how its points add up, or return nothing if the table
    of all seats shows that, too.

    :param before: the view before the turn, if the turn's points for circles are counted as well, otherwise
        ``after``.
    """
    seats = {event.seat for event in events if isinstance(event, RoundPointsScored | FinalPointsScored)}
    if len(seats) < len(after.boards):
        return _arrange_sum(before, after, events, *seats) if len(after.boards) > CENTRE_LABEL_SEATS else ()
    rows = list_score_rows(before, after, events)
    if len(seats) == CENTRE_LABEL_SEATS:
        styles = tuple(CENTRE_LABEL_STYLES[len(row.sources) > 1] for row in rows)
    else:
        styles = SIGN_ROW_STYLES[len(seats)][: len(rows)]
    table_height = sum(style.heading_height + style.height for style in styles)
    close_ups = [_show_turtles(after, table_height + TABLE_PADDING * bool(rows))]
    top = close_ups[0].target.h + TABLE_PADDING
    for row, style in zip(rows, styles, strict=True):
        if style.heading_height:
            heading = Box(0, top, FRAME_SIZE[0], style.heading_height)
            close_ups.append(_write_label(heading, row, round(HEADING_SHARE * heading.h)))
            top += style.heading_height
        close_ups += _arrange_row(Box(0, top, FRAME_SIZE[0], style.height), row, style)
        top += style.height
    return tuple(close_ups)


def _show_turtles(view: View, table_height: int) -> CloseUp:
    """Return the close-up of the part of the current with the turtles, above a table."""
    top = FRAME_SIZE[1] - table_height
    return CloseUp(find_window(list_turtle_boxes(view), (FRAME_SIZE[0], top)), Box(0, 0, FRAME_SIZE[0], top))


def _arrange_sum(before: View, after: View, events: Sequence[Event], seat: int) -> tuple[CloseUp, ...]:
    """Return close-ups of a seat's points from each source, and below them of their total."""
    gained = _count_gains(before, after, events)[seat]
    signs = [
        TurnSign(
            SCORE_SIGNS[source][-1][0].format(seat=seat), SCORE_SIGNS[source][-1][1], f"+{gained[source]}"
        )
        for source in sorted(SCORE_LABELS, key=lambda source: -gained[source])
        if gained[source]
    ]
    turtles = _show_turtles(after, sum(SUM_HEIGHTS))
    upper = Box(0, turtles.target.h, FRAME_SIZE[0], SUM_HEIGHTS[0])
    lower = Box(0, upper.y + upper.h, FRAME_SIZE[0], SUM_HEIGHTS[1])
    total = TurnSign("", (0, 1), f"= +{gained.total()}", is_scored=True)
    return turtles, *arrange_signs(signs, upper, SUM_SIGN_HEIGHT), *arrange_signs([total], lower, lower.h)


def list_score_rows(before: View, after: View, events: Iterable[Event]) -> tuple[ScoreRow, ...]:
    """Return the rows of a scoring's table, without sources from which no seat got points.

    The first row is the source that decides the scoring: the one in which the seat that gains most is
    furthest ahead of the one that gains second most. With two seats, the source with the next difference has
    its own row as well; more seats would have too many numbers to read. The last row sums up the rest, so
    that each seat's points add up.
    """
    gains = _count_gains(before, after, tuple(events))
    first, second = sorted(range(len(gains)), key=lambda seat: -gains[seat].total())[:2]
    rows = [
        ScoreRow((source,), tuple(gained[source] for gained in gains))
        for source in SCORE_LABELS
        if any(gained[source] for gained in gains)
    ]
    rows.sort(key=lambda row: (row.points[second] - row.points[first], -sum(row.points)))
    most = MAX_SIGN_ROWS
    if len(gains) == CENTRE_LABEL_SEATS:
        rows.sort(key=lambda row: (min(row.points) - max(row.points), -sum(row.points)))
        most = MAX_CENTRE_LABEL_ROWS
    if len(rows) <= most:
        return tuple(rows)
    alone, others = rows[: most - 1], rows[most - 1 :]
    others.sort(key=lambda row: list(SCORE_LABELS).index(row.sources[0]))
    joined = ScoreRow(
        tuple(source for row in others for source in row.sources),
        tuple(sum(points) for points in zip(*(row.points for row in others), strict=True)),
    )
    return *alone, joined


def _count_gains(before: View, after: View, events: Sequence[Event]) -> list[Counter[str]]:
    """Return each seat's points, by source. The points before the scoring are for circles."""
    gains = [count_scored_points(seat, events) for seat in range(len(after.boards))]
    for gained, earlier, later in zip(gains, before.boards, after.boards, strict=True):
        if before is not after:
            gained["circles"] += later.points - earlier.points - gained.total()
    return gains


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


def _arrange_row(area: Box, row: ScoreRow, style: RowStyle) -> Iterator[CloseUp]:
    """Yield a row of the table: each seat's piece and points in the middle of the seat's column. With two
    seats, the name of the source is between their points. A row for several sources has no pieces.
    """
    seats, best, is_beside = len(row.points), max(row.points), bool(style.label_size)
    if is_beside:
        yield _write_label(area, row, style.label_size)
    wide, top, high = area.w // seats, area.y, style.height
    for seat, gained in enumerate(row.points):
        value = f"+{gained}" if gained else "0"
        sign_height = high - SIGN_MARGIN if is_beside else style.value_size
        signs = _arrange_signs(row.sources[0], seat, sign_height) if len(row.sources) == 1 else []
        across = max((box.x + box.w + VALUE_GAP for _, box in signs), default=0)
        value_width = measure_width(value, style.value_size)
        room = round(wide * CENTRE_LABEL_SHARES[len(row.sources) > 1]) if is_beside else wide
        left = wide * seat + (wide - room) * (seat > 0) + (room - across - value_width) // 2
        for sprite, box in signs:
            yield CloseUp(NOWHERE, box._replace(x=left + box.x, y=top + (high - box.h) // 2), sprite=sprite)
        box = Box(left + across, top, value_width, high)
        # Above more than two seats' plates, the best points from the rest would distract from what decides.
        is_best = gained == best and row.points.count(best) == 1 and (is_beside or len(row.sources) == 1)
        colour = GOLD_COLOUR if is_best else WHITE_COLOUR
        yield CloseUp(NOWHERE, box, text=value, text_size=style.value_size, text_colour=colour)


def _write_label(area: Box, row: ScoreRow, size: int) -> CloseUp:
    """Return a close-up with the names of a row's sources."""
    return CloseUp(NOWHERE, area, text=name_sources(row.sources), text_size=size, text_colour=LABEL_COLOUR)


def name_sources(sources: Sequence[str]) -> Msg:
    """Return the names of one or more sources, joined into a list."""
    first, *others = (SCORE_LABELS[source] for source in sources)
    if not others:
        return first
    *middle, last = others
    for label in middle:
        first = Msg(N_("{first}, {second}"), {"first": first, "second": label})
    return Msg(N_("{many} and {last}"), {"many": first, "last": last})


def _arrange_signs(source: str, seat: int, height: int) -> list[tuple[str, Box]]:
    """Return the names of a source's sprites, each with its place in a row that begins at the left edge."""
    shown = SCORE_SIGNS[source]
    high = height if len(shown) == 1 else round(height * PAIR_SHARE)
    places, left = list[tuple[str, Box]](), 0
    for sprite, (wide, tall) in shown:
        across = high * wide // tall
        places.append((sprite.format(seat=seat), Box(left, 0, across, high)))
        left += round(across * PAIR_VISIBLE_SHARE)
    return places
