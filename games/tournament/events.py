"""The events of a tournament: parses, serializes and applies them."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from games.core.values import value_class
from games.tournament.state import (
    OPEN_STATUS,
    OVER_STATUS,
    PAUSED_STATUS,
    RUNNING_STATUS,
    Pairing,
    TableResult,
    TournamentRound,
    TournamentState,
)
from games.tournament.terms import KNOCKOUT_FORMAT, MAX_PLAYERS, MIN_PLAYERS, TournamentTerms


class EventRefused(Exception):
    """An event can't happen in the tournament's state. ``reason`` is a constant such as ``NO_LATE_ENTRY``."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


TOURNAMENT_IS_OVER = "over"
TOURNAMENT_HAS_BEGUN = "begun"
TOURNAMENT_NOT_BEGUN = "not_begun"
NO_LATE_ENTRY = "late"
TOURNAMENT_IS_FULL = "full"
TOO_FEW_ENTRIES = "few"
ALREADY_ENTERED = "in"
NOT_ENTERED = "not_in"
NO_SUCH_TABLE = "no_table"
HAS_RESULT = "result"
TOO_LATE = "too_late"
NOT_PAUSED = "not_paused"
ROUND_OPEN = "round_open"
UNREADABLE_EVENT = "unreadable"
STILL_PLAYED = "still_played"

JOINED_EVENT = "joined"
LEFT_EVENT = "left"
BEGAN_EVENT = "began"
PAIRED_EVENT = "paired"
SCORED_EVENT = "scored"
CORRECTED_EVENT = "corrected"
STOPPED_EVENT = "paused"
RESUMED_EVENT = "resumed"
ENDED_EVENT = "ended"
SCHEDULED_EVENT = "scheduled"
RENAMED_EVENT = "renamed"
HANDED_OVER_EVENT = "handed"


@value_class
class TournamentEvent:
    """An event of a tournament. Fields that its kind doesn't need have their defaults."""

    kind: str
    entry: int = 0
    """The entry that joined or left."""
    round_number: int = 0
    """Round of a ``result``, counted from 0."""
    table_number: int = 0
    """Table of a ``result``, counted from 0."""
    result: TableResult | None = None
    new_round: TournamentRound | None = None
    starts_at: int = 0
    """Scheduled start in epoch seconds, or 0 if none is set."""
    title: str = ""
    reason: str = ""
    """Reason for a corrected result, as written by the person who corrected it, or for a withdrawal."""

    @property
    def text(self) -> str:
        """The event as JSON, without its kind."""
        data: dict[str, Any] = {}
        if self.kind in (JOINED_EVENT, LEFT_EVENT):
            data["entry"] = self.entry
        if self.result is not None:
            one = self.result
            data |= {
                "round": self.round_number,
                "table": self.table_number,
                "places": one.places,
                "scores": one.scores,
            }
            data |= {"absent": one.absent_seats, "void": one.is_void}
        if self.new_round is not None:
            data["tables"] = [table.entries for table in self.new_round.tables]
            data["byes"] = self.new_round.byes
            if self.new_round.planned_rounds:
                data["of"] = self.new_round.planned_rounds
        if self.kind == SCHEDULED_EVENT:
            data["at"] = self.starts_at
        if self.kind == RENAMED_EVENT:
            data["title"] = self.title
        if self.reason:
            data["reason"] = self.reason
        return json.dumps(data, separators=(",", ":"))

    @classmethod
    def from_text(cls, kind: str, text: str) -> TournamentEvent:
        """Parse an event from its kind and its :attr:`text`.

        :raises EventRefused: if the text is invalid.
        """
        try:
            return _parse_event(kind, json.loads(text))
        except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
            raise EventRefused(UNREADABLE_EVENT) from error


