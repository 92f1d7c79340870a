"""A round robin at tables of any size: everybody meets everybody, as evenly as a search of a moment finds.

With two at a table that is a circle that turns. With more there is seldom a plan in which everybody meets
exactly once; so the fewest rounds are looked for in which nobody misses anybody, and in these how often two
meet is evened out. The search is the same each time: its chance is a sequence of numbers that begins alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations

from games.tournament.fixed_random import FixedRandom
from games.tournament.terms import split_into_tables

Seating = tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]
"""The tables of a round, and who has a bye; people are numbers from 0."""
Meetings = tuple[tuple[int, ...], ...]
"""How often each person has met each other."""

MAX_SWAPS = 24_000
"""So many changes of places are tried for each number of rounds."""
MAX_MEETINGS = 3
"""A plan in which nobody meets anybody more often is taken; otherwise one with a round more is looked for."""
EXTRA_ROUNDS = 6
"""So many rounds more than there have to be are tried."""
MAX_SEARCHED = 30
"""From so many people on each round is drawn for itself: a search over all of them would take too long."""
MEETING_COSTS = (6, *(n * (n + 1) // 2 for n in range(200)))
"""What it costs that two never meet, that they do once, twice, ..."""
TOLERANCES = (4, 3, 2, 2, 1, 1, 0)
"""By so much a change may make it worse, at first and later."""


@lru_cache(maxsize=64)
def make_plan(people: int, allowed: tuple[int, ...]) -> tuple[Seating, ...]:
    """Return the rounds for so many people at tables of these sizes; everybody meets everybody in them."""
    sizes = split_into_tables(people, allowed)
    if not sizes:
        return ()
    drawn = Plan(people, sizes, 0)
    while drawn.missing:
        drawn.add()
    if people >= MAX_SEARCHED:
        return drawn.rounds
    best: Plan | None = None
    least = count_least(people, sizes)
    for number in range(least, least + EXTRA_ROUNDS):
        found = Plan(people, sizes, number)
        if found.search() and (best is None or found.most < best.most):
            best = found
            if best.most <= MAX_MEETINGS:
                break
    return (best or drawn).rounds


@lru_cache(maxsize=64)
def replan(people: int, allowed: tuple[int, ...], met: Meetings) -> tuple[Seating, ...]:
    """Return rounds in which everybody meets those they haven't met, as few as a short search finds.

    The round with the most new meetings comes first. The first people get the first byes.
    """
    sizes = split_into_tables(people, allowed)
    if not sizes:
        return ()
    found = drawn = Plan(people, sizes, 0, met)
    while drawn.missing:
        drawn.add()
    if people < MAX_SEARCHED:
        for number in range(count_least(people, sizes, met), len(drawn.rounds)):
            shorter = Plan(people, sizes, number, met)
            if shorter.search():
                found = shorter
                break

    def count_new(seating: Seating) -> int:
        tables, _ = seating
        return sum(not met[one][other] for table in tables for one, other in combinations(table, 2))

    return tuple(sorted(found.rounds, key=count_new, reverse=True))


def count_least(people: int, sizes: Sequence[int], met: Meetings | None = None) -> int:
    """Return the number of rounds below which somebody would miss somebody."""
    missed = [people - 1] * people
    if met is not None:
        missed = [sum(not times for times in row) - 1 for row in met]
    there = sum(size * (size - 1) for size in sizes)
    return max(-(-sum(missed) // there), -(-max(missed) // (max(sizes) - 1)))


class Plan:
    """Rounds that are being looked for."""

    def __init__(self, people: int, sizes: Sequence[int], number: int, met: Meetings | None = None) -> None:
        self._people, self._sizes, self._numbers = people, sizes, FixedRandom(people * 1000 + number)
        self._met = [[0] * people for _ in range(people)] if met is None else [list(row) for row in met]
        self._tables: list[list[list[int]]] = []
        self._byes: list[list[int]] = []
        self.missing = sum(not self._met[one][other] for one, other in combinations(range(people), 2))
        """So many pairs don't meet."""
        for _ in range(number):
            self.add()

    @property
    def most(self) -> int:
        """How often two meet at most."""
        return max(map(max, self._met))

    def add(self) -> None:
        """Draw one more round for itself; byes go round."""
        spare = self._people - sum(self._sizes)
        byes = [(len(self._byes) * spare + n) % self._people for n in range(spare)]
        self._byes.append(byes)
        self._tables.append(self._deal([person for person in range(self._people) if person not in byes]))

    @property
    def rounds(self) -> tuple[Seating, ...]:
        """What was found."""
        return tuple(
            (tuple(tuple(table) for table in tables), tuple(byes))
            for tables, byes in zip(self._tables, self._byes, strict=True)
        )

    def _deal(self, left: list[int]) -> list[list[int]]:
        """Seat a round: each comes to those whom they have met least."""
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
                    self._meet(one, other, 1)
        return tables

    def _meet(self, one: int, other: int, more: int) -> None:
        before = self._met[one][other]
        self._met[one][other] = self._met[other][one] = before + more
        self.missing += (before + more == 0) - (before == 0)

    def search(self) -> bool:
        """Have people change places until nobody misses anybody, and then as evenly as can be."""
        for doubt in TOLERANCES:
            for _ in range(MAX_SWAPS // len(TOLERANCES)):
                self._try(doubt)
            if not self.missing and self.most == 1:
                break
        return not self.missing

    def _try(self, doubt: int) -> None:
        """Have two people of a round change tables where few meet more often by it."""
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
        if worse > doubt:
            return
        for company, gone, come in ((here, one, other), (there, other, one)):
            for person in company:
                if person != gone:
                    self._meet(gone, person, -1)
                    self._meet(come, person, 1)
        here[i], there[j] = other, one
