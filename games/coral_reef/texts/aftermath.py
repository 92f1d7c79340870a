"""Tells what follows from a turn's move: the cards drawn by seats that can't play."""

from __future__ import annotations

from collections.abc import Sequence

from games.coral_reef.events import CardDrawn, CoralsPlayed, Event, NineSeeded, RoundEnded, Scene
from games.core.texts import Aftermath


def tell_aftermath(events: Sequence[Event], scene: Scene) -> Aftermath | None:
    """Return who drew cards after a turn's move, or ``None`` if nobody did or the move ended a round."""
    moves = [number for number, event in enumerate(events) if isinstance(event, CoralsPlayed | NineSeeded)]
    draws = [event for event in events[moves[-1] + 1 :] if isinstance(event, CardDrawn)] if moves else []
    if not draws or any(isinstance(event, RoundEnded) for event in events):
        return None
    w, names = scene.w, [scene.names[seat] for seat in dict.fromkeys(event.seat for event in draws)]
    if len(names) > 1:
        text = w("{names} can't play and draw.", names=w.join_list(names))
    elif len(draws) == 1 and draws[0].is_playable:
        text = w("{name} draws a card and can play.", name=names[0])
    else:
        text = w.plural(
            "{name} can't play and draws a card.",
            "{name} can't play and draws {n} cards.",
            len(draws),
            name=names[0],
        )
    return Aftermath(moves[-1] + 1, text)
