"""Types for the steps of the lesson, and replies to wrong answers that several steps share."""

from __future__ import annotations

from typing import Final

from games.core.lesson import GenericLessonSlip, GenericLessonStep, GenericLessonTask
from games.core.words import N_, Msg
from games.das_riff.actions import Action, BuyBoat, EndTurn, FlipCard, TakeCard
from games.das_riff.events import CardTaken, Event, FishBred
from games.das_riff.parts import is_fish, parse_cell
from games.das_riff.state import State

Step = GenericLessonStep[State, Action, Event]
Task = GenericLessonTask[Action, Event]
Slip = GenericLessonSlip[Action, Event]
Events = tuple[Event, ...]

FLIP_SLIP: Final = Slip(
    Msg(N_("Turning up a card shows it to both of you, but you don't get it yet.")),
    "DR-3.3",
    lambda action, events: isinstance(action, FlipCard),
)
BOAT_SLIP: Final = Slip(
    Msg(N_("A boat lets you reach one column more. You don't need that for this.")),
    "DR-3.10",
    lambda action, events: isinstance(action, BuyBoat),
)
END_TURN_SLIP: Final = Slip(
    Msg(N_("That ends your turn, and you could still do something with it.")),
    "DR-4.1",
    lambda action, events: isinstance(action, EndTurn),
)


def takes_card_in_cell(events: Events, cell: str) -> bool:
    """Return whether the action took the card of this cell."""
    return any(isinstance(event, CardTaken) and event.cell == parse_cell(cell) for event in events)


def completes_brood(action: Action, events: Events) -> bool:
    """Return whether the action completed a brood."""
    return any(isinstance(event, FishBred) for event in events)


def takes_fish(action: Action, events: Events) -> bool:
    """Return whether the action took a fish."""
    return isinstance(action, TakeCard) and any(
        isinstance(event, CardTaken) and is_fish(event.card) for event in events
    )
