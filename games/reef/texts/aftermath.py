"""Tells what follows from the last turn's move: the points of the cards left in hand."""

from __future__ import annotations

from collections.abc import Sequence

from games.core.texts import Aftermath
from games.reef.events import Event, HandScored, Scene


def tell_aftermath(events: Sequence[Event], scene: Scene) -> Aftermath | None:
    """Return the heading of the hands' points after the last move, or ``None`` without points.

    A replay shows the points on the scoreboard, and says who wins.
    """
    start = next((number for number, event in enumerate(events) if isinstance(event, HandScored)), 0)
    scored = any(isinstance(event, HandScored) and event.points for event in events[start:])
    return Aftermath(start, scene.w("Cards in hand:"), precedes_leader=True) if start and scored else None
