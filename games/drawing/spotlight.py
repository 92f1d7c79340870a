"""Lights the places of a board that a question is about and dims the rest, for lessons and puzzles.

Choices have a golden contour, and places that the question mentions, such as a card to get, have a white one.
Places that a choice would affect are lit without a contour. The question is written above the board.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from functools import lru_cache
from itertools import chain, count, takewhile
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from games.core.narrow import FieldQuestion, format_pick
from games.core.picture import (
    COMPLETED_FIELD,
    EVERY_FIELD,
    GROUND_FIELD,
    HELD_VALUE,
    LABELS_FIELD,
    NAVY_COLOUR,
    NEIGHBOURS_FIELD,
    OUTLINED_FIELD,
    OWN_FIELD,
    PLATES_FIELD,
    UNAVAILABLE_FIELD,
    Box,
)
from games.core.protocol import Game
from games.core.shapes import ActionLike, Pick, ViewLike
from games.core.texts import Scene
from games.drawing import palette
from games.drawing.canvas import Canvas
from games.drawing.contours import (
    CHOICE_CONTOUR,
    MAX_SHARED_GAP,
    MENTION_CONTOUR,
    NO_CONTOUR,
    cluster_places,
    draw_contour,
    draw_unavailable_sign,
    find_edges,
    measure_gap,
)
from games.drawing.fitting import FittedText, balance_lines, fit_text
from games.drawing.grounds import light_ground, light_outlined_piece
from games.drawing.marks import put_trail
from games.drawing.plates import MIN_SIZE, TURN_TONE, make_plate
from games.drawing.sprites import Sprite
from games.drawing.veil import dim_board, tan_picture

CORNER_RADIUS: Final = 12
MAX_LABEL_GAP: Final = 22
"""Maximum distance between a label and the place with which it is lit, in pixels."""
LABEL_CORNER_RADIUS: Final = 10
MAX_JOIN_GAP: Final = 20
"""Maximum gap in pixels at which the contours of two places touch."""
DIM_SHARE: Final = 0.45
"""Strength at which the other places are dimmed in a lesson."""
PUZZLE_DIM_SHARE: Final = 0.28
"""The same in a puzzle, whose solvers need the whole board."""
ARROW_GAP: Final = 14
"""Distance of an arrow's ends from its places, so that it covers no piece."""
MAX_FRAMES: Final = 6
"""Maximum number of groups of choices with a golden contour. If there are more, they are only lit."""
STRIP_HEIGHT: Final = 128
"""Height of the strip with the question, above the board."""
SPOTLIGHT_MARGIN: Final = 8
SPOTLIGHT_PADDING: Final = 24
SINGLE_LINE_SIZES: Final = (76, 50)
DOUBLE_LINE_SIZES: Final = (50, 36)
"""Maximum and minimum font size of a question in one line, and of one in two lines."""


class LitPlaces(NamedTuple):
    """The places that a question is about: those to choose, those affected, and those mentioned."""

    choices: tuple[Box, ...] = ()
    affected: tuple[Box, ...] = ()
    mentioned: tuple[Box, ...] = ()
    moves: tuple[tuple[Box, Box], ...] = ()
    """Pairs of a piece's place and the place where it should go, joined by an arrow."""


class Surroundings(NamedTuple):
    """The places of a board that matter in a picture of :func:`light_places` beside those of the question."""

    plates: tuple[Box, ...] = ()
    """Places lit without a contour, because the question isn't about them."""
    own: tuple[Box, ...] = ()
    """The viewer's own places among :attr:`plates`."""
    labels: tuple[Box, ...] = ()
    """Labels, each lit without a contour together with a lit place or own place beside it."""
    unavailable: tuple[Box, ...] = ()
    """Places marked as unavailable if they are near a place that the choices affect."""
    neighbours: tuple[Box, ...] = ()
    """Places that no contour should cover."""
    grounds: tuple[Box, ...] = ()
    """Places lit in their own shape, so that the viewer finds their own side."""
    pieces: tuple[Box, ...] = ()
    """Places that take on the tone of sand on a lit ground, unless they are lit."""


