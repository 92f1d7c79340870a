"""Assigns people to the tables of a round, with few rematches and with similar points at each table.

The cost of a seating is a sum over all pairs of people at the same table. Each pair costs its difference in
points, plus :data:`REMATCH_COST` times the square of the number of its earlier meetings. The square makes a
third meeting of one pair more expensive than second meetings of other pairs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.tournament.fixed_random import FixedRandom

REMATCH_COST = 10**6
"""Cost of a rematch. It is higher than any difference in points."""
MAX_RESTARTS = 40
"""Maximum number of attempts to improve the best seating while it has rematches."""
MAX_PASSES = 30
"""Maximum number of passes over all pairs of people. Usually a few suffice."""
MAX_PAIRS = 1_000_000
"""Maximum number of attempts times the square of the number of people, to limit the time for large rounds."""

MeetingCounts = Mapping[int, Mapping[int, int]]
"""Number of earlier meetings of each pair of people."""


def seat_players(
    order: Sequence[int], sizes: Sequence[int], meetings: MeetingCounts, points: Mapping[int, int]
) -> list[list[int]]:
    """Return the people at each table.

    :param order: everyone, those with the most points first.
    :param sizes: the number of people at each table.
    :param meetings: earlier meetings of each pair.
    """
    groups = SeatingSearch(order, sizes, meetings, points)
    groups.improve_seating()
    best, cost = groups.copy_tables(), groups.cost
    numbers = FixedRandom(len(order))
    kicks = min(MAX_RESTARTS, MAX_PAIRS // max(len(order) ** 2, 1))
    for _ in range(kicks):
        if cost < REMATCH_COST:
            break
        groups.swap_at_random(numbers)
        groups.improve_seating()
        if groups.cost < cost:
            best, cost = groups.copy_tables(), groups.cost
        else:
            groups.set_tables(best)
    return [[order[index] for index in sorted(table)] for table in best]


class SeatingSearch:
    """Improves a seating by swapping people between tables."""

    def __init__(
        self, order: Sequence[int], sizes: Sequence[int], met: MeetingCounts, points: Mapping[int, int]
    ) -> None:
        self._many = len(order)
        self._costs = [
            [REMATCH_COST * met[one].get(other, 0) ** 2 + abs(points[one] - points[other]) for other in order]
            for one in order
        ]
        for index in range(self._many):
            self._costs[index][index] = 0
        first, tables = 0, []
        for size in sizes:
            tables.append(list(range(first, first + size)))
            first += size
        self.set_tables(tables)

    def set_tables(self, tables: Sequence[Sequence[int]]) -> None:
        """Replace the seating and recompute its cost."""
        self.tables = [list(table) for table in tables]
        self._at = [0] * self._many
        for number, table in enumerate(self.tables):
            for index in table:
                self._at[index] = number
        self._sums = [[sum(row[other] for other in table) for table in self.tables] for row in self._costs]
        self.cost = sum(self._sums[index][self._at[index]] for index in range(self._many)) // 2

    def copy_tables(self) -> list[list[int]]:
        """Return a copy of the tables. Later swaps don't change the copy."""
        return [list(table) for table in self.tables]

    def improve_seating(self) -> None:
        """Swap people as long as swaps lower the cost, in at most :data:`MAX_PASSES` passes."""
        for _ in range(MAX_PASSES):
            better = False
            for one in range(self._many):
                for other in range(one + 1, self._many):
                    if self._at[one] != self._at[other] and self._measure_swap(one, other) < 0:
                        self._swap_people(one, other)
                        better = True
            if not better:
                return

    def swap_at_random(self, numbers: FixedRandom) -> None:
        """Swap up to three random pairs of people, regardless of the cost."""
        for _ in range(3):
            one, other = numbers.draw_below(self._many), numbers.draw_below(self._many)
            if self._at[one] != self._at[other]:
                self._swap_people(one, other)

    def _measure_swap(self, one: int, other: int) -> int:
        """Return the change in cost that a swap of two people would cause."""
        here, there = self._at[one], self._at[other]
        of_one, of_other = self._sums[one], self._sums[other]
        shared_cost = 2 * self._costs[one][other]
        return of_other[here] - of_one[here] + of_one[there] - of_other[there] - shared_cost

    def _swap_people(self, one: int, other: int) -> None:
        self.cost += self._measure_swap(one, other)
        here, there = self._at[one], self._at[other]
        of_one, of_other = self._costs[one], self._costs[other]
        for index, sums in enumerate(self._sums):
            change = of_other[index] - of_one[index]
            sums[here] += change
            sums[there] -= change
        table, company = self.tables[here], self.tables[there]
        table[table.index(one)], company[company.index(other)] = other, one
        self._at[one], self._at[other] = there, here
