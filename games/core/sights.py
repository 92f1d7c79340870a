"""What may be seen of a match: of each step, of its end, and of what came and went within a step."""

from __future__ import annotations

from games.core.match import Match
from games.core.shapes import EventLike, ViewLike


def view_at(match: Match, ply: int, viewer: int | None) -> ViewLike:
    """Return what ``viewer`` may see of the position after ``ply`` steps in force."""
    if ply == match.ply and match.decided is not None:
        return match.rules.view_ended(match.state, viewer)
    return match.rules.view(match.state_at(ply), viewer)


def last_sight(match: Match, ply: int) -> tuple[ViewLike, tuple[EventLike, ...]] | None:
    """Return how things stood before the step ``ply`` dealt on, and what had led to it, for everybody.

    ``None`` where it did not deal on.
    """
    before = match.rules.view(match.state_at(ply - 1), None)
    heard = tuple(match.rules.redact(event, None) for event in match.steps[ply - 1].events)
    return match.rules.last_sight(before, heard)
