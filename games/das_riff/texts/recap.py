"""Summarizes recent events in at most three lines: the last turn, the roll, and the current turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby
from typing import Final

from games.core.words import Words
from games.das_riff.events import (
    BoatBought,
    CardFlipped,
    CardHunted,
    CardTaken,
    DiceRolled,
    Event,
    FishBred,
    Scene,
    StartingSeatDrawn,
    WormDeclined,
    WormTaken,
)
from games.das_riff.parts import Card, name_cell
from games.das_riff.texts.narration import narrate_event
from games.das_riff.texts.nouns import name_brood, name_card, name_colour

ACTION_EVENTS: Final = (CardTaken, CardFlipped, BoatBought, CardHunted, FishBred)
"""Kinds of events that a recap narrates as actions."""
FIRST_TURN_GROUPS: Final = 2
"""Number of groups of events during the first turn: one for the deal, one for the turn itself."""
MAX_ACTION_PARTS: Final = 5
"""Maximum number of parts that describe the actions of a turn in order."""
MAX_SHORT_PARTS: Final = 3
"""Maximum number of parts in a replay."""
SHORT_ORDER: Final = (CardTaken, BoatBought, CardHunted, FishBred, CardFlipped)
"""Order of the kinds of actions in a replay if they are grouped."""
MAX_SHORT_CARDS: Final = 2
"""Maximum number of cards that a replay names in a turn without a brood, and one more than with a brood. More
cards are only counted.
"""
MAX_NAMED_CARDS: Final = 3
"""Maximum number of cards to name, the newest ones.

If this would leave out only one card, that card is named as well, because counting it takes as much space.
"""


def summarise_events(events: Sequence[Event], scene: Scene) -> list[str]:
    """Summarize the events of one or more steps in at most three lines.

    Payments, the flow and new cards are left out, because the picture shows them.
    """
    turns: list[list[Event]] = [[]]
    for event in events:
        if isinstance(event, DiceRolled):
            turns.append([])
        turns[-1].append(event)
    # Mention the starting seat only during the first turn.
    first = (
        [event for event in events if isinstance(event, StartingSeatDrawn)]
        if len(turns) <= FIRST_TURN_GROUPS
        else []
    )
    began = " ".join(narrate_event(event, scene) for event in first)
    before = [_narrate_actions(turn, scene, brief=True) for turn in turns[-2:-1]]
    ended = [event for event in turns[-1] if not (scene.is_steady and isinstance(event, DiceRolled))]
    last = _narrate_actions(ended, scene, brief=scene.is_steady)
    # In a replay, the roll at the end belongs to the next turn.
    rolled = "" if scene.is_steady else _narrate_roll(turns[-1], scene)
    lines = [began, *before, rolled, last]
    told = [line for line in lines if line][-3:]
    return told or [narrate_event(event, scene) for event in events if isinstance(event, WormDeclined)]


def _narrate_roll(events: Sequence[Event], scene: Scene) -> str:
    """Return a text about what was rolled and which worms were chosen. The worms received for the roll are
    mentioned only if the bank had too few.
    """
    w, said = scene.w, []
    for event in events:
        if isinstance(event, DiceRolled) and len(event.worms) == len(event.dice):
            first, second = (name_colour(w, colour) for colour in event.dice)
            name = scene.names[event.seat]
            said.append(w("{name} rolls {first} + {second}.", name=name, first=first, second=second))
        elif isinstance(event, DiceRolled):
            said.append(narrate_event(event, scene))
        elif isinstance(event, WormTaken) and not event.by_roll:
            name, colour = scene.names[event.seat], name_colour(w, event.colour)
            said.append(w("{name} takes {colour}.", name=name, colour=colour))
    return " ".join(said)


def _narrate_actions(events: Sequence[Event], scene: Scene, *, brief: bool = False) -> str:
    """Return one line about what a seat has done in its turn, in order. Without actions the line is empty, or
    with ``brief`` it says that the seat only collected worms.

    If there would be more than :data:`MAX_ACTION_PARTS` parts, actions of the same kind are grouped to keep
    the line short.

    :param brief: whether to leave out the cells. Those of an earlier turn contain other cards by now.
    """
    w = scene.w
    gone = {event.cell for event in events if isinstance(event, CardTaken)}
    # Don't mention turning up a card that was then taken.
    actions = [
        e
        for e in events
        if isinstance(e, ACTION_EVENTS) and not (isinstance(e, CardFlipped) and e.cell in gone)
    ]
    if actions:
        parts = [list(alike) for _, alike in groupby(actions, type)]
        if len(parts) > (MAX_SHORT_PARTS if scene.is_steady else MAX_ACTION_PARTS):
            kinds = SHORT_ORDER if scene.is_steady else tuple(dict.fromkeys(type(event) for event in actions))
            parts = [[event for event in actions if type(event) is kind] for kind in kinds]
            parts = [part for part in parts if part]
        bred = any(isinstance(event, FishBred) for event in actions)
        most = MAX_SHORT_CARDS - bred if scene.is_steady else len(actions)
        told = " · ".join(
            w.plural("takes {n} card", "takes {n} cards", len(part))
            if isinstance(part[0], CardTaken) and len(part) > most
            else _narrate_events_of_kind(part, w, brief=brief)
            for part in parts
        )
        return w("{name}: {deeds}", name=scene.names[actions[0].seat], deeds=told)
    rolled = next((event for event in events if isinstance(event, DiceRolled)), None)
    return w("{name} only collects worms.", name=scene.names[rolled.seat]) if brief and rolled else ""


def _narrate_events_of_kind(events: Sequence[Event], w: Words, *, brief: bool) -> str:
    """Narrate one or more events of the same kind in a single phrase."""
    taken = [event for event in events if isinstance(event, CardTaken)]
    flipped = [event for event in events if isinstance(event, CardFlipped)]
    boats = [event.boats for event in events if isinstance(event, BoatBought)]
    hunted = [name_card(w, event.card) for event in events if isinstance(event, CardHunted)]
    bred = [name_brood(w, event.brood) for event in events if isinstance(event, FishBred)]
    name_cards = _name_counted_cards if brief else _name_cards
    if taken:
        return w("takes {cards}", cards=name_cards(taken, w))
    if flipped:
        return w("turns up {cards}", cards=name_cards(flipped, w))
    if boats:
        return w("boat to column {column}", column=boats[-1])
    if hunted:
        return w("shark drives off {cards}", cards=", ".join(hunted))
    return w("**breeds {broods}!**", broods=w.join_list(bred))


def _name_counted_cards(events: Sequence[CardTaken | CardFlipped], w: Words) -> str:
    """Name cards without their cells, with a number for equal cards."""
    counts = Counter(event.card for event in events)
    named = [
        name_card(w, card) if n == 1 else w("{n} × {card}", n=n, card=name_card(w, card))
        for card, n in counts.items()
    ]
    return ", ".join(named)


def _name_cards(events: Sequence[CardTaken | CardFlipped], w: Words) -> str:
    """Name cards with their cells, grouping equal cards."""
    cells: dict[Card, list[str]] = {}
    for event in events:
        cells.setdefault(event.card, []).append(name_cell(event.cell))
    named = [
        w("{cells} ({card})", cells=", ".join(where), card=name_card(w, card))
        for card, where in cells.items()
    ]
    if len(named) <= MAX_NAMED_CARDS + 1:
        return ", ".join(named)
    return w.plural(
        "{n} card, among them {cards}",
        "{n} cards, among them {cards}",
        len(events),
        cards=", ".join(named[-MAX_NAMED_CARDS:]),
    )
