"""Arranges large signs that sum up a turn in a replay: the pieces taken, and what they brought."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from games.core.picture import GOLD_COLOUR, WHITE_COLOUR, Box, CloseUp
from games.drawing.canvas import EDGE_WIDTH
from games.drawing.text import measure_width

TEXT_SIZE_SHARE: Final = 0.62
"""Font size of a sign's text, as a fraction of the sign's height."""
TEXT_GAP: Final = 4
MAX_SIGN_GAP: Final = 40
MIN_SIGN_GAP: Final = 8
RING_WIDTH: Final = 6
"""Width of the ring around a piece, in pixels."""
NOWHERE: Final = Box(-1, -1, 0, 0)
"""Place of a sign that isn't a piece of the board."""


class TurnSign(NamedTuple):
    """A sprite and a text after it, or only a text.

    :param size: width and height of the sprite, which decide its shape.
    :param source: the piece's place on the board, to or from which it moves.
    :param is_scored: whether the sprite shows what scored points. It gets a ring, and the text is golden.
    """

    sprite: str
    size: tuple[int, int]
    text: str = ""
    source: Box = NOWHERE
    is_scored: bool = False


def arrange_signs(signs: Sequence[TurnSign], area: Box, height: int) -> tuple[CloseUp, ...]:
    """Return close-ups of signs in a row in the middle of an area, at most ``height`` pixels high."""
    room = area.w - (len(signs) + 1) * MIN_SIGN_GAP
    while (total := sum(_measure_sign(sign, height) for sign in signs)) > room:
        height -= 2
    gap = min(MAX_SIGN_GAP, (area.w - total) // (len(signs) + 1))
    left = area.x + (area.w - total - gap * (len(signs) - 1)) // 2
    top = area.y + (area.h - height) // 2
    close_ups = list[CloseUp]()
    for sign in signs:
        close_ups += _make_parts(sign, left, top, height)
        left += _measure_sign(sign, height) + gap
    return tuple(close_ups)


def _make_parts(sign: TurnSign, left: int, top: int, height: int) -> Iterator[CloseUp]:
    """Yield the close-ups of a sign's sprite and text."""
    wide = _measure_sprite(sign, height)
    if sign.sprite:
        place = Box(left, top, wide, height)
        yield CloseUp(sign.source, place, sprite=sign.sprite, is_ringed=sign.is_scored)
    if sign.text:
        text_box = Box(left + wide + _measure_text_gap(sign), top, _measure_text(sign, height), height)
        colour = GOLD_COLOUR if sign.is_scored else WHITE_COLOUR
        yield CloseUp(NOWHERE, text_box, text=sign.text, text_colour=colour)


def _measure_sign(sign: TurnSign, height: int) -> int:
    """Return the width of a sign."""
    text_width = _measure_text_gap(sign) + _measure_text(sign, height) if sign.text else 0
    return _measure_sprite(sign, height) + text_width


def _measure_text_gap(sign: TurnSign) -> int:
    """Return the distance between a sign's sprite and its text."""
    return TEXT_GAP + (RING_WIDTH + EDGE_WIDTH) * sign.is_scored


def _measure_sprite(sign: TurnSign, height: int) -> int:
    return round(height * sign.size[0] / sign.size[1])


def _measure_text(sign: TurnSign, height: int) -> int:
    return measure_width(sign.text, choose_text_size(height))


def choose_text_size(height: int) -> int:
    """Return the font size of the text of a sign."""
    return round(height * TEXT_SIZE_SHARE)
