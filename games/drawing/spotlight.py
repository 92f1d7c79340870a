"""Lights the places of a board that a question is about and dims the rest, for lessons and puzzles."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cache
from typing import Final

from PIL import Image, ImageDraw

from games.core.narrow import Question, write_pick
from games.core.picture import Box
from games.core.protocol import Game
from games.core.shapes import ActionLike, Pick, ViewLike
from games.drawing import palette

PAD: Final = 10
"""Pixels by which the light extends beyond a place."""
CORNER: Final = 20
SHADE: Final = palette.rgb("#0E324E")
SHADOW: Final = 0.5
COLOUR: Final = 0.6
"""Shares of the shade in what is dimmed, and of its own colour that it keeps."""


def list_lit(
    game: Game, view: ViewLike, question: Question[ActionLike], kinds: Collection[str] = ()
) -> tuple[Box, ...]:
    """Return the places that a question is about: those already picked and those that can be picked now.

    If a choice has no place, as most kinds of moves, all places that the moves concern are lit.

    :param kinds: in that case, consider only moves of these kinds.
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


def light(board: Image.Image, places: Iterable[Box]) -> Image.Image:
    """Return a board with everything dimmed but some places; the board itself if there are none."""
    found = tuple(places)
    if not found:
        return board
    mask = Image.new("1", board.size)
    pen = ImageDraw.Draw(mask)
    for x, y, w, h in found:
        pen.rounded_rectangle((x - PAD, y - PAD, x + w + PAD - 1, y + h + PAD - 1), CORNER, fill=1)
    dimmed = board.point(_list_shadows())
    dimmed.paste(board, (0, 0), mask)
    return dimmed


@cache
def _list_shadows() -> list[int]:
    """Return the shadow of each palette colour, by index: darker, and with little of its colour."""
    found = []
    for own in palette.colours():
        grey = 0.3 * own[0] + 0.59 * own[1] + 0.11 * own[2]
        r, g, b = (
            round(shade * SHADOW + (part * COLOUR + grey * (1 - COLOUR)) * (1 - SHADOW))
            for part, shade in zip(own, SHADE, strict=True)
        )
        found.append(palette.nearest((r, g, b)))
    return [*found, *range(len(found), 256)]
