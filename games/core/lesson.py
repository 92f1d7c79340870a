"""Lessons: a game learned by doing, a step at a time, on positions that are laid out for it.

A step shows a position and sets a task. The answer is a token like any other: it passes the one gate of
:mod:`games.core.gate`, is done, and what came of it is looked at. So a lesson cannot teach what the rules
do not say, and a wrong answer is told why by its clause.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Generic

from games.core.errors import RuleError
from games.core.gate import apply_token
from games.core.outcome import Outcome
from games.core.rng import Chance
from games.core.rules import Rules
from games.core.shapes import (
    ActionLike,
    ActionT,
    ActionT_co,
    EventLike,
    EventT,
    EventT_co,
    StateT,
    StateT_co,
    ViewT,
    ViewT_co,
)
from games.core.words import Msg

KEY: Final = b"lessons"
"""Chance falls alike for everybody who learns."""
PUPIL: Final = 0
"""The seat of the person who learns."""

# Without slots, so that a game can call them by an alias with its own types filled in.


@dataclass(frozen=True)
class SlipOf(Generic[ActionT_co, EventT_co]):
    """Why some legal answers are not what the task asks, and the clause behind it (``DR-3.6``).

    ``fits`` tells by the action and what came of it whether an answer is one of them; by default it is.
    """

    text: Msg
    clause: str
    fits: Callable[[ActionT_co, tuple[EventT_co, ...]], bool] = field(default=lambda action, events: True)


@dataclass(frozen=True)
class TaskOf(Generic[ActionT_co, EventT_co]):
    """What a step asks for.

    ``solved`` tells by the action and what came of it whether an answer does it. ``answers`` are the tokens
    of all legal answers that do: said a second time on purpose, so that a task that asks something else
    than was meant is found. Of the ``slips`` the first that fits explains a legal answer that does not; the
    last one fits them all. ``tempting`` are tokens that are offered although the rules refuse them.
    """

    asks: Msg
    answers: tuple[str, ...]
    solved: Callable[[ActionT_co, tuple[EventT_co, ...]], bool]
    praise: Msg
    slips: tuple[SlipOf[ActionT_co, EventT_co], ...]
    tempting: tuple[str, ...] = ()


@dataclass(frozen=True)
class StepOf(Generic[StateT_co, ActionT_co, EventT_co]):
    """One step of a lesson: a heading, two sentences, the position that they are about, and a task."""

    title: Msg
    text: Msg
    position: Callable[[], StateT_co]
    task: TaskOf[ActionT_co, EventT_co]


@dataclass(frozen=True, slots=True)
class Feedback(Generic[EventT_co, ViewT_co]):
    """What is said to an answer, and what the person who learns then sees.

    ``heard`` is what came of a right answer, as that person may hear of it, and ``outcome`` how it ended the
    match; a wrong one changes nothing.
    """

    right: bool
    text: Msg
    clause: str
    view: ViewT_co
    heard: tuple[EventT_co, ...] = ()
    outcome: Outcome | None = None


Step = StepOf[object, ActionLike, EventLike]
"""A step of any game's lesson."""


def list_offers(
    rules: Rules[StateT, ActionT, EventT, ViewT], step: StepOf[StateT, ActionT, EventT]
) -> tuple[ActionT, ...]:
    """Return what can be answered: all that is legal, and what the task tempts with."""
    legal = rules.legal_actions(step.position(), PUPIL)
    return (*legal, *(rules.read(token) for token in step.task.tempting))


def view_step(rules: Rules[StateT, ActionT, EventT, ViewT], step: StepOf[StateT, ActionT, EventT]) -> ViewT:
    """Return what the person who learns sees of a step."""
    return rules.view(step.position(), PUPIL)


def check_answer(
    rules: Rules[StateT, ActionT, EventT, ViewT], step: StepOf[StateT, ActionT, EventT], token: str
) -> Feedback[EventT, ViewT]:
    """Pass an answer through the gate, do it, and say what it is worth.

    What the rules refuse is told as they tell it.
    """
    task = step.task
    try:
        done = apply_token(rules, step.position(), PUPIL, token, Chance(KEY, 1))
    except RuleError as error:
        return Feedback(False, error.message, error.clause, view_step(rules, step))
    if task.solved(done.action, done.events):
        heard = tuple(rules.redact(event, PUPIL) for event in done.events)
        seen = rules.view(done.state, PUPIL)
        return Feedback(True, task.praise, "", seen, heard, rules.outcome(done.state))
    slip = next(slip for slip in task.slips if slip.fits(done.action, done.events))
    return Feedback(False, slip.text, slip.clause, view_step(rules, step))
