"""The events of a tournament, their stored form, and the state that they lead to."""

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
    """An event can't happen in the tournament's state. ``reason`` is one of the constants below."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


(
    TOURNAMENT_IS_OVER,
    TOURNAMENT_HAS_BEGUN,
    TOURNAMENT_NOT_BEGUN,
    NO_LATE_ENTRY,
    TOURNAMENT_IS_FULL,
    TOO_FEW_ENTRIES,
) = "over", "begun", "not_begun", "late", "full", "few"
(
    ALREADY_ENTERED,
    NOT_ENTERED,
    NO_SUCH_TABLE,
    HAS_RESULT,
    TOO_LATE,
    NOT_PAUSED,
    ROUND_OPEN,
    UNREADABLE_EVENT,
    STILL_PLAYED,
) = (
    "in",
    "not_in",
    "no_table",
    "result",
    "too_late",
    "not_paused",
    "round_open",
    "unreadable",
    "still_played",
)

(
    JOINED_EVENT,
    LEFT_EVENT,
    BEGAN_EVENT,
    PAIRED_EVENT,
    SCORED_EVENT,
    CORRECTED_EVENT,
    STOPPED_EVENT,
    RESUMED_EVENT,
    ENDED_EVENT,
    SCHEDULED_EVENT,
    RENAMED_EVENT,
    HANDED_OVER_EVENT,
) = (
    "joined",
    "left",
    "began",
    "paired",
    "scored",
    "corrected",
    "paused",
    "resumed",
    "ended",
    "scheduled",
    "renamed",
    "handed",
)


@value_class
class TournamentEvent:
    """An event of a tournament. It uses only the fields that its kind needs."""

    kind: str
    entry: int = 0
    """The entry that joined or left."""
    round: int = 0
    """Round of a ``result``, counted from 0."""
    table: int = 0
    """Table of a ``result``, counted from 0."""
    result: TableResult | None = None
    paired: TournamentRound | None = None
    """A new round."""
    starts_at: int = 0
    """Scheduled start in epoch seconds, or 0 if none is set."""
    title: str = ""
    """New title of the tournament."""
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
            data |= {"round": self.round, "table": self.table, "places": one.places, "scores": one.scores}
            data |= {"absent": one.absent, "void": one.void}
        if self.paired is not None:
            data["tables"] = [table.entries for table in self.paired.tables]
            data["byes"] = self.paired.byes
            if self.paired.planned_rounds:
                data["of"] = self.paired.planned_rounds
        if self.kind == SCHEDULED_EVENT:
            data["at"] = self.starts_at
        if self.kind == RENAMED_EVENT:
            data["title"] = self.title
        if self.reason:
            data["reason"] = self.reason
        return json.dumps(data, separators=(",", ":"))

    @classmethod
    def read(cls, kind: str, text: str) -> TournamentEvent:
        """Parse an event from its kind and its :attr:`text`.

        :raises EventRefused: if the text is invalid.
        """
        try:
            return _read(kind, json.loads(text))
        except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
            raise EventRefused(UNREADABLE_EVENT) from error


def _read(kind: str, data: Any) -> TournamentEvent:
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
        return TournamentEvent(kind, round=at, table=table, result=result, reason=reason)
    if kind == PAIRED_EVENT:
        tables = tuple(Pairing(tuple(map(int, entries))) for entries in data["tables"])
        return TournamentEvent(
            kind, paired=TournamentRound(tables, tuple(map(int, data["byes"])), int(data.get("of", 0)))
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


def _join(state: TournamentState, event: TournamentEvent) -> TournamentState:
    if event.entry in state.active:
        raise EventRefused(ALREADY_ENTERED)
    if state.status != OPEN_STATUS and not state.allows_late_entry:
        raise EventRefused(NO_LATE_ENTRY)
    if event.entry in state.gone:
        return replace(state, gone=state.gone - {event.entry})
    if len(state.entries) >= MAX_PLAYERS:
        raise EventRefused(TOURNAMENT_IS_FULL)
    return replace(state, entries=(*state.entries, event.entry))


def _leave(state: TournamentState, event: TournamentEvent) -> TournamentState:
    if event.entry not in state.active:
        raise EventRefused(NOT_ENTERED)
    if state.status == OPEN_STATUS:
        return replace(state, entries=tuple(entry for entry in state.entries if entry != event.entry))
    return replace(state, gone=state.gone | {event.entry})


def _begin(state: TournamentState, event: TournamentEvent) -> TournamentState:
    if state.status != OPEN_STATUS:
        raise EventRefused(TOURNAMENT_HAS_BEGUN)
    if len(state.active) < max(MIN_PLAYERS, min(state.terms.allowed)):
        raise EventRefused(TOO_FEW_ENTRIES)
    return replace(state, status=RUNNING_STATUS)


def _pair(state: TournamentState, event: TournamentEvent) -> TournamentState:
    if state.status != RUNNING_STATUS or event.paired is None:
        raise EventRefused(TOURNAMENT_NOT_BEGUN)
    if state.current is not None:
        raise EventRefused(ROUND_OPEN)
    known = event.paired.entries
    seated = sum(len(table.entries) for table in event.paired.tables) + len(event.paired.byes)
    if len(known) != seated or not known <= frozenset(state.entries):
        raise EventRefused(UNREADABLE_EVENT)
    return replace(state, rounds=(*state.rounds, event.paired))


def _find_table(state: TournamentState, event: TournamentEvent) -> Pairing:
    """Return the table of a result, after checking that the result fits it."""
    if not (
        0 <= event.round < len(state.rounds) and 0 <= event.table < len(state.rounds[event.round].tables)
    ):
        raise EventRefused(NO_SUCH_TABLE)
    pairing, result = state.rounds[event.round].tables[event.table], event.result
    size = len(pairing.entries)
    if result is None or len(result.places) != size or len(result.scores) not in (0, size):
        raise EventRefused(UNREADABLE_EVENT)
    if any(not 1 <= place <= size for place in result.places) or not set(result.absent) <= set(range(size)):
        raise EventRefused(UNREADABLE_EVENT)
    return pairing


def _score(state: TournamentState, event: TournamentEvent) -> TournamentState:
    if _find_table(state, event).result is not None:
        raise EventRefused(HAS_RESULT)
    return _set_result(state, event)


def _correct(state: TournamentState, event: TournamentEvent) -> TournamentState:
    _find_table(state, event)
    if state.terms.format == KNOCKOUT_FORMAT and event.round != len(state.rounds) - 1:
        # Later rounds were already paired on the basis of this result.
        raise EventRefused(TOO_LATE)
    return _set_result(state, event)


def _set_result(state: TournamentState, event: TournamentEvent) -> TournamentState:
    found = state.rounds[event.round]
    tables = list(found.tables)
    tables[event.table] = replace(tables[event.table], result=event.result)
    rounds = list(state.rounds)
    rounds[event.round] = replace(found, tables=tuple(tables))
    return replace(state, rounds=tuple(rounds))


def _pause(state: TournamentState, event: TournamentEvent) -> TournamentState:
    if state.status != RUNNING_STATUS:
        raise EventRefused(TOURNAMENT_NOT_BEGUN)
    return replace(state, status=PAUSED_STATUS)


def _resume(state: TournamentState, event: TournamentEvent) -> TournamentState:
    if state.status != PAUSED_STATUS:
        raise EventRefused(NOT_PAUSED)
    return replace(state, status=RUNNING_STATUS)


def _end(state: TournamentState, event: TournamentEvent) -> TournamentState:
    return replace(state, status=OVER_STATUS)


def _schedule(state: TournamentState, event: TournamentEvent) -> TournamentState:
    if state.status != OPEN_STATUS:
        raise EventRefused(TOURNAMENT_HAS_BEGUN)
    return replace(state, starts_at=event.starts_at)


def _rename(state: TournamentState, event: TournamentEvent) -> TournamentState:
    # The threads of a tournament's tables are found by their names, which begin with the title.
    if state.status != OPEN_STATUS:
        raise EventRefused(TOURNAMENT_HAS_BEGUN)
    return state


def _hand_over(state: TournamentState, event: TournamentEvent) -> TournamentState:
    # The host is stored outside the events, so that their data can be erased.
    return state


_APPLIERS_BY_KIND: Final[dict[str, Callable[[TournamentState, TournamentEvent], TournamentState]]] = {
    JOINED_EVENT: _join,
    LEFT_EVENT: _leave,
    BEGAN_EVENT: _begin,
    PAIRED_EVENT: _pair,
    SCORED_EVENT: _score,
    CORRECTED_EVENT: _correct,
    STOPPED_EVENT: _pause,
    RESUMED_EVENT: _resume,
    ENDED_EVENT: _end,
    SCHEDULED_EVENT: _schedule,
    RENAMED_EVENT: _rename,
    HANDED_OVER_EVENT: _hand_over,
}
