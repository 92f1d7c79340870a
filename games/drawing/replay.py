"""A match as a film: an animated GIF of the same drawings, as everybody may see them.

A frame a turn, or fewer where the film would grow too big, at half size, in the shared palette. Below the
board stands what has happened. A frame holds only the box that has changed since the one before, what is
unchanged in it being the clear index, and is made by itself, so that other pictures can be drawn between two
of them. The film plays once and stays at its last frame: of a finished match, the ranking.
"""

from __future__ import annotations

import io
import struct
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import accumulate, pairwise
from typing import Final, NamedTuple

from PIL import Image, ImageChops

from games.core.match import Match, view_at
from games.core.shapes import EventLike
from games.core.texts import Scene
from games.core.words import Words
from games.drawing import captions, palette
from games.drawing.captions import Sentence
from games.drawing.names import plates
from games.drawing.ranking import ranking

FRAMES: Final = 66
"""Longer matches show several turns a frame: more could not be read in the time that a film takes."""
LIMIT: Final = 2**20
"""Bytes that no film exceeds: one that would is made again of fewer frames."""
FEWER: Final = 0.95
"""Of the frames that would fit, so many are tried next: each shows more turns, and so takes more room."""
REDUCTION: Final = 2
"""So many pixels of a board make one of a film, across and down."""
BAND: Final = 100
"""So many rows of a board are looked at for changes together."""
TURN: Final = 110
"""How long a frame stays at most, in hundredths of a second; one with something notable stays longer."""
NOTABLE: Final = 1.6
TURNS: Final = 3400
"""How long all frames before the last position stay at most, in hundredths of a second."""
HELD: Final = 200
"""How long the last position stays before the ranking."""
END: Final = 400
"""How long the last frame stays where a film is played again and again."""
NAME_ROOM: Final = 280
"""So many pixels of a caption a name takes at most."""

_CHANGED: Final = [0, *[255] * 255]

NamesAt = Callable[[int], Sequence[str]]
"""Who sat where when a step was made: the names by seat."""


class Shot(NamedTuple):
    """One frame to be: the position after ``ply`` steps, compared with that after ``since``.

    ``ticks``: how long it stays, in hundredths of a second. ``turn`` of ``turns`` have ended with it.
    ``ranked``: it shows the ranking in place of the position.
    """

    ply: int
    since: int
    ticks: int
    turn: int = 0
    turns: int = 0
    ranked: bool = False


