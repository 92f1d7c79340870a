"""Finds each seat's player at any step of a match. Seats may change hands."""

from __future__ import annotations

from collections.abc import Callable

from bot.model.table import FormerOccupant, Occupant, Table, number_duplicate_names
from games.core.match import ACT_KIND, UNDO_KIND, Match


def find_ply(match: Match, seq: int) -> int:
    """Return the number of steps among the first ``seq`` rows of the log that haven't been undone."""
    ply = 0
    for number, row in enumerate(match.rows):
        if row.kind == ACT_KIND and number < seq:
            ply += 1
        elif row.kind == UNDO_KIND:
            ply = min(ply, int(row.text))
    return ply


def make_name_lookup(table: Table, match: Match) -> Callable[[int], tuple[str, ...]]:
    """Return a function that returns the players' names at a step, given its number (0 for the setup)."""
    if not table.former_occupants:
        names = number_duplicate_names([who.name for who in table.occupants])
        return lambda step: names
    find_holders = make_holder_lookup(table, match)
    return lambda step: number_duplicate_names([who.name for who in find_holders(step)])


def make_holder_lookup(table: Table, match: Match) -> Callable[[int], list[Occupant | FormerOccupant]]:
    """Return a function that returns each seat's player at a step, given its number (0 for the setup)."""
    left = [(former, find_ply(match, former.seq)) for former in reversed(table.former_occupants)]

    def find_holders(step: int) -> list[Occupant | FormerOccupant]:
        holders: list[Occupant | FormerOccupant] = list(table.occupants)
        for former, ply in left:
            if ply >= step:
                holders[former.seat] = former
        return holders

    return find_holders
