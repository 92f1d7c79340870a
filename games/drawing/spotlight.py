"""Lights the places of a board that a question is about and dims the rest, for lessons and puzzles.

Each place to choose from, or a rectangle full of them, has a golden frame. A pointer and a white frame show
what the question mentions, such as a card to get. The question is written above the board.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from functools import lru_cache
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from games.core.narrow import Question, write_pick
from games.core.picture import GOLD, INK, LABELS, NAVY, PLATES, WHITE, Box
from games.core.protocol import Game
from games.core.shapes import ActionLike, Pick, ViewLike
from games.core.texts import Scene
from games.drawing import palette
from games.drawing.canvas import Canvas
from games.drawing.fitting import Fitted, balance_lines, fit_text
from games.drawing.plates import LEAST, TURN, make_plate
from games.drawing.sprites import Sprite
from games.drawing.veil import dim

FRAME: Final = ((INK, 2), (GOLD, 8), (INK, 2))
"""The frame of a place from outside: colours and widths of its lines."""
MENTION: Final = ((INK, 3), (WHITE, 8), (INK, 3))
"""The frame of a place that the question mentions."""
POINTER: Final = (52, 38)
"""Width and height of the pointer to such a place."""
OUT: Final = 5
"""Pixels by which a frame extends beyond its place. The rest covers the place's edge."""
CORNER: Final = 14
INSET: Final = 3
"""Minimum distance of a frame from the edge of the picture."""
NEAR: Final = 16
"""Maximum gap between neighbours that make a group."""
GROUP: Final = 4
"""Minimum number of places that share a frame if they fill a rectangle."""
GLOW: Final = 4
"""Pixels by which the light extends beyond a place without a frame."""
LABEL_GAP: Final = 14
"""Maximum distance of a label that is lit together with a place."""
STRENGTH: Final = 0.26
"""How much the dimmed parts lose of their light."""
STRIP: Final = 128
"""Height of the strip with the question, above the board."""
MARGIN: Final = 8
PADDING: Final = 24
SINGLE: Final = (56, 46)
DOUBLE: Final = (46, 36)
"""Maximum and minimum font sizes of a question in one line and in two."""


class Lit(NamedTuple):
    """The places that a question is about: those to choose from, those that the choices concern, and those
    that its text mentions.
    """

    chosen: tuple[Box, ...] = ()
    concerned: tuple[Box, ...] = ()
    mentioned: tuple[Box, ...] = ()


class Spotlight(NamedTuple):
    """The places that a picture lights, and its question."""

    lit: Lit
    asks: str = ""


def list_lit_places(
    game: Game, view: ViewLike, question: Question[ActionLike], kinds: Collection[str] = ()
) -> Lit:
    """Return the places that a question is about: those already picked and those that can be picked now.

    If a choice has no place of its own, such as a kind of move, the first place of each move counts as one to
    pick. Its other places are those that the choices concern.

    :param kinds: if a choice has no place, consider only moves of these kinds; by default all.
    """
    depth = len(question.path)
    picked = _find_places(game, view, question.picked)
    choices = dict.fromkeys(action.path[depth] for action in question.actions)
    found = [_find_places(game, view, (choice,)) for choice in choices]
    if all(found):
        return Lit(tuple(dict.fromkeys((*picked, *(box for boxes in found for box in boxes)))))
    paths = (action.path for action in question.actions)
    chosen = [path for path in paths if not kinds or write_pick(path[0].value) in kinds]
    firsts = [box for path in chosen for box in _find_first_places(game, view, path[depth:])]
    first = tuple(dict.fromkeys((*picked, *firsts)))
    concerned = _find_places(game, view, (pick for path in chosen for pick in path))
    return Lit(first, tuple(box for box in concerned if box not in first))


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


def _find_first_places(game: Game, view: ViewLike, path: Iterable[Pick]) -> tuple[Box, ...]:
    """Return the places of the first pick of a path that has any."""
    return next((found for pick in path if (found := _find_places(game, view, (pick,)))), ())


def draw_spotlight(game: Game, view: ViewLike, scene: Scene, spotlight: Spotlight) -> Image.Image:
    """Draw a view with the places of a spotlight, the turn plate and the viewer's own plate lit.

    The last move isn't marked, because its rings could be taken for the answer.
    """
    scene = replace(scene, events=(), quiz=True)
    plates, labels = (game.list_places(view, field, "") for field in (PLATES, LABELS))
    board = light(game.draw(view, scene), spotlight.lit, plates, labels)
    return _add_question(board, spotlight.asks) if spotlight.asks else board


