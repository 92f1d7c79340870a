"""Lights the places of a board that a question is about and dims the rest, for lessons and puzzles."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cache
from typing import Final

from PIL import Image, ImageDraw, ImageFilter

from games.core.narrow import Question, write_pick
from games.core.picture import PLATES, Box
from games.core.protocol import Game
from games.core.shapes import ActionLike, Pick, ViewLike
from games.drawing import palette

PAD: Final = 8
"""Pixels by which the light extends beyond a place."""
COARSE: Final = 4
"""The light's outline is made at this reduction, which is faster and looks the same."""
CLOSED: Final = 4
"""Half the width in coarse pixels of the gaps between places that the light fills."""
BLUR: Final = 1.5
"""Radius in coarse pixels of the blur that rounds the outline."""
LEVELS: Final = (0.2, 0.4, 0.6, 0.8)
"""Shares of the light at which the shadow gets weaker, so that its edge is smooth."""
SHADE: Final = palette.rgb("#0E324E")
SHADOW: Final = 0.3
COLOUR: Final = 0.7
"""Shares of the shade in what is dimmed, and of its own colour that it keeps."""


def list_lit(
    game: Game, view: ViewLike, question: Question[ActionLike], kinds: Collection[str] = ()
) -> tuple[Box, ...]:
    """Return the places that a question is about: those already picked and those that can be picked now.

    If a choice has no place, as most kinds of moves, all places that the moves concern are lit.

    :param kinds: if a choice has no place, consider only moves of these kinds; by default all.
    """
    depth = len(question.path)
    choices = dict.fromkeys(action.path[depth] for action in question.actions)
    found = [_find_places(game, view, (choice,)) for choice in choices]
    asked = tuple(box for boxes in found for box in boxes)
    if not all(found):
        paths = (action.path for action in question.actions)
        chosen = [path for path in paths if not kinds or write_pick(path[0].value) in kinds]
        asked = _find_places(game, view, (pick for path in chosen for pick in path))
    return _add_plates(game, view, (*_find_places(game, view, question.picked), *asked))


def list_concerned(game: Game, view: ViewLike, action: ActionLike) -> tuple[Box, ...]:
    """Return the places that an action concerns."""
    return _add_plates(game, view, _find_places(game, view, action.path))


def _add_plates(game: Game, view: ViewLike, places: tuple[Box, ...]) -> tuple[Box, ...]:
    """Return the places with the turn plate and the viewer's own plate; nothing if there are no places."""
    return tuple(dict.fromkeys((*places, *game.list_places(view, PLATES, "")))) if places else ()


def _find_places(game: Game, view: ViewLike, picks: Iterable[Pick]) -> tuple[Box, ...]:
    """Return the places of picks, each once."""
    single = dict.fromkeys(
        (pick.field, one)
        for pick in picks
        for one in ((pick.value,) if isinstance(pick.value, str) else pick.value)
    )
    return tuple(
        dict.fromkeys(box for field, value in single for box in game.list_places(view, field, value))
    )


def light(board: Image.Image, places: Iterable[Box]) -> Image.Image:
    """Return a board with everything dimmed but some places; the board itself if there are none."""
    found = tuple(places)
    if not found:
        return board
    mask = _make_mask(board.size, found)
    shown = board.point(_list_shadows(len(LEVELS)))
    for left, share in zip(reversed(range(len(LEVELS))), LEVELS, strict=True):
        within = mask.point([255 * (i >= 255 * share) for i in range(256)], "1")
        shown.paste(board.point(_list_shadows(left)) if left else board, (0, 0), within)
    return shown


def _make_mask(size: tuple[int, int], places: Iterable[Box]) -> Image.Image:
    """Return the light as a grey picture. Places beside each other share one smooth outline."""
    coarse = Image.new("L", (size[0] // COARSE + 1, size[1] // COARSE + 1))
    pen = ImageDraw.Draw(coarse)
    more = PAD + CLOSED * COARSE
    for x, y, w, h in places:
        left, top, right, low = x - more, y - more, x + w + more, y + h + more
        pen.rectangle((left // COARSE, top // COARSE, -(-right // COARSE) - 1, -(-low // COARSE) - 1), 255)
    # Keep only points that are surrounded by white, which shrinks the enlarged places again.
    joined = coarse.filter(ImageFilter.BoxBlur(CLOSED)).point([0] * 255 + [255])
    blurred = joined.filter(ImageFilter.GaussianBlur(BLUR))
    wide = blurred.resize((blurred.width * COARSE, blurred.height * COARSE), Image.Resampling.BILINEAR)
    return wide.crop((0, 0, *size))


@cache
def _list_shadows(steps: int) -> list[int]:
    """Return the shadow of each palette colour, by index: darker, and with less of its colour.

    :param steps: how strong the shadow is, up to the number of :data:`LEVELS`.
    """
    share = steps / len(LEVELS)
    shadow, colour = SHADOW * share, 1 - (1 - COLOUR) * share
    found = []
    for own in palette.colours():
        grey = 0.3 * own[0] + 0.59 * own[1] + 0.11 * own[2]
        r, g, b = (
            round(shade * shadow + (part * colour + grey * (1 - colour)) * (1 - shadow))
            for part, shade in zip(own, SHADE, strict=True)
        )
        found.append(palette.nearest((r, g, b)))
    return [*found, *range(len(found), 256)]
