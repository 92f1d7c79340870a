"""Draws the frames of a match's animated replay."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Final

from PIL import Image

from games.core.match import Match, view_at
from games.core.words import Words
from games.drawing import captions, highlights, scoreboard, title, tween
from games.drawing.close_up import draw_close_ups, list_cleared_signs
from games.drawing.comparison import COMPARED_SEAT_COUNT, draw_comparison, draw_ranking
from games.drawing.highlights import MatchTurn
from games.drawing.narration import FindNames
from games.drawing.reduction import FRAME_WIDTH, REDUCTION_FACTOR, reduce_picture
from games.drawing.replay_plan import ReplayPlan
from games.drawing.replay_shots import NO_CAPTION, ReplayShot

MAX_COMPARED_CHANGES: Final = 2
"""Number of seats whose changed scores are all marked after several turns or an aftermath."""


class Replay(ReplayPlan):
    """The animated replay of a match. It draws the frames."""

    def __init__(
        self, match: Match, names: Sequence[str], w: Words, names_at: FindNames | None = None
    ) -> None:
        super().__init__(match, names, w, names_at)
        self._pictures: dict[ReplayShot, Image.Image] = {}
        self._bare_pictures: dict[MatchTurn, Image.Image] = {}

    @property
    def strip_height(self) -> int:
        """The height of everything below the board."""
        return captions.CAPTION_HEIGHT + self._scoreboard_height

    @property
    def _scoreboard_height(self) -> int:
        """The height of the scoreboard, or 0 if the game has none."""
        return scoreboard.measure_height(self.match.seat_count) if self.match.game.scoreboard_path else 0

    def draw_picture(
        self, shot: ReplayShot, reduce: Callable[[Image.Image], Image.Image] = reduce_picture
    ) -> Image.Image:
        """Draw what a shot shows above its strips: the title, the comparison of the result, enlarged parts of
        its board, or the whole board reduced.
        """
        key = shot._replace(
            ticks=0,
            caption=NO_CAPTION,
            number=0,
            counter="",
            note="",
            entries=(),
            is_ending=False,
            round_winners=(),
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
        if shot.is_before_turn and not shot.is_gap and shot.turn is not None and len(bare) < len(parts):
            ground = self._bare_pictures[shot.turn] = draw_close_ups(board, bare, key, self.w)
            picture = draw_close_ups(board, parts[len(bare) :], key, self.w, ground)
        else:
            picture = draw_close_ups(board, parts, key, self.w) if parts else reduce(board)
        if shot.turn is None or not shot.is_before_turn or shot.is_gap:
            return picture
        return tween.mark_moving_pieces(picture, self.list_tracks(shot.turn))

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
        if (source := self.find_tie_source()) is not None:
            sources = *sources, source
        return draw_comparison(
            size, key, self.names, entries, outcome.placements, sources, self.w, self.reason_label
        )

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
        ahead = highlights.find_leaders(shot.entries)
        declared = [seat for seat, entry in enumerate(shot.entries) if entry.is_ahead]
        return scoreboard.draw_scoreboard(
            width,
            match.game.key,
            self.names,
            shot.entries,
            self.list_lit_seats(shot),
            marked_seats=self.list_marked_seats(shot),
            leader=declared[0] if declared else min(ahead) if len(ahead) == 1 else None,
        )

    def list_marked_seats(self, shot: ReplayShot) -> tuple[int, ...]:
        """Return the seats whose score is marked if it has changed.

        Changes in turns that only a note is about aren't marked, so that those of the next move stand out. If
        a caption is about many seats, only the scores of a round's winners or of the leaders are.
        """
        if shot.is_before_turn and not shot.is_gap:
            return ()
        if shot.is_aftermath and shot.seat is not None:
            return (shot.seat,)
        is_about_many = len(shot.entries) > MAX_COMPARED_CHANGES and (shot.is_gap or shot.is_aftermath)
        if is_about_many:
            return shot.round_winners or tuple(sorted(highlights.find_leaders(shot.entries)))
        return tuple(range(len(shot.entries)))

    def list_lit_seats(self, shot: ReplayShot) -> tuple[int, ...]:
        """Return the seat whose plate is lit, if any: the one that moves or, if the caption is about all
        seats, the only one that wins a round or leads.
        """
        if shot.turn is None:
            return ()
        if not shot.is_gap and not shot.is_aftermath:
            return (self.find_actor(shot.turn),)
        if shot.is_aftermath and shot.seat is not None:
            return (shot.seat,)
        ahead = shot.round_winners or tuple(highlights.find_leaders(shot.entries))
        return ahead if len(ahead) == 1 else ()

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