def shots(match: Match, most: int = FRAMES) -> tuple[Shot, ...]:
    """Choose the frames of a film: the deal, each position with which a turn has ended, the newest, the end.

    :param most: of more positions those are chosen whose turns lie evenly, the deal and the newest being two.
    """
    ended = tuple(accumulate(match.turns_ended(ply) for ply in range(match.ply + 1)))
    passed = [ply for ply in range(1, match.ply) if ended[ply] > ended[ply - 1]]
    number = min(len(passed), max(most, 2) - 2)
    chosen = [passed[turn * len(passed) // number - 1] for turn in range(1, number + 1)]
    plies = (*chosen, match.ply) if match.ply else ()
    pairs = ((0, 0), *pairwise((0, *plies)))
    weights = [NOTABLE if _notable(match, since, ply) else 1 for since, ply in pairs[:-1]]
    unit = min(TURN, TURNS / sum(weights)) if weights else 0
    made = [
        Shot(ply, since, int(unit * weight), ended[ply], ended[-1])
        for (since, ply), weight in zip(pairs, (*weights, 0), strict=True)
    ]
    last = made.pop()
    if match.outcome is None or not match.outcome.winners:
        return (*made, last._replace(ticks=END))
    return (*made, last._replace(ticks=HELD), last._replace(ticks=END, ranked=True))


def _heard(match: Match, since: int, ply: int) -> tuple[EventLike, ...]:
    """Return what everybody may hear of the steps after ``since`` up to ``ply``."""
    events = (event for step in match.steps[since:ply] for event in step.events)
    return tuple(match.rules.redact(event, None) for event in events)


def _notable(match: Match, since: int, ply: int) -> bool:
    notable = match.game.notable
    return notable is not None and any(notable(event) for event in _heard(match, since, ply))


def _smaller(picture: Image.Image) -> Image.Image:
    """Reduce a board, each pixel the mean of those below it, in the colours of the palette."""
    mean = picture.convert("RGB").reduce(REDUCTION)
    return mean.quantize(palette=_colours(), dither=Image.Dither.NONE)


@cache
def _colours() -> Image.Image:
    image = Image.new("P", (1, 1))
    image.putpalette(palette.flat()[: 3 * len(palette.colours())])
    return image


class _Reduction:
    """Reduces boards that follow each other: of each, only the bands that are not as they were before."""

    def __init__(self) -> None:
        self._before: Image.Image | None = None
        self._reduced: Image.Image | None = None

    def __call__(self, picture: Image.Image) -> Image.Image:
        """Return the same as :func:`_smaller`."""
        reduced = self._reduced
        if self._before is None or reduced is None:
            reduced = _smaller(picture)
        else:
            reduced = reduced.copy()
            difference = ImageChops.difference(picture, self._before)
            for top in range(0, picture.height, BAND):
                box = difference.crop((0, top, picture.width, min(top + BAND, picture.height))).getbbox()
                if box is not None:
                    # From one whole pixel of the film to another.
                    left, right = box[0] - box[0] % REDUCTION, box[2] + -box[2] % REDUCTION
                    upper, lower = top + box[1] - box[1] % REDUCTION, top + box[3] + -box[3] % REDUCTION
                    part = _smaller(picture.crop((left, upper, right, lower)))
                    reduced.paste(part, (left // REDUCTION, upper // REDUCTION))
        self._before, self._reduced = picture, reduced
        return reduced


def draw_shot(
    match: Match,
    shot: Shot,
    names: Sequence[str],
    w: Words,
    names_at: NamesAt | None = None,
    reduce: Callable[[Image.Image], Image.Image] = _smaller,
) -> Image.Image:
    """Draw the position of a shot for everybody, what the steps since changed being outlined.

    :param names_at: the names in captions, where seats have changed hands.
    :param reduce: what makes a board of a film of one of a channel.
    """
    view = match.rules.view
    over = match.outcome if shot.ply == match.ply else None
    events, before = _heard(match, shot.since, shot.ply), view(match.state_at(shot.since), None)
    # At the end the ground lights up for the winners.
    scene = Scene(tuple(names), w, events, over, before, steady=over is None)
    position = view_at(match, shot.ply, None)
    drawn = match.game.draw(position, scene)
    if shot.ranked and over is not None:
        drawn = ranking(match.game.title, scene.names, over, drawn.height)
    board = reduce(drawn)
    if over is not None:
        shown = Scene(_plain(names), w, (), over)
        caption = match.game.texts.status(position, shown)
    else:
        caption = captions.chosen(_told(match, shot, names_at or (lambda _: names), w), board.width)
    counter = w("Turn {n} of {all}", n=shot.turn, all=shot.turns) if shot.turn else w("The start")
    strip = captions.strip(board.width, counter, shot.turn / max(shot.turns, 1), caption)
    whole = Image.new("P", (board.width, board.height + strip.height))
    whole.putpalette(palette.flat())
    whole.paste(board, (0, 0))
    whole.paste(strip, (0, board.height))
    return whole


def _plain(names: Sequence[str]) -> tuple[str, ...]:
    return plates(tuple(names), captions.SIZE, NAME_ROOM)


def _told(match: Match, shot: Shot, names_at: NamesAt, w: Words) -> Iterator[Sentence]:
    """Tell what everybody may hear of the steps of a shot, each of those who sat there then."""
    notable, said = match.game.notable, match.game.texts
    single = shot.ply - shot.since == 1
    for ply in range(shot.since + 1, shot.ply + 1) if shot.ply else (0,):
        scene = Scene(_plain(names_at(ply)), w)
        heard = match.opening_events if not ply else match.steps[ply - 1].events
        for number, event in enumerate(match.rules.redact(event, None) for event in heard):
            # A turn of one step is told from its move on.
            first = single and number == 0
            yield Sentence(said.tell(event, scene), first or (notable is not None and notable(event)))


def film(match: Match, names: Sequence[str], w: Words, names_at: NamesAt | None = None) -> Iterator[bytes]:
    """Make the GIF file of a match up to now. Yield after each frame: nothing yet, at last the whole file.

    :param names: plain names by seat.
    :param w: the language of the texts in the pictures.
    :param names_at: the names in captions, where seats have changed hands.
    """
    planned = shots(match)
    while True:
        made, reduction = list[bytes](), _Reduction()
        before: Image.Image | None = None
        for shot in planned:
            if made:
                yield b""
            picture = draw_shot(match, shot, names, w, names_at, reduction)
            made.append((_head(picture) if before is None else b"") + _frame(picture, before, shot.ticks))
            before = picture
        whole = b"".join((*made, b";"))
        positions = sum(not shot.ranked for shot in planned)
        if len(whole) <= LIMIT or positions <= 2:
            yield whole
            return
        yield b""
        first = len(made[0])
        planned = shots(match, int(FEWER * positions * (LIMIT - first) / (len(whole) - first)))


def frames(made: bytes) -> int:
    """Return how many frames a film has come to."""
    with Image.open(io.BytesIO(made)) as image:
        return int(getattr(image, "n_frames", 1))


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
