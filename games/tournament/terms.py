"""The settings of a tournament, which its host chooses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

Format = Literal["round_robin", "swiss", "knockout"]
ROUND_ROBIN_FORMAT: Final[Format] = "round_robin"
SWISS_FORMAT: Final[Format] = "swiss"
KNOCKOUT_FORMAT: Final[Format] = "knockout"
FORMATS: Final[tuple[Format, ...]] = (SWISS_FORMAT, ROUND_ROBIN_FORMAT, KNOCKOUT_FORMAT)

AbsenceRule = Literal["forfeit", "computer", "bye"]
ABSENT_FORFEITS: Final[AbsenceRule] = "forfeit"
COMPUTER_PLAYS_ABSENT: Final[AbsenceRule] = "computer"
ABSENT_GETS_BYE: Final[AbsenceRule] = "bye"
ABSENCE_RULES: Final[tuple[AbsenceRule, ...]] = (ABSENT_FORFEITS, COMPUTER_PLAYS_ABSENT, ABSENT_GETS_BYE)
"""Choices for when a player's time runs out: they lose, a computer takes over, or others get a bye."""

MIN_PLAYERS: Final = 2
MAX_PLAYERS: Final = 256
MAX_ROUNDS: Final = 16


@dataclass(frozen=True, slots=True)
class TournamentTerms:
    """The settings of a tournament, such as its format and table size."""

    format: Format
    rounds: int
    """Number of rounds of a Swiss tournament. Other formats have as many rounds as they need."""
    seats: int
    """Preferred number of people at a table."""
    sizes: tuple[int, ...]
    """All numbers of seats that the game supports."""
    duplicate: bool = False
    """Whether all tables of a round play the same deal."""
    absent: AbsenceRule = ABSENT_FORFEITS

    def __post_init__(self) -> None:
        """Check the settings.

        :raises ValueError: if they are invalid.
        """
        if self.format not in FORMATS or self.absent not in ABSENCE_RULES:
            raise ValueError("no such format or rule")
        if not 1 <= self.rounds <= MAX_ROUNDS or self.seats < MIN_PLAYERS or self.seats not in self.sizes:
            raise ValueError("no such number of rounds or seats")

    @property
    def allowed_sizes(self) -> tuple[int, ...]:
        """Allowed table sizes, the preferred one first."""
        return tuple(sorted((size for size in self.sizes if MIN_PLAYERS <= size <= self.seats), reverse=True))


def split_into_tables(player_count: int, allowed_sizes: Sequence[int]) -> tuple[int, ...]:
    """Return table sizes for ``player_count`` people, the largest first.

    As few people as possible get a bye. Then the number of tables is minimal, and their sizes are as even as
    possible.
    """
    best: list[tuple[int, ...] | None] = [(), *[None] * player_count]
    for total in range(1, player_count + 1):
        for size in allowed_sizes:
            before = best[total - size] if size <= total else None
            if before is None:
                continue
            candidate = tuple(sorted((*before, size), reverse=True))
            known = best[total]
            if known is None or _make_sort_key(candidate) < _make_sort_key(known):
                best[total] = candidate
    return next((sizes for sizes in reversed(best) if sizes is not None), ())


def _make_sort_key(sizes: tuple[int, ...]) -> tuple[int, int]:
    """Return a key that is smaller for fewer tables and, for equally many, for more even sizes."""
    return len(sizes), sum(size * size for size in sizes)
