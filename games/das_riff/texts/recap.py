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
from games.das_riff.parts import BROODS_TO_WIN, CORAL_CARD, Card, name_cell
from games.das_riff.texts.narration import narrate_event
from games.das_riff.texts.nouns import name_brood, name_card, name_colour
from games.das_riff.view import View

ActionEvent = CardTaken | CardFlipped | BoatBought | CardHunted | FishBred
ACTION_EVENTS: Final = (CardTaken, CardFlipped, BoatBought, CardHunted, FishBred)
"""Kinds of events that a recap narrates as actions."""
FIRST_TURN_GROUPS: Final = 2
"""Number of groups of events during the first turn: one for the deal, one for the turn itself."""
MAX_ACTION_PARTS: Final = 5
"""Maximum number of parts that describe the actions of a turn in order."""
ACTIONS_BY_IMPORTANCE: Final = (FishBred, CardHunted, CardTaken, BoatBought, CardFlipped)
"""Kinds of actions, of which a replay tells only the most important one in a turn."""
MAX_SHORT_CARDS: Final = 2
"""Maximum number of cards that a replay names. More cards are only counted."""
MAX_NAMED_CARDS: Final = 3
"""Maximum number of cards to name, the newest ones.

If this would leave out only one card, that card is named as well, because counting it takes as much space.
"""


def summarize_events(events: Sequence[Event], scene: Scene) -> list[str]:
    """Summarize the events of one or more steps in at most three lines.

    Payments, the flow and new cards are left out, because the picture shows them.
    """
    if scene.is_steady:
        # A replay counts the roll at the end to the next turn, so leave it out.
        line = _narrate_main_action([event for event in events if not isinstance(event, DiceRolled)], scene)
        return [line] if line else _narrate_declined_worms(events, scene)
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
    before = [_narrate_actions(turn, scene, is_brief=True) for turn in turns[-2:-1]]
    lines = [began, *before, _narrate_roll(turns[-1], scene), _narrate_actions(turns[-1], scene)]
    newest = [line for line in lines if line][-3:]
    return newest or _narrate_declined_worms(events, scene)


def _narrate_declined_worms(events: Sequence[Event], scene: Scene) -> list[str]:
    return [narrate_event(event, scene) for event in events if isinstance(event, WormDeclined)]


def _narrate_roll(events: Sequence[Event], scene: Scene) -> str:
    """Return a text about the roll and the worms chosen, or received if the bank had too few."""
    w, sentences = scene.w, []
    for event in events:
        if isinstance(event, DiceRolled) and len(event.worms) == len(event.dice):
            first, second = (name_colour(w, colour) for colour in event.dice)
            name = scene.names[event.seat]
            sentences.append(w("{name} rolls {first} + {second}.", name=name, first=first, second=second))
        elif isinstance(event, DiceRolled):
            sentences.append(narrate_event(event, scene))
        elif isinstance(event, WormTaken) and not event.is_rolled:
            name, colour = scene.names[event.seat], name_colour(w, event.colour)
            sentences.append(w("{name} takes {colour}.", name=name, colour=colour))
    return " ".join(sentences)


def _narrate_actions(events: Sequence[Event], scene: Scene, *, is_brief: bool = False) -> str:
    """Return one line about what a seat has done in its turn, in order. Without actions the line is empty, or
    with ``is_brief`` it says that the seat only collected worms.

    If there would be more than :data:`MAX_ACTION_PARTS` parts, actions of the same kind are grouped to keep
    the line short.

    :param is_brief: whether to leave out the cells. Those of an earlier turn contain other cards by now.
    """
    w = scene.w
    actions = _list_actions(events)
    if actions:
        parts = [list(alike) for _, alike in groupby(actions, type)]
        if len(parts) > MAX_ACTION_PARTS:
            kinds = dict.fromkeys(type(event) for event in actions)
            parts = [[event for event in actions if type(event) is kind] for kind in kinds]
        deeds = " · ".join(_narrate_events_of_kind(part, w, is_brief=is_brief) for part in parts)
        return w("{name}: {deeds}", name=scene.names[actions[0].seat], deeds=deeds)
    rolled = next((event for event in events if isinstance(event, DiceRolled)), None)
    return w("{name} only collects worms.", name=scene.names[rolled.seat]) if is_brief and rolled else ""


