"""Counts the turns that have ended in a match."""

from __future__ import annotations

from dataclasses import replace

from games.core.match import UNDO_KIND, Match


def count_turns(match: Match) -> int:
    """Return the number of turns that have ended."""
    return match.count_ended_turns(0) + sum([step.ended_turn_count for step in match.steps])


def count_turns_reached(match: Match) -> int:
    """Return the highest number of turns that the match has reached, even if some were undone later."""
    most, begun = count_turns(match), 0
    past = replace(match, rows=(), steps=(), is_rated=True, early_outcome=None)
    for number, row in enumerate(match.rows):
        if row.kind == UNDO_KIND:
            past = past.replay(match.rows[begun:number])
            most, begun = max(most, count_turns(past)), number
    return most
