"""Draws the parts of a board that a replay shows larger, and finds how pieces move between these parts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from games.core.picture import GOLD_COLOUR, NAVY_COLOUR, Box, CloseUp, PieceMove
from games.core.words import Msg, Words
from games.drawing import palette
from games.drawing.canvas import EDGE_WIDTH, make_ring
from games.drawing.contours import measure_gap
from games.drawing.reduction import REDUCTION_FACTOR, quantize_picture
from games.drawing.sprites import load_atlas
from games.drawing.text import draw_cached
from games.drawing.turn_signs import RING_WIDTH, choose_text_size

RESAMPLING_FILTER: Final = Image.Resampling.BOX
"""Resampling filter, by which a pixel is the mean of those it replaces. Others make larger files."""

PLATE_PADDING: Final = 12
PLATE_RADIUS: Final = 12
"""Space beside the text on a plate, and radius of the plate's corners, in pixels."""
MAT_MARGIN: Final = 5
"""Visible width of a mat below a sprite that lies on the board. It disappears with the sprite."""


class PieceTrack(NamedTuple):
    """The path of a piece in a frame, and the piece's size there relative to its sprite."""

    sprite: str
    path: tuple[tuple[int, int], ...]
    uncovers_start: bool
    scale: float
    start_box: Box | None = None
    """The piece's first place, if it is shown."""
    starts_on_sign: bool = False
    """Whether this place is a sign, which the piece leaves empty."""
    starts_on_board: bool = False
    """Whether this sign lies on the board instead of plain background."""


