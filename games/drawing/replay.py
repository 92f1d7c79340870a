"""Makes the animated replay of a match: a GIF of its public boards.

For each turn, the board first lights up the seat that makes it. Then its pieces move, and the result stays
until the caption below the board can be read. A turn's frames show the parts of the board that it touches,
enlarged. The replay of a long match shows only the highlights. It plays once and ends with the final board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from PIL import Image

from games.core.match import Match, get_view_before_deal, view_at
from games.core.picture import GOLD_COLOUR, WHITE_COLOUR, CloseUp
from games.core.shapes import EventLike, ViewLike
from games.core.texts import Scene
from games.core.words import Words
from games.drawing import captions, gif, highlights, scoreboard, tween
from games.drawing.captions import MakeCaption, begins_with_name, measure_reading_time
from games.drawing.close_up import draw_close_ups, find_piece_tracks, make_whole_board_part
from games.drawing.fitting import FittedText
from games.drawing.highlights import MatchTurn
from games.drawing.reduction import REDUCTION_FACTOR, Reducer, reduce_picture
from games.drawing.sprites import load_atlas

MAX_BYTES: Final = 2**20
"""Maximum size of a replay in bytes. A larger one is made again with fewer turns."""
KEPT_TURNS_SHARE: Final = 0.83
"""Fraction of the turns to keep when a replay that is larger than :data:`MAX_BYTES` is made again."""
MAX_DURATION: Final = 6000
"""Maximum duration of a replay, in hundredths of a second."""
MIN_FULL_TURNS: Final = 3
"""Minimum number of turns with all of their captions. Other turns may get only one, to save time."""
LEAD_TIME: Final = 50
"""Time for the board before a turn, in hundredths of a second."""
MIN_END_TIME: Final = 400
"""Minimum time for the final board, in hundredths of a second."""
FRAME_WIDTH: Final = 1400 // REDUCTION_FACTOR
SEAT_SIGNS: Final = ("①", "②", "③", "④", "⑤", "⑥")
"""Unique names by seat, used to find out which seat a text is about even if people have the same name."""

FindNames = Callable[[int], Sequence[str]]
"""A function that returns the names by seat at a step."""


class ReplayShot(NamedTuple):
    """A frame of a replay: a board with a caption, shown for ``ticks`` hundredths of a second.

    The board is shown after ``turn``, or before it if ``leads``. Without a turn, the board is the deal, or
    the final board if ``ends``. ``number`` is the turn's number, or 0 for the deal. ``skipped`` is the number
    of turns left out before ``turn``.
    """

    ticks: int
    caption: FittedText
    number: int
    turn: MatchTurn | None = None
    leads: bool = False
    ends: bool = False
    skipped_turns: int = 0


class Replay:
    """The animated replay of a match. It plans and draws the frames.

    :param names: plain names by seat.
    :param w: the language of the texts in the pictures.
    :param names_at: returns the names for captions, if seats have changed hands.
    """

    def __init__(
        self, match: Match, names: Sequence[str], w: Words, names_at: FindNames | None = None
    ) -> None:
        self.match = match
        self.names = tuple(names)
        self.w = w
        self.names_at = names_at or (lambda _: names)
        self.turns = highlights.list_turns(match)
        self.last = self.turns[-1].number if self.turns else 0
        self._captions: dict[MatchTurn, list[FittedText]] = {}
        self._actors: dict[MatchTurn, int] = {}
        self._close_ups: dict[MatchTurn, tuple[CloseUp, ...]] = {}
        # A replay that becomes too large is made again from the same pictures.
        self._pictures: dict[tuple[MatchTurn | None, bool], Image.Image] = {}

    def plan_shots(self, chosen: Sequence[int], full: int | None = None) -> tuple[ReplayShot, ...]:
        """Return the shots of a replay that shows the given turns.

        :param chosen: indices of the turns, the most important first.
        :param full: number of turns that get all of their captions, by default all turns.
        """
        briefly = () if full is None else chosen[full:]
        opening = self._fit_caption(self._caption_opening(), 0)
        found = [ReplayShot(measure_reading_time(opening), opening, 0)]
        before = -1
        for index in sorted(chosen):
            turn = self.turns[index]
            told = self.list_captions(turn)[: 1 if index in briefly else None]
            lead, skipped = self.caption_lead(turn), index - before - 1
            shot = ReplayShot(LEAD_TIME, lead, turn.number, turn, leads=True, skipped_turns=skipped)
            found.append(shot)
            found += [
                shot._replace(ticks=measure_reading_time(line), caption=line, leads=False) for line in told
            ]
            before = index
        if self.match.outcome is not None:
            ending = self.caption_ending()
            found.append(
                ReplayShot(max(MIN_END_TIME, measure_reading_time(ending)), ending, self.last, ends=True)
            )
        return tuple(found)

    def list_captions(self, turn: MatchTurn) -> list[FittedText]:
        """Return the captions of a turn: one about its actor, and perhaps one about a notable result."""
        if turn not in self._captions:
            ended = turn.ply == self.match.ply and self.match.outcome is not None
            count = 1 if ended else len(self._list_lines(turn, self.names))
            # A notable result may be a list of all seats, which needs two lines.
            told = [
                self._fit_caption(self._make_caption(turn, number), turn.ply, one_line=number == 0)
                for number in range(count)
            ]
            self._captions[turn] = told
        return self._captions[turn]

    def caption_lead(self, turn: MatchTurn) -> FittedText:
        """Return the caption before a turn. It says whose turn it is."""
        actor = self.find_actor(turn)
        return self._fit_caption(
            lambda names: self.w("Turn: {name}", name=names[actor]), turn.since, one_line=True
        )

    @property
    def strip_height(self) -> int:
        """The height of everything below the board."""
        scored = bool(self.match.game.scoreboard_path)
        return captions.CAPTION_HEIGHT + scored * scoreboard.measure_height(self.match.seat_count)

    def caption_ending(self) -> FittedText:
        """Return the caption of the final board: the result, and the tie-break if there was one."""
        view = view_at(self.match, self.match.ply, None)
        return self._fit_caption(lambda names: self._write_status(view, names), self.match.ply)

    def _fit_caption(self, make: MakeCaption, ply: int, *, one_line: bool = False) -> FittedText:
        """Return a caption that fits, with the names that the seats had at a step."""
        return captions.fit_caption(make, self.names_at(ply), FRAME_WIDTH, one_line=one_line)

    def _write_status(self, view: ViewLike, names: tuple[str, ...]) -> str:
        return self.match.game.texts.describe_status(view, Scene(names, self.w, (), self.match.outcome))

    def _caption_opening(self) -> MakeCaption:
        """Return a function that returns the caption of the deal, given the names."""
        events = tuple(self.match.rules.redact(event, None) for event in self.match.opening_events)

        def write(names: tuple[str, ...]) -> str:
            """Narrate the first event of the deal that has a text, or else describe the state of play."""
            scene = Scene(names, self.w)
            said = (self.match.game.texts.narrate_event(event, scene) for event in events)
            lines = [line for line in said if line]
            return lines[0] if lines else self._write_status(view_at(self.match, 0, None), names)

        return write

    def _make_caption(self, turn: MatchTurn, number: int) -> MakeCaption:
        """Return a function that returns one caption of a turn, given the names."""
        return lambda names: self._list_lines(turn, names)[number]

    def _list_lines(self, turn: MatchTurn, names: tuple[str, ...]) -> list[str]:
        """Return a line about the action of the turn's actor, and perhaps one about a notable result."""
        scene, said = Scene(names, self.w), self.match.game.texts
        actor, events = self.find_actor(turn), self.list_events(turn)
        lines = said.summarise_events(events, scene)
        sentences = [line for line in (said.narrate_event(event, scene) for event in events) if line]
        # The recap is about the seat to move. If another seat acted, the narrated sentences come first.
        ordered = (*lines, *sentences) if actor == turn.seat else (*sentences, *lines)
        about = [line for line in ordered if begins_with_name(line, names[actor])]
        first = next(iter((*about, *sentences, *lines)), "") or said.describe_status(
            self.view_after(turn)[0], scene
        )
        more = [line for line in lines if line.startswith("**") and line != first]
        return [first, *more[:1]]

    def find_actor(self, turn: MatchTurn) -> int:
        """Return the seat that is lit on a turn's board and that the turn's caption is about. That is the
        seat to move, unless only another seat does something in the turn.
        """
        if turn not in self._actors:
            scene, said = Scene(SEAT_SIGNS[: self.match.seat_count], self.w), self.match.game.texts
            events = self.list_events(turn)
            lines = [
                *said.summarise_events(events, scene),
                *(said.narrate_event(event, scene) for event in events),
            ]
            signs = tuple(enumerate(scene.names))
            acting = [seat for line in lines for seat, sign in signs if begins_with_name(line, sign)]
            self._actors[turn] = turn.seat if turn.seat in acting or not acting else acting[0]
        return self._actors[turn]

    def list_events(self, turn: MatchTurn) -> tuple[EventLike, ...]:
        """Return the public events of a turn."""
        return highlights.list_public_events(self.match, turn.since, turn.ply)

    def view_after(self, turn: MatchTurn) -> tuple[ViewLike, tuple[EventLike, ...], bool]:
        """Return the public view after a turn, its events, and whether a new deal followed."""
        sight = get_view_before_deal(self.match, turn.ply)
        if sight is not None:
            return (*sight, True)
        return self.match.rules.view(self.match.state_at(turn.ply), None), self.list_events(turn), False

    def draw(self, shot: ReplayShot) -> Image.Image:
        """Draw the board of a shot at full size."""
        view, scene = self.make_scene(shot)
        board: Image.Image = self.match.game.draw(view, scene)
        return board

    def draw_picture(
        self, shot: ReplayShot, reduce: Callable[[Image.Image], Image.Image] = reduce_picture
    ) -> Image.Image:
        """Draw the picture of a shot: enlarged parts of its board, or the whole board reduced."""
        parts, key = self.list_close_ups(shot), (shot.turn, shot.leads)
        if not parts:
            return reduce(self.draw(shot))
        if key not in self._pictures:
            self._pictures[key] = draw_close_ups(self.draw(shot), parts)
        return self._pictures[key]

    def list_close_ups(self, shot: ReplayShot) -> tuple[CloseUp, ...]:
        """Return the parts of the board that a shot shows, or nothing if it shows the whole board."""
        match, turn = self.match, shot.turn
        if turn is None or shot.ends or self.is_final(turn):
            return ()
        if turn not in self._close_ups:
            before = match.rules.view(match.state_at(turn.since), None)
            after, events, _ = self.view_after(turn)
            self._close_ups[turn] = match.game.list_close_ups(before, after, self.find_actor(turn), events)
        return self._close_ups[turn]

    def make_scene(self, shot: ReplayShot) -> tuple[ViewLike, Scene]:
        """Return the view and scene of a shot's board."""
        match, view, turn = self.match, self.match.rules.view, shot.turn
        if shot.ends or (turn is not None and not shot.leads and self.is_final(turn)):
            events = highlights.list_public_events(match, match.ply - 1, match.ply) if match.ply else ()
            scene = Scene(self.names, self.w, events, match.outcome, has_caption=True)
            return view_at(match, match.ply, None), scene
        if turn is None:
            starter = match.rules.turn(match.opening_state)
            # No piece moves from here to the next frame, so the pieces needn't be in their steady places.
            return view(match.opening_state, None), Scene(self.names, self.w, mover_seat=starter)
        before = view(match.state_at(turn.since), None)
        if shot.leads:
            return before, Scene(self.names, self.w, is_steady=True, mover_seat=self.find_actor(turn))
        after, events, dealt = self.view_after(turn)
        base = None if dealt else before
        actor = self.find_actor(turn)
        return after, Scene(self.names, self.w, events, None, base, is_steady=True, mover_seat=actor)

    def is_final(self, turn: MatchTurn) -> bool:
        """Return whether the rules ended the match with this turn."""
        match = self.match
        return turn.ply == match.ply and match.early_outcome is None and match.outcome is not None

    def draw_frame(self, shot: ReplayShot, board: Image.Image) -> Image.Image:
        """Return the frame of a shot: its reduced board above the strip with the caption or the result."""
        if shot.ends:
            ending = captions.draw_ending(board.width, self.strip_height, shot.caption)
            return captions.add_strips(board, ending)
        w = self.w
        counter = w("Turn {n} of {all}", n=shot.number, all=self.last) if shot.number else w("The start")
        skipped = shot.skipped_turns
        note = w.plural("… {n} turn later", "… {n} turns later", skipped) if skipped else ""
        share, ink = shot.number / max(self.last, 1), GOLD_COLOUR if shot.leads else WHITE_COLOUR
        scores, high = self.draw_scores(shot, board.width), self.strip_height
        high -= scores.height if scores else 0
        name = self.names_at(shot.turn.ply)[self.find_actor(shot.turn)] if shot.turn else ""
        strip = captions.draw_strip(board.width, counter, note, share, shot.caption, ink, high, name)
        return captions.add_strips(board, scores, strip)

    def draw_scores(self, shot: ReplayShot, width: int) -> Image.Image | None:
        """Return the scoreboard of a shot, or ``None`` if the game has none or the board shows the result."""
        if shot.ends or (shot.turn is not None and not shot.leads and self.is_final(shot.turn)):
            return None
        view, scene = self.make_scene(shot)
        entries, game = self.match.game.list_scoreboard_entries(view), self.match.game.key
        if not entries:
            return None
        return scoreboard.draw_scoreboard(width, game, self.names, entries, scene.mover_seat)

    def draw_movement(
        self, shot: ReplayShot, before: Image.Image, after: Image.Image
    ) -> Iterator[Image.Image]:
        """Draw the frames in which a turn's pieces move, between the frames before and after it."""
        if shot.turn is None:
            return
        match = self.match
        view = match.rules.view(match.state_at(shot.turn.since), None)
        position, events, _ = self.view_after(shot.turn)
        moves = match.game.list_moves(view, position, events)
        key = match.game.key
        sizes = {move.sprite: load_atlas(key)[move.sprite].size for move in moves}
        parts = self.list_close_ups(shot) or make_whole_board_part(
            FRAME_WIDTH * REDUCTION_FACTOR, REDUCTION_FACTOR * (before.height - self.strip_height)
        )
        yield from tween.draw_movement(before, after, tuple(find_piece_tracks(moves, parts, sizes)), key)


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
    return replay.draw_frame(shot, replay.draw_picture(shot, reduce))


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
    :param names_at: returns the names for captions, if seats have changed hands.
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
    board = frame = replay.draw_picture(planned[0], reducer)
    for number, shot in enumerate(planned):
        earlier = planned[number - 1] if number else None
        if earlier is not None and not _have_same_board(replay, earlier, shot):
            board = replay.draw_picture(shot, reducer)
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
        return one.turn is not None and replay.is_final(one.turn)
    return one.turn == other.turn and one.turn is not None