class Spotlight(NamedTuple):
    """The places to light in a picture, its question, and the strength of the dimming of the other places."""

    lit: LitPlaces
    question: str = ""
    strength: float = DIM_SHARE
    frames_groups: bool = False
    """Whether adjacent pieces of a kind that can all be chosen have a frame, which helps beginners."""


def list_lit_places(
    game: Game, view: ViewLike, question: FieldQuestion[ActionLike], kinds: Collection[str] = ()
) -> LitPlaces:
    """Return the places that a question is about: places already picked and places that can be picked now.

    A choice such as a kind of move may have no place. Then the first place of each possible move counts as a
    place that can be picked, and the move's other places count as affected by the choice.

    :param kinds: kinds of moves to consider if a choice has no place, by default all kinds.
    """
    depth = len(question.path)
    picked = _find_places(game, view, question.picks)
    choices = dict.fromkeys(action.path[depth] for action in question.actions)
    places_by_choice = [_find_places(game, view, (choice,)) for choice in choices]
    if all(places_by_choice):
        return LitPlaces(tuple(dict.fromkeys(chain(picked, *places_by_choice))))
    paths = [action.path for action in question.actions]
    if kinds:
        paths = [path for path in paths if format_pick(path[0].value) in kinds]
    first_places = [_find_first_places(game, view, path[depth:]) for path in paths]
    pickable = tuple(dict.fromkeys(chain(picked, *first_places)))
    concerned = _find_places(game, view, chain.from_iterable(paths))
    return LitPlaces(pickable, tuple(box for box in concerned if box not in pickable))


def list_action_places(game: Game, view: ViewLike, action: ActionLike) -> tuple[Box, ...]:
    """Return the places of all fields of an action."""
    return _find_places(game, view, action.path)


def _find_places(game: Game, view: ViewLike, picks: Iterable[Pick]) -> tuple[Box, ...]:
    """Return the distinct places of picks."""
    single = dict.fromkeys(
        (pick.field, one)
        for pick in picks
        for one in ((pick.value,) if isinstance(pick.value, str) else pick.value)
    )
    return tuple(
        dict.fromkeys(box for field, value in single for box in game.list_places(view, field, value))
    )


def _find_first_places(game: Game, view: ViewLike, path: Iterable[Pick]) -> tuple[Box, ...]:
    """Return the places of the first pick of a path that has a place, if any."""
    return next((places for pick in path if (places := _find_places(game, view, (pick,)))), ())


def draw_spotlight(game: Game, view: ViewLike, scene: Scene, spotlight: Spotlight) -> Image.Image:
    """Draw a view in which only the spotlight's places, the turn plate and the viewer's own plate are lit.

    The last move isn't marked, because its rings could be mistaken for the answer.
    """
    scene = replace(scene, events=(), is_quiz=True)
    plates, labels, unavailable, neighbours = (
        game.list_places(view, field, "")
        for field in (PLATES_FIELD, LABELS_FIELD, UNAVAILABLE_FIELD, NEIGHBOURS_FIELD)
    )
    pieces = game.list_places(view, OWN_FIELD, "")
    own = game.list_places(view, OWN_FIELD, HELD_VALUE) if spotlight.frames_groups else pieces
    if spotlight.frames_groups and _concerns_own_places(own, spotlight.lit):
        own = ()
    plates = (*plates, *own, *game.list_places(view, COMPLETED_FIELD, ""))
    kinds = list_place_kinds(game, view)
    focused = focus_on_mentions(kinds, spotlight.lit)
    free = find_fully_offered_places(kinds, focused, frames_groups=spotlight.frames_groups)
    choices, affected = (tuple(box for box in boxes if box not in free) for boxes in focused[:2])
    lit = focused._replace(choices=choices, affected=affected)
    # If all places of every kind can be chosen, the question is about the whole board.
    every = find_fully_offered_places(kinds, focused)
    some = bool(free) and any(not set(places) <= set(every) for places in kinds)
    shown = game.draw(view, scene)
    around = Surroundings(
        (*plates, *free),
        own,
        labels,
        unavailable,
        neighbours,
        grounds=game.list_places(view, GROUND_FIELD, ""),
        pieces=pieces,
    )
    board = light_places(shown, lit, around, strength=spotlight.strength, dims_always=some)
    if board is not shown:
        for box in game.list_places(view, OUTLINED_FIELD, ""):
            light_outlined_piece(board, shown, box)
    for start, goal in lit.moves:
        board = _draw_arrow(board, start, goal)
    return _add_question(board, spotlight.question) if spotlight.question else board


