"""Counts the turns of a match."""

from __future__ import annotations

from dataclasses import replace

from games.core.match import UNDO, Match


def count_turns(match: Match) -> int:
    """Return how many turns have ended."""
    return match.turns_ended(0) + sum([step.turns for step in match.steps])


def count_most_turns(match: Match) -> int:
    """Return the highest number of turns that had ended at any time, including turns undone since."""
    most, begun = count_turns(match), 0
    past = replace(match, rows=(), steps=(), rated=True, decided=None)
    for number, row in enumerate(match.rows):
        if row.kind == UNDO:
            past = past.replay(match.rows[begun:number])
            most, begun = max(most, count_turns(past)), number
    return most
