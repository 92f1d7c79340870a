"""What a newcomer learns by doing. A game that is played needs six to ten steps."""

from __future__ import annotations

from typing import Final

from games.core.lesson import SlipOf, StepOf, TaskOf
from games.core.words import N_, Msg
from tests.games.example.rules import Happened, State, Take

Step = StepOf[State, Take, Happened]
Task = TaskOf[Take, Happened]
Slip = SlipOf[Take, Happened]

STEPS: Final[tuple[Step, ...]] = (
    Step(
        Msg(N_("Take pebbles")),
        Msg(N_("On your turn you take one pebble or two. The most pebbles and pearls win.")),
        lambda: State(7, 0, (0, 0), (1, 0)),
        Task(
            Msg(N_("Take as many as you may.")),
            ("take:2",),
            lambda action, events: action.number == 2,
            Msg(N_("Two at once.")),
            (Slip(Msg(N_("You may take two.")), "EX-2.1"),),
        ),
    ),
    Step(
        Msg(N_("The last one")),
        Msg(N_("When the beach is empty, all shells are opened. Most pebbles and pearls together win.")),
        lambda: State(2, 0, (3, 2), (1, 0)),
        Task(
            Msg(N_("End the match.")),
            ("take:2",),
            lambda action, events: any(event.reveals for event in events),
            Msg(N_("You've won!")),
            (Slip(Msg(N_("One pebble is left, and it's the other seat's.")), "EX-3.1"),),
        ),
    ),
)
"""In their order."""
