"""The measured pairings of levels, and their goals."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games.players import EXPERT_LEVEL, list_levels
from games.registry import GAMES
from tests.proof.strength.matches import Pairing
from tests.proof.strength.people import PEOPLE
from tests.proof.strength.players import BEGINNER, Player

MIN_FAIR_MULTIPLE = 1.5
"""Minimum score of ``hard`` against several ``normal`` players, as a multiple of its fair share."""
PEOPLE_SEAT_COUNT = 2
"""Number of seats in matches between levels and scripted people."""
REDUCED_ITERATIONS_BY_GAME = {"das_riff": 60, "coral_reef": 300, "australis": 40, "reef": 60}
"""Iterations of a weakened ``hard``, few so that many matches can be played."""


@dataclass(frozen=True, slots=True)
class Goal:
    """Range that contains a score that meets the goal."""

    min_score: float
    max_score: float = 1.0
    uses_lower_bound: bool = False
    """Whether the lower end of the confidence interval must be in the range, instead of the score."""

    def is_met(self, score: float, low: float) -> bool:
        return self.min_score <= (low if self.uses_lower_bound else score) <= self.max_score

    @property
    def name(self) -> str:
        what = "lower end " if self.uses_lower_bound else ""
        return (
            f"{what}≥ {self.min_score:.0%}"
            if self.max_score == 1
            else f"{self.min_score:.0%} to {self.max_score:.0%}"
        )


def find_goal(pairing: Pairing) -> Goal | None:
    """Return a pairing's goal, if any. With more than two seats, only ``hard`` against ``normal`` has one."""
    both = (pairing.one.level, pairing.other.level)
    if pairing.one.revision or pairing.other.revision:
        return None
    if pairing.seat_count > 2:
        return (
            Goal(MIN_FAIR_MULTIPLE * pairing.fair_score, uses_lower_bound=True)
            if both == ("hard", "normal")
            else None
        )
    if both == ("hard", "hard"):
        return Goal(0.5, uses_lower_bound=True)
    if pairing.other.level in PEOPLE:
        return {"easy": Goal(0.35, 0.6), "normal": Goal(0.6, 0.85)}.get(pairing.one.level)
    return {
        ("easy", BEGINNER): Goal(0.4, 0.65),
        ("normal", "easy"): Goal(0.65, 0.85),
        ("hard", "normal"): Goal(0.65),
        ("expert", "hard"): Goal(0.6),
    }.get(both)


def list_pairings(keys: list[str], seat_count: int | None) -> Iterator[Pairing]:
    """Yield all pairings of these games, with every number of seats or only with ``seat_count``."""
    for key in keys:
        for count in GAMES[key].seat_counts:
            if seat_count in (None, count):
                yield Pairing(key, count, Player("easy"), Player(BEGINNER))
                yield Pairing(key, count, Player("normal"), Player("easy"))
                if count == PEOPLE_SEAT_COUNT:
                    for person in PEOPLE:
                        yield Pairing(key, count, Player("easy"), Player(person))
                        yield Pairing(key, count, Player("normal"), Player(person))
                yield Pairing(
                    key, count, Player("hard", "", REDUCED_ITERATIONS_BY_GAME.get(key)), Player("normal")
                )
                yield Pairing(key, count, Player("hard"), Player("normal"))
                yield Pairing(
                    key, count, Player("hard"), Player("hard", "", REDUCED_ITERATIONS_BY_GAME.get(key))
                )
                if EXPERT_LEVEL in list_levels(GAMES[key]):
                    yield Pairing(key, count, Player(EXPERT_LEVEL), Player("hard"))
