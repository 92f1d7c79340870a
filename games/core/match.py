"""A match, computed from its log."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Generic, Self

from games.core.errors import (
    IllegalAction,
    MatchOver,
    NothingToUndo,
    NotYourTurn,
    StaleAction,
    UnreadableToken,
)
from games.core.gate import MatchStep, apply_token, check_token
from games.core.outcome import (
    AGREED_DRAW_ENDING,
    CLOSED_ENDING,
    Outcome,
    make_draw,
    make_forfeit,
    make_resignation,
)
from games.core.protocol import GenericGame
from games.core.rng import Chance
from games.core.rules import Rules
from games.core.shapes import (
    MAX_TOKEN_LENGTH,
    ActionLike,
    ActionT_co,
    EventLike,
    EventT_co,
    StateT_co,
    ViewLike,
    ViewT_co,
)
from games.core.values import value_class
from games.core.words import N_

ACT_KIND = "act"
UNDO_KIND = "undo"
RESIGN_KIND = "resign"
DRAW_KIND = "draw"
CLOSE_KIND = "close"
FORFEIT_KIND = "forfeit"
ROW_KINDS = (ACT_KIND, UNDO_KIND, RESIGN_KIND, DRAW_KIND, CLOSE_KIND, FORFEIT_KIND)


@value_class
class LoggedRow:
    """One row of a log."""

    kind: str
    seat: int
    text: str = ""
    """The token of an ``act``, the ply to which an ``undo`` goes back, or empty."""


@value_class
class GenericMatch(Generic[StateT_co, ActionT_co, EventT_co, ViewT_co]):
    """An immutable match: its key, options and log, and the steps computed from them.

    Every method that would add a row raises :class:`MatchOver` if the match is over.
    """

    game: GenericGame[StateT_co, ActionT_co, EventT_co, ViewT_co]
    rules: Rules[StateT_co, ActionT_co, EventT_co, ViewT_co]
    seat_count: int
    options: Mapping[str, str]
    key: bytes
    opening_state: StateT_co
    opening_events: tuple[EventT_co, ...]
    rows: tuple[LoggedRow, ...] = ()
    steps: tuple[MatchStep[StateT_co, ActionT_co, EventT_co], ...] = ()
    is_rated: bool = True
    """Whether the match counts for ratings. ``False`` after chance or revealed information was undone."""
    early_outcome: Outcome | None = None
    """The result, if the players or the clock ended the match."""

    @classmethod
    def begin(
        cls,
        game: GenericGame[StateT_co, ActionT_co, EventT_co, ViewT_co],
        seat_count: int,
        options: Mapping[str, str],
        key: bytes,
        version: int | None = None,
    ) -> Self:
        """Deal a match, by the newest rules unless another ``version`` is given.

        :raises UnplayableSettings: if the game doesn't have this number of seats, an option or its value.
        """
        chosen = game.complete_options(seat_count, options)
        rules = game.rules[game.version if version is None else version]
        state, events = rules.setup(seat_count, chosen, Chance(key, 0))
        return cls(game, rules, seat_count, chosen, key, state, events)

    @property
    def seq(self) -> int:
        """Number of rows in the log. It never decreases."""
        return len(self.rows)

    @property
    def ply(self) -> int:
        """Number of steps in force. It decreases on undo, and determines the next step's random numbers."""
        return len(self.steps)

    @property
    def state(self) -> StateT_co:
        """The state after the newest step in force."""
        return self.steps[-1].state if self.steps else self.opening_state

    @property
    def events(self) -> tuple[EventT_co, ...]:
        """Events of the newest step in force, or of the deal."""
        return self.steps[-1].events if self.steps else self.opening_events

    @property
    def outcome(self) -> Outcome | None:
        """The result, or ``None`` while the match continues."""
        return self.early_outcome or (
            self.steps[-1].outcome if self.steps else self.rules.outcome(self.opening_state)
        )

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that may act now."""
        return () if self.outcome else self.rules.to_act(self.state)

    @property
    def active_seat(self) -> int | None:
        """Seat whose turn it is, or ``None`` if the match is over."""
        return None if self.outcome else self.rules.find_active_seat(self.state)

    def state_at(self, ply: int) -> StateT_co:
        """Return the state after ``ply`` steps."""
        return self.steps[ply - 1].state if ply else self.opening_state

    def active_seat_at(self, ply: int) -> int | None:
        """Return the seat whose turn it was after ``ply`` steps, or ``None`` at the end of the match."""
        return self.rules.find_active_seat(self.state_at(ply))

    def list_active_seats(self) -> list[int | None]:
        """Return :meth:`active_seat_at` for each number of steps, beginning with 0."""
        states = (self.opening_state, *[step.state for step in self.steps])
        return list(map(self.rules.find_active_seat, states))

    def count_ended_turns(self, ply: int) -> int:
        """Return the number of turns that ended with step ``ply``. Step 0 is the deal."""
        if ply:
            return self.steps[ply - 1].ended_turn_count
        return self.rules.count_ended_turns(None, self.opening_state, self.opening_events)

    def legal_actions(self, seat: int) -> tuple[ActionT_co, ...]:
        """Return the legal actions of ``seat``, or none if it may not act."""
        return self.rules.legal_actions(self.state, seat) if seat in self.to_act else ()

    def explain_unavailable(self, seat: int, kind: str) -> IllegalAction:
        """Return the reason why ``seat``, which may act, has no legal action that begins with ``kind``."""
        return self.rules.explain_unavailable(self.state, seat, kind)

    def check_action(self, seat: int, token: str, seq: int | None = None) -> ActionT_co:
        """Check a token without applying it, and return its action.

        :param seq: the ``seq`` at which the action was offered, or ``None`` if it was typed.
        :raises RuleError: if a check fails.
        """
        self._require_unfinished(seq)
        return check_token(self.rules, self.state, seat, token)

    def act(self, seat: int, token: str, seq: int | None = None) -> Self:
        """Return the match after an action.

        :raises RuleError: if :meth:`check_action` would raise it.
        """
        self._require_unfinished(seq)
        step = apply_token(self.rules, self.state, seat, token, Chance(self.key, self.ply + 1))
        return self._add_rows((LoggedRow(ACT_KIND, seat, token),), steps=(*self.steps, step))

    def act_until_asked(self, seat: int, token: str, seq: int | None = None) -> Self:
        """Return the match after an action, and after further actions of ``seat`` that it needn't choose.

        :raises RuleError: if :meth:`check_action` would raise it.
        """
        match = self.act(seat, token, seq)
        while seat in match.to_act:
            unasked = match.rules.find_unasked_action(match.state, seat)
            if unasked is None:
                break
            match = match.act(seat, unasked.token)
        return match

    def _require_unfinished(self, seq: int | None = None) -> None:
        """Raise an error if the match is over or the action was offered at another ``seq``."""
        if self.outcome:
            raise MatchOver
        if seq is not None and seq != self.seq:
            raise StaleAction

    def find_undo_ply(self, seat: int) -> int:
        """Return the ply before the newest step that ``seat`` chose, if it may undo that step alone.

        :raises NothingToUndo: if the newest step is sealed or was made by another seat.
        :raises MatchOver: if the match is over.
        """
        self._require_unfinished()
        if not self.steps or self.steps[-1].seat != seat:
            raise NothingToUndo(N_("You have nothing of your own to take back now."))
        if self.steps[-1].is_sealed:
            raise NothingToUndo(
                N_("You can't take that back: {chance} came up, or the turn has passed."),
                chance=self.game.chance_noun,
            )
        return self.find_asked_ply(self.ply - 1)

    def find_asked_ply(self, ply: int) -> int:
        """Return the ply to which an undo of the step after ``ply`` should return.

        That is ``ply`` or, if the step's seat needn't choose there, the newest earlier ply at which the seat
        chose. The undo never takes back a sealed step on the way.
        """
        seat = self.steps[ply].seat
        while ply and self.rules.find_unasked_action(self.state_at(ply), seat) is not None:
            if self.steps[ply - 1].seat != seat or self.steps[ply - 1].is_sealed:
                break
            ply -= 1
        return ply

    def find_agreed_undo_ply(self, seat: int) -> int:
        """Return the ply before the last step that ``seat`` chose. All seats can agree to return to it.

        :raises NothingToUndo: if the seat has no step in force.
        :raises MatchOver: if the match is over.
        """
        self._require_unfinished()
        for ply in range(self.ply, 0, -1):
            if self.steps[ply - 1].seat == seat:
                return self.find_asked_ply(ply - 1)
        raise NothingToUndo(N_("You have nothing of your own to take back now."))

    def undo(self, seat: int, ply: int) -> Self:
        """Return the match at an earlier ply.

        The match becomes unrated if chance was used or hidden information revealed since that ply.

        :raises IllegalAction: if ``ply`` is not an earlier one.
        """
        self._require_unfinished()
        if not 0 <= ply < self.ply:
            raise IllegalAction(N_("There's no such point to go back to."))
        has_seen_secrets = any(step.revealed_information for step in self.steps[ply:])
        return self._add_rows(
            (LoggedRow(UNDO_KIND, seat, str(ply)),),
            steps=self.steps[:ply],
            is_rated=self.is_rated and not has_seen_secrets,
        )

    def resign(self, seat: int) -> Self:
        """Return the match after ``seat`` has resigned."""
        return self._end_with(LoggedRow(RESIGN_KIND, seat), make_resignation(self.seat_count, seat))

    def forfeit(self, seat: int) -> Self:
        """Return the match after ``seat`` has lost on time."""
        return self._end_with(LoggedRow(FORFEIT_KIND, seat), make_forfeit(self.seat_count, seat))

    def agree_draw(self, seat: int) -> Self:
        """Return the match after everybody has accepted a draw that ``seat`` offered."""
        return self._end_with(LoggedRow(DRAW_KIND, seat), make_draw(AGREED_DRAW_ENDING, self.seat_count))

    def close(self) -> Self:
        """Return the match after it was closed without a result."""
        return self._end_with(LoggedRow(CLOSE_KIND, -1), make_draw(CLOSED_ENDING, self.seat_count))

    def play_row(self, row: LoggedRow) -> Self:
        """Return the match with one recorded row added.

        :raises RuleError: if the row is invalid.
        """
        if row.kind != CLOSE_KIND and not 0 <= row.seat < self.seat_count:
            raise NotYourTurn
        if row.kind == ACT_KIND:
            return self.act(row.seat, row.text)
        if row.kind == UNDO_KIND:
            if not row.text.isdecimal() or len(row.text) > MAX_TOKEN_LENGTH:
                raise UnreadableToken(row.text)
            return self.undo(row.seat, int(row.text))
        if row.kind == RESIGN_KIND:
            return self.resign(row.seat)
        if row.kind == FORFEIT_KIND:
            return self.forfeit(row.seat)
        if row.kind == DRAW_KIND:
            return self.agree_draw(row.seat)
        if row.kind == CLOSE_KIND:
            return self.close()
        raise UnreadableToken(row.kind)

    def replay(self, rows: Iterable[LoggedRow]) -> Self:
        """Return the match with all ``rows`` added.

        :raises RuleError: if a row is invalid.
        """
        match = self
        acted: list[LoggedRow] = []
        steps = list(match.steps)
        for row in rows:
            if row.kind == ACT_KIND and match.early_outcome is None:
                # Create one match for a run of actions, because creating one for each action can take as long
                # as applying the rules.
                last: MatchStep[StateT_co, ActionT_co, EventT_co] | Self = steps[-1] if steps else match
                if last.outcome is not None:
                    raise MatchOver
                steps.append(
                    apply_token(self.rules, last.state, row.seat, row.text, Chance(self.key, len(steps) + 1))
                )
                acted.append(row)
            else:
                match = match._add_rows(acted, steps=steps).play_row(row)
                acted, steps = [], list(match.steps)
        return match._add_rows(acted, steps=steps)

    def _end_with(self, row: LoggedRow, outcome: Outcome) -> Self:
        self._require_unfinished()
        return self._add_rows((row,), early_outcome=outcome)

    def _add_rows(
        self,
        rows: Iterable[LoggedRow],
        *,
        steps: Iterable[MatchStep[StateT_co, ActionT_co, EventT_co]] | None = None,
        is_rated: bool | None = None,
        early_outcome: Outcome | None = None,
    ) -> Self:
        return type(self)(
            self.game,
            self.rules,
            self.seat_count,
            self.options,
            self.key,
            self.opening_state,
            self.opening_events,
            (*self.rows, *rows),
            self.steps if steps is None else tuple(steps),
            self.is_rated if is_rated is None else is_rated,
            early_outcome or self.early_outcome,
        )


if TYPE_CHECKING:
    Match = GenericMatch[object, ActionLike, EventLike, ViewLike]
    """A match of any game. Its states are opaque."""
else:
    # A parametrised alias of a frozen, slotted class can't be instantiated.
    Match = GenericMatch


def view_at(match: Match, ply: int, viewer: int | None) -> ViewLike:
    """Return the view of ``viewer`` after ``ply`` steps.

    If the players ended the match at this ply, the view also shows what the end reveals.
    """
    if ply == match.ply and match.early_outcome is not None:
        return match.rules.make_ended_view(match.state, viewer)
    return match.rules.view(match.state_at(ply), viewer)


def get_view_before_deal(match: Match, ply: int) -> tuple[ViewLike, tuple[EventLike, ...]] | None:
    """Return the public view just before a new deal within step ``ply``, and the events leading up to it.

    Return ``None`` if the step didn't deal.
    """
    before = match.rules.view(match.state_at(ply - 1), None)
    events = tuple(match.rules.redact(event, None) for event in match.steps[ply - 1].events)
    return match.rules.get_view_before_deal(before, events)


def would_seal(match: Match, seat: int, token: str) -> bool:
    """Return whether a legal action would be sealed, that is, couldn't be undone by its seat alone.

    The answer may be shown to anyone, because it reveals nothing about what the action would draw.
    """
    return any(step.is_sealed for step in match.act_until_asked(seat, token).steps[match.ply :])
