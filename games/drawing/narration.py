"""Tells the turns of a match for its replay: who acts in a turn, and the captions of turns, start and end."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Final

from games.core.match import Match, get_view_before_deal, view_at
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
        decided = is_late and self.decision is not None and (index, not is_before_aftermath) >= self.decision
        return LeadDuration.LASTING if decided else LeadDuration.OPEN

    @cached_property
    def decision(self) -> tuple[int, bool] | None:
        """The index of the turn that decides the match, if any, and whether its aftermath does."""
        return highlights.find_decision(self.match)

    def tell_prospect(self, turn: MatchTurn) -> str:
        """Return a sentence about how near to the end a turn has brought its seat, if it has."""
        return self.match.game.tell_prospect(self.view_after(turn)[0], self.list_own_events(turn), self.w)

    def _fit_caption(self, make_caption: MakeCaption, ply: int, *, is_brief: bool = False) -> FittedText:
        """Return a caption that fits, with the names that the seats had at a step."""
        return captions.fit_caption(make_caption, self.names_at(ply), FRAME_WIDTH, is_brief=is_brief)

    def write_status(self, view: ViewLike, names: tuple[str, ...]) -> str:
        """Return whose turn it is or, after the match, the result."""
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
            return lines[0] if lines else self.write_status(view_at(self.match, 0, None), names)

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

    def tell_heading(self, turn: MatchTurn) -> str:
        """Return the text about a turn's aftermath without who leads."""
        scene = self._make_aftermath_scene(turn, self.names)
        told = self.match.game.tell_aftermath(self.list_events(turn), scene)
        return "" if told is None else told.text

    def _make_aftermath_scene(self, turn: MatchTurn, names: tuple[str, ...]) -> Scene:
        return Scene(names, self.w, earlier_view=self.match.rules.view(self.match.state_at(turn.since), None))

    def _tell_aftermath(self, turn: MatchTurn, gap: Gap, names: tuple[str, ...]) -> str:
        # In a list, a line break inside a name would be ugly.
        names = tuple(name.replace(" ", "\u00a0") for name in names)
        told = self.match.game.tell_aftermath(self.list_events(turn), self._make_aftermath_scene(turn, names))
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
