"""Makes the animated replay of a match: a GIF of its public boards.

It begins with the game's title and the players. For each turn, the scoreboard lights up the seat that makes
it, a caption says what happens, and rings mark the pieces that will move. Then they move, and the result
stays until the caption can be read. A turn's frames show the parts of the board that it touches, enlarged.
The replay of a long match shows only the highlights, and says what happened to the scores in between. It
plays once and ends with a comparison of the results.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from typing import Final

from PIL import Image

from games.core.match import Match
from games.core.words import Words
from games.drawing import gif, highlights, tween
from games.drawing.highlights import MatchTurn
from games.drawing.narration import FindNames
from games.drawing.reduction import Reducer, reduce_picture
from games.drawing.replay_cut import choose_cut, list_cuts_with_gap_shots, make_shortest_cut
from games.drawing.replay_frames import Replay
from games.drawing.replay_shots import Cut, ReplayShot
from games.drawing.sprites import Sprite
from games.drawing.tones import choose_tones

MAX_BYTES: Final = 2**20
"""Maximum size of a replay in bytes. A larger one has fewer turns."""
ESTIMATE_MARGIN: Final = 1.02
"""Factor by which a replay may become larger than estimated."""
SAMPLE_COUNT: Final = 5
"""Maximum number of frames from which the colours of a replay are chosen."""


def draw_shot(
    replay: Replay, shot: ReplayShot, reduce: Callable[[Image.Image], Image.Image] = reduce_picture
) -> Image.Image:
    """Return the frame of a shot."""
    return replay.draw_frame(shot, replay.draw_picture(shot, reduce))


def make_replay(
    match: Match,
    names: Sequence[str],
    w: Words,
    names_at: FindNames | None = None,
    *,
    swings: Mapping[int, float] | None = None,
    shows_every_turn: bool = False,
) -> Iterator[bytes]:
    """Make a match's animated replay, a GIF file. Yield empty bytes between frames, then the whole file.

    :param names: plain names by seat.
    :param w: the language of the texts in the pictures.
    :param names_at: returns the names by seat at a step, for captions. Needed only if seats have changed
        hands.
    :param swings: change in win chances at each step, by ply. It decides which turns are highlights.
    :param shows_every_turn: show every turn, however long and large the replay becomes.
    """
    replay = Replay(match, names, w, names_at)
    encoder = FrameEncoder(replay)
    if shows_every_turn:
        yield (yield from encoder.encode_file(Cut(tuple(range(len(replay.turns))))))
        return
    cut = choose_cut(replay, highlights.rank_turns(match, swings))
    content = yield from encoder.encode_file(cut)
    while len(content) > MAX_BYTES:
        smaller = _choose_smaller_cut(replay, encoder, cut)
        if smaller is None:
            yield content
            return
        cut = smaller
        content = yield from encoder.encode_file(cut)
    for fuller in list_cuts_with_gap_shots(replay, cut):
        longer = yield from encoder.encode_file(fuller)
        if len(longer) <= MAX_BYTES:
            content = longer
            break
    yield content


def _choose_smaller_cut(replay: Replay, encoder: FrameEncoder, cut: Cut) -> Cut | None:
    """Return a cut that needs fewer bytes than one that is too large, or ``None`` if that is the smallest.

    Pieces move less smoothly, then turns are left out, and in the end the ends of rounds that score nothing.
    """
    turns = cut.turns
    coarser = tween.MOTIONS[tween.MOTIONS.index(replay.motion) + 1 :]
    if coarser:
        motion, turns = _choose_motion(replay, encoder, cut, coarser)
        if motion != replay.motion:
            replay.motion = motion
            encoder.forget_movements()
    elif len(turns) > 1:
        turns = turns[:-1]
    else:
        shortest = make_shortest_cut(replay, turns)
        return None if cut == shortest else shortest
    return choose_cut(replay, turns)


def _choose_motion(
    replay: Replay, encoder: FrameEncoder, cut: Cut, coarser: Sequence[tween.Motion]
) -> tuple[tween.Motion, tuple[int, ...]]:
    """Return a motion and the turns with which a replay probably has at most :data:`MAX_BYTES`.

    The smoothest motion that leaves room for all turns is best. Rather than in jerks, the least important
    turns are left out, down to :data:`highlights.MIN_TURNS`.

    :param cut: what the replay shows, which is too large.
    :param coarser: motions coarser than the present one.
    """
    sizes = encoder.measure_turns(replay.plan_shots(cut))
    turns = [replay.turns[index] for index in cut.turns]
    rest = sum(still + moving for still, moving in sizes.values()) - sum(sum(sizes[turn]) for turn in turns)
    smooth = [motion for motion in coarser if motion.ticks <= tween.MAX_SMOOTH_TICKS]
    for motions in (smooth, coarser[:-1]):
        for count in range(len(turns), min(len(turns), highlights.MIN_TURNS) - 1, -1):
            # With all turns, the replay is already known to be too large at the present motion.
            present = (replay.motion,) if count < len(turns) else ()
            for motion in (*present, *motions):
                total = rest
                for turn in turns[:count]:
                    still, moving = sizes[turn]
                    tracks = replay.list_tracks(turn)
                    total += still + moving * motion.count_frames(tracks) // max(
                        1, replay.motion.count_frames(tracks)
                    )
                if total * ESTIMATE_MARGIN <= MAX_BYTES:
                    return motion, cut.turns[:count]
    return coarser[-1], cut.turns


class FrameEncoder:
    """Encodes the frames of a replay. Each shot is encoded only once after the same earlier shot."""

    def __init__(self, replay: Replay) -> None:
        self._replay = replay
        self._reducer = Reducer()
        self._tones = list[int]()
        self._frames: dict[ReplayShot, Image.Image] = {}
        self._parts: dict[tuple[ReplayShot | None, ReplayShot], list[bytes]] = {}

    def encode_file(self, cut: Cut) -> Generator[bytes, None, bytes]:
        """Encode a replay and return the file. Yield empty bytes between frames."""
        shots = self._replay.plan_shots(cut)
        for _ in self.encode_shots(shots):
            yield b""
        pairs = zip((None, *shots), shots, strict=False)
        return b"".join(part for pair in pairs for part in self._parts[_make_key(*pair)]) + gif.TRAILER_BYTE

    def measure_turns(self, shots: Sequence[ReplayShot]) -> dict[MatchTurn | None, tuple[int, int]]:
        """Return, by turn, the size in bytes of the frames without moving pieces, and of those with moving
        pieces. The title, the result, and aftermaths shown without their turn have the key ``None``.
        """
        found = dict[MatchTurn | None, tuple[int, int]]()
        for earlier, shot in zip((None, *shots), shots, strict=False):
            *moving, still = self._parts[_make_key(earlier, shot)]
            turn = None if shot.since is not None else shot.turn
            before = found.get(turn, (0, 0))
            found[turn] = before[0] + len(still), before[1] + sum(map(len, moving))
        return found

    def forget_movements(self) -> None:
        """Forget the encoded frames in which pieces move, because the pieces will move less smoothly."""
        moving = [key for key, parts in self._parts.items() if len(parts) > 1]
        for key in moving:
            del self._parts[key]

    def encode_shots(self, shots: Sequence[ReplayShot]) -> Iterator[bytes]:
        """Yield the encoded frames of all shots, without frames that an earlier call has encoded. Yield empty
        bytes while the first call chooses the colours of the replay.
        """
        if not self._tones:
            samples = list[Image.Image]()
            for shot in pick_samples(shots):
                samples.append(draw_shot(self._replay, shot, self._reducer))
                yield b""
            self._tones = choose_tones(samples, self._replay.match.game.key)
        for earlier, shot in zip((None, *shots), shots, strict=False):
            yield from self.encode_shot(earlier, shot)

    def encode_shot(self, earlier: ReplayShot | None, shot: ReplayShot) -> Iterator[bytes]:
        """Yield the frames in which pieces move from an earlier shot, and the shot's frame. Yield nothing if
        they have been encoded before.
        """
        key = _make_key(earlier, shot)
        if key in self._parts:
            return
        parts = list[bytes]()
        for part in self._encode_shot(earlier, shot):
            parts.append(part)
            yield part
        self._parts[key] = parts

    def _encode_shot(self, earlier: ReplayShot | None, shot: ReplayShot) -> Iterator[bytes]:
        frame = self._draw_shot(shot)
        if earlier is None:
            yield gif.encode_header(frame) + gif.encode_frame(frame, None, shot.ticks)
            return
        before = self._draw_shot(earlier)
        if earlier.is_before_turn and not earlier.is_gap:
            for ground, sprite, places in self._replay.plan_flights(shot, before, frame):
                ground, image = self._reduce_tones(ground), self._reduce_tones(sprite.image)
                yield gif.encode_frame(ground, before, tween.GROUND_TICKS)
                before = ground
                for place in places:
                    yield gif.encode_passing_frame(
                        Sprite(image, sprite.mask), place, ground.size, self._replay.motion.ticks
                    )
        yield gif.encode_frame(frame, before, shot.ticks)

    def _draw_shot(self, shot: ReplayShot) -> Image.Image:
        if shot not in self._frames:
            self._frames[shot] = self._reduce_tones(draw_shot(self._replay, shot, self._reducer))
        return self._frames[shot]

    def _reduce_tones(self, picture: Image.Image) -> Image.Image:
        return picture.point(self._tones)


def pick_samples(shots: Sequence[ReplayShot]) -> list[ReplayShot]:
    """Return a few shots whose frames together have most colours of a replay."""
    count, last = min(SAMPLE_COUNT, len(shots)), len(shots) - 1
    return [shots[last * number // max(1, count - 1)] for number in range(count)]


def _make_key(earlier: ReplayShot | None, shot: ReplayShot) -> tuple[ReplayShot | None, ReplayShot]:
    """Return two shots without what doesn't affect the bytes of the second one."""
    if earlier is not None and earlier.note == shot.note:
        # A note that both shots show doesn't affect the bytes of the second one.
        return earlier._replace(note=""), shot._replace(note="")
    return earlier, shot
