"""Makes the animated replay of a match: a GIF of its public boards.

It begins with the game's title and the players. For each turn, the scoreboard lights up the seat that makes
it, a caption says what happens, and rings mark the pieces that will move. Then they move, and the result
stays until the caption can be read. A turn's frames show the parts of the board that it touches, enlarged.
The replay of a long match shows only the highlights. It plays once and ends with the final board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from PIL import Image

from games.core.match import Match, view_at
from games.core.picture import CloseUp, ScoreboardEntry
from games.core.shapes import ViewLike
from games.core.texts import Scene
from games.core.words import Words
from games.drawing import captions, gif, highlights, scoreboard, title, tween
from games.drawing.captions import measure_reading_time
from games.drawing.close_up import PieceTrack, draw_close_ups, find_piece_tracks, make_whole_board_part
from games.drawing.fitting import FittedText
from games.drawing.highlights import MatchTurn
from games.drawing.narration import FindNames, Narration
from games.drawing.reduction import FRAME_WIDTH, REDUCTION_FACTOR, Reducer, reduce_picture
from games.drawing.sprites import load_atlas

MAX_BYTES: Final = 2**20
"""Maximum size of a replay in bytes. A larger one is made again with fewer turns."""
KEPT_TURNS_SHARE: Final = 0.92
"""Fraction of the turns to keep when a replay that is larger than :data:`MAX_BYTES` is made again."""
MAX_DURATION: Final = 6000
"""Maximum duration of a replay, in hundredths of a second."""
MIN_FULL_TURNS: Final = 3
"""Minimum number of turns with all of their captions. Other turns may get only one, to save time."""
LEAD_TIME: Final = 70
"""Time for the board before a turn, in hundredths of a second. The turn's caption is already shown."""
MIN_END_TIME: Final = 400
"""Minimum time for the final board, in hundredths of a second."""

NO_CAPTION: Final = FittedText(captions.MIN_CAPTION_SIZE, (), is_whole=True)


class ReplayShot(NamedTuple):
    """A frame of a replay: a board with a caption, shown for ``ticks`` hundredths of a second.

    The board is shown after ``turn``, or before it if ``leads``. Without a turn, the frame is the title, or
    the final board if ``ends``. ``number`` is the turn's number, or 0 for the title. ``skipped_turns`` is
    the number of turns left out before ``turn``. The caption is about the turn's aftermath if
    ``is_aftermath``, and until then the scoreboard doesn't count it.
    """

    ticks: int
    caption: FittedText
    number: int
    turn: MatchTurn | None = None
    leads: bool = False
    ends: bool = False
    skipped_turns: int = 0
    is_aftermath: bool = False


