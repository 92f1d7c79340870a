"""Tells the turns of a match for its replay: who acts in a turn, and the captions of turns, start and end."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Final

from games.core.match import Match, get_view_before_deal, view_at
from games.core.picture import ComparedSource
from games.core.shapes import EventLike, ViewLike
from games.core.texts import Scene
from games.core.words import Words
from games.drawing import captions, highlights
from games.drawing.captions import MakeCaption, begins_with_name
from games.drawing.fitting import FittedText
from games.drawing.gaps import Gap, LeadDuration, tell_gap
from games.drawing.highlights import MatchTurn, find_leaders
from games.drawing.reduction import FRAME_WIDTH

UNIQUE_SEAT_NAMES: Final = ("①", "②", "③", "④", "⑤", "⑥")
"""Unique names by seat, used to find out which seat a text is about even if people have the same name."""

MIN_COMPARED_SOURCES: Final = 2
"""Minimum number of sources of points from which one can be the winner's biggest edge."""

LASTING_LEAD_SHARE: Final = 0.9
"""Fraction of the turns after which a sentence may say that a lead lasts. Earlier, it would give the winner
away.
"""

FindNames = Callable[[int], Sequence[str]]
"""A function that returns the names by seat at a step."""


class Narration:
    """The turns of a match, their actors and their captions.

    :param names: plain names by seat.
    :param w: the language of the captions.
    :param names_at: returns the names by seat at a step, for captions. Needed only if seats have changed
        hands.
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
        self._later: dict[MatchTurn, tuple[EventLike, ...]] = {}
        self._changes_of_lead: dict[tuple[int, int], int | None] = {}
        self._sources: tuple[ComparedSource, ...] | None = None

    def find_changes_of_lead(self, chosen: Sequence[int]) -> tuple[int, ...]:
        """Return the indices of the turns between those of ``chosen`` that change the lead by scoring.

        If several rounds are scored, there are none, because the scorings say who leads.
        """
        found = list[int]()
        gaps = [] if self._sums_up_rounds else list(pairwise((-1, *sorted(chosen))))
        while gaps:
            first, last = gaps.pop()
            if last - first > 1 and (changed := self._find_change_of_lead(first + 1, last)) is not None:
                found.append(changed)
                gaps += [(first, changed), (changed, last)]
        return tuple(found)

    def _find_change_of_lead(self, first: int, last: int) -> int | None:
        """Return the index of the turn that changes the lead, if any, from ``first`` to before ``last``."""
        if (first, last) not in self._changes_of_lead:
            changed = highlights.find_change_of_lead(self.match, self.turns[first:last])
            self._changes_of_lead[first, last] = None if changed is None else first + changed
        return self._changes_of_lead[first, last]

    @cached_property
    def _sums_up_rounds(self) -> bool:
        """Whether rounds are scored so often that the scorings sum up the turns left out."""
        return len(highlights.find_scoring_turns(self.match)) >= highlights.MIN_SCORED_ROUNDS

    def list_captions(self, turn: MatchTurn) -> list[FittedText]:
        """Return the captions of a turn: one about its actor, and perhaps one about a notable result or
        another seat.
        """
        if turn not in self._captions:
            count = len(self._list_lines(turn, self.names))
            # Only the first caption is brief, because a notable result may list all seats in two lines.
            told = [
                self._fit_caption(self._make_caption(turn, number), turn.ply, is_brief=number == 0)
                for number in range(count)
            ]
            self._captions[turn] = told
        return self._captions[turn]

    def tells_other_seat(self, turn: MatchTurn) -> bool:
        """Return whether the second caption of a turn is about another seat that acted in it."""
        return any(_is_about(line, self.names) for line in self._list_lines(turn, self.names)[1:])

    def caption_ending(self) -> FittedText:
        """Return the caption of the last frame: what broke a tie, or else why the match ended, and why the
        winner won.
        """
        view = view_at(self.match, self.match.ply, None)
        return captions.fit_ending(
            lambda names: self._tell_tie_break(names) or self._write_ending(view, names),
            self.names_at(self.match.ply),
            FRAME_WIDTH,
        )

    def _write_ending(self, view: ViewLike, names: tuple[str, ...]) -> str:
        """Return why the match ended and the result.

        The result also names a source of points if the winner is further ahead of the second seat in it than
        the second seat is in any other. If the last turn gave the winner the lead, that turn's caption has
        already said why.
        """
        outcome = self.match.outcome
        if outcome is None or len(outcome.winners) != 1 or not self._compares_points():
            return self._write_status(view, names)
        winner, second = self._rank_seats()[:2]
        best = max(self.list_sources(), key=lambda source: source.values[winner] - source.values[second])
        leads = [source.values[winner] - source.values[second] for source in self.list_sources()]
        is_tied = outcome.scores[winner] == outcome.scores[second]
        if is_tied or max(leads) <= max(0, -min(leads)) or self._last_turn_changes_leader:
            return self._write_status(view, names)
        own, other = (str(best.values[seat]).replace("-", "−") for seat in (winner, second))
        told = self.w(
            "{name} wins on {source}, {own} to {other}.",
            name=names[winner],
            source=best.label,
            own=own,
            other=other,
        )
        reason, _ = captions.split_ending(self._write_status(view, UNIQUE_SEAT_NAMES), UNIQUE_SEAT_NAMES)
        return reason + told

    @property
    def _last_turn_changes_leader(self) -> bool:
        """Whether the last turn, with its aftermath, gives the lead to a seat that didn't lead alone."""
        ends = (self.turns[-1].since, self.turns[-1].ply)
        before, after = (highlights.list_entries(self.match, ply) for ply in ends)
        return find_leaders(before) != find_leaders(after)

    def _rank_seats(self) -> list[int]:
        """Return the seats of a finished match, from the winner to the last."""
        assert self.match.outcome is not None
        return sorted(range(self.match.seat_count), key=self.match.outcome.placements.__getitem__)

    def _compares_points(self) -> bool:
        """Return whether the last frame compares several sources of points that add up to the winner's."""
        outcome, sources = self.match.outcome, self.list_sources()
        if outcome is None or len(sources) < MIN_COMPARED_SOURCES or not outcome.scores:
            return False
        winner = outcome.winners[0]
        return sum(source.values[winner] for source in sources) == outcome.scores[winner]

    def _tell_tie_break(self, names: tuple[str, ...]) -> str:
        """Return a sentence about who won a tie and why, or an empty string if there was none. The results of
        tied seats mention the reason after their points.
        """
        outcome = self.match.outcome
        if outcome is None or len(outcome.winners) != 1 or self.match.early_outcome is not None:
            return ""
        winner, second = self._rank_seats()[:2]
        scores = outcome.scores if len(outcome.scores) == self.match.seat_count else ()
        if not scores or scores[winner] != scores[second]:
            return ""
        view = view_at(self.match, self.match.ply, None)
        scene = Scene(self.names, self.w, (), self.match.outcome)
        results = [
            self.match.game.texts.describe_result(seat, view, scene).split(" · ") for seat in (winner, second)
        ]
        different = [(own, other) for own, other in zip(*results, strict=False) if own != other]
        if not different:
            return ""
        own, other = different[-1]
        (number, _, noun), (other_number, _, other_noun) = own.partition(" "), other.partition(" ")
        if noun == other_noun and number.isdecimal() and other_number.isdecimal():
            # The same noun twice would need a third line.
            other = other_number
        return self.w("{name} wins the tie: {own} – {other}.", name=names[winner], own=own, other=other)

    def list_sources(self) -> tuple[ComparedSource, ...]:
        """Return the sources of the points that the last frame compares, if any."""
        if self._sources is None:
            match = self.match
            if match.outcome is None or match.early_outcome is not None:
                self._sources = ()
                return ()
            view, history = view_at(match, match.ply, None), highlights.list_public_steps(match)
            self._sources = match.game.list_sources(view, history, self.w)
        return self._sources

    def caption_gap(self, gap: Gap, ply: int, *, is_before_aftermath: bool = False) -> FittedText:
        """Return the caption about turns that are left out before a step, or about a single turn.

        :param is_before_aftermath: whether the aftermath of the last of these turns hasn't been shown yet.
        """
        duration = self.find_lead_duration(gap, is_before_aftermath=is_before_aftermath)
        return self._fit_caption(lambda names: tell_gap(gap, names, self.w, duration), ply, is_brief=True)

    def find_lead_duration(self, gap: Gap, *, is_before_aftermath: bool = False) -> LeadDuration:
        """Return how long the seat that leads after some turns stays ahead.

        :param is_before_aftermath: whether the aftermath of the last of these turns hasn't been shown yet.
        """
        index = bisect_right(self.turns, gap.last, key=lambda turn: turn.number) - 1
        outcome = self.match.outcome
        if outcome is None or find_leaders(gap.after) != frozenset(outcome.winners):
            return LeadDuration.OPEN
        turn = self.turns[index]
        if self.is_final(turn) and not (is_before_aftermath and self.list_later_events(turn)):
            return LeadDuration.FINAL
        is_late = turn.number > LASTING_LEAD_SHARE * self.last
        decided = (
            is_late and self._decision is not None and (index, not is_before_aftermath) >= self._decision
        )
        return LeadDuration.LASTING if decided else LeadDuration.OPEN

    @cached_property
    def _decision(self) -> tuple[int, bool] | None:
        """The index of the turn that decides the match, if any, and whether its aftermath does."""
        return highlights.find_decision(self.match)

    def tell_prospect(self, turn: MatchTurn) -> str:
        """Return a sentence about how near to the end a turn has brought its seat, if it has."""
        return self.match.game.tell_prospect(self.view_after(turn)[0], self.list_own_events(turn), self.w)

    def _fit_caption(self, make_caption: MakeCaption, ply: int, *, is_brief: bool = False) -> FittedText:
        """Return a caption that fits, with the names that the seats had at a step."""
        return captions.fit_caption(make_caption, self.names_at(ply), FRAME_WIDTH, is_brief=is_brief)

    def _write_status(self, view: ViewLike, names: tuple[str, ...]) -> str:
        scene = Scene(names, self.w, (), self.match.outcome, is_steady=True)
        return self.match.game.texts.describe_status(view, scene)

    def find_starter(self) -> int | None:
        """Return the seat whose turn is first, if any."""
        return self.match.rules.find_active_seat(self.match.opening_state)

    def caption_opening(self) -> FittedText:
        """Return the caption of the deal."""
        return self._fit_caption(self._make_opening(), 0)

    def _make_opening(self) -> MakeCaption:
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
        """Return a line about the action of the turn's actor, and perhaps one about another seat that acted
        or about what the action changed for all.
        """
        said = self.match.game.texts
        scene = Scene(
            names,
            self.w,
            outcome=self.match.outcome if self.is_final(turn) else None,
            earlier_view=self.match.rules.view(self.match.state_at(turn.since), None),
            is_steady=True,
        )
        actor, events = self.find_actor(turn), self.list_own_events(turn)
        lines = said.summarize_events(events, scene)
        sentences = [line for line in (said.narrate_event(event, scene) for event in events) if line]
        # The recap is about the active seat. If another seat acted, the narrated sentences come first.
        ordered = (*lines, *sentences) if actor == turn.seat else (*sentences, *lines)
        about = [line for line in ordered if begins_with_name(line, names[actor])]
        first = next(iter((*about, *sentences, *lines)), "") or said.describe_status(
            self.view_after(turn)[0], scene
        )
        more = [line for line in lines if line != first]
        # Prefer a line about another seat's action.
        return [first, *sorted(more, key=lambda line: not _is_about(line, names))[:1]]

    def find_actor(self, turn: MatchTurn) -> int:
        """Return the seat that is lit on a turn's board and that the turn's caption is about. That is the
        active seat, unless only another seat does something in the turn.
        """
        if turn not in self._actors:
            scene, said = Scene(UNIQUE_SEAT_NAMES[: self.match.seat_count], self.w), self.match.game.texts
            events = self.list_own_events(turn)
            lines = [
                *said.summarize_events(events, scene),
                *(said.narrate_event(event, scene) for event in events),
            ]
            signs = tuple(enumerate(scene.names))
            acting = [seat for line in lines for seat, sign in signs if begins_with_name(line, sign)]
            self._actors[turn] = turn.seat if turn.seat in acting or not acting else acting[0]
        return self._actors[turn]

    def list_events(self, turn: MatchTurn) -> tuple[EventLike, ...]:
        """Return the public events of a turn."""
        return highlights.list_public_events(self.match, turn.since, turn.ply)

    def list_own_events(self, turn: MatchTurn) -> tuple[EventLike, ...]:
        """Return the public events of a turn without its aftermath."""
        events = self.list_events(turn)
        return events[: len(events) - len(self.list_later_events(turn))]

    def list_later_events(self, turn: MatchTurn) -> tuple[EventLike, ...]:
        """Return the public events of a turn's aftermath."""
        if turn not in self._later:
            self._later[turn] = highlights.list_later_events(self.match, turn)
        return self._later[turn]

    def caption_aftermath(self, turn: MatchTurn, gap: Gap) -> FittedText | None:
        """Return the caption of what follows from a turn's move, or ``None`` if nothing does.

        :param gap: the scoreboards before and after it.
        """
        if not self.list_later_events(turn):
            return None
        told = self.match.game.tell_aftermath(self.list_events(turn), Scene(self.names, self.w))
        # A heading that says who leads is short enough for large letters. After the last turn, smaller
        # letters leave more room for names.
        is_brief = told is not None and told.precedes_leader and not self.is_final(turn)
        return self._fit_caption(
            lambda names: self._tell_aftermath(turn, gap, names), turn.ply, is_brief=is_brief
        )

    def _tell_aftermath(self, turn: MatchTurn, gap: Gap, names: tuple[str, ...]) -> str:
        # In a list, a line break inside a name would be ugly.
        names = tuple(name.replace(" ", "\u00a0") for name in names)
        scene = Scene(
            names, self.w, earlier_view=self.match.rules.view(self.match.state_at(turn.since), None)
        )
        told = self.match.game.tell_aftermath(self.list_events(turn), scene)
        if told is None:
            return ""
        if not told.precedes_leader:
            return told.text
        return f"{told.text} {tell_gap(gap, names, self.w, self.find_lead_duration(gap))}"

    def view_after(self, turn: MatchTurn) -> tuple[ViewLike, tuple[EventLike, ...], bool]:
        """Return the public view after a turn, its events, and whether a new deal followed."""
        sight = get_view_before_deal(self.match, turn.ply)
        if sight is not None:
            return (*sight, True)
        return self.match.rules.view(self.match.state_at(turn.ply), None), self.list_events(turn), False

    def is_final(self, turn: MatchTurn) -> bool:
        """Return whether the rules ended the match with this turn."""
        match = self.match
        return turn.ply == match.ply and match.early_outcome is None and match.outcome is not None


def _is_about(line: str, names: Sequence[str]) -> bool:
    return any(begins_with_name(line, name) for name in names)
