"""Draws the frames of a replay in which pieces move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from PIL import Image

from games.core.picture import NAVY_COLOUR, Box
from games.drawing import palette
from games.drawing.canvas import EDGE_WIDTH
from games.drawing.close_up import MAT_MARGIN, PieceTrack, put_ring, widen_box
from games.drawing.contours import find_edges
from games.drawing.reduction import scale_sprite
from games.drawing.turn_signs import RING_WIDTH

MAX_MOVED_PIECES: Final = 8
"""Maximum number of pieces whose movement is shown in a turn."""
MAX_SEPARATE_PIECES: Final = 4
"""Maximum number of pieces of which only one moves at a time. If there are more, their movements overlap."""
MAX_FLIGHT_TICKS: Final = 90
"""Maximum duration of one piece's movement, in hundredths of a second."""
MAX_STEP_TICKS: Final = 15
"""Maximum duration of a frame in which pieces move, in hundredths of a second, except in the shortest motion.
Longer frames look jerky.
"""


class Motion(NamedTuple):
    """How smoothly pieces move."""

    step_count: int
    """Number of steps in which one piece moves. The last step of the last piece is the frame after them."""
    ticks: int
    """Minimum duration of each frame, in hundredths of a second."""

    @property
    def max_ticks(self) -> int:
        """The maximum duration of each frame, in hundredths of a second."""
        return max(self.ticks, min(MAX_STEP_TICKS, MAX_FLIGHT_TICKS // self.step_count))

    def count_frames(self, piece_count: int) -> int:
        """Return the number of frames in which a turn's pieces move."""
        moved = min(piece_count, MAX_MOVED_PIECES)
        return self.step_count - 1 + self.get_delay(moved) * (moved - 1) if moved else 0

    def get_delay(self, piece_count: int) -> int:
        """Return the number of frames between the starts of two pieces."""
        # Rounded up for many pieces, because pieces that overlap are hard to follow.
        return self.step_count if piece_count <= MAX_SEPARATE_PIECES else -(-self.step_count // 2)


MOTIONS: Final = (Motion(6, 13), Motion(5, 14), Motion(4, 15), Motion(3, 20))
"""Motions from the smoothest to that of the smallest replay. A replay has the smoothest one that leaves room
for all of its turns. Longer frames look jerky, and shorter ones are hard to follow.
"""


def measure_shortest_movement(piece_count: int) -> int:
    """Return the duration of the shortest movement of a turn's pieces, in hundredths of a second."""
    return min(motion.count_frames(piece_count) * motion.ticks for motion in MOTIONS)


def draw_movement(
    before: Image.Image,
    after: Image.Image,
    tracks: Sequence[PieceTrack],
    name: str,
    motion: Motion,
    bare: Image.Image | None = None,
    cleared: Sequence[Box] = (),
) -> Iterator[Image.Image]:
    """Draw the frames in which pieces move over ``before``, the picture before the movement.

    :param after: the picture after the movement, which shows what is below pieces that leave.
    :param name: name of the atlas with the sprites.
    :param bare: the picture before the movement without signs that lie on the board, if there are any.
    :param cleared: the places of signs that disappear when the movement begins.
    """
    moving = [(scale_sprite(name, track.sprite, track.scale), track) for track in tracks[:MAX_MOVED_PIECES]]
    late = motion.get_delay(len(moving))
    ground = before
    if cleared:
        ground = before.copy()
        for box in cleared:
            ground.paste(palette.find_index(NAVY_COLOUR), find_edges(box))
    for frame in range(motion.count_frames(len(moving))):
        for sprite, track in moving[frame // late : frame // late + 1] if frame % late == 0 else ():
            if track.uncovers_start:
                ground = _uncover_start(ground, after if bare is None else bare, track, sprite.size)
        picture = ground.copy()
        for number, (sprite, track) in enumerate(moving):
            passed = frame + 1 - late * number
            if passed > 0:
                share = min(passed, motion.step_count) / motion.step_count
                place = keep_inside(find_position(track, share), track, share, picture.width - sprite.size[0])
                picture.paste(sprite.image, place, sprite.mask)
        yield picture


def keep_inside(place: tuple[int, int], track: PieceTrack, share: float, right: int) -> tuple[int, int]:
    """Return a place at which a piece doesn't cross the edge of the picture, unless its last place does.

    :param share: fraction (0 to 1) of the piece's time that has passed.
    :param right: largest place at which the piece is inside.
    """
    (x, y), (last_x, last_y) = place, track.path[-1]
    x = max(min(x, right + round(max(0, last_x - right) * share)), round(min(0, last_x) * share))
    return x, max(y, round(min(0, last_y) * share))


def _uncover_start(
    picture: Image.Image, after: Image.Image, track: PieceTrack, size: tuple[int, int]
) -> Image.Image:
    """Return a frame without a piece in its first place.

    :param after: the picture after the movement, which shows what is below the piece.
    """
    shown = picture.copy()
    if track.starts_on_sign and track.start_box is not None:
        edges = find_edges(track.start_box)
        if track.starts_on_board:
            edges = find_edges(widen_box(track.start_box, MAT_MARGIN))
            shown.paste(after.crop(edges), edges[:2])
        else:
            # The ring around the sign disappears, too.
            edges = find_edges(widen_box(track.start_box, RING_WIDTH + EDGE_WIDTH))
            shown.paste(palette.find_index(NAVY_COLOUR), edges)
        return shown
    x, y = track.path[0]
    box = (max(0, x), max(0, y), max(0, x + size[0]), max(0, y + size[1]))
    shown.paste(after.crop(box), box[:2])
    return shown


def mark_moving_pieces(picture: Image.Image, tracks: Sequence[PieceTrack]) -> Image.Image:
    """Return a frame with a ring around each piece that is about to leave its place."""
    marked = picture.copy()
    for track in tracks[:MAX_MOVED_PIECES]:
        if track.uncovers_start and track.start_box is not None and not track.starts_on_board:
            put_ring(marked, track.start_box)
    return marked


def find_position(track: PieceTrack, share: float) -> tuple[int, int]:
    """Return the position of a piece after a fraction (0 to 1) of its time. Pieces start and stop slowly."""
    eased = share * share * (3 - 2 * share) * (len(track.path) - 1)
    first = min(int(eased), len(track.path) - 2)
    (ax, ay), (bx, by) = track.path[first : first + 2]
    rest = eased - first
    return round(ax + (bx - ax) * rest), round(ay + (by - ay) * rest)