def draw_close_ups(
    board: Image.Image, parts: Sequence[CloseUp], atlas: str, w: Words, ground: Image.Image | None = None
) -> Image.Image:
    """Return a frame half as large as a board, with parts of the board in their places.

    :param atlas: the game's sprites.
    :param w: the language of the texts.
    :param ground: a frame on which the parts are put, by default an empty one.
    """
    if ground is not None:
        frame = ground.copy()
    else:
        frame = Image.new(
            "P",
            (board.width // REDUCTION_FACTOR, board.height // REDUCTION_FACTOR),
            palette.find_index(NAVY_COLOUR),
        )
        frame.putpalette(palette.to_bytes())
    for shown in parts:
        source, (x, y, wide, high) = shown.source, shown.target
        if shown.sprite:
            piece = load_atlas(atlas).scale(shown.sprite, (wide, high))
            frame.paste(piece.image, (x, y), piece.mask)
            if shown.is_ringed:
                put_golden_ring(frame, shown.target)
            continue
        if shown.text:
            _write_text(frame, shown, w)
            continue
        part = board.crop((source.x, source.y, source.x + source.w, source.y + source.h))
        if part.size != (wide, high):
            part = _resize_part(part.tobytes(), part.size, (wide, high))
        frame.paste(part, (x, y))
        if shown.is_ringed:
            put_golden_ring(frame, shown.target)
    return frame


@lru_cache(maxsize=12)
def _resize_part(content: bytes, size: tuple[int, int], target_size: tuple[int, int]) -> Image.Image:
    """Return a part of a board, whose pixels are in the shared palette, in another size.

    The results are cached, because successive frames show many parts that haven't changed.
    """
    part = Image.frombytes("P", size, content)
    part.putpalette(palette.to_bytes())
    return quantize_picture(part.convert("RGB").resize(target_size, RESAMPLING_FILTER))


def put_golden_ring(frame: Image.Image, box: Box) -> None:
    """Draw a golden ring around a box of a frame."""
    ring, more = make_ring(box.w, box.h, RING_WIDTH, GOLD_COLOUR), RING_WIDTH + EDGE_WIDTH
    frame.paste(ring.image, (box.x - more, box.y - more), ring.mask)


def _write_text(frame: Image.Image, close_up: CloseUp, w: Words) -> None:
    """Write a text in the middle of its target, its lines on the same plate, if any."""
    (x, y, wide, high), content = close_up.target, close_up.text
    if isinstance(content, Msg):
        content = w.msg(content)
        content = content[:1].upper() + content[1:]
    lines = content.split("\n")
    step = high // len(lines)
    size, ground = close_up.text_size or choose_text_size(step), palette.find_index(NAVY_COLOUR)
    signs = [draw_cached(line, size, close_up.text_colour, NAVY_COLOUR) for line in lines]
    if close_up.has_plate:
        across = max(sign.size[0] for sign in signs)
        left, right = (x + (wide + side * across) // 2 + side * PLATE_PADDING for side in (-1, 1))
        box = (left, y, right - 1, y + high - 1)
        ImageDraw.Draw(frame).rounded_rectangle(box, PLATE_RADIUS, ground)
    for number, sign in enumerate(signs):
        letters = sign.image.point([0 if index == ground else 255 for index in range(256)], "1")
        place = (x + (wide - sign.size[0]) // 2, y + step * number + (step - sign.size[1]) // 2)
        frame.paste(sign.image, place, letters)


def find_piece_tracks(
    moves: Sequence[PieceMove], parts: Sequence[CloseUp], sprite_sizes: dict[str, tuple[int, int]]
) -> Iterator[PieceTrack]:
    """Yield the paths of the pieces that end in one of the parts of a board."""
    shown = [part for part in parts if not (part.is_stretchable or part.text)]
    for move in moves:
        size = sprite_sizes[move.sprite]
        goal = _find_part(shown, move.path[-1], size)
        if goal is None:
            continue
        homes = [_find_part(shown, place, size) for place in move.path]
        way = [
            _convert_place(place, size, home or goal, goal)
            for place, home in zip(move.path, homes, strict=True)
        ]
        scale, start = _get_scale(goal), homes[0]
        track = PieceTrack(move.sprite, tuple(way), move.uncovers_start and start is not None, scale)
        if goal.sprite:
            track = track._replace(sprite=goal.sprite, scale=goal.target.w / sprite_sizes[goal.sprite][0])
        if start is not None:
            if start.lies_on_board and not goal.sprite:
                share = size[0] / sprite_sizes[start.sprite][0]
                track = track._replace(sprite=start.sprite, scale=scale * share)
            own = tuple(round(part * _get_scale(start)) for part in size)
            box = (
                start.target if start.sprite else Box(*_convert_place(move.path[0], size, start, start), *own)
            )
            track = track._replace(
                start_box=box, starts_on_sign=bool(start.sprite), starts_on_board=start.lies_on_board
            )
        yield track


def list_cleared_signs(parts: Sequence[CloseUp], tracks: Sequence[PieceTrack], atlas: str) -> list[Box]:
    """Return the places of signs on which a piece will land. Signs that move themselves don't count.

    :param parts: the parts shown before the pieces move.
    :param atlas: the game's sprites.
    """
    if not tracks:
        # A game whose pieces don't move may have no sprites.
        return []
    sprites, goals = load_atlas(atlas), list[Box]()
    for track in tracks:
        wide, high = sprites[track.sprite].size
        goals.append(Box(*track.path[-1], round(wide * track.scale), round(high * track.scale)))
    starts = {track.start_box for track in tracks}
    signs = [part.target for part in parts if part.sprite and not part.lies_on_board]
    return [
        sign for sign in signs if sign not in starts and any(measure_gap(sign, goal) < 0 for goal in goals)
    ]


def _find_part(parts: Sequence[CloseUp], place: tuple[int, int], size: tuple[int, int]) -> CloseUp | None:
    """Return the part that contains the centre of a piece at a place, if any."""
    x, y = place[0] + size[0] / 2, place[1] + size[1] / 2
    for part in parts:
        left, top, wide, high = part.source
        if left <= x < left + wide and top <= y < top + high:
            return part
    return None


def _get_scale(part: CloseUp) -> float:
    """Return the size of a part in the frame relative to that on the board."""
    return part.target.w / part.source.w


def _convert_place(
    place: tuple[int, int], size: tuple[int, int], part: CloseUp, goal: CloseUp
) -> tuple[int, int]:
    """Return the upper left corner in the frame of a piece in ``part`` that is as large as in ``goal``."""
    across, own = _get_scale(part), _get_scale(goal)
    x, y = (place[axis] + size[axis] / 2 - part.source[axis] for axis in (0, 1))
    return (
        round(part.target.x + x * across - size[0] * own / 2),
        round(part.target.y + y * across - size[1] * own / 2),
    )


def widen_box(box: Box, margin: int) -> Box:
    """Return a box with a margin on each side."""
    return Box(box.x - margin, box.y - margin, box.w + 2 * margin, box.h + 2 * margin)


@lru_cache(maxsize=16)
def make_whole_board_part(width: int, height: int) -> tuple[CloseUp, ...]:
    """Return the parts of a frame that shows the whole board as a single part."""
    return (
        CloseUp(Box(0, 0, width, height), Box(0, 0, width // REDUCTION_FACTOR, height // REDUCTION_FACTOR)),
    )
