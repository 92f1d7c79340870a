"""Plans and draws the frames of a match's animated replay."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cached_property
from typing import Final

from PIL import Image

from games.core.match import Match, view_at
from games.core.picture import CloseUp, ScoreboardEntry
from games.core.shapes import ViewLike
from games.core.texts import Scene
from games.core.words import Words
from games.drawing import captions, highlights, scoreboard, title, tween
from games.drawing.captions import measure_reading_time
from games.drawing.close_up import (
    PieceTrack,
    draw_close_ups,
    find_piece_tracks,
    list_cleared_signs,
    make_whole_board_part,
)
from games.drawing.comparison import COMPARED_SEAT_COUNT, draw_comparison, draw_ranking
from games.drawing.gaps import Gap, LeadDuration, mark_changes, name_turns, write_note
from games.drawing.highlights import MatchTurn
from games.drawing.narration import FindNames, Narration
from games.drawing.reduction import FRAME_WIDTH, REDUCTION_FACTOR, reduce_picture
from games.drawing.replay_shots import NO_CAPTION, ReplayShot, measure_result_time
from games.drawing.sprites import load_atlas

LEAD_TIME: Final = 70
"""Time for the board before a turn, in hundredths of a second. The turn's caption is already shown."""
NUMBER_READING_TIME: Final = 12
"""Time for a number or word in the table of an aftermath, in hundredths of a second."""
MIN_END_TIME: Final = 400
"""Minimum time for the last frame, in hundredths of a second."""


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
        self.motion = tween.MOTIONS[0]
        self._tracks: dict[MatchTurn, tuple[PieceTrack, ...]] = {}
        self._close_ups: dict[tuple[MatchTurn, bool, bool, int | None], tuple[CloseUp, ...]] = {}
        self._pictures: dict[ReplayShot, Image.Image] = {}
        self._bare_pictures: dict[MatchTurn, Image.Image] = {}

    def plan_shots(
        self, chosen: Sequence[int], full: int | None = None, scorings: Collection[int] = ()
    ) -> tuple[ReplayShot, ...]:
        """Return the shots of a replay that shows the given turns.

        :param chosen: indices of the turns, the most important first.
        :param full: number of turns that get all of their captions, by default all turns.
        :param scorings: indices of the turns whose aftermath is shown even if they aren't chosen.
        """
        briefly = () if full is None else chosen[full:]
        opening = self.caption_opening()
        found = [ReplayShot(measure_reading_time(opening), opening, 0, counter=self.w("The start"))]
        shown = highlights.list_entries(self.match, 0)
        before, sums_up_rounds = -1, len(scorings) >= highlights.MIN_SCORED_ROUNDS
        for index in sorted({*chosen, *scorings}):
            turn = self.turns[index]
            # Count by turn numbers, because turns in which a seat had nothing to do are numbered, too.
            earlier = self.turns[before].number if before >= 0 else 0
            if index in chosen:
                entries = highlights.list_entries(self.match, turn.since)
                gap = Gap(earlier + 1, turn.number - 1, shown, entries, sums_up_rounds)
                found += self._plan_turn(turn, gap, is_brief=index in briefly, tells_draws=full is None)
            else:
                gap = Gap(earlier + 1, turn.number, shown, self._list_entries_after(turn))
                found += self._plan_scoring(turn, gap, self.turns[before].ply if before >= 0 else 0)
            # After a turn with a new deal, the scoreboard shows the cards before the deal.
            shown, before = self._list_entries_after(turn), index
        if self.match.outcome is not None:
            ending = self.caption_ending()
            ticks = max(MIN_END_TIME, measure_reading_time(ending))
            found.append(ReplayShot(ticks, ending, self.last, is_result=True))
        return tuple(found)

    def _plan_turn(
        self, turn: MatchTurn, gap: Gap, *, is_brief: bool, tells_draws: bool
    ) -> Iterator[ReplayShot]:
        """Yield the shots of a turn: what happened since the last one, the board before it, and its result.

        :param is_brief: whether only the first caption is shown.
        :param tells_draws: whether an aftermath that changes no score is shown, such as cards drawn.
        """
        w, before = self.w, gap.after
        counter = w("Turn {n} of {all}", n=turn.number, all=self.last)
        count = 1 if is_brief and not self.tells_other_seat(turn) else None
        first, *more = self.list_captions(turn)[:count]
        lead = ReplayShot(
            LEAD_TIME, first, turn.number, turn, is_before_turn=True, counter=counter, entries=before
        )
        if gap.last >= gap.first:
            if gap.needs_shot:
                yield self._plan_gap(lead, gap)
            else:
                lead = lead._replace(note=write_note(gap, self.names_at(turn.since), w))
        yield lead
        moved = self._find_moved_entries(turn)
        ticks = measure_result_time(first, LEAD_TIME)
        shot = lead._replace(ticks=ticks, is_before_turn=False, entries=mark_changes(before, moved))
        if self.shows_result(shot):
            shot = shot._replace(entries=())
        yield shot
        shot = shot._replace(note="")
        scored = Gap(turn.number, turn.number, before, moved)
        is_ending = self.find_lead_duration(scored, is_before_aftermath=True) is LeadDuration.FINAL
        if scored.changes_leader or is_ending:
            told = self.caption_gap(scored, turn.ply, is_before_aftermath=True)
            yield shot._replace(ticks=measure_reading_time(told), caption=told, is_ending=is_ending)
        for line in more:
            is_ending = self.is_final(turn) and not self.tells_other_seat(turn)
            yield shot._replace(ticks=measure_reading_time(line), caption=line, is_ending=is_ending)
        if tells_draws or self._scores_later(turn):
            yield from self._plan_aftermath(turn, shot, moved)

    def _scores_later(self, turn: MatchTurn) -> bool:
        """Return whether a turn's aftermath changes a value or the stars of a seat."""
        return not Gap(0, 0, self._find_moved_entries(turn), self._list_entries_after(turn)).is_quiet

    def _plan_scoring(self, turn: MatchTurn, gap: Gap, since: int) -> Iterator[ReplayShot]:
        """Yield the shot of a turn of which only the aftermath is shown.

        :param gap: the turns since the last one that is shown, including this one.
        :param since: the ply after that last turn.
        """
        shot = ReplayShot(0, NO_CAPTION, turn.number, turn, since=since, counter=name_turns(gap, self.w))
        yield from self._plan_aftermath(turn, shot, gap.before)

    def _plan_gap(self, shot: ReplayShot, gap: Gap) -> ReplayShot:
        """Return the shot about the turns left out before the shot of a turn."""
        told = self.caption_gap(gap, self.match.ply if shot.turn is None else shot.turn.since)
        return shot._replace(
            ticks=measure_reading_time(told),
            caption=told,
            number=gap.last,
            is_gap=True,
            counter=name_turns(gap, self.w),
            entries=mark_changes(gap.before, gap.after),
        )

    def _plan_aftermath(
        self, turn: MatchTurn, shot: ReplayShot, before: Sequence[ScoreboardEntry]
    ) -> Iterator[ReplayShot]:
        """Yield the shot of a turn's aftermath, if it has one.

        :param before: the scoreboard in the last shot.
        """
        gap = Gap(turn.number, turn.number, tuple(before), self._list_entries_after(turn))
        told = self.caption_aftermath(turn, gap)
        if told is not None:
            entries = mark_changes(gap.before, gap.after)
            shot = shot._replace(
                caption=told,
                is_aftermath=True,
                is_ending=self.is_final(turn),
                entries=() if self.shows_result(shot) else entries,
            )
            numbers = sum(bool(part.text) for part in self.list_close_ups(shot))
            yield shot._replace(ticks=measure_reading_time(told) + NUMBER_READING_TIME * numbers)

    def _list_entries_after(self, turn: MatchTurn) -> tuple[ScoreboardEntry, ...]:
        """Return the scoreboard after a turn and its aftermath, but before a new deal."""
        return self.match.game.list_scoreboard_entries(self.view_after(turn)[0])

    def _find_moved_entries(self, turn: MatchTurn) -> tuple[ScoreboardEntry, ...]:
        """Return the scoreboard after a turn's move, without its aftermath."""
        view, _, _ = self.view_after(turn)
        return self.match.game.list_scoreboard_entries(view, self.list_later_events(turn))

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
        """Draw what a shot shows above its strips: the title, the comparison of the result, enlarged parts of
        its board, or the whole board reduced.
        """
        key = shot._replace(
            ticks=0, caption=NO_CAPTION, number=0, counter="", note="", entries=(), is_ending=False
        )
        if key not in self._pictures:
            self._pictures[key] = self._draw_picture(shot, reduce)
        return self._pictures[key]

    def _draw_picture(self, shot: ReplayShot, reduce: Callable[[Image.Image], Image.Image]) -> Image.Image:
        if shot.is_result and self.is_compared:
            return self.draw_result()
        if shot.turn is None and not shot.is_result:
            return self.draw_title()
        parts = self.list_close_ups(shot)
        board = self.draw(shot)
        key = self.match.game.key
        bare = [part for part in parts if not part.lies_on_board]
        if shot.is_before_turn and shot.turn is not None and len(bare) < len(parts):
            ground = self._bare_pictures[shot.turn] = draw_close_ups(board, bare, key, self.w)
            picture = draw_close_ups(board, parts[len(bare) :], key, self.w, ground)
        else:
            picture = draw_close_ups(board, parts, key, self.w) if parts else reduce(board)
        if shot.turn is None or not shot.is_before_turn or shot.is_gap:
            return picture
        return tween.mark_moving_pieces(picture, self.list_tracks(shot.turn))

    def list_close_ups(self, shot: ReplayShot) -> tuple[CloseUp, ...]:
        """Return the parts of the board that a shot shows, or nothing if it shows the whole board."""
        match, turn = self.match, shot.turn
        if turn is None:
            return ()
        key = (turn, shot.is_before_turn, shot.is_aftermath, shot.since)
        if key not in self._close_ups:
            view, actor = match.rules.view, self.find_actor(turn)
            before = view(match.state_at(turn.since), None)
            after, events, _ = self.view_after(turn)
            found = match.game.list_close_ups(before, after, actor, events)
            if shot.is_before_turn and found:
                # If a turn's result fills the whole board, its beginning does so too.
                found = match.game.list_close_ups(before, before, actor, events)
            elif shot.is_aftermath:
                found = self._list_later_close_ups(shot, turn) or found
            self._close_ups[key] = found
        return self._close_ups[key]

    def _list_later_close_ups(self, shot: ReplayShot, turn: MatchTurn) -> tuple[CloseUp, ...]:
        """Return the parts of the board that an aftermath shows, or nothing if they are those of the move."""
        match, (after, _, _) = self.match, self.view_after(turn)
        start = after if shot.since is None else match.rules.view(match.state_at(shot.since), None)
        events = self.list_later_events(turn)
        return match.game.list_close_ups(start, after, self.find_actor(turn), events)

    def make_scene(self, shot: ReplayShot) -> tuple[ViewLike, Scene]:
        """Return the view and scene of a shot's board."""
        match, view, turn = self.match, self.match.rules.view, shot.turn
        if shot.is_result or (turn is not None and not shot.is_before_turn and self.shows_result(shot)):
            events = highlights.list_public_events(match, match.ply - 1, match.ply) if match.ply else ()
            scene = Scene(self.names, self.w, events, match.outcome, has_caption=True)
            return view_at(match, match.ply, None), scene
        if turn is None:
            return view(match.opening_state, None), Scene(self.names, self.w, mover_seat=self.find_starter())
        before = view(match.state_at(turn.since), None)
        if shot.is_before_turn:
            mover = None if shot.is_gap else self.find_actor(turn)
            return before, Scene(self.names, self.w, is_steady=True, mover_seat=mover)
        after, events, dealt = self.view_after(turn)
        if match.game.make_move_view is not None and not shot.is_aftermath:
            after = match.game.make_move_view(after, self.list_later_events(turn))
        base = None if dealt else before
        mover, later = self.find_actor(turn), shot.is_aftermath and self._list_later_close_ups(shot, turn)
        parts = set(self.list_close_ups(shot._replace(is_aftermath=False)))
        if shot.since is not None or (later and not parts <= set(later)):
            # Mark no changes, because this picture doesn't show the part of the board that the move did.
            mover, events, base = None if shot.since is not None else mover, (), after
        elif not shot.is_aftermath:
            events = events[: len(self.list_own_events(turn))]
        return after, Scene(self.names, self.w, events, None, base, is_steady=True, mover_seat=mover)

    def shows_result(self, shot: ReplayShot) -> bool:
        """Return whether a shot of a turn shows the whole final board, because it has no close-ups."""
        return shot.turn is not None and self.is_final(shot.turn) and not self.list_close_ups(shot)

    def draw_frame(self, shot: ReplayShot, board: Image.Image) -> Image.Image:
        """Return the frame of a shot: its picture above the scoreboard and the caption."""
        scores = self.draw_scores(shot, board.width)
        taken = scores.height if scores else self._scoreboard_height * self.fills_scoreboard(shot)
        high = self.strip_height - taken
        if shot.is_result or shot.is_ending:
            return captions.add_strips(board, scores, captions.draw_ending(board.width, high, shot.caption))
        share = shot.number / max(self.last, 1)
        name = ""
        if shot.turn is not None and not shot.is_gap and not shot.is_aftermath:
            name = self.names_at(shot.turn.ply)[self.find_actor(shot.turn)]
        strip = captions.draw_strip(board.width, shot.counter, shot.note, share, shot.caption, high, name)
        return captions.add_strips(board, scores, strip)

    @property
    def is_compared(self) -> bool:
        """Whether the last frame compares the results of the seats. Otherwise, it shows the final board."""
        match = self.match
        return match.outcome is not None and match.early_outcome is None and bool(match.game.scoreboard_path)

    def fills_scoreboard(self, shot: ReplayShot) -> bool:
        """Return whether the picture of a shot takes the place of the scoreboard as well."""
        if shot.turn is not None:
            return False
        return not shot.is_result or (self.is_compared and not self._has_medals_below)

    @property
    def _has_medals_below(self) -> bool:
        """Whether the last frame has a scoreboard with medals, because the comparison leaves out seats."""
        return self.match.seat_count > COMPARED_SEAT_COUNT and bool(self.list_sources())

    @cached_property
    def _board_height(self) -> int:
        return self.draw(ReplayShot(0, NO_CAPTION, 0)).height // REDUCTION_FACTOR

    def draw_result(self) -> Image.Image:
        """Return the picture of the last frame: the sources of the points of the first two seats, or the
        ranking of all seats.
        """
        match, outcome = self.match, self.match.outcome
        assert outcome is not None
        sources = self.list_sources()
        high = self._board_height + self._scoreboard_height * (not self._has_medals_below)
        size, key = (FRAME_WIDTH, high), match.game.key
        entries = match.game.list_scoreboard_entries(view_at(match, match.ply, None))
        if not sources:
            return draw_ranking(size, key, self.names, entries, outcome.placements)
        return draw_comparison(size, key, self.names, entries, outcome.placements, sources, self.w)

    def draw_title(self) -> Image.Image:
        """Return the title: the game's poster and the players."""
        game, view = self.match.game, self.match.rules.view(self.match.opening_state, None)
        # The title also fills the place of the scoreboard.
        size = (FRAME_WIDTH, self._board_height + self._scoreboard_height)
        signs = (
            tuple(entry.sprite for entry in game.list_scoreboard_entries(view))
            or ("",) * self.match.seat_count
        )
        return title.draw_title(
            game.title, game.poster, size, game.key, self.names, signs, self.find_starter()
        )

    def draw_scores(self, shot: ReplayShot, width: int) -> Image.Image | None:
        """Return the scoreboard of a shot, or ``None`` if it has none."""
        match, outcome = self.match, self.match.outcome
        if shot.is_result and self.is_compared and self._has_medals_below and outcome is not None:
            entries = match.game.list_scoreboard_entries(view_at(match, match.ply, None))
            return scoreboard.draw_scoreboard(
                width, match.game.key, self.names, entries, outcome.winners, outcome.placements
            )
        if not shot.entries:
            return None
        # Light no plate in a gap or an aftermath, because these are about all seats.
        lit = () if shot.is_gap or shot.turn is None or shot.is_aftermath else (self.find_actor(shot.turn),)
        return scoreboard.draw_scoreboard(width, match.game.key, self.names, shot.entries, lit)

    def plan_flights(
        self, shot: ReplayShot, before: Image.Image, after: Image.Image
    ) -> Iterator[tween.Flight]:
        """Yield the movements of a turn's pieces between the frames before and after it."""
        if shot.turn is not None:
            parts = self.list_close_ups(shot)
            board = [part for part in parts if not part.lies_on_board]
            if len(board) < len(parts):
                # Pieces that leave must not uncover a sprite that appears only after the movement.
                after = draw_close_ups(self.draw(shot), board, self.match.game.key, self.w)
            tracks, name = self.list_tracks(shot.turn), self.match.game.key
            bare = self._bare_pictures.get(shot.turn)
            earlier = self.list_close_ups(shot._replace(is_before_turn=True))
            cleared = list_cleared_signs(earlier, tracks, name)
            yield from tween.plan_flights(before, after, tracks, name, self.motion, bare, cleared)

    def list_tracks(self, turn: MatchTurn) -> tuple[PieceTrack, ...]:
        """Return the paths in a frame of the pieces that a turn moves."""
        if turn not in self._tracks:
            game, shot = self.match.game, ReplayShot(0, NO_CAPTION, turn.number, turn)
            before = self.match.rules.view(self.match.state_at(turn.since), None)
            after, events, _ = self.view_after(turn)
            moves = game.list_piece_moves(before, after, events)
            if not moves:
                # A game whose pieces don't move may have no sprites.
                return self._tracks.setdefault(turn, ())
            atlas = load_atlas(game.key)
            sizes = {sprite: atlas[sprite].size for sprite in atlas}
            # Include the close-ups before the turn, because pieces move from there to the close-ups after it.
            parts = (*self.list_close_ups(shot._replace(is_before_turn=True)), *self.list_close_ups(shot))
            if not parts:
                parts = make_whole_board_part(FRAME_WIDTH * REDUCTION_FACTOR, self.draw(shot).height)
            self._tracks[turn] = tuple(find_piece_tracks(moves, parts, sizes))
        return self._tracks[turn]
