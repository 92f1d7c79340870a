"""Who sat on a seat when: a match knows seats only, and seats change hands."""

from __future__ import annotations

from collections.abc import Callable

from bot.model.table import Table, numbered
from games.core.match import ACT, UNDO, Match


def ply_at(match: Match, seq: int) -> int:
    """Return how many of the steps in force were made before the log had more than ``seq`` rows."""
    ply = 0
    for number, row in enumerate(match.rows):
        if row.kind == ACT and number < seq:
            ply += 1
        elif row.kind == UNDO:
            ply = min(ply, int(row.text))
    return ply


def names_by_step(table: Table, match: Match) -> Callable[[int], tuple[str, ...]]:
    """Return what names the people of a step, counted from 1; 0 is the setup."""
    left = [(former, ply_at(match, former.seq)) for former in reversed(table.former)]

    def names(step: int) -> tuple[str, ...]:
        found = [occupant.name for occupant in table.occupants]
        for former, ply in left:
            if ply >= step:
                found[former.seat] = former.name
        return numbered(found)

    return names