def light(
    board: Image.Image, lit: Lit, plates: Iterable[Box] = (), labels: Iterable[Box] = ()
) -> Image.Image:
    """Return a board with everything dimmed but some places and plates; the board itself without places.

    :param plates: lit as well, but without a frame, because a question isn't about them.
    :param labels: lit together with a place beside them, without a frame.
    """
    places = (*lit.chosen, *lit.concerned, *lit.mentioned)
    if not places:
        return board
    chosen = tuple(box for box in lit.chosen if box not in lit.mentioned)
    frames = [_extend(box, OUT, board.size) for box in _group(chosen)]
    mentioned = [_extend(box, OUT, board.size) for box in lit.mentioned]
    lights = [_extend(box, GLOW, board.size) for box in _group(lit.concerned, 2)]
    around = [label for label in labels if any(_measure_gap(label, one) <= LABEL_GAP for one in places)]
    shown = dim(board, STRENGTH)
    for box in (*plates, *around):
        shown.paste(board.crop(_find_edges(box)), (box.x, box.y))
    for box in (*lights, *frames, *mentioned):
        shown.paste(board.crop(_find_edges(box)), (box.x, box.y), _make_cover(box.w, box.h))
    pen = ImageDraw.Draw(shown)
    for frame in frames:
        _draw_frame(pen, frame, FRAME)
    for frame in mentioned:
        _draw_frame(pen, frame, MENTION)
        _draw_pointer(shown, frame)
    return shown


def _group(places: tuple[Box, ...], least: int = GROUP) -> list[Box]:
    """Return places, but a rectangle full of at least a number of neighbours as one box."""
    found = list[Box]()
    for group in _cluster(places):
        whole = _find_union(group)
        filled = sum((one.w + NEAR) * (one.h + NEAR) for one in group)
        full = filled >= (whole.w + NEAR) * (whole.h + NEAR)
        found += [whole] if len(group) >= least and full else group
    return found


def _cluster(places: tuple[Box, ...]) -> list[list[Box]]:
    """Return places in groups of neighbours."""
    groups = list[list[Box]]()
    for place in places:
        near = [group for group in groups if any(_measure_gap(place, one) <= NEAR for one in group)]
        groups = [group for group in groups if group not in near]
        groups.append([place, *(one for group in near for one in group)])
    return groups


def _find_union(boxes: list[Box]) -> Box:
    """Return the smallest box that contains boxes."""
    left, top = min(box.x for box in boxes), min(box.y for box in boxes)
    right, low = max(box.x + box.w for box in boxes), max(box.y + box.h for box in boxes)
    return Box(left, top, right - left, low - top)


def _extend(box: Box, more: int, size: tuple[int, int]) -> Box:
    """Return a box extended by some pixels, inside a picture of a size."""
    left, top = max(INSET, box.x - more), max(INSET, box.y - more)
    right, low = min(size[0] - INSET, box.x + box.w + more), min(size[1] - INSET, box.y + box.h + more)
    return Box(left, top, right - left, low - top)


def _find_edges(box: Box) -> tuple[int, int, int, int]:
    """Return the edges of a box: left, top, right and bottom."""
    return box.x, box.y, box.x + box.w, box.y + box.h


def _measure_gap(one: Box, other: Box) -> int:
    """Return the larger of the horizontal and vertical gaps between boxes; at most 0 if they touch."""
    return max(
        one.x - other.x - other.w,
        other.x - one.x - one.w,
        one.y - other.y - other.h,
        other.y - one.y - one.h,
    )


@lru_cache(maxsize=64)
def _make_cover(width: int, height: int) -> Image.Image:
    """Return the mask of what a frame of a size encloses."""
    mask = Image.new("1", (width, height))
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, width - 1, height - 1), CORNER, 1)
    return mask


def _draw_pointer(shown: Image.Image, frame: Box) -> None:
    """Draw a pointer to a frame, above or below it, where the picture has less to cover."""
    wide, high = POINTER
    middle, low = frame.x + frame.w // 2, frame.y + frame.h - 1
    sides = [
        (tip, back, Box(middle - wide // 2, min(tip, back), wide, high))
        for tip, back in ((frame.y, frame.y - high), (low, low + high))
        if 0 <= back < shown.height
    ]
    tip, back, _ = max(sides, key=lambda side: _measure_evenness(shown, side[2]))
    corners = ((middle - wide // 2, back), (middle + wide // 2, back), (middle, tip))
    ImageDraw.Draw(shown).polygon(
        corners, fill=palette.index(WHITE), outline=palette.index(INK), width=MENTION[0][1]
    )


def _measure_evenness(picture: Image.Image, box: Box) -> int:
    """Return how many pixels of a box have its most frequent colour."""
    return max(picture.crop(_find_edges(box)).histogram())


def _draw_frame(pen: ImageDraw.ImageDraw, frame: Box, lines: tuple[tuple[str, int], ...]) -> None:
    """Draw the lines of a frame inside its outer edge."""
    left, top, right, low = _find_edges(frame)
    inset = 0
    for colour, thick in lines:
        edges = (left + inset, top + inset, right - 1 - inset, low - 1 - inset)
        pen.rounded_rectangle(edges, CORNER - inset // 2, outline=palette.index(colour), width=thick)
        inset += thick


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
