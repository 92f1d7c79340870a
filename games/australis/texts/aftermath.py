"""Tells what follows from a turn's move: the points of a round, or those at the end of the match."""

from __future__ import annotations

from collections.abc import Sequence

from games.australis.events import Event, FinalPointsScored, ReefScored, RoundPointsScored, Scene
from games.australis.texts.recap import narrate_round
from games.core.texts import Aftermath


def tell_aftermath(events: Sequence[Event], scene: Scene) -> Aftermath | None:
    """Return how many points each seat got after a turn's move, or ``None`` if none were scored."""
    scoring = ReefScored | RoundPointsScored | FinalPointsScored
    start = next((number for number, event in enumerate(events) if isinstance(event, scoring)), 0)
    text = narrate_round(events[start:], scene)
    return Aftermath(start, text) if start and text else None
