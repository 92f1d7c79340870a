"""Finds the next event that happens automatically in a tournament."""

from __future__ import annotations

from itertools import combinations
from typing import Final, Literal

from games.tournament.events import (
    BEGAN_EVENT,
    ENDED_EVENT,
    LEFT_EVENT,
    PAIRED_EVENT,
    SCHEDULED_EVENT,
    EventRefused,
    TournamentEvent,
    apply_event,
)
from games.tournament.pairing import PairRound, count_expected_rounds, pair_next_round
from games.tournament.scoring import list_qualified_entries
from games.tournament.state import OPEN_STATUS, OVER_STATUS, RUNNING_STATUS, TournamentState, count_pairings
from games.tournament.terms import KNOCKOUT_FORMAT, ROUND_ROBIN_FORMAT

MAX_ABSENT_ROUNDS = 2
"""Number of consecutive rounds with an absence after which a player is withdrawn. They may join again."""

EarlyEnd = Literal["", "met", "few"]
ALL_HAVE_MET: Final[EarlyEnd] = "met"
TOO_FEW_LEFT: Final[EarlyEnd] = "few"
"""Reasons why a tournament ended early: everyone left has met, or too few people are left for a table."""


def find_next_event(state: TournamentState, pair_swiss: PairRound | None = None) -> TournamentEvent | None:
    """Return the next automatic event, or ``None`` while matches are played or the tournament isn't running.

    :param pair_swiss: see :func:`games.tournament.pairing.pair_next_round`.
    """
    if state.status != RUNNING_STATUS or state.current_round is not None:
        return None
    silent = next((entry for entry in state.active_entries if was_repeatedly_absent(state, entry)), None)
    if silent is not None:
        return TournamentEvent(LEFT_EVENT, silent)
    if is_played_out(state):
        return TournamentEvent(ENDED_EVENT)
    paired = pair_next_round(state, pair_swiss)
    return TournamentEvent(PAIRED_EVENT, new_round=paired) if paired.tables else TournamentEvent(ENDED_EVENT)


def find_start_event(state: TournamentState, now: int) -> TournamentEvent | None:
    """Return the event for a scheduled start, or ``None`` if it isn't due.

    With too few entries, the event cancels the scheduled start.

    :param now: the current time in epoch seconds.
    """
    if state.status != OPEN_STATUS or not state.starts_at or now < state.starts_at:
        return None
    try:
        apply_event(state, TournamentEvent(BEGAN_EVENT))
    except EventRefused:
        return TournamentEvent(SCHEDULED_EVENT)
    return TournamentEvent(BEGAN_EVENT)


def is_played_out(state: TournamentState) -> bool:
    """Return whether there is nothing left to play in a tournament."""
    if len(state.active_entries) < 2:
        return True
    if state.terms.format == KNOCKOUT_FORMAT:
        through = list_qualified_entries(state.rounds[-1]) if state.rounds else state.entries
        return len([entry for entry in through if entry not in state.withdrawn_entries]) < 2
    return (
        len(state.rounds) >= count_expected_rounds(state) and not _has_missing_meetings(state)
    ) or _have_all_met(state)


def _has_missing_meetings(state: TournamentState) -> bool:
    """Return whether any two active entries of a round robin haven't met yet."""
    if state.terms.format != ROUND_ROBIN_FORMAT:
        return False
    met = count_pairings(state)
    return any(other not in met[one] for one, other in combinations(state.active_entries, 2))


def _have_all_met(state: TournamentState) -> bool:
    """Return whether all remaining entries of a round robin have met, after others have withdrawn."""
    if state.terms.format != ROUND_ROBIN_FORMAT or not state.rounds:
        return False
    # If nobody has withdrawn, the whole plan is played, because its last rounds even out the meetings.
    if frozenset(state.active_entries) == state.rounds[0].entries:
        return False
    return not _has_missing_meetings(state)


def count_planned_rounds(state: TournamentState) -> int:
    """Return the number of rounds that were planned at the start, before any withdrawal."""
    return (state.rounds[0].planned_rounds if state.rounds else 0) or count_expected_rounds(state)


def find_early_end(state: TournamentState) -> EarlyEnd:
    """Return why a tournament ended early, or an empty string if it didn't or its host ended it."""
    if state.status != OVER_STATUS or state.terms.format == KNOCKOUT_FORMAT or not state.rounds:
        return ""
    if len(state.rounds) >= count_planned_rounds(state):
        return ""
    if len(state.active_entries) < min(state.terms.allowed_sizes):
        return TOO_FEW_LEFT
    return ALL_HAVE_MET if _have_all_met(state) else ""


def was_repeatedly_absent(state: TournamentState, entry: int) -> bool:
    """Return whether an entry was absent in each of its last :data:`MAX_ABSENT_ROUNDS` rounds."""
    absences = []
    for paired_round in reversed(state.rounds):
        for table in paired_round.tables:
            if entry in table.entries and table.result is not None:
                absences.append(table.entries.index(entry) in table.result.absent_seats)
        if entry in paired_round.byes:
            absences.append(False)
        if len(absences) >= MAX_ABSENT_ROUNDS:
            break
    return len(absences) >= MAX_ABSENT_ROUNDS and all(absences[:MAX_ABSENT_ROUNDS])
