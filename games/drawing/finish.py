"""The result at the end of a film: a card on the final board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from games.core.picture import GOLD, NAVY
from games.drawing import palette
from games.drawing.canvas import Canvas
from games.drawing.captions import HEIGHT, MARGIN
from games.drawing.fitting import Fitted, balance_lines, fit_text
from games.drawing.names import fit_names
from games.drawing.plates import choose_tone, make_plate
from games.drawing.podium import MEDAL
from games.drawing.sprites import Sprite, load_atlas
from games.drawing.text import measure_width

HEAD: Final = (78, 100)
"""Height of the result in one line and in two."""
LINE: Final = (50, 42)
"""Maximum font size of the result in one line and in two."""
SINGLE: Final = 36
LEAST: Final = 30
"""Minimum font size of the result in one line and in two."""
ROW: Final = 62
FIRST: Final = 76
"""Heights of a seat's row and of a winner's row."""
NAME: Final = 36
LARGE: Final = 48
"""Font sizes of a seat's name and of a winner's name."""
NAME_ROOM: Final = 250
REACHED: Final = 34
SMALL: Final = 26
"""Maximum and minimum font size of a seat's result."""
NARROWEST: Final = 480
"""Minimum width of a card: room for a medal, a name and a result."""
GAP: Final = 5
ASIDE: Final = 10
"""Space left and right of the result."""
CORNER: Final = 22
FEW: Final = 4
"""Maximum number of seats at which winners have larger rows."""


class Rank(NamedTuple):
    """A seat's place and name, and its result, which shows how ties were broken."""

    place: int
    name: str
    result: str


def draw_finish(across: int, line: str, ranks: Sequence[Rank]) -> Sprite:
    """Draw the card with the result of a match and its ranking.

    :param across: its width, at least :data:`NARROWEST`.
    :param ranks: the seats, best first.
    """
    heights = [FIRST if rank.place == 1 and len(ranks) <= FEW else ROW for rank in ranks]
    room = across - 2 * MARGIN - 2 * ASIDE
    told = fit_text(line, LINE[0], room, 0, SINGLE)
    if not told.whole:
        told = balance_lines(fit_text(line, LINE[1], room, HEAD[1] - 8, LEAST), room)
    head = HEAD[len(told.lines) > 1]
    high = max(HEIGHT, head + sum(heights) + GAP * len(ranks) + MARGIN - GAP)
    ground = _make_ground(across, high)
    canvas = Canvas(ground)
    canvas.write_fitted(told, across // 2, head // 2 + 2, GOLD, NAVY, "middle")
    names = [_fit_names(ranks, LARGE if tall == FIRST else NAME) for tall in heights]
    top = head
    for number, (rank, tall) in enumerate(zip(ranks, heights, strict=True)):
        tone = choose_tone(rank.place == 1)
        canvas.put(make_plate(across - 2 * MARGIN, tall, tone, tall), MARGIN, top)
        x, middle = MARGIN + 12, top + tall // 2 - 2
        canvas.put(load_atlas("kit")[f"place_{rank.place}"], x, middle - MEDAL[1] // 2)
        x += MEDAL[0] + 12
        size, name = LARGE if tall == FIRST else NAME, names[number][number]
        canvas.write(name, x, middle, size, tone.ink, tone.head, "left")
        x += measure_width(name, size) + 24
        room = across - MARGIN - 16 - x
        canvas.write_fitted(
            _fit_result(rank.result, room, tall - 6),
            across - MARGIN - 16,
            middle,
            tone.ink,
            tone.head,
            "right",
        )
        top += tall + GAP
    return Sprite(canvas.image, ground.mask)


def _make_ground(across: int, high: int) -> Sprite:
    """Return an empty card: dark, with round corners and a golden edge."""
    image, mask = Image.new("P", (across, high), palette.index(NAVY)), Image.new("1", (across, high))
    box = (0, 0, across - 1, high - 1)
    ImageDraw.Draw(mask).rounded_rectangle(box, CORNER, 1)
    ImageDraw.Draw(image).rounded_rectangle(box, CORNER, outline=palette.index(GOLD), width=4)
    return Sprite(image, mask)


def _fit_result(result: str, room: int, tall: int) -> Fitted:
    """Fit a seat's result in one line or in two, if necessary without its cards."""
    tries = [(told, high) for told in (result, result.partition(", ")[0]) for high in (0, tall)]
    found = [fit_text(told, REACHED, room, high, SMALL) for told, high in tries]
    return balance_lines(next((one for one in found if one.whole), found[-1]), room)


def _fit_names(ranks: Sequence[Rank], size: int) -> tuple[str, ...]:
    """Return the names as they are shown at a font size."""
    return fit_names(tuple(rank.name for rank in ranks), size, NAME_ROOM)
