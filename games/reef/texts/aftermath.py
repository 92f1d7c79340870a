"""Tells what follows from the last turn's move: the points of the cards left in hand."""

from __future__ import annotations

from collections.abc import Sequence

from games.core.texts import Aftermath
from games.reef.events import Event, HandScored, Scene
from games.reef.texts.recap import narrate_hands


def tell_aftermath(events: Sequence[Event], scene: Scene) -> Aftermath | None:
    """Return how many points the hands scored after the last move, or ``None`` if they scored none."""
    start = next((number for number, event in enumerate(events) if isinstance(event, HandScored)), 0)
    text = narrate_hands([event for event in events[start:] if isinstance(event, HandScored)], scene)
    return Aftermath(start, text) if start and text else None
