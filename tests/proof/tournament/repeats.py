"""How often people meet again in Swiss tournaments with more than two seats, and what nobody could avoid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random

from games.tournament.groups import REMATCH_COST, Met, count_rematches
from games.tournament.scoring import WIN_POINTS, rank_entries
from games.tournament.state import Round, State, find_met
from games.tournament.terms import SWISS, Terms
from tests.proof.tournament.random_play import play


@dataclass(slots=True)
class Repeats:
    """What came of many rounds. ``least`` is a bound that no way to draw them comes below."""

    rounds: int = 0
    again: int = 0
    least: int = 0
    spread: int = 0

    @property
    def points(self) -> float:
        """How far apart the first and the last at a table are on average, in points."""
        return self.spread / WIN_POINTS / max(self.rounds, 1)


def measure(tournaments: int, seed: int = 1) -> Repeats:
    """Play so many tournaments by lot, and count."""
    found = Repeats()
    for number in range(tournaments):
        for before, drawn in draw_rounds(Random(seed + number)):
            tables = [table.entries for table in drawn.tables]
            points = {line.entry: line.points for line in rank_entries(before)}
            found.rounds += 1
            found.again += count_rematches(tables, find_met(before))
            found.least += count_least(before, drawn)
            spans = [[points[entry] for entry in table] for table in tables]
            found.spread += sum(max(span) - min(span) for span in spans) // max(len(spans), 1)
    return found


def draw_rounds(r: Random, most: int = 24) -> Iterator[tuple[State, Round]]:
    """Play a tournament with three or four seats; yield each round with what was before it."""
    seats = r.choice((3, 4))
    people = r.randint(min(2 * seats, most), most)
    terms = Terms(SWISS, r.randint(3, 6), seats, (2, 3, 4))
    for before, after in play(terms, people, r):
        yield before, after.rounds[-1]


def count_least(before: State, drawn: Round) -> int:
    """Return how often people meet again however they are seated.

    Of a table of an earlier round so many can sit apart as there are tables now; each more meets one again.
    """
    seated = {entry for table in drawn.tables for entry in table.entries}
    again = 0
    for earlier in before.rounds:
        for table in earlier.tables:
            whole, rest = divmod(len(seated & set(table.entries)), max(len(drawn.tables), 1))
            again += len(drawn.tables) * whole * (whole - 1) // 2 + rest * whole
    return again


def cost_least(people: Sequence[int], sizes: Sequence[int], met: Met) -> int:
    """Return what the best of all ways to seat a few people costs, by looking at each."""
    if not sizes:
        return 0
    first, rest = people[0], people[1:]
    best = None
    for size in sorted(set(sizes)):
        others = list(sizes)
        others.remove(size)
        for chosen in combinations(rest, size - 1):
            left = [one for one in rest if one not in chosen]
            found = cost_again([(first, *chosen)], met)
            if best is None or found < best:
                found += cost_least(left, others, met)
                best = found if best is None else min(best, found)
    return best or 0


def cost_again(tables: Sequence[Sequence[int]], met: Met) -> int:
    """Return what the repeats of a round cost, without what its points do."""
    pairs = [pair for table in tables for pair in combinations(table, 2)]
    return sum(REMATCH_COST * met[one].get(other, 0) ** 2 for one, other in pairs)
