"""The state of a tournament: entries, rounds and results, as immutable values."""

from __future__ import annotations

from itertools import permutations
from typing import Final, Literal

from games.core.values import value_class
from games.tournament.terms import KNOCKOUT_FORMAT, ROUND_ROBIN_FORMAT, TournamentTerms

TournamentStatus = Literal["open", "running", "paused", "over"]
OPEN_STATUS: Final[TournamentStatus] = "open"
RUNNING_STATUS: Final[TournamentStatus] = "running"
PAUSED_STATUS: Final[TournamentStatus] = "paused"
OVER_STATUS: Final[TournamentStatus] = "over"


@value_class
class TableResult:
    """How the match at a table ended for each entry."""

    places: tuple[int, ...]
    """Place of each entry, in the order of the table's entries."""
    scores: tuple[int, ...] = ()
    """Points of each entry in the match, in the order of the table's entries."""
    absent_seats: tuple[int, ...] = ()
    """Indexes of entries that were absent at the end."""
    is_void: bool = False
    """Whether the match doesn't count. Everyone present then gets a bye."""


@value_class
class Pairing:
    """A table of a round: its entries in seat order, and its result."""

    entries: tuple[int, ...]
    result: TableResult | None = None


@value_class
class TournamentRound:
    """A round of a tournament: its tables and byes."""

    tables: tuple[Pairing, ...]
    byes: tuple[int, ...] = ()
    planned_rounds: int = 0
    """Total number of rounds in the plan of a round robin at larger tables, otherwise 0."""

    @property
    def is_over(self) -> bool:
        """Whether every table has a result."""
        return all(table.result is not None for table in self.tables)

    @property
    def entries(self) -> frozenset[int]:
        """The entries that play or have a bye in the round."""
        return frozenset((*(entry for table in self.tables for entry in table.entries), *self.byes))


@value_class
class TournamentState:
    """The state of a tournament: its settings, entries and rounds."""

    terms: TournamentTerms
    status: TournamentStatus = OPEN_STATUS
    entries: tuple[int, ...] = ()
    """All entries in the order of joining, including those in ``withdrawn_entries``."""
    withdrawn_entries: frozenset[int] = frozenset()
    """Entries that have withdrawn."""
    rounds: tuple[TournamentRound, ...] = ()
    starts_at: int = 0
    """Scheduled start in epoch seconds, or 0 if the host starts the tournament."""

    @property
    def active_entries(self) -> tuple[int, ...]:
        """Entries that haven't withdrawn, in the order of joining."""
        return tuple(entry for entry in self.entries if entry not in self.withdrawn_entries)

    @property
    def current_round(self) -> TournamentRound | None:
        """The round being played, or ``None`` between rounds."""
        return self.rounds[-1] if self.rounds and not self.rounds[-1].is_over else None

    @property
    def finished_rounds(self) -> tuple[TournamentRound, ...]:
        """Rounds whose tables all have results."""
        return tuple(paired_round for paired_round in self.rounds if paired_round.is_over)

    @property
    def tables(self) -> tuple[Pairing, ...]:
        """The tables of all rounds, oldest first."""
        return tuple(table for paired_round in self.rounds for table in paired_round.tables)

    @property
    def allows_late_entry(self) -> bool:
        """Whether people may join after the start, which round robins and knock-outs don't allow."""
        return self.terms.format not in (KNOCKOUT_FORMAT, ROUND_ROBIN_FORMAT)


def count_pairings(state: TournamentState, *, only_played: bool = False) -> dict[int, dict[int, int]]:
    """Return how many times each entry was paired with each other entry.

    :param only_played: count only tables with a result.
    """
    met: dict[int, dict[int, int]] = {entry: {} for entry in state.entries}
    for table in state.tables:
        if only_played and table.result is None:
            continue
        for one, other in permutations(table.entries, 2):
            met[one][other] = met[one].get(other, 0) + 1
    return met


def count_byes(state: TournamentState) -> dict[int, int]:
    """Return the number of byes of each entry."""
    counts = dict.fromkeys(state.entries, 0)
    for paired_round in state.rounds:
        for entry in paired_round.byes:
            counts[entry] += 1
    return counts