class Replay(Narration):
    """The animated replay of a match. It plans and draws the frames.

    :param names: plain names by seat.
    :param w: the language of the texts in the pictures.
    :param names_at: returns the names by seat at a step, for captions. Needed only if seats have changed
        hands.
    """

    def __init__(
        self, match: Match, names: Sequence[str], w: Words, names_at: FindNames | None = None
    ) -> None:
        super().__init__(match, names, w, names_at)
        self._tracks: dict[MatchTurn, tuple[PieceTrack, ...]] = {}
        self._close_ups: dict[tuple[MatchTurn, bool], tuple[CloseUp, ...]] = {}
        # A replay that becomes too large is made again from the same pictures.
        self._pictures: dict[tuple[MatchTurn | None, bool, bool], Image.Image] = {}

    def plan_shots(self, chosen: Sequence[int], full: int | None = None) -> tuple[ReplayShot, ...]:
        """Return the shots of a replay that shows the given turns.

        :param chosen: indices of the turns, the most important first.
        :param full: number of turns that get all of their captions, by default all turns.
        """
        briefly = () if full is None else chosen[full:]
        opening = self.caption_opening()
        found = [ReplayShot(measure_reading_time(opening), opening, 0)]
        before = -1
        for index in sorted(chosen):
            turn = self.turns[index]
            first, *more = self.list_captions(turn)[: 1 if index in briefly else None]
            lead = ReplayShot(
                LEAD_TIME, first, turn.number, turn, leads=True, skipped_turns=index - before - 1
            )
            # The first caption can already be read while the board before the turn is shown.
            ticks = max(captions.MIN_READING_TIME, measure_reading_time(first) - LEAD_TIME)
            found += [lead, lead._replace(ticks=ticks, leads=False)]
            found += [
                lead._replace(ticks=measure_reading_time(line), caption=line, leads=False) for line in more
            ]
            after = self.caption_aftermath(turn)
            if after is not None:
                ticks = measure_reading_time(after)
                found.append(lead._replace(ticks=ticks, caption=after, leads=False, is_aftermath=True))
            before = index
        if self.match.outcome is not None:
            ending = self.caption_ending()
            found.append(
                ReplayShot(max(MIN_END_TIME, measure_reading_time(ending)), ending, self.last, ends=True)
            )
        return tuple(found)

    @property
    def strip_height(self) -> int:
        """The height of everything below the board."""
        return captions.CAPTION_HEIGHT + self._scoreboard_height

    @property
    def _scoreboard_height(self) -> int:
        """The height of the scoreboard, or 0 if the game has none."""
        return scoreboard.measure_height(self.match.seat_count) if self.match.game.scoreboard_path else 0

    def draw(self, shot: ReplayShot) -> Image.Image:
        """Draw the board of a shot at full size."""
        view, scene = self.make_scene(shot)
        board: Image.Image = self.match.game.draw(view, scene)
        return board

    def draw_picture(
        self, shot: ReplayShot, reduce: Callable[[Image.Image], Image.Image] = reduce_picture
    ) -> Image.Image:
        """Draw the picture of a shot: enlarged parts of its board, or the whole board reduced."""
        parts, key = self.list_close_ups(shot), (shot.turn, shot.leads, shot.ends)
        if key not in self._pictures:
            game = self.match.game
            shown = draw_close_ups(self.draw(shot), parts, game.key) if parts else reduce(self.draw(shot))
            if shot.turn is not None and shot.leads:
                shown = tween.mark_moving_pieces(shown, self.list_tracks(shot.turn))
            self._pictures[key] = shown
        return self._pictures[key]

    def list_close_ups(self, shot: ReplayShot) -> tuple[CloseUp, ...]:
        """Return the parts of the board that a shot shows, or nothing if it shows the whole board."""
        match, turn = self.match, shot.turn
        if shot.ends and match.outcome is not None:
            return match.game.list_final_parts(view_at(match, match.ply, None), match.outcome)
        if turn is None:
            return ()
        if (turn, shot.leads) not in self._close_ups:
            before = match.rules.view(match.state_at(turn.since), None)
            after, events, _ = self.view_after(turn)
            actor = self.find_actor(turn)
            found = match.game.list_close_ups(before, after, actor, events)
            # If a turn's result fills the whole board, its beginning does so too.
            lead = match.game.list_close_ups(before, before, actor, ()) if found else ()
            self._close_ups |= {(turn, False): found, (turn, True): lead}
        return self._close_ups[turn, shot.leads]

    def make_scene(self, shot: ReplayShot) -> tuple[ViewLike, Scene]:
        """Return the view and scene of a shot's board."""
        match, view, turn = self.match, self.match.rules.view, shot.turn
        if shot.ends or (turn is not None and not shot.leads and self.shows_result(shot)):
            events = highlights.list_public_events(match, match.ply - 1, match.ply) if match.ply else ()
            scene = Scene(self.names, self.w, events, match.outcome, has_caption=True)
            return view_at(match, match.ply, None), scene
        if turn is None:
            return view(match.opening_state, None), Scene(self.names, self.w, mover_seat=self.find_starter())
        before = view(match.state_at(turn.since), None)
        if shot.leads:
            return before, Scene(self.names, self.w, is_steady=True, mover_seat=self.find_actor(turn))
        after, events, dealt = self.view_after(turn)
        base = None if dealt else before
        actor = self.find_actor(turn)
        return after, Scene(self.names, self.w, events, None, base, is_steady=True, mover_seat=actor)

    def shows_result(self, shot: ReplayShot) -> bool:
        """Return whether a shot of a turn shows the whole final board, because it has no close-ups."""
        return shot.turn is not None and self.is_final(shot.turn) and not self.list_close_ups(shot)

    def draw_frame(self, shot: ReplayShot, board: Image.Image) -> Image.Image:
        """Return the frame of a shot: its reduced board above the scoreboard and the caption."""
        scores = self.draw_scores(shot, board.width)
        titled = shot.turn is None and not shot.ends
        high = self.strip_height - (scores.height if scores else 0) - titled * self._scoreboard_height
        if shot.ends:
            return captions.add_strips(board, scores, captions.draw_ending(board.width, high, shot.caption))
        w = self.w
        counter = w("Turn {n} of {all}", n=shot.number, all=self.last) if shot.number else w("The start")
        skipped = shot.skipped_turns
        note = w.plural("… {n} turn later", "… {n} turns later", skipped) if skipped else ""
        share = shot.number / max(self.last, 1)
        name = self.names_at(shot.turn.ply)[self.find_actor(shot.turn)] if shot.turn else ""
        strip = captions.draw_strip(board.width, counter, note, share, shot.caption, high, name)
        return captions.add_strips(board, scores, strip)

    def draw_title(self, height: int) -> Image.Image:
        """Return the title: the game's poster and the players.

        :param height: height of a board in a frame. The title also has the place of the scoreboard.
        """
        game, view = self.match.game, self.match.rules.view(self.match.opening_state, None)
        size = (FRAME_WIDTH, height + self._scoreboard_height)
        signs = (
            tuple(entry.sprite for entry in game.list_scoreboard_entries(view))
            or ("",) * self.match.seat_count
        )
        return title.draw_title(
            game.title, game.poster, size, game.key, self.names, signs, self.find_starter()
        )

    def draw_scores(self, shot: ReplayShot, width: int) -> Image.Image | None:
        """Return the scoreboard of a shot, or ``None`` for the title, for a board that shows the result, or
        if the game has no scoreboard.
        """
        game, outcome = self.match.game, self.match.outcome if shot.ends else None
        if shot.turn is None and not (shot.ends and self.list_close_ups(shot)):
            return None
        if shot.turn is not None and not shot.leads and self.shows_result(shot):
            return None
        view, scene = self.make_scene(shot)
        entries = game.list_scoreboard_entries(view)
        if not entries:
            return None
        if shot.turn is not None and not shot.leads:
            moved = game.list_scoreboard_entries(view, self.list_later_events(shot.turn))
            before = self.match.rules.view(self.match.state_at(shot.turn.since), None)
            entries = (
                mark_changes(moved, entries)
                if shot.is_aftermath
                else mark_changes(game.list_scoreboard_entries(before), moved)
            )
        placements = () if outcome is None else outcome.placements
        lit = (scene.mover_seat,) if outcome is None else outcome.winners
        return scoreboard.draw_scoreboard(width, game.key, self.names, entries, lit, placements)

    def draw_movement(
        self, shot: ReplayShot, before: Image.Image, after: Image.Image
    ) -> Iterator[Image.Image]:
        """Draw the frames in which a turn's pieces move, between the frames before and after it."""
        if shot.turn is not None:
            yield from tween.draw_movement(before, after, self.list_tracks(shot.turn), self.match.game.key)

    def list_tracks(self, turn: MatchTurn) -> tuple[PieceTrack, ...]:
        """Return the paths in a frame of the pieces that a turn moves."""
        if turn not in self._tracks:
            game, shot = self.match.game, ReplayShot(0, NO_CAPTION, turn.number, turn)
            before = self.match.rules.view(self.match.state_at(turn.since), None)
            after, events, _ = self.view_after(turn)
            moves = game.list_piece_moves(before, after, events)
            if not moves:
                # A game whose pieces don't move may have no sprites.
                self._tracks[turn] = ()
                return ()
            atlas = load_atlas(game.key)
            sizes = {sprite: atlas[sprite].size for sprite in atlas}
            # The pieces leave the parts shown before the turn for those shown after it.
            parts = (*self.list_close_ups(shot._replace(leads=True)), *self.list_close_ups(shot))
            if not parts:
                parts = make_whole_board_part(FRAME_WIDTH * REDUCTION_FACTOR, self.draw(shot).height)
            self._tracks[turn] = tuple(find_piece_tracks(moves, parts, sizes))
        return self._tracks[turn]


