"""Tells what follows from a turn's move: the points of a round, or those at the end of the match."""

from __future__ import annotations

from collections.abc import Sequence

from games.australis.events import Event, FinalPointsScored, ReefScored, RoundPointsScored, Scene
from games.core.texts import Aftermath


def tell_aftermath(events: Sequence[Event], scene: Scene) -> Aftermath | None:
    """Return the heading of the points scored after a turn's move, or ``None`` without points.

    A replay shows the points as signs, and says who leads.
    """
    w, scoring = scene.w, ReefScored | RoundPointsScored | FinalPointsScored
    start = next((number for number, event in enumerate(events) if isinstance(event, scoring)), 0)
    if not start:
        return None
    if any(isinstance(event, FinalPointsScored) for event in events):
        text = w("Final scoring:")
    else:
        number = 1 if scene.earlier_view is None else scene.earlier_view.round
        text = w("Round {round}:", round=number)
    return Aftermath(start, text, precedes_leader=True)
