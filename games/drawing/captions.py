"""The strip below the board of a film: how far the match has come, and what has just happened."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from games.core.picture import GOLD, NAVY, WHITE
from games.drawing import palette, text

HEIGHT: Final = 88
SIZE: Final = 20
LINES: Final = 2
LEVELS: Final = 3
"""Enough for letters of this size, and a quarter less of a film than with those of a board."""
MARGIN: Final = 14
RAIL: Final = "#234F70"
_HEAD_Y: Final = 17
_LINE_Y: Final = (42, 68)
_RAIL_HEIGHT: Final = 6


class Sentence(NamedTuple):
    """What has happened, and whether somebody who was away hears of it before the rest."""

    text: str
    notable: bool


def chosen(sentences: Iterable[Sentence], width: int) -> str:
    """Return those sentences for which there is room, in their order: what is notable before the rest."""
    room = width - 2 * MARGIN
    left, space = LINES * room, text.word_width(" ", SIZE)
    told = [(number, sentence) for number, sentence in enumerate(sentences) if sentence.text]
    kept: list[tuple[int, str]] = []
    for number, sentence in sorted(told, key=lambda one: not one[1].notable):
        left -= sum(text.word_width(word, SIZE) + space for word in sentence.text.split())
        if left >= 0 or not kept:
            kept.append((number, sentence.text))
    # A word that does not fit at the end of a line leaves it short.
    while len(kept) > 1 and text.wrapped(_joined(kept), SIZE, room, LINES)[-1].endswith("…"):
        kept.pop()
    return _joined(kept)


def _joined(kept: list[tuple[int, str]]) -> str:
    return " ".join(words for _, words in sorted(kept))


def strip(width: int, counter: str, share: float, caption: str) -> Image.Image:
    """Draw the strip: the counter, a rail that is filled to ``share`` of its length, the caption below."""
    image = _ground(width).copy()
    start, end = MARGIN + _write(image, counter, _HEAD_Y, GOLD), width - MARGIN
    pen = ImageDraw.Draw(image)
    for length, colour in ((end - start, RAIL), (round((end - start) * share), GOLD)):
        if length > _RAIL_HEIGHT:
            box = (start, _HEAD_Y - _RAIL_HEIGHT // 2, start + length, _HEAD_Y + _RAIL_HEIGHT // 2)
            pen.rounded_rectangle(box, _RAIL_HEIGHT // 2, palette.index(colour))
    lines = text.wrapped(caption, SIZE, width - 2 * MARGIN, LINES)
    for line, y in zip(lines, _LINE_Y, strict=False):
        _write(image, line, y, WHITE)
    return image


def _write(image: Image.Image, line: str, middle: int, ink: str) -> int:
    """Write a line about the height ``middle``, word by word, and return where it ends."""
    x, space = MARGIN, text.word_width(" ", SIZE)
    for word in [line] if text.backwards(line) else line.split():
        tile = _word(word, ink)
        image.paste(tile, (x, middle - tile.height // 2))
        x += text.word_width(word, SIZE) + space
    return x


@lru_cache(maxsize=1024)
def _word(word: str, ink: str) -> Image.Image:
    """Return a word ready to be laid: the same few make most captions."""
    return text.made(word, SIZE, ink, NAVY, LEVELS).image


@lru_cache(maxsize=4)
def _ground(width: int) -> Image.Image:
    return Image.new("P", (width, HEIGHT), palette.index(NAVY))
