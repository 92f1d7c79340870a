"""The lesson of Shells: six steps, each with a position, a task, and why other answers are wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from games.core.lesson import GenericLessonSlip, GenericLessonStep, GenericLessonTask
from games.core.words import N_, Msg
from tests.games.example.rules import PEBBLES, ShellEvent, State, Take

Step = GenericLessonStep[State, Take, ShellEvent]
Task = GenericLessonTask[Take, ShellEvent]
Slip = GenericLessonSlip[Take, ShellEvent]


def _leave_pebbles(pebbles: int, *taken: int) -> Callable[[], State]:
    """Return a function that makes a position with ``pebbles`` pebbles on the beach.

    The other seats have taken ``taken``, and the first seat all other pebbles. Only its shell has a pearl in
    it.
    """
    return lambda: State(pebbles, 0, (PEBBLES - pebbles - sum(taken), *taken), (1, 0))


LESSON_STEPS: Final[tuple[Step, ...]] = (
    Step(
        Msg(N_("Take pebbles")),
        Msg(N_("On your turn you take one, two or three pebbles. The most pebbles and pearls win.")),
        _leave_pebbles(40, 0),
        Task(
            Msg(N_("Take as many as you may.")),
            ("take:3",),
            lambda action, events: action.number == 3,
            Msg(N_("Three in one turn.")),
            (Slip(Msg(N_("You may take three.")), "EX-2.1"),),
        ),
    ),
    Step(
        Msg(N_("Take fewer")),
        Msg(N_("You needn't take as many as you may.")),
        _leave_pebbles(12, 14),
        Task(
            Msg(N_("Take just one pebble.")),
            ("take:1",),
            lambda action, events: action.number == 1,
            Msg(N_("One is enough.")),
            (Slip(Msg(N_("That's more than one.")), "EX-2.1"),),
        ),
    ),
    Step(
        Msg(N_("Count ahead")),
        Msg(N_("If you leave four pebbles, the other seat can't take them all.")),
        _leave_pebbles(6, 17),
        Task(
            Msg(N_("Leave four pebbles.")),
            ("take:2",),
            lambda action, events: action.number == 2,
            Msg(N_("Whatever the other seat takes, you get the rest.")),
            (Slip(Msg(N_("That doesn't leave four.")), "EX-2.1"),),
        ),
    ),
    Step(
        Msg(N_("Not too many")),
        Msg(N_("You can't take more than three, even near the end.")),
        _leave_pebbles(5, 18),
        Task(
            Msg(N_("Leave four pebbles again.")),
            ("take:1",),
            lambda action, events: action.number == 1,
            Msg(N_("Now the last pebbles are yours.")),
            (Slip(Msg(N_("The other seat can take the rest.")), "EX-2.1"),),
        ),
    ),
    Step(
        Msg(N_("The last pebble")),
        Msg(N_("When the beach is empty, all shells are opened. Most pebbles and pearls together win.")),
        _leave_pebbles(2, 18),
        Task(
            Msg(N_("End the match.")),
            ("take:2",),
            lambda action, events: any(event.reveals_hidden_parts for event in events),
            Msg(N_("You've won!")),
            (Slip(Msg(N_("One pebble is left, and it's the other seat's.")), "EX-3.1"),),
        ),
    ),
    Step(
        Msg(N_("Pearls count")),
        Msg(N_("You're level on pebbles, and there's a pearl in your shell.")),
        _leave_pebbles(2, 19),
        Task(
            Msg(N_("Take all that's left.")),
            ("take:2",),
            lambda action, events: any(event.reveals_hidden_parts for event in events),
            Msg(N_("With your pearl you're three ahead.")),
            (Slip(Msg(N_("There's still a pebble on the beach.")), "EX-3.1"),),
        ),
    ),
)
"""The steps in the order in which they are taught."""