def _parse_event(kind: str, data: Any) -> TournamentEvent:
    if kind in (JOINED_EVENT, LEFT_EVENT):
        return TournamentEvent(kind, int(data["entry"]), reason=str(data.get("reason", "")))
    if kind in (SCORED_EVENT, CORRECTED_EVENT):
        result = TableResult(
            tuple(map(int, data["places"])),
            tuple(map(int, data["scores"])),
            tuple(map(int, data["absent"])),
            bool(data["void"]),
        )
        at, table, reason = int(data["round"]), int(data["table"]), str(data.get("reason", ""))
        return TournamentEvent(kind, round_number=at, table_number=table, result=result, reason=reason)
    if kind == PAIRED_EVENT:
        tables = tuple(Pairing(tuple(map(int, entries))) for entries in data["tables"])
        return TournamentEvent(
            kind, new_round=TournamentRound(tables, tuple(map(int, data["byes"])), int(data.get("of", 0)))
        )
    if kind == SCHEDULED_EVENT:
        return TournamentEvent(kind, starts_at=int(data["at"]))
    if kind == RENAMED_EVENT:
        return TournamentEvent(kind, title=str(data["title"]))
    if kind in (BEGAN_EVENT, STOPPED_EVENT, RESUMED_EVENT, ENDED_EVENT, HANDED_OVER_EVENT):
        return TournamentEvent(kind)
    raise ValueError(kind)


def apply_event(state: TournamentState, event: TournamentEvent) -> TournamentState:
    """Return the state of the tournament after an event.

    :raises EventRefused: if the event can't happen now.
    """
    if state.status == OVER_STATUS and event.kind != CORRECTED_EVENT:
        raise EventRefused(TOURNAMENT_IS_OVER)
    return _APPLIERS_BY_KIND[event.kind](state, event)


def compute_state(terms: TournamentTerms, events: list[TournamentEvent]) -> TournamentState:
    """Return the state of the tournament after all events.

    :raises EventRefused: if an event can't happen.
    """
    state = TournamentState(terms)
    for event in events:
        state = apply_event(state, event)
    return state


def _add_entry(state: TournamentState, event: TournamentEvent) -> TournamentState:
    if event.entry in state.active_entries:
        raise EventRefused(ALREADY_ENTERED)
    if state.status != OPEN_STATUS and not state.allows_late_entry:
        raise EventRefused(NO_LATE_ENTRY)
    if event.entry in state.withdrawn_entries:
        return replace(state, withdrawn_entries=state.withdrawn_entries - {event.entry})
    if len(state.entries) >= MAX_PLAYERS:
        raise EventRefused(TOURNAMENT_IS_FULL)
    return replace(state, entries=(*state.entries, event.entry))


def _withdraw_entry(state: TournamentState, event: TournamentEvent) -> TournamentState:
    if event.entry not in state.active_entries:
        raise EventRefused(NOT_ENTERED)
    if state.status == OPEN_STATUS:
        return replace(state, entries=tuple(entry for entry in state.entries if entry != event.entry))
    return replace(state, withdrawn_entries=state.withdrawn_entries | {event.entry})


def _begin_tournament(state: TournamentState, event: TournamentEvent) -> TournamentState:
    if state.status != OPEN_STATUS:
        raise EventRefused(TOURNAMENT_HAS_BEGUN)
    if len(state.active_entries) < max(MIN_PLAYERS, min(state.terms.allowed_sizes)):
        raise EventRefused(TOO_FEW_ENTRIES)
    return replace(state, status=RUNNING_STATUS)


def _add_round(state: TournamentState, event: TournamentEvent) -> TournamentState:
    if state.status != RUNNING_STATUS or event.new_round is None:
        raise EventRefused(TOURNAMENT_NOT_BEGUN)
    if state.current_round is not None:
        raise EventRefused(ROUND_OPEN)
    known = event.new_round.entries
    seated = sum(len(table.entries) for table in event.new_round.tables) + len(event.new_round.byes)
    if len(known) != seated or not known <= frozenset(state.entries):
        raise EventRefused(UNREADABLE_EVENT)
    return replace(state, rounds=(*state.rounds, event.new_round))


