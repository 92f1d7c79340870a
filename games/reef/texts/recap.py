"""Sums up recent events in at most three lines: what each seat took or played, and what ran out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.reef.events import (
    DeckOut,
    Drew,
    Event,
    HandScored,
    Played,
    RanOut,
    Scene,
    Scored,
    Settled,
    Started,
    Took,
)
from games.reef.texts.narration import tell
from games.reef.texts.nouns import colours_text, placed_text, points_text

LINES: Final = 3


def recap(events: Sequence[Event], scene: Scene) -> list[str]:
    """Sum up some steps. The faces of cards and new open cards are in the picture."""
    turns, ends = [], []
    for number, event in enumerate(events):
        if isinstance(event, Played):
            after = events[number + 1] if number + 1 < len(events) else None
            turns.append(_played(event, after if isinstance(after, Scored) else None, scene))
        elif isinstance(event, Took | Drew):
            turns.append(_taken(event, scene))
        elif isinstance(event, Started | Settled):
            turns.append(tell(event, scene))
        elif isinstance(event, RanOut | DeckOut) and scene.outcome is None:
            ends.append(_ran_out(event, scene))
    hands = _hands([event for event in events if isinstance(event, HandScored)], scene)
    ends += [hands] if hands else []
    room = max(LINES - len(ends), 1)
    return [*turns[-room:], *ends][-LINES:]


def _played(event: Played, scored: Scored | None, scene: Scene) -> str:
    w = scene.w
    values = {
        "name": scene.names[event.seat],
        "card": event.card,
        "corals": placed_text(w, event.placed) or w("no coral"),
    }
    if scored is None or not scored.matches:
        return w("{name} plays card {card}: {corals}.", **values)
    values["points"] = points_text(w, scored.points)
    if len(scored.matches) == 1:
        return w("{name} plays card {card}: {corals} – **{points}**.", **values)
    return w(
        "{name} plays card {card}: {corals} – **{points}** ({n} patterns).",
        n=len(scored.matches),
        **values,
    )


def _taken(event: Took | Drew, scene: Scene) -> str:
    w, name = scene.w, scene.names[event.seat]
    if isinstance(event, Drew):
        return w("{name} draws the top card; a point goes onto card {onto}.", name=name, onto=event.onto)
    if not event.points:
        return w("{name} takes card {card}.", name=name, card=event.card)
    return w(
        "{name} takes card {card} and **{points}**.",
        name=name,
        card=event.card,
        points=points_text(w, event.points),
    )


def _ran_out(event: RanOut | DeckOut, scene: Scene) -> str:
    w = scene.w
    if isinstance(event, DeckOut):
        return w("**The deck is empty.**")
    return w("**Used up: {colours}.**", colours=colours_text(w, event.colours))


def _hands(events: Sequence[HandScored], scene: Scene) -> str:
    """Say what the hands scored at the end."""
    w, worth = scene.w, dict[int, int]()
    for event in events:
        worth[event.seat] = worth.get(event.seat, 0) + event.points
    if not worth:
        return ""
    parts = [w("{name} {points}", name=scene.names[s], points=points_text(w, n)) for s, n in worth.items()]
    return w("Cards in hand: {points}.", points=", ".join(parts))
