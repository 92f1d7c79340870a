"""Win rates of computer players, from the committed table of ``python -m tests.proof.strength``."""

from __future__ import annotations

from collections.abc import Iterator

from games.registry import GAMES
from tests.proof.bench.harness import AT_LEAST, Effort, Figure
from tests.proof.strength.ladder import find_goal, list_pairings
from tests.proof.strength.table import HEADINGS, read_table


def measure_figures(effort: Effort) -> Iterator[Figure]:
    """Yield a figure for each pairing with a goal that was played with the current version of the rules."""
    table = read_table()
    for pairing in list_pairings(list(GAMES), None):
        if (goal := find_goal(pairing)) is None:
            continue
        name = f"{pairing.key}, {pairing.seat_count} seats: {pairing.name}"
        cells = table.get((pairing.key, str(pairing.seat_count), pairing.name))
        found = dict(zip(HEADINGS, cells, strict=True)) if cells else {}
        if found.get("rules version") != str(pairing.game.version):
            continue
        reached = found["95 % interval"].split(" to ")[0] if goal.uses_lower_bound else found["score"]
        score = float(reached.rstrip("%")) / 100
        # A score above the goal's maximum misses the goal too.
        yield Figure(
            f"{name} ({found['blocks']} blocks)",
            min(score, _penalize_excess(score, goal.max_score)),
            AT_LEAST,
            goal.min_score,
        )


def _penalize_excess(score: float, maximum: float) -> float:
    """Return the score or, if it is above ``maximum``, the negative excess, which misses every goal."""
    return score if score <= maximum else maximum - score
