"""Plans how pieces move in the frames of a replay."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import dist
from typing import Final, NamedTuple

from PIL import Image

from games.core.picture import NAVY_COLOUR, Box
from games.drawing import palette
from games.drawing.canvas import EDGE_WIDTH
from games.drawing.close_up import MAT_MARGIN, PieceTrack, put_golden_ring, widen_box
from games.drawing.contours import find_edges
from games.drawing.reduction import quantize_picture, scale_sprite
from games.drawing.sprites import Sprite
from games.drawing.turn_signs import RING_WIDTH

MAX_MOVED_PIECES: Final = 8
"""Maximum number of pieces whose movement is shown in a turn."""
FLIGHT_TICKS: Final = (100, 90, 75, 60, 55, 50, 45, 40)
"""Time in which one piece moves :data:`FLIGHT_DISTANCE`, in hundredths of a second, by the number of pieces
less 1. Pieces move one after another, because several at once are hard to follow.
"""
FLIGHT_DISTANCE: Final = 300
"""Distance in pixels that a piece moves in this time. Longer movements take longer in proportion."""
MIN_FLIGHT_SHARE: Final = 0.6
MAX_FLIGHT_SHARE: Final = 1.6
"""Shortest and longest duration of a movement, as a fraction of the time for this distance."""
MAX_MOVING_TICKS: Final = 420
"""Maximum time in which the pieces of a turn move, in hundredths of a second."""
MIN_FLYING_SIZE: Final = 72
"""Minimum width or height in pixels of a moving piece, because a phone shows a replay at half its size."""
MAX_ENLARGEMENT: Final = 2.0
"""Maximum factor by which a small piece is enlarged while it moves."""
GROUND_TICKS: Final = 2
"""Duration of the frame without the piece that is about to move, in hundredths of a second. Many programs
show a shorter frame for longer.
"""
GHOST_STRENGTH: Final = 0.3
"""Strength at which a piece stays visible at its first place while it moves."""


class Motion(NamedTuple):
    """How smoothly pieces move."""

    ticks: int
    """Duration of each frame in which a piece moves, in hundredths of a second."""

    def count_steps(self, tracks: Sequence[PieceTrack]) -> tuple[int, ...]:
        """Return the number of steps in which each of a turn's pieces moves, which depends on its distance.
        The last step is the next frame without the piece.
        """
        moved = tracks[:MAX_MOVED_PIECES]
        times = [FLIGHT_TICKS[len(moved) - 1] * _measure_flight(track) for track in moved]
        share = min(1.0, MAX_MOVING_TICKS / sum(times)) if times else 1.0
        return tuple(max(2, round(share * time / self.ticks)) for time in times)

    def count_frames(self, tracks: Sequence[PieceTrack]) -> int:
        """Return the number of frames in which a turn's pieces move."""
        return sum(steps - 1 for steps in self.count_steps(tracks))

    def measure_duration(self, tracks: Sequence[PieceTrack]) -> int:
        """Return the duration of the movement of a turn's pieces, in hundredths of a second."""
        return self.count_frames(tracks) * self.ticks + GROUND_TICKS * len(tracks[:MAX_MOVED_PIECES])


MOTIONS: Final = (Motion(8), Motion(10), Motion(12), Motion(15), Motion(20))
"""Motions from the smoothest to that of the smallest replay. A replay has the smoothest one that leaves room
for its turns.
"""
MAX_SMOOTH_TICKS: Final = 10
"""Maximum duration of a frame with which motion doesn't look jerky, in hundredths of a second."""


class Flight(NamedTuple):
    """The movement of a piece over a picture that stays the same."""

    ground: Image.Image
    """The picture without the piece. It shows the pieces that have already moved."""
    sprite: Sprite
    places: tuple[tuple[int, int], ...]
    """The places of the sprite's upper left corner, one per frame."""


