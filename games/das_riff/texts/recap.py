"""Sums up recent events in at most three lines: the roll, and what happened in each turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.core.words import Words
from games.das_riff.events import (
    Boated,
    Bred,
    Declined,
    Event,
    Flipped,
    Hunted,
    Rolled,
    Scene,
    Started,
    Took,
    TookWorm,
)
from games.das_riff.parts import Card, cell_name
from games.das_riff.texts.narration import tell
from games.das_riff.texts.nouns import name_brood, name_card

DEEDS: Final = (Took, Flipped, Boated, Hunted)
NAMED: Final = 3
"""Maximum number of cards named, plus one; of more only the last are named, and all are counted."""


def recap(events: Sequence[Event], scene: Scene) -> list[str]:
    """Sum up some steps. Payments, the flow and new cards are in the picture."""
    turns: list[list[Event]] = [[]]
    for event in events:
        if isinstance(event, Rolled):
            turns.append([])
        turns[-1].append(event)
    rolled = [event for event in turns[-1] if isinstance(event, Started | Rolled | TookWorm | Declined)]
    began = " ".join(filter(None, (tell(event, scene) for event in events if isinstance(event, Started))))
    roll = " ".join(filter(None, (tell(event, scene) for event in rolled)))
    deeds = [_tell_deeds(turn, scene) for turn in turns]
    return [line for line in (began, *deeds[-2:-1], roll, deeds[-1]) if line][-3:]


def _tell_deeds(events: Sequence[Event], scene: Scene) -> str:
    """Say in one line what a seat did in its turn; empty if it did nothing."""
    w, taken = scene.w, [event for event in events if isinstance(event, Took)]
    gone = {event.cell for event in taken}
    flipped = [event for event in events if isinstance(event, Flipped) and event.cell not in gone]
    deeds = []
    if taken:
        deeds.append(w("takes {cards}", cards=_name_cards(taken, w)))
    if flipped:
        deeds.append(w("turns up {cards}", cards=_name_cards(flipped, w)))
    boats = [event for event in events if isinstance(event, Boated)]
    if boats:
        deeds.append(w("boat to column {column}", column=boats[-1].boats))
    hunted = [event for event in events if isinstance(event, Hunted)]
    if hunted:
        cards = ", ".join(name_card(w, event.card) for event in hunted)
        deeds.append(w("shark drives off {cards}", cards=cards))
    bred = [name_brood(w, event.brood) for event in events if isinstance(event, Bred)]
    if bred:
        deeds.append(w("**breeds {broods}!**", broods=w.listed(bred)))
    who = next((event.seat for event in events if isinstance(event, DEEDS)), None)
    if who is None:
        return ""
    return w("{name}: {deeds}", name=scene.names[who], deeds=" · ".join(deeds))


def _name_cards(events: Sequence[Took | Flipped], w: Words) -> str:
    """Name cards by their cells, grouping equal ones."""
    cells: dict[Card, list[str]] = {}
    for event in events:
        cells.setdefault(event.card, []).append(cell_name(event.cell))
    named = [
        w("{cells} ({card})", cells=", ".join(where), card=name_card(w, card))
        for card, where in cells.items()
    ]
    if len(named) <= NAMED + 1:
        return ", ".join(named)
    return w.plural(
        "{n} card, among them {cards}",
        "{n} cards, among them {cards}",
        len(events),
        cards=", ".join(named[-NAMED:]),
    )
