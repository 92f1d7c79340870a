"""Lights the places of a board that a question is about and dims the rest, for lessons and puzzles.

Each place has a golden rim, and the question is written above the board.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final, NamedTuple

from PIL import Image, ImageDraw, ImageFilter

from games.core.narrow import Question, write_pick
from games.core.picture import GOLD, INK, LABELS, NAVY, PLATES, Box
from games.core.protocol import Game
from games.core.shapes import ActionLike, Pick, ViewLike
from games.core.texts import Scene
from games.drawing import palette
from games.drawing.canvas import Canvas
from games.drawing.fitting import Fitted, balance_lines, fit_text
from games.drawing.plates import LEAST, TURN, make_plate
from games.drawing.sprites import Sprite
from games.drawing.veil import dim

PAD: Final = 5
"""Pixels by which the light extends beyond a place."""
COARSE: Final = 4
"""The light's outline is made at this reduction, which is faster and looks the same."""
HALF_GAP: Final = 4
"""Half the width in coarse pixels of the gaps between places that the light fills."""
BLUR: Final = 1.5
"""Radius in coarse pixels of the blur that rounds the outline."""
RIM: Final = ((7, INK), (5, GOLD))
"""The rim of the light from outside: widths in coarse pixels of a filter that widens it, and colours."""
EDGE: Final = 2
"""Width of the golden rim in coarse pixels. The light ends that far from the edges, so the rim is closed."""
FEW: Final = 2
"""Maximum number of lights whose rims stay separate."""
SHADOW: Final = 0.17
COLOUR: Final = 0.87
"""Shares of the shade in the dimmed parts, and of their own colour that they keep."""
STRIP: Final = 128
"""Height of the strip with the question, above the board."""
MARGIN: Final = 8
PADDING: Final = 24
SINGLE: Final = (56, 46)
DOUBLE: Final = (46, 36)
"""Maximum and minimum font sizes of a question in one line and in two."""


class Spotlight(NamedTuple):
    """The places that a picture lights, and its question."""

    places: tuple[Box, ...]
    asks: str = ""


def list_lit_places(
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


def list_action_places(game: Game, view: ViewLike, action: ActionLike) -> tuple[Box, ...]:
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
    :param labels: lit together with a place beside them, so that no rim covers them.
    """
    found = _add_bridges(tuple(places))
    if not found:
        return board
    around = tuple(labels)
    shown = dim(board, SHADOW, COLOUR)
    coarse = _make_mask(board.size, [_add_labels(place, around) for place in found])
    for wide, colour in RIM:
        rim = _smooth(coarse.filter(ImageFilter.MaxFilter(wide)), board.size)
        shown.paste(palette.index(colour), (0, 0, *board.size), rim)
    shown.paste(board, (0, 0), _smooth(coarse, board.size))
    for x, y, w, h in plates:
        shown.paste(board.crop((x, y, x + w, y + h)), (x, y))
    return shown


def _add_labels(place: Box, labels: Iterable[Box]) -> Box:
    """Return a place, extended to the labels that its rim would cover."""
    left, top, right, low = place.x, place.y, place.x + place.w, place.y + place.h
    for label in labels:
        if _measure_gap(place, label) < PAD + EDGE * COARSE:
            left, top = min(left, label.x), min(top, label.y)
            right, low = max(right, label.x + label.w), max(low, label.y + label.h)
    return Box(left, top, right - left, low - top)


def _add_bridges(places: tuple[Box, ...]) -> tuple[Box, ...]:
    """Return places and, if they make more than a few lights, the gaps between neighbours in a row.

    Neighbours are places of the same width with no space for another one between them.
    """
    if _count_lights(places) <= FEW:
        return places
    gaps = []
    for one in places:
        for other in places:
            start, end = other.x, one.x + one.w
            top, low = max(one.y, other.y), min(one.y + one.h, other.y + other.h)
            if one.w == other.w and 0 < start - end < one.w and low > top:
                gaps.append(Box(end, top, start - end, low - top))
    return (*places, *gaps)


def _count_lights(places: Iterable[Box]) -> int:
    """Return the number of separate lights on these places."""
    groups = list[list[Box]]()
    for place in places:
        near = [
            group
            for group in groups
            if any(_measure_gap(place, one) <= 2 * HALF_GAP * COARSE for one in group)
        ]
        groups = [group for group in groups if group not in near]
        groups.append([place, *(one for group in near for one in group)])
    return len(groups)


def _measure_gap(one: Box, other: Box) -> int:
    """Return the larger of the horizontal and vertical gaps between boxes; at most 0 if they touch."""
    return max(
        one.x - other.x - other.w,
        other.x - one.x - one.w,
        one.y - other.y - other.h,
        other.y - one.y - one.h,
    )


def _make_mask(size: tuple[int, int], places: Iterable[Box]) -> Image.Image:
    """Return the light as a coarse mask. Places beside each other share one outline."""
    # The border keeps the blur from spreading a light near the edge to it.
    wide, high = size[0] // COARSE + 1, size[1] // COARSE + 1
    coarse = Image.new("L", (wide + 2 * HALF_GAP, high + 2 * HALF_GAP))
    pen = ImageDraw.Draw(coarse)
    more = PAD + HALF_GAP * COARSE
    for x, y, w, h in places:
        left, top, right, low = x - more, y - more, x + w + more, y + h + more
        start = left // COARSE + HALF_GAP, top // COARSE + HALF_GAP
        pen.rectangle((*start, -(-right // COARSE) + HALF_GAP - 1, -(-low // COARSE) + HALF_GAP - 1), 255)
    # Shrink the places back: a blurred pixel stays white only if everything around it is white.
    shrunk = coarse.filter(ImageFilter.BoxBlur(HALF_GAP)).point([0] * 255 + [255])
    edge, right, low = (
        HALF_GAP + EDGE,
        size[0] // COARSE + HALF_GAP - EDGE,
        size[1] // COARSE + HALF_GAP - EDGE,
    )
    found = Image.new("L", (wide, high))
    found.paste(shrunk.crop((edge, edge, right, low)), (EDGE, EDGE))
    return found


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
    """Fit a question in one line or, if it is long, in two."""
    found = fit_text(asks, SINGLE[0], room, 0, SINGLE[1])
    if found.whole:
        return found
    for size in range(DOUBLE[0], DOUBLE[1] - 1, -2):
        found = fit_text(asks, size, room, tall, size)
        if found.whole:
            return balance_lines(found, room)
    return fit_text(asks, DOUBLE[1], room, tall, LEAST)
