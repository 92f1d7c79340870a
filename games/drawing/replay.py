"""Makes the animated replay of a match: a GIF of its public boards.

It begins with the game's title and the players. For each turn, the scoreboard lights up the seat that makes
it, a caption says what happens, and rings mark the pieces that will move. Then they move, and the result
stays until the caption can be read. A turn's frames show the parts of the board that it touches, enlarged.
The replay of a long match shows only the highlights, and says what happened to the scores in between. It
plays once and ends with a comparison of the results.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Final

from PIL import Image

from games.core.match import Match
from games.core.words import Words
from games.drawing import gif, highlights, tween
from games.drawing.highlights import MatchTurn
from games.drawing.narration import FindNames
from games.drawing.reduction import Reducer, reduce_picture
from games.drawing.replay_frames import Replay
from games.drawing.replay_shots import RESULT_TIMES, ReplayShot
from games.drawing.sprites import Sprite
from games.drawing.tones import choose_tones

MAX_BYTES: Final = 2**20
"""Maximum size of a replay in bytes. A larger one has fewer turns."""
MAX_DURATION: Final = 6000
"""Maximum duration of a replay, in hundredths of a second."""
ESTIMATE_MARGIN: Final = 1.02
"""Factor by which a replay may become larger than estimated."""
SAMPLE_COUNT: Final = 5
"""Maximum number of frames from which the colours of a replay are chosen."""
MAX_BRIDGES: Final = 3
"""Maximum number of wide gaps that get a frame of their own."""
MIN_FULL_TURNS: Final = 3
"""Minimum number of turns with all of their captions. Other turns may get only one, to save time."""


def plan_within_limit(
    replay: Replay, chosen: Sequence[int], bridge_count: int = 0
) -> tuple[tuple[ReplayShot, ...], Sequence[int]]:
    """Return the shots of a replay within the maximum duration, and the turns chosen for it. Captions are
    dropped first, and then turns. All scorings are shown, and the ends of all rounds unless these alone take
    too much time.

    Every change of the lead between these turns is shown as the move that made it, if there is time.

    :param chosen: indices of the turns, the most important first.
    :param bridge_count: maximum number of wide gaps that get a frame of their own, if there is time.
    """
    scorings = highlights.find_scoring_turns(replay.match)
    rounds = scorings | highlights.find_round_turns(replay.match)
    planned, kept = _plan_turns_within_limit(replay, chosen, rounds, bridge_count)
    if rounds != scorings and measure_duration(replay, planned) > MAX_DURATION:
        return _plan_turns_within_limit(replay, chosen, scorings, bridge_count)
    return planned, kept


def _plan_turns_within_limit(
    replay: Replay, chosen: Sequence[int], summed_up: Collection[int], bridge_count: int
) -> tuple[tuple[ReplayShot, ...], Sequence[int]]:
    """Return the shots of a replay within the maximum duration, and the turns chosen for it.

    :param summed_up: indices of the turns whose aftermath is shown even if they aren't chosen.
    :param bridge_count: maximum number of wide gaps that get a frame of their own, if there is time.
    """
    # Rather than turns that show a round, leave out some of the time to look at each turn.
    needed = highlights.count_turns_of_rounds(chosen, summed_up)
    longest, shortest = RESULT_TIMES
    steps = [
        *((longest, full, len(chosen)) for full in range(len(chosen), MIN_FULL_TURNS, -1)),
        *((longest, MIN_FULL_TURNS, kept) for kept in range(len(chosen), max(needed, 1) - 1, -1)),
        *((shortest, MIN_FULL_TURNS, kept) for kept in range(needed, 1, -1)),
    ]
    for replay.result_time, full, kept in steps:
        shown = replay.add_changes_of_lead(chosen[:kept])
        replay.bridged = frozenset()
        planned = replay.plan_shots(shown, full, summed_up)
        if measure_duration(replay, planned) <= MAX_DURATION:
            for turn in replay.list_wide_gaps(planned)[:bridge_count]:
                bridged, replay.bridged = replay.bridged, replay.bridged | {turn}
                longer = replay.plan_shots(shown, full, summed_up)
                if measure_duration(replay, longer) <= MAX_DURATION:
                    planned = longer
                else:
                    replay.bridged = bridged
            return planned, chosen[:kept]
    return replay.plan_shots(chosen[:1], 1, summed_up), chosen[:1]


def measure_duration(replay: Replay, planned: Sequence[ReplayShot]) -> int:
    """Return the duration of shots and the movements between them, in hundredths of a second."""
    moving = sum(
        replay.motion.measure_duration(replay.list_tracks(shot.turn))
        for shot in planned
        if shot.turn is not None and shot.is_before_turn and not shot.is_gap
    )
    return sum(shot.ticks for shot in planned) + moving


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
    made = Replay(match, names, w, names_at)
    encoder = FrameEncoder(made)
    if shows_every_turn:
        planned = made.plan_shots(range(len(made.turns)))
        for _ in encoder.encode_shots(planned):
            yield b""
        yield encoder.join_frames(planned) + gif.TRAILER_BYTE
        return
    planned, chosen = plan_within_limit(made, highlights.rank_turns(match, swings))
    coarser = list(tween.MOTIONS[tween.MOTIONS.index(made.motion) + 1 :])
    is_shortest = False
    while True:
        for _ in encoder.encode_shots(planned):
            yield b""
        content = encoder.join_frames(planned) + gif.TRAILER_BYTE
        if is_shortest:
            yield content
            return
        if len(content) <= MAX_BYTES:
            yield from _tell_wide_gaps(made, encoder, chosen, content)
            return
        if coarser:
            motion, chosen = _choose_motion(made, encoder, planned, chosen, coarser)
            if motion != made.motion:
                made.motion = motion
                del coarser[: coarser.index(motion) + 1]
                encoder.forget_movements()
        elif len(chosen) > 1:
            chosen = chosen[:-1]
        else:
            # The changes of the lead and the ends of rounds are too large even without other turns.
            planned, is_shortest = made.plan_shots(chosen, 1, highlights.find_scoring_turns(match)), True
            continue
        planned, chosen = plan_within_limit(made, chosen)


def _tell_wide_gaps(
    replay: Replay, encoder: FrameEncoder, chosen: Sequence[int], content: bytes
) -> Iterator[bytes]:
    """Encode a replay in which frames of their own tell who leads after the widest gaps, as far as there are
    time and bytes for them. Yield empty bytes between frames, then the whole file.

    :param chosen: indices of the turns, the most important first.
    :param content: the replay without these frames.
    """
    for count in range(MAX_BRIDGES, 0, -1):
        planned, kept = plan_within_limit(replay, chosen, count)
        if len(replay.bridged) < count or len(kept) < len(chosen):
            continue
        for _ in encoder.encode_shots(planned):
            yield b""
        longer = encoder.join_frames(planned) + gif.TRAILER_BYTE
        if len(longer) <= MAX_BYTES:
            yield longer
            return
    yield content


def _choose_motion(
    replay: Replay,
    encoder: FrameEncoder,
    planned: Sequence[ReplayShot],
    chosen: Sequence[int],
    coarser: Sequence[tween.Motion],
) -> tuple[tween.Motion, Sequence[int]]:
    """Return a motion and the turns with which a replay probably has at most :data:`MAX_BYTES`.

    The smoothest motion that leaves room for all turns is best. Rather than in jerks, the least important
    turns are left out, down to :data:`highlights.MIN_TURNS`.

    :param planned: the shots of the replay, which is too large.
    :param coarser: motions coarser than the present one.
    """
    sizes = encoder.measure_turns(planned)
    turns = [replay.turns[index] for index in chosen]
    rest = sum(still + moving for still, moving in sizes.values()) - sum(sum(sizes[turn]) for turn in turns)
    smooth = [motion for motion in coarser if motion.ticks <= tween.MAX_SMOOTH_TICKS]
    for motions in (smooth, coarser[:-1]):
        for count in range(len(chosen), min(len(chosen), highlights.MIN_TURNS) - 1, -1):
            # With all turns, the replay is already known to be too large at the present motion.
            present = (replay.motion,) if count < len(chosen) else ()
            for motion in (*present, *motions):
                total = rest
                for turn in turns[:count]:
                    still, moving = sizes[turn]
                    tracks = replay.list_tracks(turn)
                    total += still + moving * motion.count_frames(tracks) // max(
                        1, replay.motion.count_frames(tracks)
                    )
                if total * ESTIMATE_MARGIN <= MAX_BYTES:
                    return motion, chosen[:count]
    return coarser[-1], chosen


class FrameEncoder:
    """Encodes the frames of a replay. Each shot is encoded only once after the same earlier shot."""

    def __init__(self, replay: Replay) -> None:
        self._replay = replay
        self._reducer = Reducer()
        self._tones = list[int]()
        self._frames: dict[ReplayShot, Image.Image] = {}
        self._parts: dict[tuple[ReplayShot | None, ReplayShot], list[bytes]] = {}

    def measure_turns(self, planned: Sequence[ReplayShot]) -> dict[MatchTurn | None, tuple[int, int]]:
        """Return, by turn, the size in bytes of the frames without moving pieces, and of those with moving
        pieces. The title, the result, and aftermaths shown without their turn have the key ``None``.
        """
        found = dict[MatchTurn | None, tuple[int, int]]()
        for earlier, shot in zip((None, *planned), planned, strict=False):
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

    def encode_shots(self, planned: Sequence[ReplayShot]) -> Iterator[bytes]:
        """Yield the encoded frames of all shots, without frames that an earlier call has encoded. Yield empty
        bytes while the first call chooses the colours of the replay.
        """
        if not self._tones:
            samples = list[Image.Image]()
            for shot in pick_samples(planned):
                samples.append(draw_shot(self._replay, shot, self._reducer))
                yield b""
            self._tones = choose_tones(samples, self._replay.match.game.key)
        for earlier, shot in zip((None, *planned), planned, strict=False):
            yield from self.encode_shot(earlier, shot)

    def join_frames(self, planned: Sequence[ReplayShot]) -> bytes:
        """Return the encoded frames of a replay, without the end of the file."""
        pairs = zip((None, *planned), planned, strict=False)
        return b"".join(part for pair in pairs for part in self._parts[_make_key(*pair)])

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


def pick_samples(planned: Sequence[ReplayShot]) -> list[ReplayShot]:
    """Return a few shots whose frames together have most colours of a replay."""
    count, last = min(SAMPLE_COUNT, len(planned)), len(planned) - 1
    return [planned[last * number // max(1, count - 1)] for number in range(count)]


def _make_key(earlier: ReplayShot | None, shot: ReplayShot) -> tuple[ReplayShot | None, ReplayShot]:
    """Return two shots without what doesn't affect the bytes of the second one."""
    if earlier is not None and earlier.note == shot.note:
        # A note that both shots show doesn't affect the bytes of the second one.
        return earlier._replace(note=""), shot._replace(note="")
    return earlier, shot