def plan_flights(
    before: Image.Image,
    after: Image.Image,
    tracks: Sequence[PieceTrack],
    name: str,
    motion: Motion,
    bare: Image.Image | None = None,
    cleared: Sequence[Box] = (),
) -> Iterator[Flight]:
    """Yield the movements of the pieces over ``before``, the picture before the turn.

    :param after: the picture after the movement, which shows what is below pieces that leave.
    :param name: name of the atlas with the sprites.
    :param bare: the picture before the movement without signs that lie on the board, if there are any.
    :param cleared: the places of signs that disappear when the movement begins.
    """
    moving = tracks[:MAX_MOVED_PIECES]
    ground = before.copy()
    for box in cleared:
        ground.paste(palette.find_index(NAVY_COLOUR), find_edges(box))
    for track, steps in zip(moving, motion.count_steps(moving), strict=True):
        sprite, shown = scale_sprite(name, track.sprite, track.scale), ground
        if track.uncovers_start:
            edges, content = _find_start(after if bare is None else bare, track)
            shown = ground.copy()
            shown.paste(_blend(content, ground.crop(edges)), edges[:2])
            ground.paste(content, edges[:2])
        right = ground.width - sprite.size[0]
        places = [
            keep_inside(find_position(track, step / steps), track, step / steps, right)
            for step in range(1, steps)
        ]
        share = min(MAX_ENLARGEMENT, max(1.0, MIN_FLYING_SIZE / max(sprite.size)))
        large = scale_sprite(name, track.sprite, track.scale * share)
        offset = [(own - more) // 2 for own, more in zip(sprite.size, large.size, strict=True)]
        yield Flight(shown.copy(), large, tuple((x + offset[0], y + offset[1]) for x, y in places))
        ground.paste(sprite.image, track.path[-1], sprite.mask)


def _blend(content: Image.Image, piece: Image.Image) -> Image.Image:
    """Return the content of a place with a faint picture of the piece that leaves it."""
    return quantize_picture(Image.blend(content.convert("RGB"), piece.convert("RGB"), GHOST_STRENGTH))


def keep_inside(place: tuple[int, int], track: PieceTrack, share: float, right: int) -> tuple[int, int]:
    """Return a place at which a piece doesn't cross the edge of the picture, unless its last place does.

    :param share: fraction (0 to 1) of the piece's time that has passed.
    :param right: largest place at which the piece is inside.
    """
    (x, y), (last_x, last_y) = place, track.path[-1]
    x = max(min(x, right + round(max(0, last_x - right) * share)), round(min(0, last_x) * share))
    return x, max(y, round(min(0, last_y) * share))


def _find_start(after: Image.Image, track: PieceTrack) -> tuple[tuple[int, int, int, int], Image.Image]:
    """Return the edges of the place that a piece leaves, and the content of the place without the piece.

    :param after: the picture after the movement, which shows what is below the piece.
    """
    assert track.start_box is not None
    box = track.start_box
    if track.starts_on_sign:
        # The mat below a sign or the ring around it disappears, too.
        box = widen_box(box, MAT_MARGIN if track.starts_on_board else RING_WIDTH + EDGE_WIDTH)
    left, top, right, low = find_edges(box)
    edges = max(0, left), max(0, top), max(0, right), max(0, low)
    content = after.crop(edges)
    if track.starts_on_sign and not track.starts_on_board:
        content.paste(palette.find_index(NAVY_COLOUR), (0, 0, *content.size))
    return edges, content


def mark_moving_pieces(picture: Image.Image, tracks: Sequence[PieceTrack]) -> Image.Image:
    """Return a frame with a ring around each piece that is about to leave its place."""
    marked = picture.copy()
    for place in list_marked_places(tracks):
        put_golden_ring(marked, place)
    return marked


def list_marked_places(tracks: Sequence[PieceTrack]) -> list[Box]:
    """Return the places of the pieces that get a ring before they move."""
    return [
        track.start_box
        for track in tracks[:MAX_MOVED_PIECES]
        if track.uncovers_start and track.start_box is not None and not track.starts_on_board
    ]


def _measure_flight(track: PieceTrack) -> float:
    """Return the duration of a piece's movement, as a fraction of that for :data:`FLIGHT_DISTANCE`."""
    return min(MAX_FLIGHT_SHARE, max(MIN_FLIGHT_SHARE, measure_path(track) / FLIGHT_DISTANCE))


def measure_path(track: PieceTrack) -> float:
    """Return the distance that a piece moves, in pixels."""
    return sum(dist(*places) for places in pairwise(track.path))


def find_position(track: PieceTrack, share: float) -> tuple[int, int]:
    """Return the position of a piece after a fraction (0 to 1) of its time. Its speed is constant."""
    rest = share * measure_path(track)
    for (ax, ay), (bx, by) in pairwise(track.path):
        length = dist((ax, ay), (bx, by))
        if 0 < length >= rest:
            return round(ax + (bx - ax) * rest / length), round(ay + (by - ay) * rest / length)
        rest -= length
    return track.path[-1]
