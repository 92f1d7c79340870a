"""Lights the places of a board that a question is about and dims the rest, for lessons and puzzles.

Each place has a golden rim, and the question is written above the board.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cache
from typing import Final, NamedTuple

from PIL import Image, ImageDraw, ImageFilter

from games.core.narrow import Question, write_pick
from games.core.picture import GOLD, INK, LABELS, NAVY, PLATES, Box
from games.core.protocol import Game
from games.core.shapes import ActionLike, Pick, ViewLike
from games.core.texts import Scene
from games.drawing import palette
from games.drawing.canvas import Canvas
from games.drawing.fitting import Fitted, fit_text
from games.drawing.plates import LEAST, TURN, make_plate
from games.drawing.sprites import Sprite

PAD: Final = 5
"""Pixels by which the light extends beyond a place."""
COARSE: Final = 4
"""The light's outline is made at this reduction, which is faster and looks the same."""
CLOSED: Final = 4
"""Half the width in coarse pixels of the gaps between places that the light fills."""
BLUR: Final = 1.5
"""Radius in coarse pixels of the blur that rounds the outline."""
RIM: Final = ((7, INK), (5, GOLD))
"""The rim of the light from outside: widths in coarse pixels of a filter that widens it, and colours."""
SHADE: Final = palette.rgb("#0E324E")
SHADOW: Final = 0.26
COLOUR: Final = 0.8
"""Shares of the shade in what is dimmed, and of its own colour that it keeps."""
STRIP: Final = 128
"""Height of the strip with the question, above the board."""
MARGIN: Final = 8
PADDING: Final = 24
SINGLE: Final = (56, 46)
DOUBLE: Final = (46, 36)
"""Maximum and minimum font sizes of a question in one line and in two."""


class Spotlight(NamedTuple):
    """What a picture lights, and the question that it is about."""

    places: tuple[Box, ...]
    asks: str = ""


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
    return tuple(dict.fromkeys((*_find_places(game, view, question.picked), *asked)))


def list_concerned(game: Game, view: ViewLike, action: ActionLike) -> tuple[Box, ...]:
    """Return the places that an action concerns."""
    return _find_places(game, view, action.path)


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


def draw_spotlight(game: Game, view: ViewLike, scene: Scene, spotlight: Spotlight) -> Image.Image:
    """Draw a view with the places of a spotlight, the turn plate and the viewer's own plate lit."""
    plates, labels = (game.list_places(view, field, "") for field in (PLATES, LABELS))
    board = light(game.draw(view, scene), spotlight.places, plates, labels)
    return _add_question(board, spotlight.asks) if spotlight.asks else board


def light(
    board: Image.Image, places: Iterable[Box], plates: Iterable[Box] = (), labels: Iterable[Box] = ()
) -> Image.Image:
    """Return a board with everything dimmed but some places and plates; the board itself without places.

    :param plates: lit as well, but without a rim, because a question isn't about them.
    :param labels: stay dimmed, but no rim covers them.
    """
    found = tuple(places)
    if not found:
        return board
    dimmed = board.point(_list_shadows())
    shown, coarse = dimmed.copy(), _make_mask(board.size, found)
    for wide, colour in RIM:
        rim = _smooth(coarse.filter(ImageFilter.MaxFilter(wide)), board.size)
        shown.paste(palette.index(colour), (0, 0, *board.size), rim)
    _copy(dimmed, shown, labels)
    shown.paste(board, (0, 0), _smooth(coarse, board.size))
    _copy(board, shown, plates)
    return shown


def _copy(source: Image.Image, target: Image.Image, boxes: Iterable[Box]) -> None:
    """Copy some places of a picture to another one."""
    for x, y, w, h in boxes:
        target.paste(source.crop((x, y, x + w, y + h)), (x, y))


def _make_mask(size: tuple[int, int], places: Iterable[Box]) -> Image.Image:
    """Return the light as a coarse mask. Places beside each other share one outline."""
    coarse = Image.new("L", (size[0] // COARSE + 1, size[1] // COARSE + 1))
    pen = ImageDraw.Draw(coarse)
    more = PAD + CLOSED * COARSE
    for x, y, w, h in places:
        left, top, right, low = x - more, y - more, x + w + more, y + h + more
        pen.rectangle((left // COARSE, top // COARSE, -(-right // COARSE) - 1, -(-low // COARSE) - 1), 255)
    # Where everything around is white, the blur leaves it white: shrink the places back by half its size.
    return coarse.filter(ImageFilter.BoxBlur(CLOSED)).point([0] * 255 + [255])


def _smooth(coarse: Image.Image, size: tuple[int, int]) -> Image.Image:
    """Return a coarse mask at full size, with rounded corners."""
    blurred = coarse.filter(ImageFilter.GaussianBlur(BLUR))
    wide = blurred.resize((blurred.width * COARSE, blurred.height * COARSE), Image.Resampling.BILINEAR)
    return wide.crop((0, 0, *size)).point([0] * 128 + [255] * 128, "1")


def _add_question(board: Image.Image, asks: str) -> Image.Image:
    """Return a board with a question on a plate above it."""
    canvas = Canvas(Sprite(Image.new("P", (board.width, STRIP + board.height), palette.index(NAVY)), None))
    across, high = board.width - 2 * MARGIN, STRIP - 2 * MARGIN
    canvas.put(make_plate(across, high, TURN, high), MARGIN, MARGIN)
    found = _fit_question(asks, across - 2 * PADDING, high - 10)
    canvas.write_fitted(found, board.width // 2, STRIP // 2 - 2, TURN.ink, TURN.head, "middle")
    canvas.image.paste(board, (0, STRIP))
    return canvas.image


def _fit_question(asks: str, room: int, tall: int) -> Fitted:
    """Fit a question in one line or, if it is long, in two of about equal width."""
    found = fit_text(asks, SINGLE[0], room, 0, SINGLE[1])
    if found.whole:
        return found
    for size in range(DOUBLE[0], DOUBLE[1] - 1, -2):
        for narrow in range(room // 2, room + 1, 40):
            found = fit_text(asks, size, narrow, tall, size)
            if found.whole:
                return found
    return fit_text(asks, DOUBLE[1], room, tall, LEAST)


@cache
def _list_shadows() -> list[int]:
    """Return the shadow of each palette colour, by index: darker, and with less of its colour."""
    found = []
    for own in palette.colours():
        grey = 0.3 * own[0] + 0.59 * own[1] + 0.11 * own[2]
        r, g, b = (
            round(shade * SHADOW + (part * COLOUR + grey * (1 - COLOUR)) * (1 - SHADOW))
            for part, shade in zip(own, SHADE, strict=True)
        )
        found.append(palette.nearest((r, g, b)))
    return [*found, *range(len(found), 256)]
