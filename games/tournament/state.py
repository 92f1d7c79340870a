"""How a tournament stands: who is in it, its rounds, and what came of their tables. Immutable values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from games.tournament.terms import KNOCKOUT, ROUND_ROBIN, Terms

Status = Literal["open", "running", "paused", "over"]
OPEN: Final[Status] = "open"
RUNNING: Final[Status] = "running"
PAUSED: Final[Status] = "paused"
OVER: Final[Status] = "over"


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a table. ``places[i]`` and ``scores[i]`` are of who is named there at ``i``.

    ``absent`` are the places in that list of those who weren't there at the end. ``void``: there was no
    match to count, and whoever was there has a bye.
    """

    places: tuple[int, ...]
    scores: tuple[int, ...] = ()
    absent: tuple[int, ...] = ()
    void: bool = False


@dataclass(frozen=True, slots=True)
class Pairing:
    """A table of a round: entries in the order of their seats, and what came of it."""

    entries: tuple[int, ...]
    result: Result | None = None


@dataclass(frozen=True, slots=True)
class Round:
    """A round: its tables, and who has a bye. ``of`` is how many rounds there are, where a plan tells."""

    tables: tuple[Pairing, ...]
    byes: tuple[int, ...] = ()
    of: int = 0

    @property
    def is_over(self) -> bool:
        """Whether every table has a result."""
        return all(table.result is not None for table in self.tables)

    @property
    def entries(self) -> frozenset[int]:
        """Who plays in it, or has a bye."""
        return frozenset((*(entry for table in self.tables for entry in table.entries), *self.byes))


@dataclass(frozen=True, slots=True)
class State:
    """A tournament. ``entries`` are numbers in the order of coming; ``gone`` have withdrawn.

    ``starts_at`` is when it begins by itself, in seconds; 0 where its host begins it.
    """

    terms: Terms
    status: Status = OPEN
    entries: tuple[int, ...] = ()
    gone: frozenset[int] = frozenset()
    rounds: tuple[Round, ...] = ()
    starts_at: int = 0

    @property
    def active(self) -> tuple[int, ...]:
        """Who is still in it, in the order of coming."""
        return tuple(entry for entry in self.entries if entry not in self.gone)

    @property
    def current(self) -> Round | None:
        """The round that is being played; ``None`` between rounds."""
        return self.rounds[-1] if self.rounds and not self.rounds[-1].is_over else None

    @property
    def finished_rounds(self) -> tuple[Round, ...]:
        """The rounds whose tables all have a result."""
        return tuple(found for found in self.rounds if found.is_over)

    @property
    def takes_late(self) -> bool:
        """Whether somebody may come in while it goes on: where everybody is drawn again each round."""
        return self.terms.format not in (KNOCKOUT, ROUND_ROBIN)


def find_met(state: State, *, played: bool = False) -> dict[int, dict[int, int]]:
    """Return how often each entry was drawn to a table with each other.

    :param played: count only tables that have a result.
    """
    met: dict[int, dict[int, int]] = {entry: {} for entry in state.entries}
    for found in state.rounds:
        for table in found.tables:
            if played and table.result is None:
                continue
            for one in table.entries:
                for other in table.entries:
                    if one != other:
                        met[one][other] = met[one].get(other, 0) + 1
    return met


def count_byes(state: State) -> dict[int, int]:
    """Return how many byes each entry has had."""
    counts = dict.fromkeys(state.entries, 0)
    for found in state.rounds:
        for entry in found.byes:
            counts[entry] += 1
    return counts
