"""Rows about computer players: the committed table of ``python -m tests.strength``."""

from __future__ import annotations

from collections.abc import Iterator

from games.registry import GAMES
from tests.bench.harness import AT_LEAST, Effort, Row
from tests.strength import MATCHES, PAIRS, Pairing, table


def rows(effort: Effort) -> Iterator[Row]:
    """What each level makes of the one below it; 0 where the table does not tell for these rules."""
    known = table()
    for key in GAMES:
        for one, other in PAIRS:
            pairing = Pairing(key, one, other, MATCHES)
            if pairing.goal is not None:
                yield _row(pairing, pairing.goal, known.get((key, pairing.name)))


def _row(pairing: Pairing, goal: tuple[str, float], cells: list[str] | None) -> Row:
    what, least = goal
    name = f"{pairing.key}: {pairing.name}, {what}"
    if cells is None or cells[-1] != str(pairing.game.version):
        return Row(f"{name} (not played)", 0.0, AT_LEAST, least)
    score = cells[4] if what == "score" else cells[5].split(" to ")[0]
    return Row(f"{name} ({cells[3]} matches)", float(score.rstrip("%")) / 100, AT_LEAST, least)
