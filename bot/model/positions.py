"""What a match tells of itself as a whole."""

from __future__ import annotations

from games.core.match import Match


def count_turns(match: Match) -> int:
    """Return how many turns have ended."""
    return sum(match.turns_ended(ply) for ply in range(match.ply + 1))
