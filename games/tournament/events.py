"""The events of a tournament, their stored form, and the state that they lead to."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from games.core.values import value
from games.tournament.state import OPEN, OVER, PAUSED, RUNNING, Pairing, Result, Round, State
from games.tournament.terms import KNOCKOUT, MAX_PLAYERS, MIN_PLAYERS, Terms


class EventRefused(Exception):
    """An event can't happen in the tournament's state. ``reason`` is one of the constants below."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


IS_OVER, HAS_BEGUN, NOT_BEGUN, NO_LATE, IS_FULL, TOO_FEW = "over", "begun", "not_begun", "late", "full", "few"
ALREADY_IN, NOT_IN, NO_TABLE, HAS_RESULT, TOO_LATE, NOT_PAUSED, ROUND_OPEN, UNREADABLE, STILL_PLAYED = (
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

JOINED, LEFT, BEGAN, PAIRED, SCORED, CORRECTED, STOPPED, RESUMED, ENDED, SCHEDULED, RENAMED, HANDED = (
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


@value
class Event:
    """An event of a tournament. It uses only the fields that its kind needs."""

    kind: str
    entry: int = 0
    """The entry that joined or left."""
    round: int = 0
    """Round of a ``result``, counted from 0."""
    table: int = 0
    """Table of a ``result``, counted from 0."""
    result: Result | None = None
    paired: Round | None = None
    """A new round."""
    at: int = 0
    """Scheduled start in epoch seconds, or 0 if none is set."""
    title: str = ""
    """New title of the tournament."""
    reason: str = ""
    """Reason for a corrected result, as written by the person who corrected it, or for a withdrawal."""

    @property
    def text(self) -> str:
        """The event as JSON, without its kind."""
        data: dict[str, Any] = {}
        if self.kind in (JOINED, LEFT):
            data["entry"] = self.entry
        if self.result is not None:
            one = self.result
            data |= {"round": self.round, "table": self.table, "places": one.places, "scores": one.scores}
            data |= {"absent": one.absent, "void": one.void}
        if self.paired is not None:
            data["tables"] = [table.entries for table in self.paired.tables]
            data["byes"] = self.paired.byes
            if self.paired.planned:
                data["of"] = self.paired.planned
        if self.kind == SCHEDULED:
            data["at"] = self.at
        if self.kind == RENAMED:
            data["title"] = self.title
        if self.reason:
            data["reason"] = self.reason
        return json.dumps(data, separators=(",", ":"))

    @classmethod
    def read(cls, kind: str, text: str) -> Event:
        """Parse an event from its kind and its :attr:`text`.

        :raises EventRefused: if the text is invalid.
        """
        try:
            return _read(kind, json.loads(text))
        except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
            raise EventRefused(UNREADABLE) from error


def _read(kind: str, data: Any) -> Event:
    if kind in (JOINED, LEFT):
        return Event(kind, int(data["entry"]), reason=str(data.get("reason", "")))
    if kind in (SCORED, CORRECTED):
        result = Result(
            tuple(map(int, data["places"])),
            tuple(map(int, data["scores"])),
            tuple(map(int, data["absent"])),
            bool(data["void"]),
        )
        at, table, reason = int(data["round"]), int(data["table"]), str(data.get("reason", ""))
        return Event(kind, round=at, table=table, result=result, reason=reason)
    if kind == PAIRED:
        tables = tuple(Pairing(tuple(map(int, entries))) for entries in data["tables"])
        return Event(kind, paired=Round(tables, tuple(map(int, data["byes"])), int(data.get("of", 0))))
    if kind == SCHEDULED:
        return Event(kind, at=int(data["at"]))
    if kind == RENAMED:
        return Event(kind, title=str(data["title"]))
    if kind in (BEGAN, STOPPED, RESUMED, ENDED, HANDED):
        return Event(kind)
    raise ValueError(kind)


def apply(state: State, event: Event) -> State:
    """Return the state of the tournament after an event.

    :raises EventRefused: if the event can't happen now.
    """
    if state.status == OVER and event.kind != CORRECTED:
        raise EventRefused(IS_OVER)
    return _APPLY[event.kind](state, event)


def compute_state(terms: Terms, events: list[Event]) -> State:
    """Return the state of the tournament after all events.

    :raises EventRefused: if an event can't happen.
    """
    state = State(terms)
    for event in events:
        state = apply(state, event)
    return state


def _join(state: State, event: Event) -> State:
    if event.entry in state.active:
        raise EventRefused(ALREADY_IN)
    if state.status != OPEN and not state.allows_late_entry:
        raise EventRefused(NO_LATE)
    if event.entry in state.gone:
        return replace(state, gone=state.gone - {event.entry})
    if len(state.entries) >= MAX_PLAYERS:
        raise EventRefused(IS_FULL)
    return replace(state, entries=(*state.entries, event.entry))


def _leave(state: State, event: Event) -> State:
    if event.entry not in state.active:
        raise EventRefused(NOT_IN)
    if state.status == OPEN:
        return replace(state, entries=tuple(entry for entry in state.entries if entry != event.entry))
    return replace(state, gone=state.gone | {event.entry})


def _begin(state: State, event: Event) -> State:
    if state.status != OPEN:
        raise EventRefused(HAS_BEGUN)
    if len(state.active) < max(MIN_PLAYERS, min(state.terms.allowed)):
        raise EventRefused(TOO_FEW)
    return replace(state, status=RUNNING)


def _pair(state: State, event: Event) -> State:
    if state.status != RUNNING or event.paired is None:
        raise EventRefused(NOT_BEGUN)
    if state.current is not None:
        raise EventRefused(ROUND_OPEN)
    known = event.paired.entries
    seated = sum(len(table.entries) for table in event.paired.tables) + len(event.paired.byes)
    if len(known) != seated or not known <= frozenset(state.entries):
        raise EventRefused(UNREADABLE)
    return replace(state, rounds=(*state.rounds, event.paired))


def _find_table(state: State, event: Event) -> Pairing:
    """Return the table of a result, after checking that the result fits it."""
    if not (
        0 <= event.round < len(state.rounds) and 0 <= event.table < len(state.rounds[event.round].tables)
    ):
        raise EventRefused(NO_TABLE)
    pairing, result = state.rounds[event.round].tables[event.table], event.result
    size = len(pairing.entries)
    if result is None or len(result.places) != size or len(result.scores) not in (0, size):
        raise EventRefused(UNREADABLE)
    if any(not 1 <= place <= size for place in result.places) or not set(result.absent) <= set(range(size)):
        raise EventRefused(UNREADABLE)
    return pairing


def _score(state: State, event: Event) -> State:
    if _find_table(state, event).result is not None:
        raise EventRefused(HAS_RESULT)
    return _set_result(state, event)


def _correct(state: State, event: Event) -> State:
    _find_table(state, event)
    if state.terms.format == KNOCKOUT and event.round != len(state.rounds) - 1:
        # Later rounds were already paired on the basis of this result.
        raise EventRefused(TOO_LATE)
    return _set_result(state, event)


def _set_result(state: State, event: Event) -> State:
    found = state.rounds[event.round]
    tables = list(found.tables)
    tables[event.table] = replace(tables[event.table], result=event.result)
    rounds = list(state.rounds)
    rounds[event.round] = replace(found, tables=tuple(tables))
    return replace(state, rounds=tuple(rounds))


def _pause(state: State, event: Event) -> State:
    if state.status != RUNNING:
        raise EventRefused(NOT_BEGUN)
    return replace(state, status=PAUSED)


def _resume(state: State, event: Event) -> State:
    if state.status != PAUSED:
        raise EventRefused(NOT_PAUSED)
    return replace(state, status=RUNNING)


def _end(state: State, event: Event) -> State:
    return replace(state, status=OVER)


def _schedule(state: State, event: Event) -> State:
    if state.status != OPEN:
        raise EventRefused(HAS_BEGUN)
    return replace(state, starts_at=event.at)


def _rename(state: State, event: Event) -> State:
    # The threads of a tournament's tables are found by their names, which begin with the title.
    if state.status != OPEN:
        raise EventRefused(HAS_BEGUN)
    return state


def _hand_over(state: State, event: Event) -> State:
    # The host is stored outside the events, so that their data can be erased.
    return state


_APPLY: Final[dict[str, Callable[[State, Event], State]]] = {
    JOINED: _join,
    LEFT: _leave,
    BEGAN: _begin,
    PAIRED: _pair,
    SCORED: _score,
    CORRECTED: _correct,
    STOPPED: _pause,
    RESUMED: _resume,
    ENDED: _end,
    SCHEDULED: _schedule,
    RENAMED: _rename,
    HANDED: _hand_over,
}
