"""The strip below the board of a film: how far the match has come, and one sentence about what happens."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from games.core.picture import GOLD, NAVY, WHITE
from games.drawing import palette, text
from games.drawing.fitting import Fitted, fit_text
from games.drawing.names import plates

HEIGHT: Final = 140
SIZE: Final = 36
LEAST: Final = 30
"""The smallest size of what is written: a film is shown half as wide on a phone."""
LINES: Final = 2
LEVELS: Final = 3
"""Enough for letters of this size, and a quarter less of a film than with those of a board."""
MARGIN: Final = 14
NAME_ROOMS: Final = (420, 280, 200)
"""Pixels of a caption that a name may take; the first that lets the whole caption fit is used."""
SHORT_NAMES: Final = (280, 200, 140, 100)
"""The same for a caption of which parts are left out."""
JOINTS: Final = "·–"
"""No line begins with one of these."""
RAIL: Final = "#234F70"
RAIL_HEIGHT: Final = 8
COUNTER: Final = 30
_COUNTER_Y: Final = 30
_LINES_Y: Final = 94
_LEADING: Final = 42
_TALL: Final = 76
"""Height that fits two lines at any size, but never three."""

Told = Callable[[tuple[str, ...]], str]
"""Makes a caption, given the names by seat as they are written."""


def fitted(told: Told, names: Sequence[str], width: int) -> Fitted:
    """Return a caption in two lines at most: the names in it are shortened first, then parts are left out."""
    room = width - 2 * MARGIN
    for across in NAME_ROOMS:
        shown = plain(told(plates(tuple(names), LEAST, across)))
        found = _fit(shown, room)
        if found.whole:
            return found
    for across in SHORT_NAMES:
        shown = plain(told(plates(tuple(names), LEAST, across)))
        for shorter in _shortened(shown):
            found = _fit(shorter, room)
            if found.whole:
                return found
    return Fitted(LEAST, text.wrapped(shown, LEAST, room, LINES), whole=False)


def _fit(content: str, room: int) -> Fitted:
    """Return a text in one line if it fits in one, which may be smaller than two."""
    for sign in JOINTS:
        content = content.replace(f" {sign} ", f"\u00a0{sign} ")
    found = fit_text(content, SIZE, room, 0, LEAST)
    return found if found.whole else fit_text(content, SIZE, room, _TALL, LEAST)


def plain(line: str) -> str:
    """Return a line of a message without the marks of bold letters."""
    return line.replace("**", "")


def _shortened(line: str) -> Iterator[str]:
    """Give shorter versions of a line: without parts in its middle, then without its last sentences."""
    yield line
    parts = line.split(" · ")
    while len(parts) > 2:
        # What came of a turn is told last.
        del parts[1]
        yield " · ".join(parts)
    if len(parts) == 2:
        name, colon, deed = parts[0].partition(": ")
        while ", " in deed:
            deed = deed.rpartition(", ")[0]
            yield f"{name}{colon}{deed} · {parts[1]}"
        line = name + colon + parts[1]
        yield line
    for joint in ("; ", ". ", ", "):
        while joint in line:
            line = line.rpartition(joint)[0]
            yield line + "." * (joint != ", ")


def count_words(content: str) -> int:
    """Return how many words somebody has to read."""
    return sum(any(sign.isalnum() for sign in word) for word in content.split())


def strip(width: int, counter: str, note: str, share: float, caption: Fitted) -> Image.Image:
    """Draw the strip.

    :param counter: which turn it is.
    :param note: how many turns were left out before it.
    :param share: how far the match has come.
    """
    image = _ground(width).copy()
    pen = ImageDraw.Draw(image)
    pen.rectangle((0, 0, width, RAIL_HEIGHT - 1), palette.index(RAIL))
    if share > 0:
        pen.rectangle((0, 0, round(width * share) - 1, RAIL_HEIGHT - 1), palette.index(GOLD))
    _write(image, counter, MARGIN, _COUNTER_Y, COUNTER, GOLD)
    if note:
        left = width - MARGIN - text.width(note, COUNTER)
        _write(image, note, round(left), _COUNTER_Y, COUNTER, WHITE)
    top = _LINES_Y - _LEADING * (len(caption.lines) - 1) // 2
    for number, line in enumerate(caption.lines):
        _write(image, line, MARGIN, top + _LEADING * number, caption.size, WHITE)
    return image


def _write(image: Image.Image, line: str, x: int, middle: int, size: int, ink: str) -> None:
    """Write a line about the height ``middle``, word by word."""
    space = text.word_width(" ", size)
    for word in [line] if text.backwards(line) else line.split():
        tile = _word(word, size, ink)
        image.paste(tile, (x, middle - tile.height // 2))
        x += text.word_width(word, size) + space


@lru_cache(maxsize=1024)
def _word(word: str, size: int, ink: str) -> Image.Image:
    """Return a word ready to be laid: the same few make most captions."""
    return text.made(word, size, ink, NAVY, LEVELS).image


@lru_cache(maxsize=4)
def _ground(width: int) -> Image.Image:
    return Image.new("P", (width, HEIGHT), palette.index(NAVY))
