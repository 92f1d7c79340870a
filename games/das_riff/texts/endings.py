"""Describes a seat's result, and finds the memorable moments of a match of Das Riff."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Final

from games.core.texts import MemorableMoment
from games.das_riff.events import CardHunted, CardTaken, DiceRolled, Event, FishBred, Scene
from games.das_riff.texts.nouns import name_brood, name_card
from games.das_riff.view import View

MIN_MEMORABLE_CARDS: Final = 5
"""Minimum number of cards taken in one turn that makes the turn memorable."""


def describe_result(seat: int, view: View, scene: Scene) -> str:
    """Return a seat's number of broods as text."""
    return scene.w.plural("{n} brood", "{n} broods", view.reefs[seat].broods)


def find_moments(history: Sequence[Sequence[Event]], scene: Scene) -> list[MemorableMoment]:
    """Return up to two moments: the turn with the most broods, or the last brood, and one other."""
    turns = _group_by_turn(history)
    return [*_find_brood_moments(turns, scene), *_find_other_moments(turns, scene)[:1]]


NumberedEvents = list[tuple[int, Event]]
"""Pairs of a ply and one of its events."""


def _group_by_turn(history: Sequence[Sequence[Event]]) -> list[NumberedEvents]:
    """Group events by turn. The first group contains the events before the first turn."""
    numbered_events = [(ply, event) for ply, events in enumerate(history) for event in events]
    number = list(accumulate(isinstance(event, DiceRolled) for _, event in numbered_events))
    turns: list[NumberedEvents] = [[] for _ in range(number[-1] + 1)] if number else []
    for turn, found in zip(number, numbered_events, strict=True):
        turns[turn].append(found)
    return turns


def _find_brood_moments(turns: list[NumberedEvents], scene: Scene) -> list[MemorableMoment]:
    w = scene.w
    bred = [[(ply, e) for ply, e in turn if isinstance(e, FishBred)] for turn in turns]
    best = max(bred, key=len, default=[])
    if not best:
        return []
    if len(best) == 1:
        best = bred[max(number for number, found in enumerate(bred) if found)]
    ply, last = best[-1]
    name = scene.names[last.seat]
    if len(best) > 1:
        return [
            MemorableMoment(
                ply,
                w.plural(
                    "{name} completed {n} brood.",
                    "{name} completed {n} broods at once.",
                    len(best),
                    name=name,
                ),
            )
        ]
    return [
        MemorableMoment(
            ply, w("{name} bred {brood}, the last brood.", name=name, brood=name_brood(w, last.brood))
        )
    ]


def _find_other_moments(turns: list[NumberedEvents], scene: Scene) -> list[MemorableMoment]:
    w = scene.w
    found = []
    taken_cards = max(
        ([(p, e) for p, e in turn if isinstance(e, CardTaken)] for turn in turns), key=len, default=[]
    )
    if len(taken_cards) >= MIN_MEMORABLE_CARDS:
        ply, last = taken_cards[-1]
        name = scene.names[last.seat]
        found.append(
            MemorableMoment(ply, w("{name} took {n} cards in one go.", name=name, n=len(taken_cards)))
        )
    for turn in turns:
        for ply, event in turn:
            if isinstance(event, CardHunted):
                name, card = scene.names[event.seat], name_card(w, event.card)
                found.append(
                    MemorableMoment(ply, w("{name}'s shark drove off a card ({card}).", name=name, card=card))
                )
    for turn in turns:
        for ply, event in turn:
            if isinstance(event, FishBred):
                name, brood = scene.names[event.seat], name_brood(w, event.brood)
                found.append(MemorableMoment(ply, w("{name} bred first: {brood}.", name=name, brood=brood)))
    return found
