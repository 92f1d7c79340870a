"""Finds the places of choices on a picture of Reef, for the spotlight of lessons and puzzles."""

from __future__ import annotations

from games.core.picture import LABELS, PLATES, Box
from games.reef.actions import DECK
from games.reef.layout import BANNER, DISPLAY, HAND, HEADING, HEADING_Y, PANEL_WIDE, PANEL_X, PLACES
from games.reef.parts import CELL_NAMES, OPEN_CARDS, SEEN_ORDER, SIDE
from games.reef.view import View


def list_places(view: View, field: str, value: str) -> tuple[Box, ...]:
    """Return the places of a field's value on the picture of the viewer."""
    site, x, y = PLACES[len(view.seats)][0]
    if field == PLATES:
        return BANNER, site.plate._replace(x=x + site.plate.x, y=y + site.plate.y)
    if field == LABELS:
        left, top = x + site.cells[0], y + site.cells[1]
        rows = [top + site.deep * i + 2 * site.high + site.face // 2 for i in range(SIDE)]
        columns = [left + site.wide * i + site.wide // 2 for i in range(SIDE)]
        heading = Box(PANEL_X, HEADING_Y - HEADING // 2, PANEL_WIDE, 27)
        return (
            heading,
            *(Box(left - 21, row - 17, 18, 34) for row in rows),
            *(Box(column - 13, top + site.letters - 17, 26, 34) for column in columns),
        )
    if field == "card":
        return tuple(box for box, card in zip(HAND, view.hand, strict=False) if str(card) == value)
    if field in ("source", "onto"):
        if value == DECK:
            return (DISPLAY[OPEN_CARDS],)
        shown = zip(DISPLAY, view.display, strict=False)
        return tuple(box for box, lying in shown if str(lying.card) == value)
    name = field if field in CELL_NAMES else value
    if name not in CELL_NAMES:
        return ()
    place = SEEN_ORDER.index(CELL_NAMES.index(name))
    left = x + site.cells[0] + site.wide * (place % SIDE)
    return (Box(left, y + site.cells[1] + site.deep * (place // SIDE), site.wide, site.deep),)
