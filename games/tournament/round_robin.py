"""Plans a round robin at tables of any size, as fairly as a short search can.

With more than two people at a table, there is rarely a plan in which everybody meets everybody exactly once.
So a deterministic search looks for the fewest rounds in which everybody meets everybody, and evens out the
numbers of meetings.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from math import ceil

from games.tournament.fixed_random import FixedRandom
from games.tournament.terms import split_into_tables

Seating = tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]
"""The tables of a round, and its byes. People are numbered from 0."""
Meetings = tuple[tuple[int, ...], ...]
"""Number of times that each person has met each other person."""

MAX_SWAPS = 24_000
"""Maximum number of swaps tried for each number of rounds."""
MAX_MEETINGS = 3
"""Maximum number of meetings of any pair. If a plan exceeds it, plans with more rounds are tried."""
TRIED_LENGTH_COUNT = 6
"""Number of plan lengths to try: the minimum number of rounds, one round more, and so on."""
MIN_UNSEARCHED_PLAYERS = 30
"""Minimum number of people for which no search is made, because it would take too long."""
MEETING_COSTS = (6, *(n * (n + 1) // 2 for n in range(200)))
"""Cost of a pair of people, by the number of times that they meet."""
SWAP_TOLERANCES = (4, 3, 2, 2, 1, 1, 0)
"""Cost increase accepted for a swap, from the beginning of the search to its end."""


@lru_cache(maxsize=64)
def plan_rounds(player_count: int, allowed_sizes: tuple[int, ...]) -> tuple[Seating, ...]:
    """Return rounds in which everybody meets everybody, or no rounds if there are too few people for a table.

    :param allowed_sizes: allowed numbers of people at a table.
    """
    sizes = split_into_tables(player_count, allowed_sizes)
    if not sizes:
        return ()
    drawn = RoundRobinPlan(player_count, sizes, 0)
    while drawn.missing_meeting_count:
        drawn.add_round()
    if player_count >= MIN_UNSEARCHED_PLAYERS:
        return drawn.rounds
    best: RoundRobinPlan | None = None
    least = count_min_rounds(player_count, sizes)
    for number in range(least, least + TRIED_LENGTH_COUNT):
        plan = RoundRobinPlan(player_count, sizes, number)
        if plan.even_out_meetings() and (best is None or plan.max_meetings < best.max_meetings):
            best = plan
            if best.max_meetings <= MAX_MEETINGS:
                break
    return (best or drawn).rounds


@lru_cache(maxsize=64)
def plan_remaining_rounds(
    player_count: int, allowed_sizes: tuple[int, ...], meetings: Meetings
) -> tuple[Seating, ...]:
    """Return further rounds in which people meet those they haven't met, as few as a short search finds.

    The round with the most first meetings comes first. Byes rotate, starting with the lowest numbers.
    """
    sizes = split_into_tables(player_count, allowed_sizes)
    if not sizes:
        return ()
    plan = drawn = RoundRobinPlan(player_count, sizes, 0, meetings)
    while drawn.missing_meeting_count:
        drawn.add_round()
    if player_count < MIN_UNSEARCHED_PLAYERS:
        for number in range(count_min_rounds(player_count, sizes, meetings), len(drawn.rounds)):
            shorter = RoundRobinPlan(player_count, sizes, number, meetings)
            if shorter.even_out_meetings():
                plan = shorter
                break

    def count_first_meetings(seating: Seating) -> int:
        tables, _ = seating
        return sum(not meetings[one][other] for table in tables for one, other in combinations(table, 2))

    return tuple(sorted(plan.rounds, key=count_first_meetings, reverse=True))


def count_min_rounds(player_count: int, sizes: Sequence[int], meetings: Meetings | None = None) -> int:
    """Return a lower bound for the number of rounds in which everybody can meet everybody."""
    missed = [player_count - 1] * player_count
    if meetings is not None:
        missed = [sum(not times for times in row) - 1 for row in meetings]
    there = sum(size * (size - 1) for size in sizes)
    return max(ceil(sum(missed) / there), ceil(max(missed) / (max(sizes) - 1)))


class RoundRobinPlan:
    """A plan of rounds, with methods that add rounds and improve them."""

    def __init__(
        self, player_count: int, sizes: Sequence[int], round_count: int, met: Meetings | None = None
    ) -> None:
        self._people = player_count
        self._sizes = sizes
        self._numbers = FixedRandom(player_count * 1000 + round_count)
        self._met = (
            [[0] * player_count for _ in range(player_count)] if met is None else [list(row) for row in met]
        )
        self._tables: list[list[list[int]]] = []
        self._byes: list[list[int]] = []
        self.missing_meeting_count = sum(
            not self._met[one][other] for one, other in combinations(range(player_count), 2)
        )
        """Number of pairs that don't meet."""
        for _ in range(round_count):
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

    def _seat_round(self, players: list[int]) -> list[list[int]]:
        """Seat people at tables so that they meet those they have met least.

        Each table gets a random person first.
        """
        tables = []
        for size in self._sizes:
            table = [players.pop(self._numbers.draw_below(len(players)))]
            while len(table) < size:
                best = min(players, key=lambda one: (sum(self._met[one][other] ** 2 for other in table), one))
                players.remove(best)
                table.append(best)
            tables.append(table)
        for table in tables:
            for n, one in enumerate(table):
                for other in table[n + 1 :]:
                    self._change_meetings(one, other, 1)
        return tables

    def _change_meetings(self, one: int, other: int, change: int) -> None:
        """Add ``change`` meetings to a pair. A negative number removes meetings."""
        before = self._met[one][other]
        self._met[one][other] = self._met[other][one] = before + change
        self.missing_meeting_count += (before + change == 0) - (before == 0)

    def even_out_meetings(self) -> bool:
        """Swap people to even out the numbers of meetings; return whether everybody meets everybody."""
        for tolerance in SWAP_TOLERANCES:
            for _ in range(MAX_SWAPS // len(SWAP_TOLERANCES)):
                self._try_swap(tolerance)
            if not self.missing_meeting_count and self.max_meetings == 1:
                break
        return not self.missing_meeting_count

    def _try_swap(self, tolerance: int) -> None:
        """Swap two random people of a round, unless that raises the cost by more than ``tolerance``."""
        tables = self._tables[self._numbers.draw_below(len(self._tables))]
        if len(tables) < 2:
            return
        first = self._numbers.draw_below(len(tables))
        second = (first + 1 + self._numbers.draw_below(len(tables) - 1)) % len(tables)
        here, there = tables[first], tables[second]
        i, j = self._numbers.draw_below(len(here)), self._numbers.draw_below(len(there))
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