def _list_actions(events: Sequence[Event]) -> list[ActionEvent]:
    """Return the actions among a turn's events, except turning up a card that was then taken."""
    gone = {event.cell for event in events if isinstance(event, CardTaken)}
    return [
        event
        for event in events
        if isinstance(event, ACTION_EVENTS) and not (isinstance(event, CardFlipped) and event.cell in gone)
    ]


def _narrate_main_action(events: Sequence[Event], scene: Scene) -> str:
    """Return a sentence for a replay about a turn's most important action, or an empty string without any.

    A brood is mentioned with the corals that the turn took, because these move in the picture, too.
    """
    w, actions = scene.w, _list_actions(events)
    kind = next((one for one in ACTIONS_BY_IMPORTANCE if any(isinstance(e, one) for e in actions)), None)
    if kind is None:
        return ""
    same = [event for event in actions if isinstance(event, kind)]
    name, taken = scene.names[same[0].seat], [event for event in same if isinstance(event, CardTaken)]
    if len(taken) > MAX_SHORT_CARDS:
        return w.plural("{name} takes {n} card.", "{name} takes {n} cards.", len(taken), name=name)
    if taken:
        return w.plural(
            "{name} takes a card: {cards}.",
            "{name} takes {n} cards: {cards}.",
            len(taken),
            name=name,
            cards=w.join_list(_list_counted_cards(taken, w)),
        )
    bred = [name_brood(w, event.brood) for event in same if isinstance(event, FishBred)]
    corals = sum(isinstance(event, CardTaken) and event.card == CORAL_CARD for event in actions)
    if len(bred) == 1 and corals:
        return w.plural(
            "{name} takes a coral and breeds {broods}!",
            "{name} takes {n} corals and breeds {broods}!",
            corals,
            name=name,
            broods=bred[0],
        )
    if bred:
        return w.plural(
            "{name} breeds {broods}!",
            "{name} breeds {broods}!",
            len(bred),
            name=name,
            broods=w.join_list(bred),
        )
    hunted = [name_card(w, event.card) for event in same if isinstance(event, CardHunted)]
    if hunted:
        return w("{name}'s shark drives off {cards}.", name=name, cards=w.join_list(hunted))
    boats = [event.boats for event in same if isinstance(event, BoatBought)]
    if boats:
        return w("{name}'s boats now reach column {column}.", name=name, column=boats[-1])
    flipped = [event for event in same if isinstance(event, CardFlipped)]
    return w.plural(
        "{name} turns up a card: {cards}.",
        "{name} turns up {n} cards: {cards}.",
        len(flipped),
        name=name,
        cards=w.join_list(_list_counted_cards(flipped, w)),
    )


def tell_prospect(view: View, events: Sequence[Event], w: Words) -> str:
    """Return a sentence for a replay if a seat that has just bred needs only one more brood to win."""
    bred = {event.seat for event in events if isinstance(event, FishBred)}
    return w("1 brood to go!") if any(view.reefs[seat].broods == BROODS_TO_WIN - 1 for seat in bred) else ""


def _narrate_events_of_kind(events: Sequence[Event], w: Words, *, is_brief: bool) -> str:
    """Narrate one or more events of the same kind in a single phrase."""
    taken_cards = [event for event in events if isinstance(event, CardTaken)]
    flipped = [event for event in events if isinstance(event, CardFlipped)]
    boats = [event.boats for event in events if isinstance(event, BoatBought)]
    hunted = [name_card(w, event.card) for event in events if isinstance(event, CardHunted)]
    bred = [name_brood(w, event.brood) for event in events if isinstance(event, FishBred)]
    name_cards = _name_counted_cards if is_brief else _name_cards
    if taken_cards:
        return w("takes {cards}", cards=name_cards(taken_cards, w))
    if flipped:
        return w("turns up {cards}", cards=name_cards(flipped, w))
    if boats:
        return w("boat to column {column}", column=boats[-1])
    if hunted:
        return w("shark drives off {cards}", cards=", ".join(hunted))
    return w("**breeds {broods}!**", broods=w.join_list(bred))


def _name_counted_cards(events: Sequence[CardTaken | CardFlipped], w: Words) -> str:
    """Name cards without their cells, with a number for equal cards."""
    return ", ".join(_list_counted_cards(events, w))


def _list_counted_cards(events: Sequence[CardTaken | CardFlipped], w: Words) -> list[str]:
    """Return the names of cards without their cells, with a number for equal cards."""
    counts = Counter(event.card for event in events)
    return [
        name_card(w, card) if n == 1 else w("{n} × {card}", n=n, card=name_card(w, card))
        for card, n in counts.items()
    ]


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
