"""A match as a film: an animated GIF of the same drawings, as everybody may see them.

A frame a turn, at half size, in the shared palette. A frame holds only the box that has changed since the
one before, what is unchanged in it being the clear index, and is made by itself, so that other pictures can
be drawn between two of them. The film plays once and stays at its last position.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import Final, NamedTuple

from PIL import Image, ImageChops

from games.core.match import Match
from games.core.shapes import EventLike
from games.core.texts import Scene
from games.core.words import Words
from games.kit import palette

FRAMES: Final = 80
"""Longer matches show several turns a frame."""
LIMIT: Final = 8 * 2**20
"""Bytes that no film exceeds: frames that do not fit are left out, but never the last one."""
REDUCTION: Final = 2
"""So many pixels of a board make one of a film, across and down."""
TURN: Final = 90
"""How long a frame stays, in hundredths of a second."""
NOTABLE: Final = 150
END: Final = 400

_CHANGED: Final = [0, *[255] * 255]


class Shot(NamedTuple):
    """One frame to be: the position after ``ply`` steps, compared with that after ``since``.

    ``ticks``: how long it stays, in hundredths of a second.
    """

    ply: int
    since: int
    ticks: int


def shots(match: Match) -> tuple[Shot, ...]:
    """Choose the positions of a film: the deal, each at which a turn has ended, the newest."""
    passed = [ply for ply in range(1, match.ply) if match.turns_ended(ply)]
    every = max(1, -(-len(passed) // (FRAMES - 2)))
    plies = (*passed[every - 1 :: every], match.ply) if match.ply else ()
    made = [Shot(0, 0, TURN)]
    for since, ply in pairwise((0, *plies)):
        made.append(Shot(ply, since, NOTABLE if _notable(match, since, ply) else TURN))
    return (*made[:-1], made[-1]._replace(ticks=END))


def _heard(match: Match, since: int, ply: int) -> tuple[EventLike, ...]:
    """Return what everybody may hear of the steps after ``since`` up to ``ply``."""
    events = (event for step in match.steps[since:ply] for event in step.events)
    return tuple(match.rules.redact(event, None) for event in events)


def _notable(match: Match, since: int, ply: int) -> bool:
    notable = match.game.notable
    return notable is not None and any(notable(event) for event in _heard(match, since, ply))


def drawn(match: Match, shot: Shot, names: Sequence[str], w: Words) -> Image.Image:
    """Draw the position of a shot for everybody, what the steps since changed being outlined."""
    view = match.rules.view
    over = match.outcome if shot.ply == match.ply else None
    events, before = _heard(match, shot.since, shot.ply), view(match.state_at(shot.since), None)
    # At the end the ground lights up for the winners.
    scene = Scene(tuple(names), w, events, over, before, steady=over is None)
    board: Image.Image = match.game.draw(view(match.state_at(shot.ply), None), scene)
    return _smaller(board)


def film(match: Match, names: Sequence[str], w: Words) -> Iterator[bytes]:
    """Yield the GIF file of a match up to now in pieces, one for each frame.

    :param names: plain names by seat.
    :param w: the language of the texts in the pictures.
    """
    planned = shots(match)
    written = 0
    before: Image.Image | None = None
    for number, shot in enumerate(planned):
        last = number == len(planned) - 1
        picture = drawn(match, shot, names, w)
        # The greatest frame takes 12 bits a pixel: one of them must still have room after this one.
        if not last and written + 2 * 13 * picture.width * picture.height // 8 > LIMIT:
            continue
        piece = (_head(picture) if before is None else b"") + _frame(picture, before, shot.ticks)
        before = picture
        written += len(piece)
        yield piece + b";" if last else piece


def _smaller(picture: Image.Image) -> Image.Image:
    """Reduce a board, each pixel the mean of those below it, in the colours of the palette."""
    mean = picture.convert("RGB").reduce(REDUCTION)
    return mean.quantize(palette=_colours(), dither=Image.Dither.NONE)


@cache
def _colours() -> Image.Image:
    image = Image.new("P", (1, 1))
    image.putpalette(palette.flat()[: 3 * len(palette.colours())])
    return image


def _head(picture: Image.Image) -> bytes:
    """Return the beginning of the file: its size and the palette, of 256 colours."""
    return b"GIF89a" + struct.pack("<HHBBB", *picture.size, 0xF7, 0, 0) + palette.flat()


def _frame(picture: Image.Image, before: Image.Image | None, ticks: int) -> bytes:
    """Return the blocks of a frame that stays for ``ticks`` and leaves its pixels in place."""
    left, top = 0, 0
    if before is not None:
        difference = ImageChops.difference(picture, before)
        # Where nothing has changed, one clear pixel keeps the time.
        box = difference.getbbox() or (0, 0, 1, 1)
        left, top = box[:2]
        changed = difference.crop(box).point(_CHANGED, "1")
        part = Image.new("P", changed.size, palette.CLEAR)
        part.paste(picture.crop(box), (0, 0), changed)
        picture = part
    control = struct.pack("<BBBBHBB", 0x21, 0xF9, 4, 0b101, ticks, palette.CLEAR, 0)
    place = struct.pack("<BHHHHBB", 0x2C, left, top, *picture.size, 0, 8)
    return control + place + picture.tobytes("gif", "P") + b"\0"