def _concerns_own_places(own: Iterable[Box], lit: LitPlaces) -> bool:
    """Return whether some of the viewer's own places can be chosen or would be affected."""
    places = (*lit.choices, *lit.affected)
    return any(_overlaps_any(box, places) for box in own)


def _overlaps_any(box: Box, others: Iterable[Box]) -> bool:
    return any(measure_gap(box, other) < 0 for other in others)


def _is_near_any(box: Box, others: Iterable[Box], max_gap: int) -> bool:
    return any(measure_gap(box, other) <= max_gap for other in others)


def focus_on_mentions(kinds: Iterable[tuple[Box, ...]], lit: LitPlaces) -> LitPlaces:
    """Return the places to light.

    If all places of a kind are offered and some of them are mentioned, only the mentioned ones are lit.

    :param kinds: the places of each kind.
    """
    offered, mentioned = {*lit.choices, *lit.affected}, set(lit.mentioned)
    if mentioned.isdisjoint(offered) or not any(offered == set(places) for places in kinds):
        return lit
    return lit._replace(choices=tuple(box for box in lit.choices if box in mentioned), affected=())


def find_fully_offered_places(
    kinds: Iterable[tuple[Box, ...]], lit: LitPlaces, *, frames_groups: bool = False
) -> tuple[Box, ...]:
    """Return the places of the kinds whose places can all be chosen.

    :param kinds: the places of each kind.
    :param frames_groups: whether places that are all beside each other get a frame. They are left out here.
    """
    offered = {*lit.choices, *lit.affected}
    return tuple(
        box
        for places in kinds
        if len(places) > 1 and offered.issuperset(places)
        if not (frames_groups and len(cluster_places(places)) == 1)
        for box in places
    )


def list_place_kinds(game: Game, view: ViewLike) -> tuple[tuple[Box, ...], ...]:
    """Return the boxes of all places, one tuple for each kind of place."""
    return tuple(takewhile(bool, (game.list_places(view, EVERY_FIELD, str(kind)) for kind in count())))


NO_SURROUNDINGS: Final = Surroundings()


