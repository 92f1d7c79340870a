"""Finds the next event that happens automatically in a tournament."""

from __future__ import annotations

from itertools import combinations
from typing import Final, Literal

from games.tournament.events import BEGAN, ENDED, LEFT, PAIRED, SCHEDULED, Event, EventRefused, apply
from games.tournament.pairing import Pair, count_rounds, pair_next
from games.tournament.scoring import list_qualified
from games.tournament.state import OPEN, OVER, RUNNING, State, find_met
from games.tournament.terms import KNOCKOUT, ROUND_ROBIN

MAX_ABSENT_ROUNDS = 2
"""Number of consecutive rounds with an absence after which a player is withdrawn. They may join again."""

Early = Literal["", "met", "few"]
MET: Final[Early] = "met"
FEW: Final[Early] = "few"
"""Reasons why a tournament ended early: everyone left has met, or too few people are left for a table."""


def find_next(state: State, pair: Pair | None = None) -> Event | None:
    """Return the next automatic event, or ``None`` while matches are played or the tournament isn't running.

    :param pair: see :func:`games.tournament.pairing.pair_next`.
    """
    if state.status != RUNNING or state.current is not None:
        return None
    silent = next((entry for entry in state.active if is_absent(state, entry)), None)
    if silent is not None:
        return Event(LEFT, silent)
    if is_played_out(state):
        return Event(ENDED)
    paired = pair_next(state, pair)
    return Event(PAIRED, paired=paired) if paired.tables else Event(ENDED)


def find_start(state: State, now: int) -> Event | None:
    """Return the event for a scheduled start, or ``None`` if it isn't due.

    With too few people, the start is unscheduled instead.
    """
    if state.status != OPEN or not state.starts_at or now < state.starts_at:
        return None
    try:
        apply(state, Event(BEGAN))
    except EventRefused:
        return Event(SCHEDULED)
    return Event(BEGAN)


def is_played_out(state: State) -> bool:
    """Return whether there is nothing left to play in a tournament."""
    if len(state.active) < 2:
        return True
    if state.terms.format == KNOCKOUT:
        through = list_qualified(state.rounds[-1]) if state.rounds else state.entries
        return len([entry for entry in through if entry not in state.gone]) < 2
    return (len(state.rounds) >= count_rounds(state) and not _has_missing_meetings(state)) or _have_all_met(
        state
    )


def _has_missing_meetings(state: State) -> bool:
    """Return whether two people in a round robin haven't met yet."""
    if state.terms.format != ROUND_ROBIN:
        return False
    met = find_met(state)
    return any(other not in met[one] for one, other in combinations(state.active, 2))


def _have_all_met(state: State) -> bool:
    """Return whether everyone left in a round robin has met, after some have withdrawn."""
    if state.terms.format != ROUND_ROBIN or not state.rounds:
        return False
    # If nobody has withdrawn, play the whole plan, because its last rounds even out the number of meetings.
    if frozenset(state.active) == state.rounds[0].entries:
        return False
    return not _has_missing_meetings(state)


def count_planned_rounds(state: State) -> int:
    """Return the number of rounds planned before any withdrawal."""
    return (state.rounds[0].planned if state.rounds else 0) or count_rounds(state)


def find_early_end(state: State) -> Early:
    """Return the reason why a tournament ended early. It is empty for other reasons, or if the tournament
    didn't end early.
    """
    if state.status != OVER or state.terms.format == KNOCKOUT or not state.rounds:
        return ""
    if len(state.rounds) >= count_planned_rounds(state):
        return ""
    if len(state.active) < min(state.terms.allowed):
        return FEW
    return MET if _have_all_met(state) else ""


def is_absent(state: State, entry: int) -> bool:
    """Return whether an entry was absent in its last :data:`MAX_ABSENT_ROUNDS` rounds."""
    seen = []
    for found in reversed(state.rounds):
        for table in found.tables:
            if entry in table.entries and table.result is not None:
                seen.append(table.entries.index(entry) in table.result.absent)
        if entry in found.byes:
            seen.append(False)
        if len(seen) >= MAX_ABSENT_ROUNDS:
            break
    return len(seen) >= MAX_ABSENT_ROUNDS and all(seen[:MAX_ABSENT_ROUNDS])