def _find_checked_table(state: TournamentState, event: TournamentEvent) -> Pairing:
    """Return the table of a result, after checking that the result fits it."""
    if not (
        0 <= event.round_number < len(state.rounds)
        and 0 <= event.table_number < len(state.rounds[event.round_number].tables)
    ):
        raise EventRefused(NO_SUCH_TABLE)
    pairing, result = state.rounds[event.round_number].tables[event.table_number], event.result
    size = len(pairing.entries)
    if result is None or len(result.places) != size or len(result.scores) not in (0, size):
        raise EventRefused(UNREADABLE_EVENT)
    if any(not 1 <= place <= size for place in result.places) or not set(result.absent_seats) <= set(
        range(size)
    ):
        raise EventRefused(UNREADABLE_EVENT)
    return pairing


def _add_result(state: TournamentState, event: TournamentEvent) -> TournamentState:
    if _find_checked_table(state, event).result is not None:
        raise EventRefused(HAS_RESULT)
    return _set_result(state, event)


def _correct_result(state: TournamentState, event: TournamentEvent) -> TournamentState:
    _find_checked_table(state, event)
    if state.terms.format == KNOCKOUT_FORMAT and event.round_number != len(state.rounds) - 1:
        # Later rounds were already paired on the basis of this result.
        raise EventRefused(TOO_LATE)
    return _set_result(state, event)


def _set_result(state: TournamentState, event: TournamentEvent) -> TournamentState:
    scored_round = state.rounds[event.round_number]
    tables = list(scored_round.tables)
    tables[event.table_number] = replace(tables[event.table_number], result=event.result)
    rounds = list(state.rounds)
    rounds[event.round_number] = replace(scored_round, tables=tuple(tables))
    return replace(state, rounds=tuple(rounds))


def _pause_tournament(state: TournamentState, event: TournamentEvent) -> TournamentState:
    if state.status != RUNNING_STATUS:
        raise EventRefused(TOURNAMENT_NOT_BEGUN)
    return replace(state, status=PAUSED_STATUS)


def _resume_tournament(state: TournamentState, event: TournamentEvent) -> TournamentState:
    if state.status != PAUSED_STATUS:
        raise EventRefused(NOT_PAUSED)
    return replace(state, status=RUNNING_STATUS)


def _end_tournament(state: TournamentState, event: TournamentEvent) -> TournamentState:
    return replace(state, status=OVER_STATUS)


def _schedule_start(state: TournamentState, event: TournamentEvent) -> TournamentState:
    if state.status != OPEN_STATUS:
        raise EventRefused(TOURNAMENT_HAS_BEGUN)
    return replace(state, starts_at=event.starts_at)


def _rename_tournament(state: TournamentState, event: TournamentEvent) -> TournamentState:
    # After the start, a new title would break the search for the tables' threads, whose names begin with it.
    if state.status != OPEN_STATUS:
        raise EventRefused(TOURNAMENT_HAS_BEGUN)
    return state


def _hand_over_tournament(state: TournamentState, event: TournamentEvent) -> TournamentState:
    # The host is stored outside the events, so that the host's data can be erased.
    return state


_APPLIERS_BY_KIND: Final[dict[str, Callable[[TournamentState, TournamentEvent], TournamentState]]] = {
    JOINED_EVENT: _add_entry,
    LEFT_EVENT: _withdraw_entry,
    BEGAN_EVENT: _begin_tournament,
    PAIRED_EVENT: _add_round,
    SCORED_EVENT: _add_result,
    CORRECTED_EVENT: _correct_result,
    STOPPED_EVENT: _pause_tournament,
    RESUMED_EVENT: _resume_tournament,
    ENDED_EVENT: _end_tournament,
    SCHEDULED_EVENT: _schedule_start,
    RENAMED_EVENT: _rename_tournament,
    HANDED_OVER_EVENT: _hand_over_tournament,
}
