"""Counts rematches in Swiss tournaments with more than two seats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random

from games.tournament.groups import REMATCH_COST, MeetingCounts
from games.tournament.scoring import WIN_POINTS, rank_entries
from games.tournament.state import TournamentRound, TournamentState, count_pairings
from games.tournament.terms import SWISS_FORMAT, TournamentTerms
from tests.proof.tournament.random_play import play_tournament


@dataclass(slots=True)
class RematchTotals:
    """Totals of rematches and points over many rounds."""

    round_count: int = 0
    rematch_count: int = 0
    unavoidable_rematch_count: int = 0
    """Lower bound of the number of rematches that no pairing could have avoided."""
    points_difference_sum: int = 0
    """Sum, over all rounds, of the average difference between the highest and lowest points at a table."""

    @property
    def points_difference(self) -> float:
        """Average difference in points between the best and the worst person at a table."""
        return self.points_difference_sum / WIN_POINTS / max(self.round_count, 1)


def measure_rematches(tournament_count: int, seed: int = 1) -> RematchTotals:
    """Play random tournaments, and count rematches."""
    found = RematchTotals()
    for number in range(tournament_count):
        for before, drawn in draw_rounds(Random(seed + number)):
            tables = [table.entries for table in drawn.tables]
            points = {line.entry: line.points for line in rank_entries(before)}
            found.round_count += 1
            found.rematch_count += count_rematches(tables, count_pairings(before))
            found.unavoidable_rematch_count += count_unavoidable_rematches(before, drawn)
            spans = [[points[entry] for entry in table] for table in tables]
            found.points_difference_sum += sum(max(span) - min(span) for span in spans) // max(len(spans), 1)
    return found


def draw_rounds(chance: Random, max_people: int = 24) -> Iterator[tuple[TournamentState, TournamentRound]]:
    """Play a random tournament with three or four seats; yield the state before each round, and the round."""
    seats = chance.choice((3, 4))
    people = chance.randint(min(2 * seats, max_people), max_people)
    terms = TournamentTerms(SWISS_FORMAT, chance.randint(3, 6), seats, (2, 3, 4))
    for before, after in play_tournament(terms, people, chance):
        yield before, after.rounds[-1]


def count_rematches(tables: Sequence[Sequence[int]], meetings: MeetingCounts) -> int:
    """Return the number of earlier meetings between people at the same table."""
    return sum(
        meetings[one].get(other, 0)
        for table in tables
        for n, one in enumerate(table)
        for other in table[n + 1 :]
    )


def count_unavoidable_rematches(before: TournamentState, tournament_round: TournamentRound) -> int:
    """Return a lower bound on the number of rematches in a round, whatever the pairing.

    People who shared a table in an earlier round can only avoid each other if there are enough tables now.
    """
    seated = {entry for table in tournament_round.tables for entry in table.entries}
    rematches = 0
    for earlier in before.rounds:
        for table in earlier.tables:
            whole, rest = divmod(len(seated & set(table.entries)), max(len(tournament_round.tables), 1))
            rematches += len(tournament_round.tables) * whole * (whole - 1) // 2 + rest * whole
    return rematches


def find_least_cost(people: Sequence[int], sizes: Sequence[int], meetings: MeetingCounts) -> int:
    """Return the lowest possible cost of seating a few people, found by trying all ways."""
    if not sizes:
        return 0
    first, rest = people[0], people[1:]
    best = None
    for size in sorted(set(sizes)):
        others = list(sizes)
        others.remove(size)
        for chosen in combinations(rest, size - 1):
            left = [one for one in rest if one not in chosen]
            found = find_rematch_cost([(first, *chosen)], meetings)
            if best is None or found < best:
                found += find_least_cost(left, others, meetings)
                best = found if best is None else min(best, found)
    return best or 0


def find_rematch_cost(tables: Sequence[Sequence[int]], meetings: MeetingCounts) -> int:
    """Return the cost of a round's rematches, ignoring differences in points."""
    pairs = [pair for table in tables for pair in combinations(table, 2)]
    return sum(REMATCH_COST * meetings[one].get(other, 0) ** 2 for one, other in pairs)
