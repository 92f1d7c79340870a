"""Types for the steps of the lesson, and replies to wrong answers that several steps share."""

from __future__ import annotations

from typing import Final

from games.australis.actions import Action, TakeDie
from games.australis.events import Event
from games.australis.parts import BLUE, RED, VIOLET, WHITE, YELLOW, Colour
from games.australis.rules import RULES
from games.australis.state import State
from games.core.gate import apply_token
from games.core.lesson import LESSON_KEY, GenericLessonSlip, GenericLessonStep, GenericLessonTask
from games.core.rng import Chance
from games.core.words import N_, Msg

Step = GenericLessonStep[State, Action, Event]
Task = GenericLessonTask[Action, Event]
Slip = GenericLessonSlip[Action, Event]
Events = tuple[Event, ...]


def play_token(state: State, token: str) -> State:
    """Return the position after the action with this token."""
    return apply_token(RULES, state, state.seat, token, Chance(LESSON_KEY, 1)).state


def takes_die(action: Action, colour: Colour) -> bool:
    """Return whether an action takes a die of this colour."""
    return isinstance(action, TakeDie) and action.die.colour == colour


WHITE_DIE_SLIP: Final = Slip(
    Msg(N_("White dice bring advantage cards, and a point for each circle.")),
    "AU-2.3",
    lambda action, events: takes_die(action, WHITE),
)
YELLOW_DIE_SLIP: Final = Slip(
    Msg(N_("Yellow dice bring fish, and a point for each circle.")),
    "AU-2.5",
    lambda action, events: takes_die(action, YELLOW),
)
BLUE_DIE_SLIP: Final = Slip(
    Msg(N_("Blue dice move your turtle along the current.")),
    "AU-2.6",
    lambda action, events: takes_die(action, BLUE),
)
VIOLET_DIE_SLIP: Final = Slip(
    Msg(N_("Violet dice put a coral on a reef.")), "AU-2.7", lambda action, events: takes_die(action, VIOLET)
)
RED_DIE_SLIP: Final = Slip(
    Msg(N_("With the red die you begin the next round, and it competes for a tile.")),
    "AU-2.8",
    lambda action, events: takes_die(action, RED),
)
