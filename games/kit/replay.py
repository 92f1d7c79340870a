"""A match as a film: an animated GIF of the same drawings, as everybody may see them.

A frame a turn, or fewer where the film would grow too big, at half size, in the shared palette. A frame holds
only the box that has changed since the one before, what is unchanged in it being the clear index, and is made
by itself, so that other pictures can be drawn between two of them. The film plays once and stays at its last
position.
"""

from __future__ import annotations

import io
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
LIMIT: Final = 2**20
"""Bytes that no film exceeds: one that would is made again of fewer frames."""
FEWER: Final = 0.95
"""Of the frames that would fit, so many are tried next: each shows more turns, and so takes more room."""
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


def shots(match: Match, most: int = FRAMES) -> tuple[Shot, ...]:
    """Choose the positions of a film: the deal, each at which a turn has ended, the newest.

    :param most: of more positions those are chosen whose turns lie evenly, the deal and the newest being two.
    """
    passed = [ply for ply in range(1, match.ply) if match.turns_ended(ply)]
    number = min(len(passed), max(most, 2) - 2)
    chosen = [passed[turn * len(passed) // number - 1] for turn in range(1, number + 1)]
    plies = (*chosen, match.ply) if match.ply else ()
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


def draw_shot(match: Match, shot: Shot, names: Sequence[str], w: Words) -> Image.Image:
    """Draw the position of a shot for everybody, what the steps since changed being outlined."""
    view = match.rules.view
    over = match.outcome if shot.ply == match.ply else None
    events, before = _heard(match, shot.since, shot.ply), view(match.state_at(shot.since), None)
    # At the end the ground lights up for the winners.
    scene = Scene(tuple(names), w, events, over, before, steady=over is None)
    board: Image.Image = match.game.draw(view(match.state_at(shot.ply), None), scene)
    return _smaller(board)


def film(match: Match, names: Sequence[str], w: Words) -> Iterator[bytes]:
    """Make the GIF file of a match up to now. Yield after each frame: nothing yet, at last the whole file.

    :param names: plain names by seat.
    :param w: the language of the texts in the pictures.
    """
    planned = shots(match)
    while True:
        made: list[bytes] = []
        before: Image.Image | None = None
        for shot in planned:
            if made:
                yield b""
            picture = draw_shot(match, shot, names, w)
            made.append((_head(picture) if before is None else b"") + _frame(picture, before, shot.ticks))
            before = picture
        whole = b"".join((*made, b";"))
        if len(whole) <= LIMIT or len(planned) <= 2:
            yield whole
            return
        yield b""
        first = len(made[0])
        planned = shots(match, int(FEWER * len(planned) * (LIMIT - first) / (len(whole) - first)))


def frames(made: bytes) -> int:
    """Return how many frames a film has come to."""
    with Image.open(io.BytesIO(made)) as image:
        return int(getattr(image, "n_frames", 1))


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