def light_places(
    board: Image.Image,
    lit: LitPlaces,
    around: Surroundings = NO_SURROUNDINGS,
    *,
    strength: float = DIM_SHARE,
    dims_always: bool = False,
) -> Image.Image:
    """Return a board with everything dimmed except some places and plates.

    If there are no places, return the board itself, unless ``dims_always`` is set.

    :param strength: how strongly the other places are dimmed, from 0 to 1.
    """
    places = (*lit.choices, *lit.affected, *lit.mentioned)
    if not places and not dims_always:
        return board
    shown = dim_board(board, strength)
    plates = tuple(box for box in around.plates if box not in around.grounds)
    _light_grounds(shown, board, around, (*places, *plates))
    framed = _group_framed_choices(lit)
    affected = cluster_places(lit.affected)
    contours = [
        *(draw_contour(shown, board, group, NO_CONTOUR, around.neighbours) for group in affected),
        *(draw_contour(shown, board, group, CHOICE_CONTOUR, around.neighbours) for group in framed),
    ]
    for number, group in enumerate((*affected, *framed), 1):
        # Contours that were drawn later may have covered the edges of places.
        for box in group:
            if _overlaps_any(box, contours[number:]):
                _copy_box(shown, board, box, CORNER_RADIUS)
    unframed = [box for box in lit.choices if not any(box in group for group in framed)]
    for box in (*plates, *unframed):
        _copy_box(shown, board, box, CORNER_RADIUS)
    for group in cluster_places(lit.mentioned):
        draw_contour(shown, board, group, MENTION_CONTOUR, around.neighbours)
    for label in around.labels:
        if _is_near_any(label, (*places, *around.own), MAX_LABEL_GAP):
            _copy_box(shown, board, label, label.h // 2 if label.w > 1.5 * label.h else LABEL_CORNER_RADIUS)
    for box in around.unavailable:
        if box not in places and _is_near_any(box, lit.affected, MAX_SHARED_GAP):
            draw_unavailable_sign(shown, box)
    return shown


def _light_grounds(
    shown: Image.Image, board: Image.Image, around: Surroundings, lit: tuple[Box, ...]
) -> None:
    """Light the viewer's own side, with the pieces on it in the tone of sand.

    :param lit: places that will be lit, so their pieces keep their own tone.
    """
    tanned = tan_picture(board)
    for ground in around.grounds:
        light_ground(shown, board, ground)
        for box in around.pieces:
            if box != ground and not _overlaps_any(box, lit):
                _copy_box(shown, tanned, box, CORNER_RADIUS)


def _group_framed_choices(lit: LitPlaces) -> list[list[Box]]:
    """Return the groups of choices that get a contour: none if there would be too many."""
    groups = cluster_places(box for box in lit.choices if box not in lit.mentioned)
    # A golden contour next to a white one would look broken, so these choices are lit without a contour.
    framed = [
        group for group in groups if not any(_is_near_any(box, lit.mentioned, MAX_JOIN_GAP) for box in group)
    ]
    return framed if len(framed) <= MAX_FRAMES else []


def _draw_arrow(board: Image.Image, start: Box, goal: Box) -> Image.Image:
    """Return a board with an arrow between the middles of the facing edges of two places."""
    canvas = Canvas(Sprite(board, None))
    put_trail(canvas, _find_edge_point(start, goal), _find_edge_point(goal, start))
    return canvas.image


def _find_edge_point(box: Box, other: Box) -> tuple[int, int]:
    """Return the point just outside the middle of the edge of a box that faces another box."""
    x, y = box.x + box.w // 2, box.y + box.h // 2
    across, down = other.x + other.w // 2 - x, other.y + other.h // 2 - y
    if abs(across) > abs(down):
        return x + (box.w // 2 + ARROW_GAP) * (1 if across > 0 else -1), y
    return x, y + (box.h // 2 + ARROW_GAP) * (1 if down > 0 else -1)


def _copy_box(target: Image.Image, source: Image.Image, box: Box, corner_radius: int) -> None:
    """Copy a box with rounded corners from a picture to another of the same size."""
    target.paste(source.crop(find_edges(box)), (box.x, box.y), _make_box_mask(box.w, box.h, corner_radius))


@lru_cache(maxsize=64)
def _make_box_mask(width: int, height: int, corner_radius: int) -> Image.Image:
    mask = Image.new("1", (width, height))
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, width - 1, height - 1), corner_radius, 1)
    return mask


def _add_question(board: Image.Image, question: str) -> Image.Image:
    """Return a board with a question on a plate above it."""
    canvas = Canvas(
        Sprite(
            Image.new("P", (board.width, STRIP_HEIGHT + board.height), palette.find_index(NAVY_COLOUR)), None
        )
    )
    across, high = board.width - 2 * SPOTLIGHT_MARGIN, STRIP_HEIGHT - 2 * SPOTLIGHT_MARGIN
    canvas.put(make_plate(across, high, TURN_TONE, high), SPOTLIGHT_MARGIN, SPOTLIGHT_MARGIN)
    fitted = _fit_question(question, across - 2 * SPOTLIGHT_PADDING, high - 10)
    canvas.write_fitted(
        fitted,
        board.width // 2,
        STRIP_HEIGHT // 2 - 2,
        TURN_TONE.text_colour,
        TURN_TONE.name_part_colour,
        "middle",
    )
    canvas.image.paste(board, (0, STRIP_HEIGHT))
    return canvas.image


def _fit_question(question: str, max_width: int, max_height: int) -> FittedText:
    """Fit a question into one line or, if it is long, into two."""
    fitted = fit_text(question, SINGLE_LINE_SIZES[0], max_width, 0, SINGLE_LINE_SIZES[1])
    if fitted.is_whole:
        return fitted
    for size in range(DOUBLE_LINE_SIZES[0], DOUBLE_LINE_SIZES[1] - 1, -2):
        fitted = fit_text(question, size, max_width, max_height, size)
        if fitted.is_whole:
            return balance_lines(fitted, max_width)
    return fit_text(question, DOUBLE_LINE_SIZES[1], max_width, max_height, MIN_SIZE)