def mark_changes(
    before: Sequence[ScoreboardEntry], after: Sequence[ScoreboardEntry]
) -> tuple[ScoreboardEntry, ...]:
    """Return the entries after a turn, with the change of each seat's value."""
    return tuple(
        entry._replace(change=entry.value - old.value) for old, entry in zip(before, after, strict=True)
    )


def plan_highlights(replay: Replay, swings: Mapping[int, float] | None = None) -> tuple[ReplayShot, ...]:
    """Return the shots of a replay of the highlights, within the maximum duration."""
    return _plan_within_limit(replay, highlights.rank_turns(replay.match, swings))


def _plan_within_limit(replay: Replay, chosen: Sequence[int]) -> tuple[ReplayShot, ...]:
    """Return the shots of a replay within the maximum duration, dropping captions and then turns.

    :param chosen: indices of the turns, the most important first.
    """
    full, kept = len(chosen), len(chosen)
    while measure_duration(planned := replay.plan_shots(chosen[:kept], full)) > MAX_DURATION and kept > 1:
        if full > MIN_FULL_TURNS:
            full -= 1
        else:
            kept -= 1
    return planned


def measure_duration(planned: Sequence[ReplayShot]) -> int:
    """Return the maximum duration of shots and the movements between them, in hundredths of a second."""
    moving = sum(shot.leads for shot in planned) * tween.MAX_DURATION
    return sum(shot.ticks for shot in planned) + moving


