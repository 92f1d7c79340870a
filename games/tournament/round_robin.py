"""Plans a round robin at tables of any size, as fairly as a short search can.

With more than two at a table, there is rarely a plan in which everybody meets exactly once. So the search
looks for the fewest rounds in which everybody meets everybody, and then makes the numbers of meetings more
even. The search is deterministic.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations

from games.tournament.fixed_random import FixedRandom
from games.tournament.terms import split_into_tables

Seating = tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]
"""The tables of a round, and its byes. People are numbered from 0."""
Meetings = tuple[tuple[int, ...], ...]
"""Number of times that each person has met each other person."""

MAX_SWAPS = 24_000
"""Maximum number of swaps tried for each number of rounds."""
MAX_MEETINGS = 3
"""Maximum number of meetings of any pair in an acceptable plan. If a plan exceeds it, plans with more rounds
are tried.
"""
TRIED_LENGTHS = 6
"""Number of plan lengths to try: the minimum number of rounds, one round more, and so on."""
MIN_UNSEARCHED = 30
"""Minimum number of people for which no search is made, because it would take too long."""
MEETING_COSTS = (6, *(n * (n + 1) // 2 for n in range(200)))
"""Cost of a pair of people, by the number of times that they meet."""
SWAP_TOLERANCES = (4, 3, 2, 2, 1, 1, 0)
"""Cost increase accepted for a swap, from the beginning of the search to its end."""


@lru_cache(maxsize=64)
def make_plan(people: int, allowed: tuple[int, ...]) -> tuple[Seating, ...]:
    """Return rounds at tables of these sizes in which everybody meets everybody.

    Return no rounds if there are too few people for a table.
    """
    sizes = split_into_tables(people, allowed)
    if not sizes:
        return ()
    drawn = RoundRobinPlan(people, sizes, 0)
    while drawn.missing:
        drawn.add_round()
    if people >= MIN_UNSEARCHED:
        return drawn.rounds
    best: RoundRobinPlan | None = None
    least = count_min_rounds(people, sizes)
    for number in range(least, least + TRIED_LENGTHS):
        found = RoundRobinPlan(people, sizes, number)
        if found.search() and (best is None or found.max_meetings < best.max_meetings):
            best = found
            if best.max_meetings <= MAX_MEETINGS:
                break
    return (best or drawn).rounds


@lru_cache(maxsize=64)
def replan(people: int, allowed: tuple[int, ...], met: Meetings) -> tuple[Seating, ...]:
    """Return further rounds in which everybody meets those they haven't met, as few as a short search finds.

    The round with the most new meetings comes first. Byes go to the first people.
    """
    sizes = split_into_tables(people, allowed)
    if not sizes:
        return ()
    found = drawn = RoundRobinPlan(people, sizes, 0, met)
    while drawn.missing:
        drawn.add_round()
    if people < MIN_UNSEARCHED:
        for number in range(count_min_rounds(people, sizes, met), len(drawn.rounds)):
            shorter = RoundRobinPlan(people, sizes, number, met)
            if shorter.search():
                found = shorter
                break

    def count_new(seating: Seating) -> int:
        """Return the number of pairs that meet for the first time."""
        tables, _ = seating
        return sum(not met[one][other] for table in tables for one, other in combinations(table, 2))

    return tuple(sorted(found.rounds, key=count_new, reverse=True))


def count_min_rounds(people: int, sizes: Sequence[int], met: Meetings | None = None) -> int:
    """Return a lower bound for the number of rounds in which everybody can meet."""
    missed = [people - 1] * people
    if met is not None:
        missed = [sum(not times for times in row) - 1 for row in met]
    there = sum(size * (size - 1) for size in sizes)
    return max(-(-sum(missed) // there), -(-max(missed) // (max(sizes) - 1)))


class RoundRobinPlan:
    """A plan in progress, to which rounds are added."""

    def __init__(self, people: int, sizes: Sequence[int], number: int, met: Meetings | None = None) -> None:
        self._people, self._sizes, self._numbers = people, sizes, FixedRandom(people * 1000 + number)
        self._met = [[0] * people for _ in range(people)] if met is None else [list(row) for row in met]
        self._tables: list[list[list[int]]] = []
        self._byes: list[list[int]] = []
        self.missing = sum(not self._met[one][other] for one, other in combinations(range(people), 2))
        """Number of pairs that don't meet."""
        for _ in range(number):
            self.add_round()

    @property
    def max_meetings(self) -> int:
        """Maximum number of times that any two people meet."""
        return max(map(max, self._met))

    def add_round(self) -> None:
        """Add a round that fits the earlier ones. Byes rotate."""
        spare = self._people - sum(self._sizes)
        byes = [(len(self._byes) * spare + n) % self._people for n in range(spare)]
        self._byes.append(byes)
        self._tables.append(
            self._seat_round([person for person in range(self._people) if person not in byes])
        )

    @property
    def rounds(self) -> tuple[Seating, ...]:
        return tuple(
            (tuple(tuple(table) for table in tables), tuple(byes))
            for tables, byes in zip(self._tables, self._byes, strict=True)
        )

    def _seat_round(self, left: list[int]) -> list[list[int]]:
        """Fill each table in turn, first with a random person, then with those who have met the people there
        least.
        """
        tables = []
        for size in self._sizes:
            table = [left.pop(self._numbers.below(len(left)))]
            while len(table) < size:
                best = min(left, key=lambda one: (sum(self._met[one][other] ** 2 for other in table), one))
                left.remove(best)
                table.append(best)
            tables.append(table)
        for table in tables:
            for n, one in enumerate(table):
                for other in table[n + 1 :]:
                    self._change_meetings(one, other, 1)
        return tables

    def _change_meetings(self, one: int, other: int, more: int) -> None:
        """Add ``more`` meetings to a pair. A negative number removes meetings."""
        before = self._met[one][other]
        self._met[one][other] = self._met[other][one] = before + more
        self.missing += (before + more == 0) - (before == 0)

    def search(self) -> bool:
        """Swap people so that the numbers of meetings become more even. Return whether everybody meets
        everybody.
        """
        for tolerance in SWAP_TOLERANCES:
            for _ in range(MAX_SWAPS // len(SWAP_TOLERANCES)):
                self._try_swap(tolerance)
            if not self.missing and self.max_meetings == 1:
                break
        return not self.missing

    def _try_swap(self, tolerance: int) -> None:
        """Swap two random people of a round, unless that raises the cost by more than ``tolerance``."""
        tables = self._tables[self._numbers.below(len(self._tables))]
        if len(tables) < 2:
            return
        first = self._numbers.below(len(tables))
        second = (first + 1 + self._numbers.below(len(tables) - 1)) % len(tables)
        here, there = tables[first], tables[second]
        i, j = self._numbers.below(len(here)), self._numbers.below(len(there))
        one, other = here[i], there[j]
        of_one, of_other = self._met[one], self._met[other]
        worse = 0
        for company, leaves, comes in ((here, of_one, of_other), (there, of_other, of_one)):
            for person in company:
                if person not in (one, other):
                    worse += MEETING_COSTS[comes[person] + 1] - MEETING_COSTS[comes[person]]
                    worse += MEETING_COSTS[leaves[person] - 1] - MEETING_COSTS[leaves[person]]
        if worse > tolerance:
            return
        for company, gone, come in ((here, one, other), (there, other, one)):
            for person in company:
                if person != gone:
                    self._change_meetings(gone, person, -1)
                    self._change_meetings(come, person, 1)
        here[i], there[j] = other, one
