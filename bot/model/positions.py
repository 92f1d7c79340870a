"""What a match tells of itself as a whole."""

from __future__ import annotations

from games.core.match import Match


def count_turns(match: Match) -> int:
    """Return how many turns have ended."""
    return match.turns_ended(0) + sum([step.turns for step in match.steps])