def draw_shot(
    replay: Replay, shot: ReplayShot, reduce: Callable[[Image.Image], Image.Image] = reduce_picture
) -> Image.Image:
    """Return the frame of a shot."""
    return replay.draw_frame(shot, draw_board(replay, shot, reduce))


def draw_board(
    replay: Replay, shot: ReplayShot, reduce: Callable[[Image.Image], Image.Image] = reduce_picture
) -> Image.Image:
    """Return what the frame of a shot shows above its strips: the title or the board."""
    if shot.turn is None and not shot.ends:
        return replay.draw_title(replay.draw(shot).height // REDUCTION_FACTOR)
    return replay.draw_picture(shot, reduce)


def make_replay(
    match: Match,
    names: Sequence[str],
    w: Words,
    names_at: FindNames | None = None,
    *,
    swings: Mapping[int, float] | None = None,
    whole: bool = False,
) -> Iterator[bytes]:
    """Make a match's animated replay, a GIF file. Yield empty bytes between frames, then the whole file.

    :param names: plain names by seat.
    :param w: the language of the texts in the pictures.
    :param names_at: returns the names by seat at a step, for captions. Needed only if seats have changed
        hands.
    :param swings: change in win chances at each step, by ply. It decides which turns are highlights.
    :param whole: show every turn, however long and large the replay becomes.
    """
    made = Replay(match, names, w, names_at)
    chosen = tuple(range(len(made.turns))) if whole else highlights.rank_turns(match, swings)
    while True:
        planned = made.plan_shots(chosen) if whole else _plan_within_limit(made, chosen)
        parts, size = list[bytes](), len(gif.TRAILER_BYTE)
        for part in encode_frames(made, planned):
            if parts:
                yield b""
            parts.append(part)
            size += len(part)
            if size > MAX_BYTES and not whole and len(chosen) > 1:
                break
        else:
            yield b"".join((*parts, gif.TRAILER_BYTE))
            return
        yield b""
        kept = {shot.turn for shot in planned}
        chosen = tuple(index for index in chosen if made.turns[index] in kept)
        chosen = chosen[: max(1, int(KEPT_TURNS_SHARE * len(chosen)))]


def encode_frames(replay: Replay, planned: Sequence[ReplayShot]) -> Iterator[bytes]:
    """Yield the encoded frames of a replay, without the end of the file."""
    writer, reducer = gif.GifWriter(), Reducer()
    board = frame = draw_board(replay, planned[0], reducer)
    for number, shot in enumerate(planned):
        earlier = planned[number - 1] if number else None
        if earlier is not None and not _have_same_board(replay, earlier, shot):
            board = draw_board(replay, shot, reducer)
        before, frame = frame, replay.draw_frame(shot, board)
        if earlier is not None and earlier.leads:
            for moved in replay.draw_movement(shot, before, frame):
                yield writer.encode_frame(moved, tween.FRAME_TICKS)
        yield writer.encode_frame(frame, shot.ticks)


def _have_same_board(replay: Replay, one: ReplayShot, other: ReplayShot) -> bool:
    """Return whether two successive shots differ only in their captions."""
    if one.leads or other.leads:
        return False
    if other.ends:
        return replay.shows_result(one)
    return one.turn == other.turn and one.turn is not None
