"""Tells how a match ended for the last frame of its replay: the result and one reason for it."""

from __future__ import annotations

from functools import cached_property
from typing import Final

from games.core.match import view_at
from games.core.picture import ComparedSource
from games.core.texts import Scene
from games.drawing import captions, highlights
from games.drawing.fitting import FittedText
from games.drawing.highlights import MatchTurn
from games.drawing.narration import Narration
from games.drawing.reduction import FRAME_WIDTH

MIN_COMPARED_SOURCES: Final = 2
"""Minimum number of sources of points from which one can be the winner's biggest edge."""


class EndingNarration(Narration):
    """The turns of a match and their captions, with the caption of the end."""

    def caption_ending(self) -> FittedText:
        """Return the caption of the last frame: what broke a tie, or else the result and why."""
        return captions.fit_ending(
            lambda names: self._tell_tie_break(names) or self._write_ending(names),
            self.names_at(self.match.ply),
            FRAME_WIDTH,
        )

    def _write_ending(self, names: tuple[str, ...]) -> str:
        """Return the result and a single reason, because two would compete.

        The reason is the last turn if it decides the match, or else the winner's biggest edge. If the second
        seat has a bigger one, it is when the winner takes the lead. A game whose points don't have several
        sources says itself why the winner won.
        """
        w, outcome = self.w, self.match.outcome
        if outcome is None or len(outcome.winners) != 1 or not self._compares_points():
            return self.write_status(view_at(self.match, self.match.ply, None), names)
        winner, second = self._rank_seats()[:2]
        values = {"name": names[winner], "own": outcome.scores[winner], "other": outcome.scores[second]}
        if (edge := self.biggest_edge) is not None:
            values["own"], values["other"] = (
                str(edge.values[seat]).replace("-", "−") for seat in (winner, second)
            )
            return w("{name} wins on {source}, {own} to {other}.", source=edge.label, **values)
        if self.decision is None:
            return w("{name} wins, {own} to {other}.", **values)
        if not (heading := self._tell_deciding_heading()):
            n = self.turns[self.decision[0]].number
            return w("{name} takes the lead in turn {n} and wins, {own} to {other}.", n=n, **values)
        if self._is_decided_at_end:
            return f"{heading} {w('{name} wins, {own} to {other}.', **values)}"
        return f"{heading} {w('{name} takes the lead and wins, {own} to {other}.', **values)}"

    def _tell_deciding_heading(self) -> str:
        """Return the text about the aftermath that decides the match, or an empty string if a move does."""
        if self.decision is None or not self.decision[1]:
            return ""
        return self.tell_heading(self.turns[self.decision[0]])

    @property
    def reason_label(self) -> str:
        """The label of the source of points that the last caption gives as the reason, if any."""
        if self.biggest_edge is not None:
            return self.biggest_edge.label
        if (source := self.find_tie_source()) is not None:
            return source.label
        heading = self._tell_deciding_heading() if self._is_decided_at_end else ""
        labels = [source.label for source in self.list_sources()]
        return next((label for label in labels if f"{label}:".casefold() == heading.casefold()), "")

    @cached_property
    def _is_decided_at_end(self) -> bool:
        """Whether the last turn decides the match, with its move or its aftermath."""
        return self.decision is not None and self.decision[0] == len(self.turns) - 1

    @property
    def biggest_edge(self) -> ComparedSource | None:
        """The source of points in which the winner is further ahead of the second seat than that seat is in
        any other, or ``None`` if there is none or the last turn decides.
        """
        outcome = self.match.outcome
        if outcome is None or len(outcome.winners) != 1 or not self._compares_points():
            return None
        winner, second = self._rank_seats()[:2]
        leads = {
            source.values[winner] - source.values[second]: source for source in reversed(self.list_sources())
        }
        if self._is_decided_at_end or max(leads) <= max(0, -min(leads)):
            return None
        return leads[max(leads)]

    @cached_property
    def greatest_scoring(self) -> tuple[MatchTurn, int] | None:
        """The turn whose aftermath matters most, if any, and the seat that it matters for: the one that takes
        the lead for good in the second half or, if no aftermath decides then, the one that scores most. After
        a tie, that is the turn in which the winner scores most.
        """
        if self.match.outcome is not None and self.decision is not None:
            index, is_aftermath = self.decision
            if is_aftermath and index >= len(self.turns) // 2:
                return self.turns[index], self.match.outcome.winners[0]
        gains = dict[tuple[MatchTurn, int], int]()
        for turn in (self.turns[index] for index in sorted(highlights.find_scoring_turns(self.match))):
            moved = highlights.list_moved_entries(self.match, turn)
            pairs = zip(moved, highlights.list_entries(self.match, turn.ply), strict=True)
            gains |= {
                (turn, seat): new.value - old.value
                for seat, (old, new) in enumerate(pairs)
                if self.tie_winner in (None, seat)
            }
        return max(gains, key=gains.__getitem__, default=None)

    def _rank_seats(self) -> list[int]:
        """Return the seats of a finished match, from the winner to the last."""
        assert self.match.outcome is not None
        return sorted(range(self.match.seat_count), key=self.match.outcome.placements.__getitem__)

    def _compares_points(self) -> bool:
        """Return whether the last frame compares several sources of points that add up to the winner's, and
        the winner has more points than the others.
        """
        outcome, sources = self.match.outcome, self.list_sources()
        if outcome is None or len(sources) < MIN_COMPARED_SOURCES or not outcome.scores:
            return False
        winner = outcome.winners[0]
        is_first = outcome.scores.count(outcome.scores[winner]) == 1
        return is_first and sum(source.values[winner] for source in sources) == outcome.scores[winner]

    def _tell_tie_break(self, names: tuple[str, ...]) -> str:
        """Return a sentence about who won a tie and why, or an empty string if there was none."""
        if self._tie_break is None:
            return ""
        winner, second = self._rank_seats()[:2]
        own, other = self._tie_break
        (number, _, noun), (other_number, _, _) = own.partition(" "), other.partition(" ")
        if number.isdecimal() and other_number.isdecimal() and noun:
            return self.w(
                "{name} wins the tie: {own}, {other_name} has {n}.",
                name=names[winner],
                own=own,
                other_name=names[second],
                n=other_number,
            )
        return self.w("{name} wins the tie: {own} – {other}.", name=names[winner], own=own, other=other)

    @cached_property
    def _tie_break(self) -> tuple[str, str] | None:
        """What broke a tie, for the winner and the second seat, or ``None`` if there was no tie. The results
        of tied seats mention it after their points.
        """
        if self.tie_winner is None:
            return None
        winner, second = self._rank_seats()[:2]
        view = view_at(self.match, self.match.ply, None)
        scene = Scene(self.names, self.w, (), self.match.outcome)
        results = [
            self.match.game.texts.describe_result(seat, view, scene).split(" · ") for seat in (winner, second)
        ]
        different = [(own, other) for own, other in zip(*results, strict=False) if own != other]
        return different[-1] if different else None

    def find_tie_source(self) -> ComparedSource | None:
        """Return what broke a tie as a row of the last frame's comparison, or ``None`` if it isn't a number
        that is better if it is higher.
        """
        if self._tie_break is None:
            return None
        counts = [told.partition(" ")[::2] for told in self._tie_break]
        if not all(number.isdecimal() and noun for number, noun in counts):
            return None
        (own, noun), (other, other_noun) = counts
        if int(own) <= int(other):
            return None
        winner, second = self._rank_seats()[:2]
        values = {winner: int(own), second: int(other)}
        label = noun if int(own) > 1 else other_noun
        return ComparedSource(label, tuple(values.get(seat, 0) for seat in range(self.match.seat_count)))

    @cached_property
    def tie_winner(self) -> int | None:
        """The winner if the rules ended the match and the second seat has as many points, else ``None``."""
        outcome = self.match.outcome
        if outcome is None or len(outcome.winners) != 1 or self.match.early_outcome is not None:
            return None
        winner, second = self._rank_seats()[:2]
        scores = outcome.scores
        is_tied = len(scores) == self.match.seat_count and scores[winner] == scores[second]
        return winner if is_tied else None

    def list_sources(self) -> tuple[ComparedSource, ...]:
        """Return the sources of the points that the last frame compares, if any."""
        return self._sources

    @cached_property
    def _sources(self) -> tuple[ComparedSource, ...]:
        match = self.match
        if match.outcome is None or match.early_outcome is not None:
            return ()
        view, history = view_at(match, match.ply, None), highlights.list_public_steps(match)
        return match.game.list_sources(view, history, self.w)
