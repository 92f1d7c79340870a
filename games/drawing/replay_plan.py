"""Plans the shots of a match's animated replay."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from PIL import Image

from games.core.match import Match, view_at
from games.core.picture import CloseUp, ScoreboardEntry
from games.core.shapes import ViewLike
from games.core.texts import Scene
from games.core.words import Words
from games.drawing import highlights, tween
from games.drawing.captions import measure_reading_time
from games.drawing.close_up import (
    PieceTrack,
    find_piece_tracks,
    make_whole_board_part,
)
from games.drawing.endings import EndingNarration
from games.drawing.fitting import FittedText
from games.drawing.gaps import (
    Gap,
    LeadDuration,
    mark_changes,
    name_turns,
    shorten_note,
    tell_gap,
    write_note,
)
from games.drawing.highlights import MatchTurn
from games.drawing.narration import FindNames
from games.drawing.reduction import FRAME_WIDTH, REDUCTION_FACTOR
from games.drawing.replay_shots import (
    MIN_CAPTION_TIME,
    MIN_FULL_TIME,
    MIN_TABLE_NUMBERS,
    MIN_TABLE_TIME,
    NO_CAPTION,
    NUMBER_TIME,
    Cut,
    ReplayShot,
    measure_note_time,
    measure_still_time,
)
from games.drawing.sprites import load_atlas

LEAD_TIME: Final = 150
"""Minimum time for the board before a turn, in hundredths of a second. It is enough to find the pieces that
will move, which have rings. The turn's caption is already shown.
"""
TIME_SHARED_WITH_AFTERMATH: Final = 80
"""Part of the time for the board after a turn that passes during its aftermath, if the board is the same."""
FLEETING_TIME: Final = 150
"""Time for sprites that disappear after a turn, in hundredths of a second."""
MIN_END_TIME: Final = 400
"""Minimum time for the last frame, in hundredths of a second."""


class ReplayPlan(EndingNarration):
    """The plan of a replay: its shots, and the parts of the board and the moving pieces that each one shows.

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
        self._close_ups: dict[
            tuple[MatchTurn, bool, bool, int | None, int | None, bool], tuple[CloseUp, ...]
        ] = {}

    def plan_shots(self, cut: Cut) -> tuple[ReplayShot, ...]:
        """Return the shots of a replay."""
        chosen = (*cut.turns, *cut.lead_changes)
        briefly = () if cut.full_count is None else chosen[cut.full_count :]
        opening = self.caption_opening()
        found = [ReplayShot(measure_reading_time(opening), opening, 0, counter=self.w("The start"))]
        shown = highlights.list_entries(self.match, 0)
        before = -1
        for index in sorted({*chosen, *cut.summed_up}):
            turn = self.turns[index]
            # Count by turn numbers, because turns in which a seat had nothing to do are numbered, too.
            earlier = self.turns[before].number if before >= 0 else 0
            if index in chosen:
                entries = highlights.list_entries(self.match, turn.since)
                gap = Gap(earlier + 1, turn.number - 1, shown, entries)
                follows_scoring, is_brief = found[-1].is_aftermath, index in briefly
                found += self._plan_turn(turn, gap, cut, is_brief=is_brief, follows_scoring=follows_scoring)
            else:
                gap = Gap(earlier + 1, turn.number, shown, self._list_entries_after(turn))
                since = self.turns[before].ply if before >= 0 else 0
                found += self._plan_scoring(turn, gap, since)
            # After a turn with a new deal, the scoreboard shows the cards before the deal.
            shown, before = self._list_entries_after(turn), index
        if self.match.outcome is not None:
            ending = self.caption_ending()
            ticks = max(MIN_END_TIME, measure_reading_time(ending))
            found.append(ReplayShot(ticks, ending, self.last, is_result=True))
        return tuple(found)

    def _plan_turn(
        self, turn: MatchTurn, gap: Gap, cut: Cut, *, is_brief: bool, follows_scoring: bool
    ) -> Iterator[ReplayShot]:
        """Yield the shots of a turn: what happened since the last one, the board before it, and its result.

        :param is_brief: whether only the first caption is shown.
        :param follows_scoring: whether the last caption was about an aftermath.
        """
        w, before = self.w, gap.after
        counter = w("Turn {n} of {all}", n=turn.number, all=self.last)
        count = 1 if is_brief and not self.tells_other_seat(turn) else None
        first, *more = self.list_captions(turn)[:count]
        lead = ReplayShot(
            LEAD_TIME, first, turn.number, turn, is_before_turn=True, counter=counter, entries=before
        )
        if gap.last >= gap.first:
            if gap.round_winners:
                yield self._plan_gap(lead, gap)
            elif turn in cut.turns_with_gap_shot:
                gap_shot = self._plan_gap(lead, gap)
                leaders, actor = highlights.find_leaders(gap.after), self.find_actor(turn)
                yield gap_shot._replace(seat=actor if actor in leaders else min(leaders))
                # The marked scores stay, so that these frames equal those of a replay with a note instead of
                # this shot.
                lead = lead._replace(entries=gap_shot.entries)
            else:
                note = write_note(gap, self.names_at(turn.since), w, follows_scoring=follows_scoring)
                lead = lead._replace(note=note, entries=mark_changes(gap.before, before))
        lead = lead._replace(ticks=max(LEAD_TIME, measure_note_time(lead.note)))
        yield lead
        moved = self._find_moved_entries(turn)
        note = self._write_result_note(turn, before)
        shot = lead._replace(is_before_turn=False, note=note, entries=mark_changes(before, moved))
        if self.shows_result(shot):
            shot = shot._replace(entries=())
        later = tuple(self._plan_further_captions(turn, shot._replace(note=""), before, more))
        if cut.full_count is None or self._scores_later(turn):
            later += tuple(self._plan_aftermath(turn, shot._replace(note=""), moved))
        # A caption can be read before and while the pieces move, after the note. If another one follows over
        # the same board, that one leaves enough time to look at the board.
        seen_time = lead.ticks - measure_note_time(lead.note)
        seen_time += self.motion.measure_duration(self.list_tracks(turn))
        is_followed = bool(later) and self.shows_same_parts(shot, later[0])
        scores = any(old.score != new.score for old, new in zip(before, moved, strict=True))
        result_time = shortest = cut.result_time if scores else MIN_FULL_TIME
        if is_followed:
            shared = TIME_SHARED_WITH_AFTERMATH
            shortest = result_time - shared if later[0].is_aftermath else MIN_CAPTION_TIME
        if scores or len(first.lines) > 1:
            shortest = max(shortest, MIN_FULL_TIME)
        ticks = max(shortest, measure_reading_time(first) - seen_time + measure_note_time(note))
        yield from self._let_settle(shot._replace(ticks=ticks))
        for further in later:
            shown = max(further.ticks, result_time - ticks) if further is later[0] else further.ticks
            yield further._replace(ticks=shown, is_settled=True)

    def _write_result_note(self, turn: MatchTurn, before: tuple[ScoreboardEntry, ...]) -> str:
        """Return a note about a turn's result: who draws level, how near to the end it brings its seat, or
        who takes the lead.

        :param before: the scoreboard before the turn.
        """
        scored = Gap(turn.number, turn.number, before, self._find_moved_entries(turn))
        return self._write_lead_note(turn, scored) or self.tell_prospect(turn)

    def _write_lead_note(self, turn: MatchTurn, scored: Gap) -> str:
        """Return a note about who takes the lead or draws level, or an empty string if nobody does or a
        caption says so.

        A lead that lasts until the end has a caption. So has one if the note says something else.
        """
        duration = self.find_lead_duration(scored, is_before_aftermath=True)
        has_other_note = bool(self.tell_prospect(turn)) and not scored.draws_level
        if not scored.tells_lead or duration is not LeadDuration.OPEN or has_other_note:
            return ""
        return shorten_note(tell_gap(scored, self.names_at(turn.ply), self.w))

    def _let_settle(self, shot: ReplayShot) -> Iterator[ReplayShot]:
        """Yield the shot of a turn's result, divided into two if some sprites disappear after a moment."""
        if not any(part.is_fleeting for part in self.list_close_ups(shot)):
            yield shot
            return
        yield shot._replace(ticks=FLEETING_TIME)
        yield shot._replace(ticks=max(shot.ticks - FLEETING_TIME, MIN_CAPTION_TIME), is_settled=True)

    def _plan_further_captions(
        self,
        turn: MatchTurn,
        shot: ReplayShot,
        before: tuple[ScoreboardEntry, ...],
        lines: Sequence[FittedText],
    ) -> Iterator[ReplayShot]:
        """Yield the shots of a turn's result with its further captions: who takes the lead or draws level,
        unless a note says so, and other lines.

        :param before: the scoreboard before the turn.
        """
        scored = Gap(turn.number, turn.number, before, self._find_moved_entries(turn))
        is_ending = self.find_lead_duration(scored, is_before_aftermath=True) is LeadDuration.FINAL
        if (scored.tells_lead and not self._write_lead_note(turn, scored)) or is_ending:
            told = self.caption_gap(scored, turn.ply, is_before_aftermath=True)
            yield shot._replace(ticks=measure_still_time(told), caption=told, is_ending=is_ending)
        for line in lines:
            is_ending = self.is_final(turn) and not self.tells_other_seat(turn)
            yield shot._replace(ticks=measure_still_time(line), caption=line, is_ending=is_ending)

    def shows_same_parts(self, one: ReplayShot, other: ReplayShot) -> bool:
        """Return whether two shots after a turn show the same parts of the board."""
        sources = [
            [part.source for part in self.list_close_ups(shot) if not (part.sprite or part.text)]
            for shot in (one, other)
        ]
        return sources[0] == sources[1]

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
            ticks=measure_still_time(told),
            caption=told,
            number=gap.last,
            is_gap=True,
            counter=name_turns(gap, self.w),
            entries=mark_changes(gap.before, gap.after),
            round_winners=gap.round_winners,
        )

    def _plan_aftermath(
        self, turn: MatchTurn, shot: ReplayShot, before: Sequence[ScoreboardEntry]
    ) -> Iterator[ReplayShot]:
        """Yield the shot of a turn's aftermath, if it has one.

        :param before: the scoreboard in the last shot.
        """
        first = 1 if shot.since == 0 else turn.number
        gap = Gap(first, turn.number, tuple(before), self._list_entries_after(turn))
        told = self.caption_aftermath(turn, gap)
        if told is not None:
            entries = mark_changes(gap.before, gap.after)
            shot = shot._replace(
                caption=told,
                is_aftermath=True,
                is_ending=self.is_final(turn),
                entries=() if self.shows_result(shot) else entries,
                round_winners=gap.round_winners,
            )
            yield shot._replace(ticks=self._measure_table_time(shot, measure_still_time(told)))
            yield from self._plan_sum(turn, shot)

    def _plan_sum(self, turn: MatchTurn, shot: ReplayShot) -> Iterator[ReplayShot]:
        """Yield the shot of how one seat's points add up, if this aftermath matters most and ``shot``, which
        is about all seats, doesn't show that.
        """
        greatest, seat = self.greatest_scoring or (None, None)
        own = shot._replace(seat=seat)
        parts = self.list_close_ups(own) if greatest == turn else ()
        if parts and parts != self.list_close_ups(shot):
            yield own._replace(ticks=max(MIN_FULL_TIME, self._measure_table_time(own)))

    def _measure_table_time(self, shot: ReplayShot, caption_time: int = 0) -> int:
        """Return the time for reading the caption of an aftermath and the numbers in its picture."""
        parts = self.list_close_ups(shot)
        count = sum(isinstance(part.text, str) and part.text != "" for part in parts)
        return max(caption_time + NUMBER_TIME * count, MIN_TABLE_TIME * (count >= MIN_TABLE_NUMBERS))

    def _list_entries_after(self, turn: MatchTurn) -> tuple[ScoreboardEntry, ...]:
        """Return the scoreboard after a turn and its aftermath, but before a new deal."""
        return self.match.game.list_scoreboard_entries(self.view_after(turn)[0])

    def _find_moved_entries(self, turn: MatchTurn) -> tuple[ScoreboardEntry, ...]:
        """Return the scoreboard after a turn's move, without its aftermath."""
        view, _, _ = self.view_after(turn)
        return self.match.game.list_scoreboard_entries(view, self.list_later_events(turn))

    def draw(self, shot: ReplayShot) -> Image.Image:
        """Draw the board of a shot at full size."""
        view, scene = self.make_scene(shot)
        board: Image.Image = self.match.game.draw(view, scene)
        return board

    def list_close_ups(self, shot: ReplayShot) -> tuple[CloseUp, ...]:
        """Return the parts of the board that a shot shows, or nothing if it shows the whole board."""
        match, turn = self.match, shot.turn
        if turn is None:
            return ()
        key = (turn, shot.is_before_turn, shot.is_aftermath, shot.since, shot.seat, shot.is_settled)
        if key not in self._close_ups:
            view, actor = match.rules.view, self.find_actor(turn)
            before = view(match.state_at(turn.since), None)
            after, events, _ = self.view_after(turn)
            found = match.game.list_close_ups(before, after, actor, events)
            if shot.is_aftermath:
                later = self._list_later_close_ups(shot, turn)
                found = later if shot.seat is not None else later or found
            elif shot.seat is not None and found:
                found = match.game.list_close_ups(before, before, shot.seat, ())
            elif shot.is_before_turn and found:
                # If a turn's result fills the whole board, its beginning does so too.
                found = match.game.list_close_ups(before, before, actor, events)
            if shot.is_settled:
                found = tuple(part for part in found if not part.is_fleeting)
            self._close_ups[key] = found
        return self._close_ups[key]

    def _list_later_close_ups(self, shot: ReplayShot, turn: MatchTurn) -> tuple[CloseUp, ...]:
        """Return the parts of the board that an aftermath shows, or nothing if they are those of the move.

        If the shot is about one seat, only the events of that seat count.
        """
        match, (after, _, _) = self.match, self.view_after(turn)
        start = after if shot.since is None else match.rules.view(match.state_at(shot.since), None)
        events = self.list_later_events(turn)
        if shot.seat is not None:
            events = tuple(event for event in events if getattr(event, "seat", None) == shot.seat)
        return match.game.list_close_ups(start, after, self.find_actor(turn), events) if events else ()

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
        if later and self.is_final(turn) and self.tie_winner is not None:
            mover = self.tie_winner
        parts = set(self.list_close_ups(shot._replace(is_aftermath=False)))
        if shot.since is not None or (later and not parts <= set(later)):
            # Mark no changes, because this picture doesn't show the part of the board that the move did.
            mover, events, base = None if shot.since is not None else mover, (), after
        elif shot.is_aftermath:
            mover = mover if shot.seat is None else shot.seat
        else:
            events = events[: len(self.list_own_events(turn))]
        return after, Scene(self.names, self.w, events, None, base, is_steady=True, mover_seat=mover)

    def shows_result(self, shot: ReplayShot) -> bool:
        """Return whether a shot of a turn shows the whole final board, because it has no close-ups."""
        return shot.turn is not None and self.is_final(shot.turn) and not self.list_close_ups(shot)

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
